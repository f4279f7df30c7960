import Foundation
import TestSupport
import Testing

/// A `gnomon view --listen 127.0.0.1` process for a daemon, with a folder of states, ended with the test.
final class ListenedView {
  let link: String
  /// Its address, as in the `Host` header.
  let host: String
  let code: String
  let said: [String: String]
  let process: RigProcess
  private let states: Scratch
  /// nil: plain HTTP.
  private let proxy: TLSProxy?

  init(_ demo: Demo, isPlain: Bool = false, states: Scratch? = nil, _ more: String...) throws {
    let scratch = try states ?? Scratch()
    self.states = scratch
    let words =
      ["view", "--json", "--listen", "127.0.0.1", "--socket", demo.socket] + (isPlain ? ["--plain"] : []) + more
    process = try RigProcess(
      "env", ["XDG_STATE_HOME=\(scratch.url.path)", Products.path("gnomon")] + words, isQuiet: true)
    let line = try #require(process.line())
    said = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
    link = try #require(said["link"])
    code = try #require(said["code"])
    let start = try #require(link.range(of: "://")).upperBound
    host = String(link[start...].prefix { $0 != "/" })
    let port = try #require(UInt16(host.drop { $0 != ":" }.dropFirst()))
    proxy = isPlain ? nil : try TLSProxy(port)
  }
  deinit { process.stop() }

  var port: UInt16 { UInt16(host.drop { $0 != ":" }.dropFirst()) ?? 0 }
  var origin: String { "Origin: \(link.dropLast())" }
  /// Speaks HTTP to it, through TLS unless it is plain.
  var visitor: PageVisitor { PageVisitor(port: proxy?.port ?? port) }

  func get(_ path: String, _ headers: String...) throws -> String { try visitor.get(path, host: host, headers) }
  func post(_ path: String, _ body: String, _ headers: String...) throws -> String {
    try visitor.post(path, host: host, body, headers)
  }
  /// Sends a code.
  func send(_ code: String) throws -> String { try post("/code", "{\"code\":\"\(code)\"}", origin) }
  /// A code that is not the right one.
  var wrong: String { code == "000000" ? "000001" : "000000" }

  /// Sends the code; returns the header with the cookie.
  func cookie() throws -> String {
    let answer = try send(code), start = try #require(answer.range(of: "Set-Cookie: "), "\(answer)")
    return "Cookie: " + answer[start.upperBound...].prefix { $0 != ";" }
  }
}

/// A port whose bytes go through TLS to another one of this machine (Tests/Rig/tls_proxy.py).
final class TLSProxy {
  let port: UInt16
  private let process: RigProcess

  init(_ port: UInt16, _ more: String...) throws {
    process = try RigProcess("tls_proxy.py", ["\(port)"] + more)
    self.port = try #require(process.line().flatMap { UInt16($0) })
  }
  deinit { process.stop() }
}
