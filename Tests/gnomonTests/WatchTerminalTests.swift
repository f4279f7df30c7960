import Foundation
import TestSupport
import Testing

/// `gnomon watch` on a real terminal, with a real daemon.
@Suite(.enabled(if: RigProcess.has("python3", "env"))) struct WatchTerminalTests {
  private func terminal(
    _ socket: String, _ words: [String] = [], _ surroundings: [String: String?] = [:]
  ) throws -> TerminalRig {
    let usual: [String: String?] = ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": nil]
    return try TerminalRig(
      [Products.path("gnomon"), "watch", "--socket", socket] + words, usual.merging(surroundings) { $1 })
  }

  @Test func everyKeyHasItsEffect() throws {
    let demo = try Demo(["--demo"])
    let watch = try terminal(demo.socket)
    try watch.until(" live")
    try watch.until("localized")
    try watch.type("h")
    try watch.until("Any key closes this")
    try watch.type("h")
    try watch.until("Any key closes this", isThere: false)
    // The filter's page; its data come from a stream that only this page requests.
    try watch.type("f")
    let filter = try watch.until("gravity")
    #expect(filter[1].hasPrefix("source ") && filter.last?.hasPrefix("q quit  h help  f picture") == true, "\(filter)")
    try watch.type("\u{1B}[B\u{1B}[B\u{1B}[B")
    try watch.until("height ")
    try watch.type("f")
    try watch.until("pitch ")
    try watch.type("+")
    try watch.until("200 m")
    try watch.type("-")
    try watch.until("300 m")
    try watch.type("\u{1B}[C")
    try watch.until("turned by 0.5°")
    // The nudge is taken back; a refused call shows the reason.
    try watch.type("ee")
    try watch.until("refused: no hand has turned the heading")
    try watch.type("R")
    try watch.until("recording to ")
    try watch.until("● recording")
    try watch.type("R")
    try watch.until("recorded ")
    try watch.until("● recording", isThere: false)
    try watch.type("r")
    try watch.until("Start a new scene?")
    try watch.type("n")
    try watch.until("the scene is unchanged")
    #expect(try watch.lines[0].contains("scene 0"))
    try watch.type("r")
    try watch.until("Start a new scene?")
    try watch.type("y")
    try watch.until("a new scene has begun")
    try watch.until("scene 1")
    try watch.type("p")
    try watch.until("paused, ")
    let still = try watch.lines
    _ = try watch.wait(0.5)
    let later = try watch.lines
    #expect(still[1...20] == later[1...20])
    try watch.type("p")
    try watch.until(" live")
    try watch.type("q")
    let (status, isRestored) = try watch.end()
    #expect(status == 0 && isRestored)
  }

  @Test func theSizeMayChange() throws {
    let demo = try Demo(["--demo"])
    let watch = try terminal(demo.socket)
    try watch.until(" live")
    try watch.resize(120, 40)
    try watch.until("?", isThere: false)
    try watch.until(" live")
    // The foot is drawn last.
    let large = try watch.until("q quit")
    #expect(large.count == 40 && large[0].count == 120 && large[39].hasPrefix("q quit"), "\(large)")
    try watch.resize(60, 18)
    let small = try watch.until("not shown: horizon")
    #expect(small.count == 18 && small[0].hasSuffix("live") && small[0].count == 60, "\(small)")
    try watch.resize(80, 24)
    try watch.until("pitch ")
    // The changes that were sent piece by piece give the same picture as a complete drawing.
    try watch.type("p")
    try watch.until("paused, ")
    _ = try watch.wait(0.3)
    let pieces = try watch.lines
    try watch.resize(81, 24)
    try watch.until("paused, ")
    try watch.resize(80, 24)
    try watch.until("q quit")
    let whole = try watch.until("paused, ")
    #expect(Array(pieces[1...20]) == Array(whole[1...20]))
    try watch.type("q")
    #expect(try watch.end().status == 0)
  }

  /// Also where the terminal has read nothing for seconds, so that a sequence is cut.
  @Test(arguments: ["INT", "TERM", "HUP", "Ctrl-C", "unread"]) func theTerminalIsGivenBack(_ way: String) throws {
    let demo = try Demo(["--demo"])
    let watch = try terminal(demo.socket)
    try watch.until(" live")
    if way == "unread" { _ = try watch.wait(5, blind: true) }
    if ["Ctrl-C", "unread"].contains(way) { try watch.type("\u{3}") } else { try watch.ask("signal", ["name": way]) }
    let (status, isRestored) = try watch.end()
    #expect(isRestored && status == (["TERM": -15, "HUP": -1][way] ?? -2), "\(status)")
  }

  @Test func aDaemonMayEndAndReturn() throws {
    let scratch = try Scratch(), socket = scratch.path("s")
    func daemon() throws -> RigProcess {
      try RigProcess(Products.path("gnomond"), ["--demo", "--socket", socket], isQuiet: true)
    }
    let first = try daemon()
    try waitForAnswer("pose", at: socket, of: first.isRunning)
    let watch = try terminal(socket)
    try watch.until(" live")
    // The daemon hangs: the shown values are old.
    first.signal(SIGSTOP)
    let hung = try watch.until("no pose for")
    #expect(hung[0].hasSuffix(" old") && !hung[0].contains("live"), "\(hung[0])")
    first.signal(SIGCONT)
    try watch.until(" live")
    first.stop()
    let gone = try watch.until("the daemon has gone")
    #expect(gone[0].contains("gone ") && !gone[0].contains("live"), "\(gone[0])")
    try watch.type("]")
    try watch.until("refused: no daemon is connected")
    let second = try daemon()
    defer { second.stop() }
    try watch.until(" live")
    try watch.until("the daemon has gone", isThere: false)
    try watch.type("q")
    let (status, isRestored) = try watch.end()
    #expect(status == 0 && isRestored)
  }

  @Test func coloursAndLettersAreThoseOfTheTerminal() throws {
    let demo = try Demo(["--demo"])
    func seen(_ surroundings: [String: String?]) throws -> (sgr: [String], isASCII: Bool) {
      let watch = try terminal(demo.socket, [], surroundings)
      try watch.until(" live")
      _ = try watch.wait(1)
      let seen = try watch.ask("seen") as? [String: Any] ?? [:]
      try watch.type("q")
      #expect(try watch.end().status == 0)
      return (seen["sgr"] as? [String] ?? ["?"], seen["ascii"] as? Bool == true)
    }
    let coloured = try seen([:])
    #expect(!coloured.sgr.isEmpty && !coloured.isASCII)
    #expect(try seen(["NO_COLOR": "1"]).sgr.isEmpty)
    let plain = try seen(["LC_ALL": "C"])
    #expect(plain.isASCII && !plain.sgr.isEmpty)
  }

  /// A terminal that accepts nothing for a while receives the newest picture afterward, not all the missed ones.
  @Test func picturesAreLeftOutForASlowTerminal() throws {
    let demo = try Demo()
    let watch = try terminal(demo.socket, ["--rate", "30"])
    try watch.until(" live")
    let usual = try watch.wait(3)
    _ = try watch.wait(12, blind: true)
    // A pseudo-terminal buffers some kilobytes; the rest was never drawn.
    let late = try watch.wait(0.2)
    #expect(usual > 6_000 && late < 30_000, "\(usual) bytes in 3 s, \(late) after 12 s")
    try watch.type("p")
    try watch.until("paused, ")
    _ = try watch.wait(0.3)
    let pieces = try watch.lines
    try watch.resize(81, 24)
    try watch.until("paused, ")
    try watch.resize(80, 24)
    try watch.until("q quit")
    let whole = try watch.until("paused, ")
    #expect(Array(pieces[1...20]) == Array(whole[1...20]))
    try watch.type("q")
    #expect(try watch.end().status == 0)
  }

  @Test func onePictureIsPrinted() throws {
    let demo = try Demo(["--demo"])
    let run = try demo.run("watch", "--once", "--size", "100x30", environment: ["LC_ALL": "C.UTF-8"])
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(run.status == 0 && lines.count > 20 && lines.count <= 31, "\(run)")
    #expect(lines[0].contains("  simulated  ") && lines[0].hasSuffix("live") && lines[0].count == 100, "\(run)")
    #expect(run.output.contains("pitch "), "\(run)")
    #expect(!run.output.contains("\u{1B}"))
    let filter = try demo.run("watch", "--once", "--filter", "--size", "120x40", environment: ["LC_ALL": "C.UTF-8"])
    #expect(
      filter.status == 0 && filter.output.contains("\ngravity ") && filter.output.contains("tilt "), "\(filter)")
    #expect(!filter.output.contains("f picture") && !filter.output.contains("\u{1B}"))
    // As lines, one for each source and state.
    let aids = try demo.run("watch", "aids", "-n", "1").output.split(separator: "\n")
    #expect(aids.contains { $0.hasPrefix("aid        gravity: ") } && aids.contains { $0.hasPrefix("filter     yaw ") })
    #expect(try gnomon("watch", "--filter", "pose").errors.contains("--filter is for the picture"))
    #expect(try gnomon("watch", "--size", "80x24").errors.contains("--size needs --once"))
    #expect(try gnomon("watch", "--once", "--size", "80").errors.contains("as 80x24"))
    #expect(try gnomon("watch", "--once", "pose").status == 64)
    #expect(try gnomon("watch", "--once", "--socket", "/nowhere/s").status == 69)
    // Without a terminal the output is lines.
    let words = try demo.run("watch", "-n", "2")
    #expect(words.output.split(separator: "\n").count == 2 && !words.output.contains("\u{1B}"))
    // On a terminal too, on request, and where the terminal does not permit drawing.
    for surroundings in [["TERM": "dumb"], [:]] as [[String: String?]] {
      let plain = try terminal(demo.socket, surroundings.isEmpty ? ["--plain"] : [], surroundings)
      try plain.until("heading ")
      let seen = try plain.ask("seen") as? [String: Any] ?? [:]
      #expect((seen["sgr"] as? [String])?.isEmpty == true)
    }
  }
}
