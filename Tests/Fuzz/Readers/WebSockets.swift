import WebPages

/// Messages of a browser on a WebSocket of `gnomon bridge`.
enum WebSockets {
  private static let most = 4096

  private static func read(_ bytes: [UInt8], by step: Int) -> (messages: [WebSocketMessage], fault: UInt16) {
    var reader = WebSocketReader(most: most), messages: [WebSocketMessage] = [], rest = bytes[...]
    while !rest.isEmpty {
      reader.append(rest.prefix(step))
      rest = rest.dropFirst(step)
      do throws(WebSocketFault) { while let message = try reader.next() { messages.append(message) } } catch {
        return (messages, error.code)
      }
    }
    return (messages, 0)
  }

  static func check(_ bytes: [UInt8]) throws(Finding) {
    // In one piece or in many: the same messages, and the same fault.
    let whole = read(bytes, by: .max)
    for step in [1, 13] {
      let pieces = read(bytes, by: step)
      try require(pieces.messages == whole.messages && pieces.fault == whole.fault, "by \(step) it is read differently")
    }
    try require([0, 1002, 1007, 1009].contains(whole.fault), "the code \(whole.fault)")
    // Written again, they are read as the same.
    var written: [UInt8] = []
    for message in whole.messages {
      let (kind, payload): (WebSocketFrame.Kind, [UInt8]) =
        switch message {
        case .text(let text): (.text, text)
        case .binary(let data): (.binary, data)
        case .ping(let data): (.ping, data)
        case .pong(let data): (.pong, data)
        case .close(let code): (.close, code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? [])
        }
      try require(payload.count <= most, "a message of \(payload.count) bytes")
      try require(kind != .text || String(validating: payload, as: UTF8.self) != nil, "text that is not UTF-8")
      written += WebSocketFrame.bytes(kind, payload, mask: [0x37, 0xFA, 0x21, 0x3D])
    }
    let again = read(written, by: 64)
    try require(again.messages == whole.messages && again.fault == 0, "written again it is read differently")
  }
}
