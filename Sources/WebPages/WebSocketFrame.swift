/// A message of a WebSocket's other side: a whole one of data, its fragments joined, or a control frame (RFC 6455, §§ 5.4 to 5.6).
public enum WebSocketMessage: Equatable, Sendable {
  /// Well-formed UTF-8.
  case text([UInt8])
  case binary([UInt8])
  case ping([UInt8])
  case pong([UInt8])
  /// nil: a close frame without a code.
  case close(code: UInt16?)
}

/// The reason why a WebSocket is closed, with the code of its close frame (§ 7.4.1).
public struct WebSocketFault: Error, Equatable, Sendable {
  public var code: UInt16
  public var reason: String

  public init(_ code: UInt16, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public static let normal: UInt16 = 1000, goingAway: UInt16 = 1001, protocolError: UInt16 = 1002
  public static let unsupportedData: UInt16 = 1003, invalidText: UInt16 = 1007, tooBig: UInt16 = 1009
  public static let tryAgainLater: UInt16 = 1013
}

/// Frames as they are sent (§ 5.2).
public enum WebSocketFrame {
  public enum Kind: UInt8, Sendable { case continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 }

  /// A frame. A server sends it without a mask, a client with one of four random bytes.
  public static func bytes(
    _ kind: Kind, _ payload: some Collection<UInt8>, isFinal: Bool = true, mask: [UInt8]? = nil
  ) -> [UInt8] {
    let count = payload.count, masked: UInt8 = mask == nil ? 0 : 0x80
    var frame: [UInt8] = [(isFinal ? 0x80 : 0) | kind.rawValue]
    frame.reserveCapacity(count + 14)
    switch count {
    case ..<126: frame.append(masked | UInt8(truncatingIfNeeded: count))
    case ..<65536:
      frame.append(masked | 126)
      for shift in [8, 0] { frame.append(UInt8(truncatingIfNeeded: count >> shift)) }
    default:
      frame.append(masked | 127)
      for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8(truncatingIfNeeded: count >> shift)) }
    }
    guard let mask, mask.count == 4 else { return frame + payload }
    frame += mask
    for (index, byte) in payload.enumerated() { frame.append(byte ^ mask[index & 3]) }
    return frame
  }

  /// A close frame; the reason is cut to the length of a control frame.
  public static func close(_ code: UInt16, _ reason: String) -> [UInt8] {
    var text = reason
    while text.utf8.count > 123 { text.removeLast() }
    return bytes(.close, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(text.utf8))
  }
}
