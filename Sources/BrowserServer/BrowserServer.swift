import CPosix
import CommandParts
import Glibc
import GnomonClient
import Text
import WebPages
import Wire

/// A server of browsers: one thread around epoll. Its site decides what is served to whom; limits, time-outs
/// and back-pressure are the same for every site.
///
/// Each call of a page has its own connection to the daemon, whose replies are passed on unchanged. While a page reads slowly,
/// nothing is read for it: the daemon then keeps the latest pose and frame only, and counts the messages that it leaves out.
public final class BrowserServer {
  let site: any Site
  private let port: BrowserPort
  /// nil: plain HTTP.
  private let identity: BrowserIdentity?
  private(set) var connections: [UInt64: BrowserConnection] = [:]
  /// The calls with a connection to the daemon, each with the number of its page.
  private var calls: [UInt64: (call: BrowserCall, owner: UInt64)] = [:]
  private var lastNumber = BrowserPort.lastKey
  private var lastTended = 0.0
  var counts = BrowserCounts()

  private static let mostConnections = 32
  /// Calls at a time: of one WebSocket, and in all. The daemon allows a user 64 connections.
  static let mostCallsOfOne = 8
  private static let mostCalls = 48
  /// Seconds for a request to arrive and for the daemon to answer; until a page that reads nothing is disconnected; for the end of
  /// a connection.
  private static let patience = 10.0, stall = 5.0, farewell = 2.0
  /// Seconds between two attempts to reach a daemon that has gone, between signs of life, and until a stream begins without a
  /// reply.
  private static let retry = 0.5, heartbeat = 10.0, beginning = 0.5
  /// Bytes waiting for a page at which its calls are no longer read, and below which they are read again.
  private static let full = 32 << 10, empty = 4 << 10
  /// The kernel's buffer of a page, small so that it does not hold old poses; and the most bytes that wait for all pages.
  private static let sendBuffer: CInt = 32 << 10, mostWaiting = 16 << 20

  /// Serves a site on a port: by HTTPS with an identity, else by plain HTTP.
  public init(_ site: any Site, on port: BrowserPort, as identity: BrowserIdentity? = nil) {
    self.site = site
    self.port = port
    self.identity = identity
  }

  /// Serves until SIGTERM or SIGINT, or until the site is over.
  public func run() {
    while port.wait(milliseconds: connections.isEmpty && !site.isRestless ? -1 : 100, accept: accept, serve: serve) {
      if Self.now - lastTended > 0.1 { tend() }
      if site.isOver { break }
    }
    sayFarewell()
  }

  private func serve(_ event: gnomon_readiness) {
    if let connection = connections[event.key] {
      if event.is_readable != 0 || event.is_closed != 0 || connection.receivingWaitsForRoom { serve(connection) }
      flush(connection)
    } else if let (call, owner) = calls[event.key], let connection = connections[owner] {
      relay(call, connection)
    }
  }

  /// Seconds on the server's clock.
  public static var now: Double { Double(gnomon_boot_time()) * 1e-9 }

  /// Closes the WebSockets with the code for it (RFC 6455, § 7.4.1).
  private func sayFarewell() {
    for connection in connections.values {
      if case .socket = connection.role {
        connection.add(WebSocketFrame.close(WebSocketFault.goingAway, "\(site.name) ends"), at: Self.now)
        _ = connection.send(at: Self.now)
      }
    }
  }

  // MARK: browsers

  private func accept() {
    while let descriptor = port.accept(sendBuffer: Self.sendBuffer) {
      makeRoom()
      lastNumber += 1
      let connection = BrowserConnection(number: lastNumber, BrowserSocket(descriptor, identity), at: Self.now)
      connections[lastNumber] = connection
      port.add(descriptor, key: lastNumber)
      if connections.count > Self.mostConnections {
        refuse(
          BrowserRefusal(.full, 503, "all \(Self.mostConnections) connections of \(site.name) are in use"), connection)
        flush(connection)
      }
    }
  }

  /// Closes the oldest connection that is without a complete request, or is ending, when all are in use: otherwise silent
  /// connections of any program would keep the pages out until their time is over.
  private func makeRoom() {
    guard connections.count >= Self.mostConnections else { return }
    let idle = connections.values.filter {
      switch $0.role {
      case .asking, .ending: true
      case .waiting, .events, .socket: false
      }
    }
    if let oldest = idle.min(by: { $0.number < $1.number }) {
      counts.record(.full)
      close(oldest)
    }
  }

  func flush(_ connection: BrowserConnection) {
    guard connections[connection.number] != nil else { return }
    guard connection.send(at: Self.now) else { return close(connection) }
    connection.endOutput()
    let waiting = connection.waiting, wanted = connection.wanted(isOpen: waiting <= Self.full)
    if connection.interest != wanted {
      connection.interest = wanted
      port.change(
        connection.descriptor, key: connection.number, isRead: wanted.isRead, isWritten: wanted.isWritten)
    }
    for call in connection.calls {
      guard let channel = call.channel else { continue }
      if channel.isHeld ? waiting < Self.empty : waiting > Self.full {
        channel.isHeld.toggle()
        port.change(channel.descriptor, key: call.number, isRead: !channel.isHeld)
      }
    }
  }

  func close(_ connection: BrowserConnection) {
    for call in connection.calls { disconnect(call) }
    connection.calls = []
    port.remove(connection.descriptor)
    connections[connection.number] = nil
  }

  /// Ends a connection after its last bytes.
  func finish(_ connection: BrowserConnection) {
    for call in connection.calls { disconnect(call) }
    connection.calls = []
    connection.change(to: .ending, at: Self.now)
  }

  /// Sends a refusal, and ends the connection.
  func refuse(_ refusal: BrowserRefusal, _ connection: BrowserConnection) {
    counts.record(refusal.kind)
    var answer = site.answer(to: refusal)
    answer.headers += Self.headers(for: connection.origin)
    if refusal.status == 426 {
      answer.headers += [.init("Upgrade", "websocket"), .init("Sec-WebSocket-Version", "13")]
    }
    connection.add(answer.bytes, at: Self.now)
    finish(connection)
  }

  // MARK: the daemon

  /// Whether one more call finds room, among those that wait for the daemon, too.
  var hasRoom: Bool { connections.values.reduce(0) { $0 + $1.calls.count } < Self.mostCalls }

  /// Connects a call with the daemon.
  func connect(_ call: BrowserCall, _ connection: BrowserConnection) throws(ClientFault) {
    let channel = try DaemonChannel(path: try site.daemon(), call.request)
    lastNumber += 1
    call.number = lastNumber
    call.channel = channel
    calls[lastNumber] = (call, connection.number)
    port.add(channel.descriptor, key: lastNumber)
  }

  func disconnect(_ call: BrowserCall) {
    guard let channel = call.channel else { return }
    port.remove(channel.descriptor)
    calls[call.number] = nil
    call.channel = nil
  }

  /// Passes on what the daemon has sent for a call.
  private func relay(_ call: BrowserCall, _ connection: BrowserConnection) {
    guard let channel = call.channel else { return }
    var isOver = false
    let isThere = channel.receive { reply in
      guard !isOver else { return }
      let outline = ReplyOutline(reply)
      counts.skipped += outline.dropped
      isOver = !outline.continues
      site.observe(reply, named: outline.name)
      pass(reply, outline, call, connection)
    }
    if isOver {
      disconnect(call)
      connection.calls.removeAll { $0 === call }
    } else if !isThere {
      disconnect(call)
      lose(call, connection, .closed)
    }
    flush(connection)
    // Files of a site are not counted: their sizes are not in the hands of others.
    let counted = connections.values.filter(\.carriesReplies)
    if counted.reduce(0, { $0 + $1.waiting }) > Self.mostWaiting,
      let heaviest = counted.max(by: { $0.waiting < $1.waiting })
    {
      counts.slow += 1
      close(heaviest)
    }
  }

  // MARK: time

  /// Periodic work: times out requests, disconnects pages that do not read, reconnects to the daemon, sends signs of life.
  private func tend() {
    let now = Self.now
    lastTended = now
    if site.tend() {
      site.endSession()
      for connection in Array(connections.values) where connection.role == .events {
        for call in connection.calls { disconnect(call) }
        connection.hasDaemon = false
        connection.nextTry = now
        send(.closed, to: connection)
        flush(connection)
      }
    }
    for connection in Array(connections.values) {
      let age = now - connection.since
      if connection.isStalled(for: Self.stall, at: now) {
        counts.slow += 1
        close(connection)
        continue
      }
      switch connection.role {
      case .asking where age > Self.patience && !connection.isEstablished:
        counts.record(.time)
        close(connection)
        continue
      case .asking where age > Self.patience:
        refuse(BrowserRefusal(.time, 408, "the request did not come in time"), connection)
      case .waiting where age > Self.patience:
        refuse(BrowserRefusal(.time, 504, "the daemon has not answered in time"), connection)
      case .ending where age > Self.farewell && connection.waiting == 0:
        close(connection)
      case .events, .socket:
        if case .events = connection.role, age > Self.beginning { sendHead(to: connection) }
        if connection.calls.contains(where: { $0.channel == nil }), now >= connection.nextTry {
          connection.nextTry = now + Self.retry
          link(connection)
        }
        guard now - connection.lastSent > Self.heartbeat else { break }
        if case .socket = connection.role {
          connection.add(WebSocketFrame.bytes(.ping, []), at: now)
        } else {
          connection.add(ServerSentEvent.signOfLife, at: now)
        }
      default: continue
      }
      flush(connection)
    }
  }
}
