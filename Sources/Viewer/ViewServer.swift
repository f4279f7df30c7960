import CPosix
import CommandParts
import Geometry
import GnomonClient
import SceneCommands
import Text
import WebPages
import Wire

/// The server of the page: one thread around epoll, on 127.0.0.1 only.
///
/// A page is a browser's stream of events. It has its own connections to the daemon, whose replies are passed on unchanged: the
/// page speaks the protocol of the socket and can do no more than another client. `PageCalls` lists the calls that are permitted.
final class ViewServer {
  private var access: PageAccess
  private let socket: String
  private let rate: Double
  private let replay: ViewReplay?
  /// A user's own page; nil is the built-in one.
  private let folder: ViewFolder?
  private let port: BrowserPort
  private var connections: [UInt64: PageConnection] = [:]
  private var channels: [UInt64: DaemonChannel] = [:]
  private var lastNumber = BrowserPort.lastKey

  /// A page of one browser needs at most two at a time, for a moment.
  private static let mostConnections = 32
  /// Seconds for a request to arrive, and for the daemon to answer a call.
  private static let patience = 10.0
  /// Seconds between two attempts to reach a daemon that has gone, and between signs of life to a page.
  private static let retry = 0.5, heartbeat = 5.0
  /// Bytes waiting for a page at which its daemon connections are no longer read, and below which they are read again.
  private static let full = 1 << 20, empty = 1 << 16

  var link: String { access.link }

  init(port: UInt16, socket: String, rate: Double, replay: ViewReplay?, folder: ViewFolder?) throws(Failure) {
    self.socket = socket
    self.rate = rate
    self.replay = replay
    self.folder = folder
    self.port = try BrowserPort(port, queue: 16)
    access = PageAccess(port: self.port.number)
  }

  /// Serves until SIGTERM or SIGINT.
  func run() {
    while port.wait(milliseconds: 100, accept: accept, serve: serve) { tend() }
  }

  private func serve(_ event: gnomon_readiness) {
    if let connection = connections[event.key] {
      serve(connection, event)
    } else if let channel = channels[event.key] {
      relay(channel, event.key)
    }
  }

  // MARK: browsers

  private func accept() {
    while let descriptor = port.accept() {
      makeRoom()
      lastNumber += 1
      connections[lastNumber] = PageConnection(number: lastNumber, descriptor: descriptor, start: Self.now)
      port.add(descriptor, key: lastNumber)
      if connections.count > Self.mostConnections, let connection = connections[lastNumber] {
        answer(connection, PageAnswer(PageRefusal(503, "too many pages are open")))
        flush(connection)
      }
    }
  }

  /// Closes the oldest connection without a complete request, or with its answer being sent, when all are in use: otherwise
  /// silent connections of any program would keep the page's own out until their time is over.
  private func makeRoom() {
    guard connections.count >= Self.mostConnections else { return }
    let idle = connections.values.filter {
      switch $0.role {
      case .asking, .answered: true
      case .waiting, .streaming: false
      }
    }
    if let oldest = idle.min(by: { $0.number < $1.number }) { close(oldest) }
  }

  private func serve(_ connection: PageConnection, _ event: gnomon_readiness) {
    if event.is_readable != 0 || event.is_closed != 0 {
      switch connection.receive() {
      case nil: return close(connection)
      case .failure(let refusal)?: answer(connection, PageAnswer(refusal))
      case .success(let request?)?:
        do throws(PageRefusal) { try handle(request, connection) } catch { answer(connection, PageAnswer(error)) }
      case .success(nil)?: break
      }
    }
    flush(connection)
  }

  private func handle(_ request: PageRequest, _ connection: PageConnection) throws(PageRefusal) {
    try access.check(request)
    if request.method == .get, request.path == "/", let token = request.query["token"] {
      guard access.spend(token) else {
        throw PageRefusal(403, "this link was used already, or is wrong; start `gnomon view` again for a new one")
      }
      return answer(connection, PageAnswer(try file(at: "/"), isOwn: folder != nil, cookie: access.cookie))
    }
    guard access.holdsSession(request) else {
      throw PageRefusal(403, "open the page with the link that `gnomon view` prints")
    }
    switch (request.method, request.path) {
    case (.get, "/stream"): try open(request, connection)
    case (.post, "/call"): try call(request, connection)
    case (.post, "/replay"):
      guard let replay else { throw PageRefusal(404, "this is not a recording") }
      try replay.apply(try Self.object(request))
      answer(connection, PageAnswer(json: replay.json))
    case (.get, "/tracks"):
      guard let replay else { throw PageRefusal(404, "this is not a recording") }
      answer(connection, PageAnswer(200, "application/json", replay.tracks.json))
    case (.get, let path): answer(connection, PageAnswer(try file(at: path), isOwn: folder != nil))
    default: throw PageRefusal(404, "there is no such page")
    }
  }

  private func file(at path: String) throws(PageRefusal) -> ViewPage.File {
    if let folder {
      do throws(PageRefusal) { return try folder.file(at: path) } catch {
        guard path == ViewPage.icon.path else { throw error }
        return ViewPage.icon
      }
    }
    guard let file = ViewPage.file(at: path) else { throw PageRefusal(404, "there is no such page") }
    return file
  }

  private static func object(_ request: PageRequest) throws(PageRefusal) -> JSONValue {
    guard request.headers["content-type"] == "application/json" else {
      throw PageRefusal(400, "expected application/json")
    }
    do throws(JSONError) { return try JSONValue(reading: request.body, maximumDepth: 8) } catch {
      throw PageRefusal(400, "\(error)")
    }
  }

  private func answer(_ connection: PageConnection, _ answer: PageAnswer) {
    connection.add(answer.bytes)
    connection.role = .answered
  }

  private func flush(_ connection: PageConnection) {
    guard connections[connection.number] != nil else { return }
    guard connection.send() else { return close(connection) }
    let waits = connection.waiting > 0
    if !waits, case .answered = connection.role { return close(connection) }
    port.change(connection.descriptor, key: connection.number, isRead: true, isWritten: waits)
    let isFull = connection.waiting > Self.full, isEmpty = connection.waiting < Self.empty
    for (number, channel) in channels where channel.owner == connection.number {
      if channel.isHeld ? isEmpty : isFull {
        channel.isHeld.toggle()
        port.change(channel.descriptor, key: number, isRead: !channel.isHeld)
      }
    }
  }

  private func close(_ connection: PageConnection) {
    dropChannels(of: connection.number)
    port.remove(connection.descriptor)
    connections[connection.number] = nil
  }

  // MARK: the daemon

  private func call(_ request: PageRequest, _ connection: PageConnection) throws(PageRefusal) {
    let call = try PageCalls.call(try Self.object(request), ofReplay: replay != nil)
    do throws(ClientFault) {
      try add(DaemonChannel(path: daemonPath, owner: connection.number, event: "", call))
      connection.role = .waiting
    } catch {
      answer(connection, PageAnswer(json: ["gone": .string("\(error)")], status: 503))
    }
  }

  private func open(_ request: PageRequest, _ connection: PageConnection) throws(PageRefusal) {
    let stream = PageStream(
      width: try request.number("width", in: 64...8192).rounded(),
      height: try request.number("height", in: 64...8192).rounded(),
      fieldOfView: try request.number("field_of_view", in: 10...150), rate: rate)
    connection.add(PageAnswer(200, PageAnswer.eventStream, []).bytes)
    connection.role = .streaming(stream)
    link(connection, stream)
  }

  private var daemonPath: String { replay?.socket ?? socket }

  /// Connects a page with the daemon, or sends it the event that there is none.
  private func link(_ connection: PageConnection, _ before: PageStream) {
    var stream = before
    let wasLinked = stream.isLinked || stream.nextTry == 0
    stream.nextTry = Self.now + Self.retry
    do throws(ClientFault) {
      if let replay, !replay.isThere { throw .closed }
      for (event, request) in PageCalls.subscriptions(stream) {
        try add(DaemonChannel(path: daemonPath, owner: connection.number, event: event, request))
      }
      stream.isLinked = true
      connection.add(event: "here", replay.map { Array("\($0.text)".utf8) } ?? Array("{}".utf8))
    } catch {
      dropChannels(of: connection.number)
      stream.isLinked = false
      if wasLinked { connection.add(event: "gone", why(error)) }
    }
    stream.lastSent = Self.now
    connection.role = .streaming(stream)
  }

  private func why(_ fault: ClientFault) -> [UInt8] {
    var buffer = TextBuffer()
    var members = [JSONMember("english", .string(DaemonCall.plain("\(fault)")))]
    if let replay { members.append(JSONMember("replay", replay.json)) }
    JSONValue.object(members).write(to: &buffer)
    return buffer.bytes
  }

  private func add(_ channel: DaemonChannel) {
    lastNumber += 1
    channels[lastNumber] = channel
    port.add(channel.descriptor, key: lastNumber)
  }

  private func dropChannels(of owner: UInt64) {
    for (number, channel) in channels where channel.owner == owner {
      port.remove(channel.descriptor)
      channels[number] = nil
    }
  }

  private func relay(_ channel: DaemonChannel, _ number: UInt64) {
    guard let connection = connections[channel.owner] else { return dropChannels(of: channel.owner) }
    var isAnswered = false
    let isThere = channel.receive { message in
      if case .streaming(var stream) = connection.role {
        connection.add(event: channel.event, message)
        stream.lastSent = Self.now
        connection.role = .streaming(stream)
      } else if !isAnswered {
        isAnswered = true
        answer(connection, PageAnswer(200, "application/json", message))
      }
    }
    if isAnswered {
      dropChannels(of: connection.number)
    } else if !isThere {
      dropChannels(of: connection.number)
      if case .streaming(var stream) = connection.role {
        stream.isLinked = false
        stream.nextTry = Self.now + Self.retry
        connection.role = .streaming(stream)
        connection.add(event: "gone", why(.closed))
      } else {
        answer(connection, PageAnswer(json: ["gone": .string("\(ClientFault.closed)")], status: 503))
      }
    }
    flush(connection)
  }

  /// Periodic work: times out requests, reconnects to the daemon, sends signs of life.
  private func tend() {
    let now = Self.now
    if let replay, replay.tend() {
      for connection in connections.values {
        guard case .streaming(var stream) = connection.role else { continue }
        dropChannels(of: connection.number)
        stream.isLinked = false
        stream.nextTry = now
        connection.role = .streaming(stream)
        connection.add(event: "gone", why(.closed))
        flush(connection)
      }
    }
    for connection in Array(connections.values) {
      switch connection.role {
      case .asking where now - connection.start > Self.patience:
        answer(connection, PageAnswer(PageRefusal(408, "the request did not come in time")))
        flush(connection)
      case .waiting where now - connection.start > Self.patience:
        dropChannels(of: connection.number)
        answer(connection, PageAnswer(json: ["gone": "the daemon has not answered in time"], status: 504))
        flush(connection)
      case .answered where now - connection.start > 6 * Self.patience: close(connection)
      case .streaming(var stream):
        if !stream.isLinked, now >= stream.nextTry {
          link(connection, stream)
          flush(connection)
        } else if now - stream.lastSent > Self.heartbeat {
          stream.lastSent = now
          connection.role = .streaming(stream)
          connection.add(ServerSentEvent.signOfLife)
          flush(connection)
        }
      default: break
      }
    }
  }

  private static var now: Double { Double(gnomon_boot_time()) * 1e-9 }
}
