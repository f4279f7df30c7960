import Expectations
import Foundation
import TestSupport
import Testing
import WebPages

/// The attacks of other programs and pages on the server of browsers: `gnomon bridge` and `gnomon view` are the same one, with
/// plain HTTP and with HTTPS.
@Suite(.timeLimit(.minutes(5))) struct BrowserServerTests {
  enum Kind: CaseIterable {
    case bridge, view, plainView, encryptedView

    static let here = allCases.filter { $0 != .encryptedView || RigProcess.has("python3") }
  }

  /// A server with one of its streams.
  private struct Served {
    let port: UInt16
    /// The port that a visitor opens: the server's, or that of a program which encrypts.
    private let near: UInt16
    let stream: String
    let headers: [String]
    /// Keeps the process.
    private let process: AnyObject

    init(_ kind: Kind, _ demo: Demo) throws {
      switch kind {
      case .bridge:
        let bridge = try ServedBridge(demo)
        (port, near, process, stream) = (bridge.port, bridge.port, bridge, "/alignments?rate=1000")
        headers = ["Authorization: Bearer \(bridge.token)"]
      case .view:
        let view = try ServedView(demo)
        (port, near, process, stream) = (view.port, view.port, view, Self.viewStream)
        headers = [try view.cookie()]
      case .plainView, .encryptedView:
        let view = try ListenedView(demo, isPlain: kind == .plainView)
        (port, near, process, stream) = (view.port, view.visitor.port, view, Self.viewStream)
        headers = [try view.cookie()]
      }
    }

    private static let viewStream = "/stream?width=640&height=480&field_of_view=60"
    var host: String { "127.0.0.1:\(port)" }
    var visitor: PageVisitor { PageVisitor(port: near) }

    /// Opens a stream of events.
    func reader(receiveBuffer: Int32? = nil) throws -> CInt {
      let descriptor = try visitor.connection(receiveBuffer: receiveBuffer)
      let text = "GET \(stream) HTTP/1.1\r\nHost: \(host)\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n"
      try #require(send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count)
      return descriptor
    }

    func get(_ path: String) throws -> String { try visitor.get(path, host: host, headers) }
  }

  /// /proc/net/tcp lists every listening socket, with its address.
  @Test(arguments: Kind.here) func itListensOnTheLoopbackOnly(kind: Kind) throws {
    let demo = try Demo(), served = try Served(kind, demo)
    try expect(listeners(served.port), equals: ["0100007F:" + String(format: "%04X", served.port)])
  }

  @Test(arguments: Kind.here) func malformedRequestsAreAnsweredAndChangeNothing(kind: Kind) throws {
    let demo = try Demo(), served = try Served(kind, demo)
    let host = "Host: \(served.host)\r\n"
    let long = "GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\n\(host)\r\n"
    let fields = (0..<80).map { "a\($0): b\r\n" }.joined()
    let cases: [(String, Int)] = [
      ("\r\n\r\n", 400), ("GET / HTTP/1.0\r\n\r\n", 400), ("GET /\r\n\r\n", 400),
      ("PUT / HTTP/1.1\r\n\(host)\r\n", 405),
      ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", 400), ("GET / HTTP/1.1\r\n\(host)X : y\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\n\(host)X: \u{7}\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\(host) folded\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabc", 400),
      ("GET / HTTP/1.1\r\n\(host)\r\nGET / HTTP/1.1\r\n\(host)\r\n", 400),
      ("POST /call HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n", 501),
      ("POST /call HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", 400),
      ("POST /call HTTP/1.1\r\n\(host)Content-Length: 99999\r\n\r\n", 413),
      (long, 431), ("GET / HTTP/1.1\r\n\(fields)\r\n", 431),
      ("GET /?token=a%00 HTTP/1.1\r\n\(host)\r\n", 400), ("GET /?token=a&token=b HTTP/1.1\r\n\(host)\r\n", 400),
    ]
    for (text, expected) in cases {
      expect(status(try served.visitor.answer(text)), equals: expected, "\(text.prefix(60).debugDescription)")
    }
    for name in ["evil.example", "evil.example:\(served.port)", "127.0.0.1", "127.0.0.1:1", "[::1]:\(served.port)"] {
      expect(status(try served.visitor.get("/", host: name, served.headers)), equals: 403, "\(name)")
    }
    for path in ["/", "/favicon.ico"] {
      let page = try served.visitor.get(path, host: served.host, served.headers + ["Origin: http://evil.example"])
      #expect(status(page) == 403 && !page.contains("Access-Control"), "\(page)")
    }
    // It still runs.
    expect(status(try served.get("/")), equals: 200)
  }

  /// Forty silent connections do not block a page: the oldest of them are closed.
  @Test(arguments: Kind.here) func silentConnectionsAreReplaced(kind: Kind) throws {
    let demo = try Demo(), served = try Served(kind, demo)
    var silent: [CInt] = []
    defer { for descriptor in silent { close(descriptor) } }
    for _ in 0..<40 { silent.append(try served.visitor.connection()) }
    expect(status(try served.get("/")), equals: 200)
    // The newest of them is still open.
    let late = try #require(silent.last)
    var patience = timeval(tv_sec: 0, tv_usec: 1)
    setsockopt(late, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var byte: UInt8 = 0
    #expect(recv(late, &byte, 1, 0) < 0 && errno == EAGAIN)
  }

  /// A page that reads nothing is disconnected after five seconds; another one gets its events meanwhile.
  @Test(arguments: Kind.here) func aSlowReaderDelaysNoOther(kind: Kind) throws {
    let demo = try Demo(), served = try Served(kind, demo)
    let slow = try served.reader(receiveBuffer: 4096), other = try served.reader()
    defer {
      close(slow)
      close(other)
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16), received = 0
    func subscribers() throws -> Int {
      let run = try demo.run("status", "--json")
      let status = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      return try #require(status?["subscribers"] as? Int, "\(run)")
    }
    func read() throws {
      let count = recv(other, &chunk, chunk.count, 0)
      try #require(count > 0)
      received += count
    }
    // Subscriptions of both begin one after the other; with the slow one its half of them end.
    var most = 0
    try waitUntil {
      for _ in 0..<5 { try read() }
      let now = try subscribers()
      most = max(most, now)
      return now > 0 && now * 2 == most
    }
    expect(received, isAbove: 100_000)
    try read()
  }
}
