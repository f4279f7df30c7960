import GnomonClient
import Text
import WebPages
import Wire

/// Requests by HTTP: the status, one call, streams of events, the handshake of a WebSocket.
extension BridgeServer {
  private static let methodsOfHTTP: [PageRequest.Method] = [.get, .post, .options]

  /// Reads what a browser has sent.
  func serve(_ connection: BridgeConnection) {
    guard let bytes = connection.receive() else { return close(connection) }
    switch connection.role {
    case .asking:
      connection.request += bytes
      do throws(PageRefusal) {
        guard
          let request = try PageRequest(
            reading: connection.request, methods: Self.methodsOfHTTP, mostBody: BridgeMessage.most)
        else { return }
        do throws(BridgeRefusal) { try handle(request, connection) } catch { refuse(error, connection) }
      } catch {
        refuse(BridgeRefusal(error), connection)
      }
    case .socket:
      connection.reader.append(bytes)
      readMessages(connection)
    // A browser sends nothing after its request.
    case .waiting, .events: if !bytes.isEmpty { close(connection) }
    case .ending: break
    }
  }

  private func handle(_ request: PageRequest, _ connection: BridgeConnection) throws(BridgeRefusal) {
    connection.origin = try access.origin(of: request)
    if request.method == .options {
      connection.add(BridgeAccess.preflight(request, connection.origin).bytes, at: Self.now)
      return finish(connection)
    }
    // A browser that opens an address asks for the icon without its token.
    if request.method == .get, request.path == PageAnswer.iconPath {
      return answer(PageAnswer(200, PageAnswer.iconKind, PageAnswer.iconImage), connection)
    }
    try access.checkToken(request)
    switch (request.method, request.path) {
    case (.get, "/"): answer(PageAnswer(json: status), connection)
    case (.get, "/ws"):
      do throws(PageRefusal) {
        connection.add(try WebSocketHandshake.answer(to: request), at: Self.now)
      } catch {
        throw BridgeRefusal(error)
      }
      connection.change(to: .socket, at: Self.now)
    case (.post, "/call"): try call(request, connection)
    case (.get, _):
      guard let streams = try BridgeStreams.requests(request) else { throw Self.noSuchPath }
      guard hasRoom else { throw Self.noRoom }
      connection.change(to: .events, at: Self.now)
      for (request, hasFrames) in streams { add(BridgeCall(request, hasFrames: hasFrames), connection) }
    default: throw Self.noSuchPath
    }
  }

  static var noRoom: BridgeRefusal { BridgeRefusal(.full, 503, "too many calls at a time: end one first") }
  private static var noSuchPath: BridgeRefusal {
    BridgeRefusal(
      .path, 404,
      "no such address: there are GET /, /ws, \(BridgeStreams.paths.joined(separator: ", ")), and POST /call")
  }

  private func answer(_ answer: PageAnswer, _ connection: BridgeConnection) {
    var answer = answer
    // A line of its own on a terminal.
    answer.body.append(10)
    answer.headers += BridgeAccess.headers(for: connection.origin)
    connection.add(answer.bytes, at: Self.now)
    finish(connection)
  }

  private var status: JSONValue {
    let roles = connections.values.map(\.role)
    let events = roles.filter { if case .events = $0 { true } else { false } }.count
    let sockets = roles.filter { if case .socket = $0 { true } else { false } }.count
    return .object(
      [
        JSONMember("version", .string(Release.version)),
        JSONMember("readers", ["events": .integer(Int64(events)), "websocket": .integer(Int64(sockets))]),
      ] + counts.members + [
        JSONMember("methods", .array(methods.permitted.map(JSONValue.string))),
        JSONMember("origins", .array(access.origins.map(JSONValue.string))),
      ])
  }

  private func call(_ request: PageRequest, _ connection: BridgeConnection) throws(BridgeRefusal) {
    guard let kind = request.headers["content-type"], kind.lowercased().hasPrefix("application/json") else {
      throw BridgeRefusal(.request, 400, "expected application/json: with curl use --json")
    }
    let call = try BridgeMessage.request(BridgeMessage.object(request.body))
    try methods.check(call.method)
    guard !call.more else {
      throw BridgeRefusal(.request, 400, "\"more\" needs a WebSocket, or one of the addresses of events")
    }
    guard hasRoom else { throw Self.noRoom }
    connection.change(to: .waiting, at: Self.now)
    add(BridgeCall(call), connection)
  }

  /// Passes on one reply of the daemon.
  func pass(_ reply: [UInt8], _ outline: ReplyOutline, _ call: BridgeCall, _ connection: BridgeConnection) {
    let now = Self.now
    switch connection.role {
    case .waiting:
      counts.sent += 1
      answer(PageAnswer(outline.isError ? 400 : 200, "application/json", reply), connection)
    case .events where outline.isError && !connection.isBegun:
      answer(PageAnswer(400, "application/json", reply), connection)
    case .events where outline.isError:
      // The daemon that came back has another opinion of the same subscription.
      connection.add(event: "refused", reply, at: now)
      finish(connection)
    case .events:
      sendHead(to: connection)
      guard call.hasFrames || outline.name != "frame" else { return }
      counts.sent += 1
      connection.add(event: outline.name, outline.parameters(of: reply), at: now)
    case .socket:
      counts.sent += 1
      var text = Self.beginning(of: call)
      // `{}` has no member that a comma could separate.
      if reply.count > 2 { text.append(UInt8(ascii: ",")) }
      connection.add(text: text + reply.dropFirst(), at: now)
    case .asking, .ending: break
    }
  }

  /// `{"id":1`
  private static func beginning(of call: BridgeCall) -> [UInt8] {
    var buffer = TextBuffer()
    buffer.append("{\"id\":" as StaticString)
    (call.id ?? .null).write(to: &buffer)
    return buffer.bytes
  }

  /// Sends the head of a stream of events.
  func sendHead(to connection: BridgeConnection) {
    guard !connection.isBegun else { return }
    connection.isBegun = true
    var answer = PageAnswer(200, PageAnswer.eventStream, Array("retry: 1000\n\n".utf8))
    answer.headers = BridgeAccess.headers(for: connection.origin)
    connection.add(answer.bytes, at: Self.now)
  }

  // MARK: the daemon comes and goes

  /// Begins a call; a stream waits for a daemon that is absent.
  func add(_ call: BridgeCall, _ connection: BridgeConnection) {
    connection.calls.append(call)
    do throws(ClientFault) { try connect(call, connection) } catch { lose(call, connection, error) }
  }

  /// A call has lost the daemon, or has not found it.
  func lose(_ call: BridgeCall, _ connection: BridgeConnection, _ fault: ClientFault) {
    let json = BridgeRefusal.json("org.gnomon.Bridge.DaemonGone", "\(fault)", id: call.id)
    if !call.isStream {
      connection.calls.removeAll { $0 === call }
      if case .socket = connection.role {
        connection.add(text: Self.bytes(json), at: Self.now)
      } else {
        answer(PageAnswer(json: json, status: 503), connection)
      }
    } else if connection.hasDaemon {
      connection.hasDaemon = false
      connection.nextTry = Self.now
      send(["daemon": "gone", "english": .string("\(fault)")], to: connection)
    }
  }

  /// Connects the streams of a page again, as far as that succeeds.
  func reconnect(_ connection: BridgeConnection) {
    for call in connection.calls where call.channel == nil {
      do throws(ClientFault) { try connect(call, connection) } catch { return }
    }
    guard !connection.hasDaemon else { return }
    connection.hasDaemon = true
    send(["daemon": "here"], to: connection)
  }

  private func send(_ json: JSONValue, to connection: BridgeConnection) {
    if case .socket = connection.role {
      connection.add(text: Self.bytes(json), at: Self.now)
    } else {
      sendHead(to: connection)
      connection.add(event: "daemon", Self.bytes(json), at: Self.now)
    }
  }

  static func bytes(_ json: JSONValue) -> [UInt8] {
    var buffer = TextBuffer()
    json.write(to: &buffer)
    return buffer.bytes
  }
}
