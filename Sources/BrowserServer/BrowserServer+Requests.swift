import CommandParts
import GnomonClient
import Text
import WebPages
import Wire

/// Requests by HTTP: an answer, one call, streams of events, the handshake of a WebSocket.
extension BrowserServer {
  private static let methodsOfHTTP: [PageRequest.Method] = [.get, .post, .options]

  /// Reads what a browser has sent.
  func serve(_ connection: BrowserConnection) {
    guard let bytes = connection.receive() else { return close(connection) }
    switch connection.role {
    case .asking:
      connection.request += bytes
      do throws(PageRefusal) {
        guard
          let request = try PageRequest(
            reading: connection.request, methods: Self.methodsOfHTTP, mostBody: site.mostBody)
        else { return }
        do throws(BrowserRefusal) { try handle(request, connection) } catch { refuse(error, connection) }
      } catch {
        refuse(BrowserRefusal(error), connection)
      }
    case .socket:
      connection.reader.append(bytes)
      readMessages(connection)
    // A browser sends nothing after its request.
    case .waiting, .events: if !bytes.isEmpty { close(connection) }
    case .ending: break
    }
  }

  private func handle(_ request: PageRequest, _ connection: BrowserConnection) throws(BrowserRefusal) {
    connection.origin = try site.origin(of: request)
    switch try site.response(to: request, load) {
    case .answer(let answer): self.answer(answer, connection)
    case .call(let request):
      guard hasRoom else { throw Self.noRoom }
      connection.change(to: .waiting, at: Self.now)
      add(BrowserCall(request), connection)
    case .events(let calls, let isAnnounced):
      guard hasRoom else { throw Self.noRoom }
      connection.change(to: .events, at: Self.now)
      connection.hasDaemon = isAnnounced ? nil : true
      connection.calls = calls
      link(connection)
    case .socket(let dialect):
      do throws(PageRefusal) {
        connection.add(
          try WebSocketHandshake.answer(to: request, subprotocol: dialect?.subprotocol), at: Self.now)
      } catch {
        throw BrowserRefusal(error)
      }
      connection.change(to: .socket, at: Self.now)
      connection.dialect = dialect
      if let dialect { connection.add(dialect.greeting(), at: Self.now) }
    }
  }

  static var noRoom: BrowserRefusal { BrowserRefusal(.full, 503, "too many calls at a time: end one first") }

  private var load: BrowserLoad {
    BrowserLoad(
      events: connections.values.count { $0.role == .events },
      sockets: connections.values.count { $0.role == .socket }, counts: counts)
  }

  /// The headers that let a page of another origin read an answer (Fetch, § 3.3).
  static func headers(for origin: String?) -> [PageAnswer.Header] {
    guard let origin else { return [] }
    return [.init("Access-Control-Allow-Origin", origin), .init("Vary", "Origin")]
  }

  private func answer(_ answer: PageAnswer, _ connection: BrowserConnection) {
    var answer = answer
    answer.headers += Self.headers(for: connection.origin)
    connection.add(answer.bytes, at: Self.now)
    finish(connection)
  }

  /// Answers with JSON, on a line of its own on a terminal.
  private func answer(_ status: Int, _ json: [UInt8], _ connection: BrowserConnection) {
    answer(PageAnswer(status, "application/json", json + [10]), connection)
  }

  /// Passes on one reply of the daemon.
  func pass(_ reply: [UInt8], _ outline: ReplyOutline, _ call: BrowserCall, _ connection: BrowserConnection) {
    let now = Self.now
    switch connection.role {
    case .waiting:
      counts.sent += 1
      answer(outline.isError ? 400 : 200, reply, connection)
    case .events where call.event != nil:
      counts.sent += 1
      connection.add(event: call.event ?? "", reply, at: now)
    case .events where outline.isError && !connection.isBegun:
      answer(400, reply, connection)
    case .events where outline.isError:
      // The daemon that came back has another opinion of the same subscription.
      connection.add(event: "refused", reply, at: now)
      finish(connection)
    case .events:
      sendHead(to: connection)
      guard call.hasFrames || outline.name != "frame" else { return }
      counts.sent += 1
      connection.add(event: outline.name, outline.parameters(of: reply), at: now)
    case .socket where connection.dialect != nil:
      guard let dialect = connection.dialect else { return }
      let frames = dialect.frames(for: reply, named: outline.name)
      guard !frames.isEmpty else { return }
      counts.sent += 1
      connection.add(frames, at: now)
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
  private static func beginning(of call: BrowserCall) -> [UInt8] {
    var buffer = TextBuffer()
    buffer.append("{\"id\":" as StaticString)
    (call.id ?? .null).write(to: &buffer)
    return buffer.bytes
  }

  /// Sends the head of a stream of events.
  func sendHead(to connection: BrowserConnection) {
    guard !connection.isBegun else { return }
    connection.isBegun = true
    var answer = PageAnswer(200, PageAnswer.eventStream, Array("retry: 1000\n\n".utf8))
    answer.headers = Self.headers(for: connection.origin)
    connection.add(answer.bytes, at: Self.now)
  }

  // MARK: the daemon comes and goes

  /// Begins a call; a stream waits for a daemon that is absent.
  func add(_ call: BrowserCall, _ connection: BrowserConnection) {
    connection.calls.append(call)
    do throws(ClientFault) { try connect(call, connection) } catch { lose(call, connection, error) }
  }

  /// A call has lost the daemon, or has not found it.
  func lose(_ call: BrowserCall, _ connection: BrowserConnection, _ fault: ClientFault) {
    let json = BrowserRefusal.json("org.gnomon.Bridge.DaemonGone", DaemonCall.plain("\(fault)"), id: call.id)
    if !call.isStream {
      connection.calls.removeAll { $0 === call }
      if connection.dialect != nil {
        // Its streams are lost with it, and say so.
      } else if case .socket = connection.role {
        connection.add(text: Self.bytes(json), at: Self.now)
      } else {
        answer(503, Self.bytes(json), connection)
      }
    } else if connection.hasDaemon != false {
      connection.hasDaemon = false
      connection.nextTry = Self.now
      site.endSession()
      send(fault, to: connection)
    }
  }

  /// Connects the streams of a page with the daemon, as far as that succeeds.
  func link(_ connection: BrowserConnection) {
    for call in connection.calls where call.channel == nil {
      do throws(ClientFault) { try connect(call, connection) } catch { return lose(call, connection, error) }
    }
    guard connection.hasDaemon != true else { return }
    connection.hasDaemon = true
    send(nil, to: connection)
  }

  func send(_ fault: ClientFault?, to connection: BrowserConnection) {
    let news = site.news(fault)
    if let dialect = connection.dialect {
      let turn = dialect.news(fault)
      connection.add(turn.frames, at: Self.now)
      for call in turn.begun where hasRoom { add(call, connection) }
    } else if case .socket = connection.role {
      connection.add(text: Self.bytes(news.json), at: Self.now)
    } else {
      sendHead(to: connection)
      connection.add(event: news.event, Self.bytes(news.json), at: Self.now)
    }
  }

  static func bytes(_ json: JSONValue) -> [UInt8] {
    var buffer = TextBuffer()
    json.write(to: &buffer)
    return buffer.bytes
  }
}
