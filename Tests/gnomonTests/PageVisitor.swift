import Foundation
import TestSupport
import Testing

/// A program that speaks HTTP to a port of this machine, byte by byte.
struct PageVisitor {
  let port: UInt16

  /// Returns a connection. A small receive buffer makes a slow reader.
  func connection(receiveBuffer: Int32? = nil) throws -> CInt {
    let descriptor = internetSocket(.stream)
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }

  /// Returns the answer to these bytes until the connection is closed; empty if the connection is refused.
  func answer(_ text: String) throws -> String {
    let descriptor = try connection()
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count <= 0 { break }
      answer += chunk[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  func get(_ path: String, host: String, _ headers: [String] = []) throws -> String {
    try answer("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  func post(_ path: String, host: String, _ body: String, _ headers: [String] = []) throws -> String {
    try answer(
      "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        + headers.map { $0 + "\r\n" }.joined() + "\r\n\(body)")
  }
}

/// Listening TCP sockets with this port, as `/proc/net` lists them.
func listeners(_ port: UInt16) throws -> [String] {
  try ["/proc/net/tcp", "/proc/net/tcp6"].filter(FileManager.default.fileExists).flatMap { table in
    try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      let isThis = fields.count > 3 && fields[1].hasSuffix(":" + String(format: "%04X", port)) && fields[3] == "0A"
      return isThis ? String(fields[1]) : nil
    }
  }
}
