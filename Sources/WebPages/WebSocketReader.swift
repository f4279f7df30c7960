/// The reader of a WebSocket's frames (RFC 6455, § 5): bytes in any pieces → whole messages. It is strict: no extension, lengths in
/// their shortest form, text in UTF-8. After a close frame or a fault it reads nothing more.
public struct WebSocketReader: Sendable {
  /// Longest message in bytes, all fragments together.
  public let most: Int
  /// True for a server's reader: a client masks each of its frames, and a server none (§ 5.1).
  private let expectsMask: Bool
  private var bytes: [UInt8] = []
  private var start = 0
  /// The fragments of an unfinished message, and whether it is text; nil if there is none.
  private var unfinished: (isText: Bool, payload: [UInt8])?
  public private(set) var isOver = false

  public init(most: Int = 64 << 10, expectsMask: Bool = true) {
    self.most = most
    self.expectsMask = expectsMask
  }

  public mutating func append(_ more: some Collection<UInt8>) {
    guard !isOver else { return }
    if start > 4096, start > bytes.count / 2 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes += more
  }

  /// Returns the next message; nil if none is complete.
  public mutating func next() throws(WebSocketFault) -> WebSocketMessage? {
    while !isOver {
      do throws(WebSocketFault) {
        guard let frame = try nextFrame() else { return nil }
        if let message = try message(of: frame) { return message }
      } catch {
        isOver = true
        throw error
      }
    }
    return nil
  }

  private struct Frame {
    var kind: WebSocketFrame.Kind
    var isFinal: Bool
    var payload: [UInt8]
  }

  private static func fault(_ reason: String) -> WebSocketFault { WebSocketFault(WebSocketFault.protocolError, reason) }

  /// Returns the next frame without its mask; nil if it is incomplete. Its head is judged before its payload has arrived.
  private mutating func nextFrame() throws(WebSocketFault) -> Frame? {
    let here = bytes.count - start
    guard here >= 2 else { return nil }
    let first = bytes[start], second = bytes[start + 1]
    guard first & 0x70 == 0 else { throw Self.fault("a reserved bit is set, and no extension was agreed") }
    guard let kind = WebSocketFrame.Kind(rawValue: first & 0x0F) else { throw Self.fault("a frame of an unknown kind") }
    let isFinal = first & 0x80 != 0, isMasked = second & 0x80 != 0, isControl = kind.rawValue >= 8
    guard isMasked == expectsMask else {
      throw Self.fault(expectsMask ? "a client has to mask its frames" : "a server may not mask its frames")
    }
    let short = Int(second & 0x7F), extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard !isControl || extra == 0 && isFinal else { throw Self.fault("a control frame is long, or a fragment") }
    guard here >= 2 + extra else { return nil }
    var length = extra == 0 ? UInt64(short) : 0
    for byte in bytes[(start + 2)..<(start + 2 + extra)] { length = length << 8 | UInt64(byte) }
    guard extra == 0 || length >= (extra == 2 ? 126 : 65536), length >> 63 == 0 else {
      throw Self.fault("a length that is not in its shortest form")
    }
    // `most` is far below 2^62, so the sum cannot overflow.
    guard length <= UInt64(most), isControl || Int(length) + (unfinished?.payload.count ?? 0) <= most else {
      throw WebSocketFault(WebSocketFault.tooBig, "a message of more than \(most) bytes")
    }
    let head = 2 + extra + (isMasked ? 4 : 0), count = Int(length)
    guard here >= head + count else { return nil }
    let from = start + head
    var payload = Array(bytes[from..<(from + count)])
    if isMasked {
      let mask = Array(bytes[(from - 4)..<from])
      for index in payload.indices { payload[index] ^= mask[index & 3] }
    }
    start = from + count
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 14)
      start = 0
    }
    return Frame(kind: kind, isFinal: isFinal, payload: payload)
  }

  /// Returns the message that a frame completes; nil for a fragment that others follow.
  private mutating func message(of frame: Frame) throws(WebSocketFault) -> WebSocketMessage? {
    switch frame.kind {
    case .ping: return .ping(frame.payload)
    case .pong: return .pong(frame.payload)
    case .close: return try closed(frame.payload)
    case .text, .binary:
      guard unfinished == nil else { throw Self.fault("a new message before the end of the last one") }
      let isText = frame.kind == .text
      if frame.isFinal { return try whole(isText, frame.payload) }
      unfinished = (isText, frame.payload)
      return nil
    case .continuation:
      guard var begun = unfinished else { throw Self.fault("a continuation of no message") }
      // The only reference to the payload, so that appending does not copy it.
      unfinished = nil
      begun.payload += frame.payload
      if frame.isFinal { return try whole(begun.isText, begun.payload) }
      unfinished = begun
      return nil
    }
  }

  private func whole(_ isText: Bool, _ payload: [UInt8]) throws(WebSocketFault) -> WebSocketMessage {
    guard isText else { return .binary(payload) }
    guard String(validating: payload, as: UTF8.self) != nil else {
      throw WebSocketFault(WebSocketFault.invalidText, "text that is not UTF-8")
    }
    return .text(payload)
  }

  /// A close frame: nothing, or a code and a reason (§§ 5.5.1, 7.4).
  private mutating func closed(_ payload: [UInt8]) throws(WebSocketFault) -> WebSocketMessage {
    isOver = true
    guard !payload.isEmpty else { return .close(code: nil) }
    guard payload.count > 1 else { throw Self.fault("a close code of one byte") }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw Self.fault("the close code \(code) may not be sent")
    }
    guard String(validating: payload[2...], as: UTF8.self) != nil else {
      throw WebSocketFault(WebSocketFault.invalidText, "a reason that is not UTF-8")
    }
    return .close(code: code)
  }
}
