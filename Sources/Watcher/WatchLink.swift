import CPosix
import CommandParts
import Geometry
import GnomonClient
import Samples
import Text
import Wire

/// The watcher's connections to the daemon: its streams, the scene, and one for calls. None of them blocks.
final class WatchLink {
  private let path: String
  private let rate: Double
  private var streams: DaemonChannel
  private var scene: DaemonChannel
  private let asking: DaemonChannel
  /// The aiding sources; connected only while they are shown, because each message has several kilobytes.
  private var aids: DaemonChannel?
  private var view = SceneView()
  /// Calls whose answers are outstanding, in order; nil is the status.
  private var asked: [WatchControls.Call?] = [nil]
  private var lastAsked: BootInstant

  private static let statusInterval = TimeSpan.seconds(1)
  /// Aid messages a second.
  private static let aidRate = 4.0

  init(
    path: String, rate: Double, range: Length, showing page: WatchControls.Page = .picture, at now: BootInstant
  ) throws(ClientFault) {
    self.path = path
    self.rate = rate
    lastAsked = now
    asking = try DaemonChannel(path: path, Request(method: TrackingMethod.getStatus.name))
    streams = try DaemonChannel(
      path: path,
      Self.subscription(
        TrackingMethod.subscribe.name,
        [
          "streams": ["pose", "alignment", "state", "sensors", "correction", "guidance"], "rate_hz": .number(rate),
        ]))
    scene = try Self.scene(path, rate, range)
    try show(page)
  }

  /// Subscribes to the additional streams of a page, and ends subscriptions that it does not need.
  func show(_ page: WatchControls.Page) throws(ClientFault) {
    aids = nil
    guard page == .filter else { return }
    aids = try DaemonChannel(
      path: path,
      Self.subscription(
        TrackingMethod.subscribe.name, ["streams": ["aids"], "rate_hz": .number(min(rate, Self.aidRate))]))
  }

  private static func subscription(_ method: String, _ parameters: JSONValue) -> Request {
    var request = Request(method: method, parameters: parameters)
    request.more = true
    return request
  }

  private static func scene(_ path: String, _ rate: Double, _ range: Length) throws(ClientFault) -> DaemonChannel {
    try DaemonChannel(
      path: path,
      subscription(
        SceneMethod.subscribe.name,
        [
          "include": ["placements", "radar", "hint", "progress", "announcements", "proximity", "route"],
          "rate_hz": .number(rate), "radar_range": .number(range.value),
        ]))
  }

  /// Subscribes to the scene anew, with another range of its radar.
  func setRange(_ range: Length) throws(ClientFault) {
    view = SceneView()
    scene = try Self.scene(path, rate, range)
  }

  func ask(_ call: WatchControls.Call) throws(ClientFault) {
    try asking.send(Request(method: call.method, parameters: call.parameters))
    asked.append(call)
  }

  /// Ingests all messages that have arrived, and passes the answers to calls to `answered`. Throws when the daemon has gone, or
  /// sends a message that cannot be decoded.
  func pump(
    _ model: inout WatchModel, at now: BootInstant, answered: (WatchControls.Call, Result<JSONValue, CallError>) -> Void
  ) throws(ClientFault) {
    for reply in try replies(asking) {
      guard !asked.isEmpty else { continue }
      guard let call = asked.removeFirst() else {
        let status = try reply.parameters()
        model.ingest(try Self.understood { () throws(MessageFault) in try StatusMessage(json: status) })
        continue
      }
      answered(call, reply.result)
      // The effect of the call shows in the next status, which is requested at once.
      lastAsked = now - Self.statusInterval
    }
    for channel in [streams, aids].compactMap({ $0 }) {
      for reply in try replies(channel) {
        let json = try reply.parameters()
        model.ingest(try Self.understood { () throws(MessageFault) in try StreamMessage(json: json) }, at: now)
      }
    }
    var hasFrame = false
    for reply in try replies(scene) {
      let json = try reply.parameters()
      let message = try Self.understood { () throws(MessageFault) in try SceneReply(json: json) }
      if let change = message.frame {
        view.apply(change)
        hasFrame = true
      }
      if let event = message.event { model.ingest(event, dropped: message.dropped, at: now) }
    }
    if hasFrame {
      let frame = view.frame
      model.ingest(try Self.understood { () throws(MessageFault) in try SceneFrameMessage(json: frame) })
    }
    if now - lastAsked >= Self.statusInterval, !asked.contains(where: { $0 == nil }) {
      lastAsked = now
      try asking.send(Request(method: TrackingMethod.getStatus.name))
      asked.append(nil)
    }
  }

  private struct Answer {
    var result: Result<JSONValue, CallError>
    func parameters() throws(ClientFault) -> JSONValue {
      switch result {
      case .success(let value): return value
      case .failure(let error): throw .refused(error)
      }
    }
  }

  private func replies(_ channel: DaemonChannel) throws(ClientFault) -> [Answer] {
    var answers: [Answer] = []
    // More than one read is needed only after a delay.
    for _ in 0..<64 {
      var count = 0
      let isThere = channel.receive { message in
        count += 1
        do throws(CallError) {
          answers.append(Answer(result: .success(try Reply(reading: message).parameters)))
        } catch {
          answers.append(Answer(result: .failure(error)))
        }
      }
      guard isThere else {
        // Replies before the end of the connection may contain the reason for it, so they are processed first.
        if answers.isEmpty { throw .closed }
        return answers
      }
      if count == 0 { break }
    }
    return answers
  }

  private static func understood<Value>(_ body: () throws(MessageFault) -> Value) throws(ClientFault) -> Value {
    do throws(MessageFault) { return try body() } catch { throw .misunderstood(error) }
  }
}
