import Foundation
import TestSupport
import Testing
import WebPages

/// A `gnomon bridge` process, ended with the test.
final class ServedBridge {
  let token: String
  let port: UInt16
  let process: RigProcess

  init(_ arguments: [String]) throws {
    process = try RigProcess(Products.path("gnomon"), ["bridge", "--json"] + arguments, isQuiet: true)
    let line = try #require(process.line())
    let said = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
    token = try #require(said["token"])
    port = try #require(
      said["address"].flatMap { UInt16($0.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }.dropFirst()) })
  }
  convenience init(_ demo: Demo, _ arguments: String...) throws {
    try self.init(["--socket", demo.socket] + arguments)
  }
  deinit { process.stop() }

  var host: String { "127.0.0.1:\(port)" }
  var visitor: PageVisitor { PageVisitor(port: port) }

  func link(_ path: String, _ query: String = "") -> String { "http://\(host)\(path)?token=\(token)\(query)" }

  /// An answer to a program with the token.
  func get(_ path: String, _ headers: String...) throws -> String {
    try visitor.get(path, host: host, ["Authorization: Bearer \(token)"] + headers)
  }
  func post(_ body: String, _ headers: String...) throws -> String {
    try visitor.post("/call", host: host, body, ["Authorization: Bearer \(token)"] + headers)
  }

  /// The answer to `GET /`.
  func status() throws -> [String: Any] { try Self.body(get("/")) }
  func refused(_ kind: String) throws -> Int { try (status()["refused"] as? [String: Int])?[kind] ?? -1 }

  static func body(_ answer: String) throws -> [String: Any] {
    let start = try #require(answer.range(of: "\r\n\r\n"), "\(answer)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(answer[start.upperBound...].utf8)) as? [String: Any])
  }
}

/// A WebSocket to the bridge, frame by frame.
final class RawSocket {
  let descriptor: CInt
  private var reader = WebSocketReader(most: 1 << 22, expectsMask: false)

  init(_ bridge: ServedBridge, receiveBuffer: Int32? = nil) throws {
    descriptor = try bridge.visitor.connection(receiveBuffer: receiveBuffer)
    write(
      Array(
        """
        GET /ws?token=\(bridge.token) HTTP/1.1\r
        Host: \(bridge.host)\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r

        """.utf8))
    var head: [UInt8] = [], byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]), recv(descriptor, &byte, 1, 0) == 1 { head.append(byte) }
    let text = String(decoding: head, as: UTF8.self)
    try #require(
      text.hasPrefix("HTTP/1.1 101 ") && text.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "\(text)")
  }
  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
  func write(_ text: String) { write(WebSocketFrame.bytes(.text, Array(text.utf8), mask: [1, 2, 3, 4])) }

  /// Returns the next message; nil at the end of the connection.
  func next() throws -> WebSocketMessage? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      if let message = try reader.next() { return message }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count <= 0 { return nil }
      reader.append(chunk[..<count])
    }
  }

  /// Returns the next JSON message that holds.
  func json(_ holds: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
    for _ in 0..<100_000 {
      guard case .text(let bytes)? = try next() else { break }
      let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      if let json, holds(json) { return json }
    }
    throw NothingCame()
  }
}

/// The awaited message did not come before the end of the connection.
struct NothingCame: Error {}
