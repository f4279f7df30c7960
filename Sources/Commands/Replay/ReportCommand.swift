import Allan
import CalibrationRecords
import Calibrators
import CommandParts
import Formats
import Geometry
import Glibc
import Playback
import Recordings
import Reports
import Samples
import SceneCommands
import Scenery
import Text
import Tracking
import Wire

/// `gnomon report`: a session as one page.
struct ReportCommand: Command {
  let syntax = Syntax(
    name: "report", summary: "write a page about a recorded session: tracks, corrections, accuracies, refusals",
    operands: "FILE", operandCount: 1...1, operandKinds: [.recording],
    explanation: """
      Runs the pipeline over FILE (gzip-compressed or not; - is standard input) and draws the session on one page of HTML, which
      loads nothing, runs no script, and can be read on a phone. Without -o the page has the name of the recording and is in the
      current folder; it replaces only another report. docs/report.md explains the page.

      With --anonymise the page has no place, no time of day, no device and no file name, but metres from the first fix, seconds
      from the start, and relative heights. The shape of the way and its north remain.
      """,
    options: [
      .value("--output", "PAGE", "output file; - is standard output", short: "-o"),
      .flag("--allan", "add the noise of the inertial sensors, for a recording at rest (gnomon allan)"),
      .value("--route", "FILE", "the route of the session, if the recording does not have it"),
      .value("--places", "FILE", "places, to list which were shown and reached"),
      .flag("--anonymise", "leave out place, time of day, device, names and notes"),
    ] + ReplaySession.options + [
      .flag("--json", "print the figures as JSON; a page is then written only with -o")
    ],
    examples: [
      ("gnomon report walk.gnomon.gz", "writes walk.html"),
      (
        "gnomon report walk.gnomon.gz --anonymise -o for-the-issue.html",
        "for an issue: shows what went wrong, but not where"
      ),
      ("gnomon report walk.gnomon --initial-yaw 90 -o turned.html", "see how a wrong heading is corrected"),
    ])

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0], isAnonymous = arguments.has("--anonymise"), asJSON = arguments.has("--json")
    let output = try output(arguments, path)
    var session = try ReplaySession(path, arguments, syntax)
    let (story, fault) = try replayStory(&session, path, try scene(arguments), takesNoise: arguments.has("--allan"))
    if let output {
      var page = TextBuffer(capacity: 1 << 19)
      ReportPage(story, generator: "gnomon \(Release.version)", anonymous: isAnonymous).write(to: &page)
      try write(page, to: output)
      if !asJSON && output != "-" { Terminal.inform("\(output): \(text(Double(page.count) / 1000, 0)) kB") }
    }
    if asJSON { Terminal.print(story.numbers(anonymous: isAnonymous)) }
    if let fault { throw fault }
  }

  /// Replays the session as a story. If the recording breaks off, returns the story of the part before, and the fault.
  private func replayStory(
    _ session: inout ReplaySession, _ path: String, _ scene: SceneStory, takesNoise: Bool
  ) throws(Failure) -> (story: SessionStory, fault: Failure?) {
    var story = SessionStory(
      name: path == "-" ? "standard input" : Self.title(path), profile: session.profile, parameters: session.parameters,
      calibration: session.calibration, scene: scene)
    story.beginning = session.remembered.state
    let alignment = session.parameters.alignment
    if alignment.start == .given { story.givenHeading = (alignment.given, alignment.givenSigma) }
    for (key, value) in session.metadata.sorted(by: { $0.key < $1.key }) {
      story.record(.metadata(key: key, value: value))
    }
    var nextCount = BootInstant(nanoseconds: .min)
    var noise = takesNoise ? AllanRecorder() : nil
    let fault = session.pass { passage, session in
      story.record(passage.line, isWithheld: passage.isWithheld)
      guard case .sample(let sample) = passage.line else { return }
      if sample.refusal == nil { noise?.ingest(sample) }
      guard !passage.isWithheld else { return }
      story.recordAids(session.tracker, at: sample.time)
      if case .fix = sample { story.record(session.tracker, after: sample) }
      for correction in session.corrections {
        story.record(correction)
        for pair in session.pairs(of: correction) { story.record(pair, of: correction) }
      }
      guard let pose = passage.pose else { return }
      story.record(pose)
      story.record(session.tracker, after: sample)
      if pose.time >= nextCount {
        story.record(session.tracker.counters, session.refusals, at: pose.time)
        nextCount = pose.time + TimeSpan(1)
      }
    }
    story.close(session.tracker)
    for sensor in AllanRecorder.Sensor.allCases {
      guard let recorder = noise else { break }
      do throws(CalibrationFailure) { story.noises.append(try recorder.result(of: sensor)) } catch {
        Terminal.inform("\(path): no noise of the \(sensor.rawValue): \(error.finding): \(error.remedy)")
      }
    }
    if let fault {
      if story.start == nil { throw fault }
      story.recordBreak()
    }
    let statistics = session.reader.statistics
    var refused = Refusal.Reason.allCases.map { (reason: $0.rawValue, count: statistics.refused($0)) }
    refused.append(("of a kind unknown to this version", statistics.unknownTags))
    refused.append(("the last one, not complete", statistics.endsWithinLine ? 1 : 0))
    story.recordRefusedLines(refused.filter { $0.count > 0 })
    return (story, fault)
  }

  /// The places and the route that were given for the page.
  private func scene(_ arguments: Arguments) throws(Failure) -> SceneStory {
    var places: [Place] = [], route: Route?
    if let path = arguments.text("--places") {
      let text = Array(try SceneFile.text(path).utf8)
      do throws(PlaceFault) {
        var reader = try PlaceReader(text)
        while let place = try reader.next() { places.append(place) }
        let refused = reader.report.refused
        if refused > 0 { Terminal.inform("\(path): \(refused) places refused; gnomon place import prints the reasons") }
      } catch {
        throw .data(DaemonCall.plain("\(path): \(error)"))
      }
    }
    if let path = arguments.text("--route") {
      let text = Array(try SceneFile.text(path, limit: RouteReader.mostBytes).utf8)
      do throws(RouteFault) { route = try RouteReader.read(text).route } catch {
        throw .data(DaemonCall.plain("\(path): \(error)"))
      }
    }
    return SceneStory(places: places, route: route)
  }

  // MARK: the page's file

  /// The path of the page; nil if no page is wanted.
  private func output(_ arguments: Arguments, _ path: String) throws(Failure) -> String? {
    if let named = arguments.text("--output") {
      if named == "-" && arguments.has("--json") {
        throw .usage("-o - and --json cannot both write to standard output", syntax)
      }
      if Self.isSame(named, path) { throw .usage("-o names the recording itself; name another file", syntax) }
      return named
    }
    if arguments.has("--json") { return nil }
    guard path != "-" else { throw .usage("a report of standard input needs -o PAGE", syntax) }
    let page = "\(Self.title(path)).html"
    guard access(page, F_OK) == 0 else { return page }
    let opening = Array(ReportPage.opening.utf8)
    guard try Array(contents(of: page).prefix(opening.count)) == opening else {
      throw .usage("\(page) exists and is not a report; name another file with -o", syntax)
    }
    return page
  }

  /// The name of a recording without folder and endings: walks/a.gnomon.gz → a
  private static func title(_ path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for suffix in [".gz", ".gnomon"] where name.hasSuffix(suffix) && name.count > suffix.count {
      name.removeLast(suffix.count)
    }
    return name
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    var first = stat(), second = stat()
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }

  private func write(_ page: TextBuffer, to path: String) throws(Failure) {
    var file = try OutputFile(path: path)
    file.text = page
    try file.close()
  }
}
