import EngineSettings
import Expectations
import Foundation
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples
import Testing
import TestSupport
import Text
import Tracking
import Wire

@testable import Service
@testable import CommandParts
@testable import Commands
@testable import Watcher

/// A daemon that receives the samples of a case up to the first moment at which its source has the wanted state, and the three
/// statements of it then: by `gnomon status`, on the stream `aids`, and by `gnomon report` of the daemon's recording.
final class AidScene {
  let status: StatusMessage
  let stream: AidsMessage
  /// Output of `gnomon report --json`, and its page.
  let report: [String: Any]
  let page: String

  /// Throws if the source never has that state.
  init(_ wanted: AidCase) throws {
    let scratch = try Scratch(), recording = scratch.path("session.gnomon")
    var parameters = TrackerParameters(profile: wanted.profile)
    for assignment in wanted.parameters { try TrackerParameters.table.set(assignment, in: &parameters) }
    var state = wanted.learned
    state?.saved = UTC(nanosecondsSince1970: Daemon.realTime.nanosecondsSince1970 - 5_000_000_000)
    var options = DaemonOptions()
    options.socket = scratch.path("s")
    options.recordsTo = recording
    options.handlesSignals = false
    let engine = Engine(SessionBeginning(profile: wanted.profile, parameters: parameters, state: state))
    let daemon = try Daemon(options, engine, sources: [])
    try daemon.start()
    var isFinished = false
    defer { if !isFinished { daemon.finish() } }
    try Self.run(wanted, daemon)

    let asking = try DaemonChannel(path: options.socket, Request(method: "org.gnomon.Tracking.GetStatus"))
    status = try StatusMessage(json: try Self.answer(asking, daemon))
    var subscription = Request(
      method: "org.gnomon.Tracking.Subscribe", parameters: ["streams": ["aids"], "rate_hz": 10])
    subscription.more = true
    let streaming = try DaemonChannel(path: options.socket, subscription)
    while daemon.publisher.subscribers == 0 { _ = try daemon.step(milliseconds: 5) }
    _ = try #require(engine.latest)
    daemon.publisher.publish(engine)
    stream = try #require(try StreamMessage(json: try Self.answer(streaming, daemon)).aids)
    isFinished = true
    daemon.finish()

    let file = scratch.path("session.html")
    let run = try gnomon("report", recording, "--json", "-o", file)
    try #require(run.status == 0, "\(run.errors)")
    report = try object(run)
    page = try String(contentsOfFile: file, encoding: .utf8)
  }

  private static func run(_ wanted: AidCase, _ daemon: Daemon) throws {
    let from = BootInstant(seconds: wanted.seconds.lowerBound)
    for sample in try wanted.samples() {
      daemon.ingest(sample)
      guard sample.time >= from, let now = daemon.engine.latest?.time else { continue }
      let aid = daemon.engine.tracker.aids.first { $0.description.name == wanted.aid }
      if let aid, aid.state(at: now) == wanted.state, aid.reason == wanted.reason { return }
    }
    let aid = daemon.engine.tracker.aids.first { $0.description.name == wanted.aid }
    let state = aid.map { "\($0.state(at: daemon.engine.latest?.time ?? from)), \($0.reason?.name ?? "no reason")" }
    throw NeverSeen(
      what: "\(wanted.testDescription): at the end \(state ?? "not there"), "
        + "\(aid?.refusals.map { "\($0.count) \($0.reason.name)" } ?? []), fused \(aid?.fused ?? 0)")
  }

  struct NeverSeen: Error, CustomStringConvertible {
    var what: String
    var description: String { what }
  }

  /// Returns the next message of a connection.
  private static func answer(_ channel: DaemonChannel, _ daemon: Daemon) throws -> JSONValue {
    var message: [UInt8]?
    while message == nil {
      _ = try daemon.step(milliseconds: 5)
      guard channel.receive({ message = message ?? $0 }) else { throw NeverSeen(what: "the daemon has gone") }
    }
    return try Reply(reading: message ?? []).parameters
  }

  var names: Set<String> { Set(status.aids.map(\.name)) }
}

/// A source that does not help is reported everywhere, by its name and with the reason.
@Suite struct AidReasonTests {
  @Test(arguments: AidCase.all) func everyPlaceNamesTheSourceAndTheReason(_ wanted: AidCase) throws {
    let scene = try AidScene(wanted)
    let isCounted = wanted.state == .refused || wanted.reason == .trustedLess
    for (place, aids) in [("status", scene.status.aids), ("stream", scene.stream.aids)] {
      let aid = try #require(aids.first { $0.name == wanted.aid }, "\(place)")
      #expect(aid.state.word == wanted.state.rawValue && aid.reason == wanted.reason?.name, "\(place): \(aid)")
      expect(aid.english, equals: wanted.reason?.text, "\(place): \(aid)")
      if isCounted {
        let count = aid.refused.first { $0.reason == wanted.reason?.name }?.count ?? 0
        expect(count, isAbove: 0, "\(place): \(aid)")
      }
    }
    #expect(!scene.stream.states.isEmpty && scene.stream.aids.count == scene.status.aids.count)

    // `gnomon status`, `gnomon watch aids` and the page of `gnomon watch` in words.
    let words = [wanted.state.rawValue, wanted.reason?.text].compactMap { $0 }
    let told = StatusCommand.page(scene.status, isAll: true).filter { $0.hasPrefix("aid        \(wanted.aid): ") }
    #expect(told.count == 1 && words.allSatisfy { told[0].contains($0) }, "\(told)")
    let lines = WatchLines.lines(try StreamMessage(scene.stream)).filter {
      $0.hasPrefix("aid        \(wanted.aid): ")
    }
    expect(lines, equals: told)
    var model = WatchModel()
    model.ingest(try StreamMessage(scene.stream), at: WatchWalk.moment(0))
    let picture = WatchPicture(
      model: model, controls: WatchControls(page: .filter), style: WatchScenes.style(120, 40), now: WatchWalk.moment(0))
    let row = picture.grid().lines.filter { $0.prefix(FilterPane.name).split(separator: " ") == [wanted.aid[...]] }
    #expect(row.count == 1 && words.allSatisfy { row[0].contains($0) }, "\(row)")

    // The report of the session.
    let aids = try #require(scene.report["aids"] as? [[String: Any]])
    let aid = try #require(aids.first { $0["name"] as? String == wanted.aid })
    #expect(aid["state"] as? String == wanted.state.rawValue, "\(aid)")
    #expect(aid["reason"] as? String == wanted.reason?.name && aid["english"] as? String == wanted.reason?.text)
    if isCounted {
      let refusals = try #require(aid["refusals"] as? [[String: Any]])
      let count = refusals.first { $0["reason"] as? String == wanted.reason?.name }?["count"] as? Int
      expect(count ?? 0, isAbove: 0, "\(aid)")
    }
    let cells = scene.page.components(separatedBy: "<tr>").filter { $0.hasPrefix("<td>\(wanted.aid)</td>") }
    #expect(cells.contains { cell in words.allSatisfy { cell.contains(Self.escaped($0)) } }, "\(cells)")
  }

  private static func escaped(_ text: String) -> String { text.replacingOccurrences(of: "'", with: "&#39;") }

  /// Every source of every motion has a case above; a new source needs a new case.
  @Test(arguments: [Profile.head, .foot, .free, .vehicle]) func everySourceHasACase(_ profile: Profile) throws {
    let cases: [AidCase] =
      switch profile {
      case .free: AidCase.free
      case .foot: AidCase.shoe
      case .vehicle: AidCase.driving
      case .head, .torso, .hand: AidCase.walking
      }
    let aids = Tracker(profile: profile, parameters: TrackerParameters(profile: profile)).aids
    let names = Set(aids.map(\.description.name))
    expect(names, equals: Set(cases.map(\.aid)))
    expect(names.count, equals: aids.count, "two sources of one name")
  }
}

extension StreamMessage {
  /// Reads a message of the stream as from the socket.
  init(_ aids: AidsMessage) throws {
    var writer = JSONWriter()
    aids.write(to: &writer)
    try self.init(json: ["aids": try JSONValue(reading: writer.buffer.string)])
  }
}
