import Expectations
import Foundation
import TestSupport
import Testing

/// `gnomon watch` on a real terminal, with a real daemon: one run in steps.
@Suite(.enabled(if: RigProcess.has("python3", "env"))) struct WatchTerminalTests {
  private func terminal(
    _ demo: Demo, _ words: [String] = [], _ surroundings: [String: String?] = [:]
  ) throws -> TerminalRig {
    let usual: [String: String?] = ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": nil]
    let watch = try TerminalRig(
      [Products.path("gnomon"), "watch", "--socket", demo.socket] + words, usual.merging(surroundings) { $1 })
    try watch.until(words.contains("--plain") || surroundings["TERM"] == "dumb" ? "heading " : " live")
    return watch
  }

  @Test func aWatchFromItsStartToTheDaemonsReturn() throws {
    let demo = try Demo(["--demo"])
    try waitForAnswer("pose", at: demo.socket)
    try aPictureOrLinesArePrinted(demo)
    try coloursAndLettersAreThoseOfTheTerminal(demo)
    try aSignalGivesTheTerminalBack(demo)
    try aSlowTerminalGetsTheNewestPicture(demo)
    let watch = try terminal(demo)
    try theSizeMayChange(watch)
    try everyKeyHasItsEffect(watch)
    try theDaemonMayEndAndReturn(demo, watch)
    try watch.type("q")
    let (status, isRestored) = try watch.end()
    #expect(status == 0 && isRestored)
  }

  private func aPictureOrLinesArePrinted(_ demo: Demo) throws {
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
    try expect(gnomon("watch", "--once", "pose").status, equals: 64)
    try expect(gnomon("watch", "--once", "--socket", "/nowhere/s").status, equals: 69)
    // Without a terminal the output is lines.
    let words = try demo.run("watch", "-n", "2")
    #expect(words.output.split(separator: "\n").count == 2 && !words.output.contains("\u{1B}"))
    // On a terminal too, on request, and where the terminal does not permit drawing.
    for plain in [try terminal(demo, [], ["TERM": "dumb"]), try terminal(demo, ["--plain"])] {
      let seen = try plain.ask("seen") as? [String: Any] ?? [:]
      expect((seen["sgr"] as? [String])?.isEmpty, equals: true)
    }
  }

  private func coloursAndLettersAreThoseOfTheTerminal(_ demo: Demo) throws {
    func seen(_ surroundings: [String: String?]) throws -> (sgr: [String], isASCII: Bool) {
      let watch = try terminal(demo, [], surroundings)
      // The foot is drawn last.
      try watch.until("q quit")
      let seen = try watch.ask("seen") as? [String: Any] ?? [:]
      return (seen["sgr"] as? [String] ?? ["?"], seen["ascii"] as? Bool == true)
    }
    let coloured = try seen([:])
    #expect(!coloured.sgr.isEmpty && !coloured.isASCII)
    #expect(try seen(["NO_COLOR": "1"]).sgr.isEmpty)
    let plain = try seen(["LC_ALL": "C"])
    #expect(plain.isASCII && !plain.sgr.isEmpty)
  }

  private func aSignalGivesTheTerminalBack(_ demo: Demo) throws {
    for (name, wanted) in [("INT", -2), ("TERM", -15), ("HUP", -1)] {
      let watch = try terminal(demo)
      try watch.ask("signal", ["name": name])
      let (status, isRestored) = try watch.end()
      #expect(isRestored && status == wanted, "\(name): \(status)")
    }
  }

  /// A terminal that accepts nothing for a while receives the newest picture afterward, not all the missed ones. It is given back
  /// also when it has read nothing for seconds, so that a sequence is cut.
  private func aSlowTerminalGetsTheNewestPicture(_ demo: Demo) throws {
    let watch = try terminal(demo, ["--rate", "30"])
    var usual = 0
    try waitUntil {
      usual += try watch.wait(0.5)
      return usual > 6_000
    }
    _ = try watch.wait(12, blind: true)
    // A pseudo-terminal buffers some kilobytes; the rest was never drawn. All of the 12 s are over 25 KB.
    let late = try watch.wait(0.2)
    expect(late, isBelow: 20_000, "\(late) bytes after 12 s")
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
    expect(Array(pieces[1...20]), equals: Array(whole[1...20]))
    try watch.type("p")
    try watch.until(" live")
    _ = try watch.wait(3, blind: true)
    try watch.type("\u{3}")
    let (status, isRestored) = try watch.end()
    #expect(isRestored && status == -2, "\(status)")
  }

  private func theSizeMayChange(_ watch: TerminalRig) throws {
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
  }

  private func everyKeyHasItsEffect(_ watch: TerminalRig) throws {
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
    expect(still[1...20], equals: later[1...20])
    try watch.type("p")
    try watch.until(" live")
  }

  private func theDaemonMayEndAndReturn(_ demo: Demo, _ watch: TerminalRig) throws {
    // The daemon hangs: the shown values are old.
    demo.signal(SIGSTOP)
    let hung = try watch.until("no pose for")
    #expect(hung[0].hasSuffix(" old") && !hung[0].contains("live"), "\(hung[0])")
    demo.signal(SIGCONT)
    try watch.until(" live")
    demo.end()
    let gone = try watch.until("the daemon has gone")
    #expect(gone[0].contains("gone ") && !gone[0].contains("live"), "\(gone[0])")
    try watch.type("]")
    try watch.until("refused: no daemon is connected")
    try demo.start()
    try watch.until(" live")
    try watch.until("the daemon has gone", isThere: false)
  }
}
