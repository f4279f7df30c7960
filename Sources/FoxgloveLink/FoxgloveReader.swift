import BrowserServer
import GnomonClient
import Text
import WebPages
import Wire

/// One reader of `gnomon foxglove`: its subscriptions, and what it gets for each reply of the daemon.
///
/// Foxglove's WebSocket protocol, version 1 (github.com/foxglove/ws-protocol, docs/spec.md): text messages in JSON, and for data
/// binary ones: 1, the subscription (32 bits), the time in nanoseconds (64 bits, both little-endian), the message.
final class FoxgloveReader: SocketDialect {
  let subprotocol: String
  /// Poses a second.
  private let rate: Double
  private let session: String
  /// The subscription of each channel that has one.
  private var subscriptions: [FoxgloveChannel: UInt32] = [:]
  private var calls: [FoxgloveSource: BrowserCall] = [:]
  private var messages = LiveMessages()
  private var hasAskedForTimes = false

  /// The names under which readers know this protocol, the newest first.
  static let subprotocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"]
  /// Messages a second of the sources whose rate is not chosen.
  private static let sensorRate = 10.0, sceneRate = 10.0
  private static let dataCode: UInt8 = 1

  init(_ subprotocol: String, rate: Double, session: String) {
    self.subprotocol = subprotocol
    self.rate = rate
    self.session = session
  }

  func greeting() -> [UInt8] {
    let channels = FoxgloveChannel.allCases.map { channel in
      JSONValue.object([
        JSONMember("id", .integer(Int64(channel.rawValue))), JSONMember("topic", .string(channel.topic)),
        JSONMember("encoding", "json"), JSONMember("schemaName", .string(channel.schema.name)),
        JSONMember("schema", .string(channel.schema.text)), JSONMember("schemaEncoding", "jsonschema"),
      ])
    }
    return Self.text([
      "op": "serverInfo", "name": .string("gnomon \(Release.version)"), "capabilities": .array([]),
      "supportedEncodings": .array([]), "metadata": .object([]), "sessionId": .string(session),
    ]) + Self.text(["op": "advertise", "channels": .array(channels)])
  }

  // MARK: the reader's messages

  func ingest(_ message: [UInt8], isText: Bool) -> SocketTurn {
    var turn = SocketTurn()
    do throws(FoxgloveOperation.Fault) {
      guard isText else { throw .init(sentence: "binary messages are not offered: gnomon foxglove is for reading") }
      // Each subscription by itself: a wrong one does not hide the others.
      switch try FoxgloveOperation(reading: message) {
      case .subscribe(let wanted):
        for one in wanted { answer(&turn) { (turn) throws(FoxgloveOperation.Fault) in try subscribe(one, &turn) } }
      case .unsubscribe(let ids):
        for id in ids { answer(&turn) { (turn) throws(FoxgloveOperation.Fault) in try unsubscribe(id, &turn) } }
      }
    } catch {
      refuse(error, &turn)
    }
    return turn
  }

  private func answer(
    _ turn: inout SocketTurn, _ body: (inout SocketTurn) throws(FoxgloveOperation.Fault) -> Void
  ) {
    do throws(FoxgloveOperation.Fault) { try body(&turn) } catch { refuse(error, &turn) }
  }

  private func refuse(_ fault: FoxgloveOperation.Fault, _ turn: inout SocketTurn) {
    turn.refused = fault.isUnoffered ? .method : .request
    // Enough for any program; a list of thousands of wrong ones gets no thousands of answers.
    guard turn.frames.count < Self.mostAnswered else { return }
    turn.frames += Self.status(fault.isUnoffered ? .warning : .fault, fault.sentence)
  }
  /// Bytes of the answers to one message.
  private static let mostAnswered = 8 << 10

  private func subscribe(
    _ one: FoxgloveOperation.Subscription, _ turn: inout SocketTurn
  ) throws(FoxgloveOperation.Fault) {
    guard let channel = FoxgloveChannel(rawValue: one.channel) else {
      throw .init(sentence: "there is no channel \(one.channel)")
    }
    guard subscriptions[channel] == nil else { throw .init(sentence: "\(channel.topic) is subscribed to already") }
    guard !subscriptions.values.contains(one.id) else {
      throw .init(sentence: "the subscription \(one.id) is in use")
    }
    subscriptions[channel] = one.id
    let source = channel.source
    if let running = calls[source] {
      // A scene that has not changed is not sent again.
      guard channel == .scene else { return }
      end(running, &turn)
    }
    askForTimes(&turn)
    let call = BrowserCall(request(source))
    calls[source] = call
    turn.begun.append(call)
  }

  /// Asks the daemon once for its times, so that the messages of all sources have one clock.
  private func askForTimes(_ turn: inout SocketTurn) {
    guard !hasAskedForTimes else { return }
    hasAskedForTimes = true
    turn.begun.append(BrowserCall(Request(method: TrackingMethod.getStatus.name, parameters: .object([]))))
  }

  private func unsubscribe(_ id: UInt32, _ turn: inout SocketTurn) throws(FoxgloveOperation.Fault) {
    guard let channel = subscriptions.first(where: { $0.value == id })?.key else {
      throw .init(sentence: "there is no subscription \(id)")
    }
    subscriptions[channel] = nil
    guard !subscriptions.keys.contains(where: { $0.source == channel.source }), let call = calls[channel.source]
    else { return }
    calls[channel.source] = nil
    end(call, &turn)
  }

  /// Ends a call, also one of the same turn.
  private func end(_ call: BrowserCall, _ turn: inout SocketTurn) {
    if let index = turn.begun.firstIndex(where: { $0 === call }) {
      turn.begun.remove(at: index)
    } else {
      turn.ended.append(call)
    }
  }

  private func request(_ source: FoxgloveSource) -> Request {
    var request =
      switch source {
      case .motion:
        Request(
          method: TrackingMethod.subscribe.name,
          parameters: StreamCall(streams: [.pose, .alignment, .correction], rate: rate).json)
      case .sensors:
        Request(
          method: TrackingMethod.subscribe.name,
          parameters: StreamCall(streams: .sensors, rate: Self.sensorRate).json)
      case .scene:
        Request(
          method: SceneMethod.subscribe.name,
          parameters: SceneCall(
            include: [.placements, .arrows, .line, .markers, .announcements], rate: Self.sceneRate, everything: true
          ).json)
      }
    request.more = true
    return request
  }

  // MARK: what it gets

  func frames(for reply: [UInt8], named name: String) -> [UInt8] {
    do throws(CallError) {
      let parameters = try Reply(reading: reply).parameters
      guard name != Self.timesName else {
        messages.setClock(parameters)
        return []
      }
      do throws(MessageFault) {
        let made =
          name == "frame" || name == "event"
          ? try messages.messages(SceneReply(json: parameters), wanted)
          : try messages.messages(
            StreamMessage(json: parameters), wanted)
        return made.reduce(into: []) { $0 += frame($1) }
      } catch {
        return Self.status(.fault, "a reply of gnomond was not understood: \(error)")
      }
    } catch {
      return Self.status(.fault, "gnomond refused a subscription: \(error)")
    }
  }

  private var wanted: Set<FoxgloveChannel> { Set(subscriptions.keys) }

  private func frame(_ message: LiveMessages.Stamped) -> [UInt8] {
    guard let id = subscriptions[message.channel] else { return [] }
    var data = [Self.dataCode]
    data.reserveCapacity(13 + message.body.count)
    withUnsafeBytes(of: id.littleEndian) { data += $0 }
    withUnsafeBytes(of: message.stamp.littleEndian) { data += $0 }
    return WebSocketFrame.bytes(.binary, data + message.body)
  }

  /// First member of a status.
  private static let timesName = "time_boot_ns"

  func news(_ fault: ClientFault?) -> SocketTurn {
    var turn = SocketTurn()
    turn.frames = Self.status(
      fault == nil ? .information : .warning, fault.map { "gnomond is gone: \($0)" } ?? "gnomond is here")
    if fault != nil {
      messages.restart()
      hasAskedForTimes = false
    } else if !calls.isEmpty {
      askForTimes(&turn)
    }
    return turn
  }

  // MARK: messages in JSON

  private enum Level: Int64 { case information, warning, fault }

  private static func status(_ level: Level, _ sentence: String) -> [UInt8] {
    text(["op": "status", "level": .integer(level.rawValue), "message": .string(sentence)])
  }

  private static func text(_ json: JSONValue) -> [UInt8] {
    var buffer = TextBuffer()
    json.write(to: &buffer)
    return WebSocketFrame.bytes(.text, buffer.bytes)
  }
}
