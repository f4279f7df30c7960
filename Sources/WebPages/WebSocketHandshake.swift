import Text

/// The handshake of a WebSocket, from the server's side (RFC 6455, § 4.2).
public enum WebSocketHandshake {
  /// The value of `Sec-WebSocket-Accept` for a client's key: base64 of the SHA-1 of the key and a fixed identifier (§ 4.2.2).
  public static func acceptance(of key: String) -> String {
    var text = TextBuffer()
    text.append(base64: SHA1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).digest)
    return text.string
  }

  /// The subprotocols that a client offers, the preferred first (§ 11.3.4).
  public static func subprotocols(of request: PageRequest) -> [String] {
    (request.headers["sec-websocket-protocol"] ?? "").split(separator: ",").map { part in
      part.split(separator: " ").joined()
    }
  }

  /// The bytes that accept a request, and one of its subprotocols. Throws if it is no handshake of version 13 (§ 4.2.1). No
  /// extension is accepted.
  public static func answer(to request: PageRequest, subprotocol: String? = nil) throws(PageRefusal) -> [UInt8] {
    func has(_ header: String, _ word: String) -> Bool {
      (request.headers[header] ?? "").lowercased().split(separator: ",").contains { part in
        part.split(separator: " ").joined() == word
      }
    }
    guard request.method == .get, has("upgrade", "websocket"), has("connection", "upgrade") else {
      throw PageRefusal(426, "this address is for a WebSocket: open it with new WebSocket(…)")
    }
    guard request.headers["sec-websocket-version"] == "13" else {
      throw PageRefusal(426, "only version 13 of WebSocket is supported")
    }
    guard let key = request.headers["sec-websocket-key"], isKey(key) else {
      throw PageRefusal(400, "Sec-WebSocket-Key has to be 16 bytes in base64")
    }
    return Array(
      """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(acceptance(of: key))\r
      \(subprotocol.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? "")\r

      """.utf8)
  }

  /// The bytes of a client's request (§ 4.1). `nonce`: 16 random bytes.
  public static func request(path: String, host: String, nonce: [UInt8]) -> (bytes: [UInt8], key: String) {
    var text = TextBuffer()
    text.append(base64: nonce)
    let key = text.string
    let head = """
      GET \(path) HTTP/1.1\r
      Host: \(host)\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: \(key)\r
      \r

      """
    return (bytes: Array(head.utf8), key: key)
  }

  /// Whether a server has accepted a client's request with this key.
  public static func isAccepted(_ answer: WebAnswer, key: String) -> Bool {
    answer.status == 101 && answer.headers["sec-websocket-accept"] == acceptance(of: key)
  }

  /// Whether a text is the base64 of 16 bytes: 22 digits and two signs of filling.
  private static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 24 && bytes.suffix(2) == [0x3D, 0x3D]
      && bytes.prefix(22).allSatisfy {
        0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "+")
          || $0 == UInt8(ascii: "/")
      }
  }
}
