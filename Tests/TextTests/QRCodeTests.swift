import Expectations
import Testing
import Text

/// QR codes are read back by a reader of the tests: format, mask, path, interleaving, error correction, text.
@Suite struct QRCodeTests {
  private struct Reader {
    var code: QRCode
    var size: Int { code.size }

    private func isFixed(_ x: Int, _ y: Int) -> Bool {
      let isFinder = x < 9 && y < 9 || x >= size - 8 && y < 9 || x < 9 && y >= size - 8
      let isAlignment = size > 21 && abs(x - (size - 7)) <= 2 && abs(y - (size - 7)) <= 2
      return isFinder || isAlignment || x == 6 || y == 6
    }

    /// The 15 bits of the format at the upper left, and once more beside the other finders.
    private var formats: (Int, Int) {
      let first = [
        (8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 7), (8, 8), (7, 8), (5, 8), (4, 8), (3, 8), (2, 8), (1, 8),
        (0, 8),
      ]
      let second = (0..<8).map { (size - 1 - $0, 8) } + (8..<15).map { (8, size - 15 + $0) }
      func bits(_ places: [(Int, Int)]) -> Int {
        places.enumerated().reduce(0) { $0 | (code.isDark($1.element.0, $1.element.1) ? 1 << $1.offset : 0) }
      }
      return (bits(first), bits(second))
    }

    func text() throws -> String {
      let (format, again) = formats
      try #require(format == again)
      let plain = format ^ 0x5412
      // Level L, and a remainder of zero.
      try #require(plain >> 13 == 1)
      var rest = plain
      for bit in (10..<15).reversed() where rest >> bit & 1 != 0 { rest ^= 0x537 << (bit - 10) }
      try #require(rest == 0)
      let mask = plain >> 10 & 7
      func isInverted(_ x: Int, _ y: Int) -> Bool {
        [
          (x + y) % 2, y % 2, x % 3, (x + y) % 3, (x / 3 + y / 2) % 2, x * y % 2 + x * y % 3,
          (x * y % 2 + x * y % 3) % 2, ((x + y) % 2 + x * y % 3) % 2,
        ][mask] == 0
      }
      var bits: [Bool] = [], x = size - 1, isUpward = true
      while x > 0 {
        if x == 6 { x -= 1 }
        for step in 0..<size {
          let y = isUpward ? size - 1 - step : step
          for column in [x, x - 1] where !isFixed(column, y) {
            bits.append(code.isDark(column, y) != isInverted(column, y))
          }
        }
        isUpward.toggle()
        x -= 2
      }
      let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 << 1 | (bits[start + $1] ? 1 : 0) }
      }
      let (data, correction, blocks) =
        [
          21: (19, 7, 1), 25: (34, 10, 1), 29: (55, 15, 1), 33: (80, 20, 1), 37: (108, 26, 1), 41: (136, 18, 2),
        ][size] ?? (0, 0, 1)
      var message: [UInt8] = []
      for block in 0..<blocks {
        let own = stride(from: block, to: data, by: blocks).map { bytes[$0] }
        let check = stride(from: data + block, to: data + correction * blocks, by: blocks).map { bytes[$0] }
        // A word of the code is zero at each root of its generator.
        var root: UInt8 = 1
        for _ in 0..<correction {
          try #require((own + check).reduce(UInt8(0)) { product($0, root) ^ $1 } == 0)
          root = product(root, 2)
        }
        message += own
      }
      try #require(message[0] >> 4 == 4)
      let count = Int(message[0] & 15) << 4 | Int(message[1] >> 4)
      let text = (0..<count).map { message[$0 + 1] << 4 | message[$0 + 2] >> 4 }
      return String(decoding: text, as: UTF8.self)
    }

    private func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
      var a = UInt16(a), b = b, result: UInt16 = 0
      while b > 0 {
        if b & 1 != 0 { result ^= a }
        a <<= 1
        if a & 0x100 != 0 { a ^= 0x11D }
        b >>= 1
      }
      return UInt8(result)
    }
  }

  @Test func everyLengthIsReadBack() throws {
    for length in 0...QRCode.most {
      let bytes = (0..<length).map { index -> UInt8 in UInt8(33 + (index * 37 + length * 11) % 90) }
      let text = String(decoding: bytes, as: UTF8.self)
      let code = try #require(QRCode(text))
      try expect(Reader(code: code).text(), equals: text, "\(length)")
    }
    #expect(QRCode(String(repeating: "a", count: QRCode.most + 1)) == nil)
  }

  @Test func aLineHasTwoRows() throws {
    let code = try #require(QRCode("http://192.168.1.20:8123/d482bfdbc059476c4287d8c5d10dc8e0"))
    expect(code.size, equals: 33)
    let lines = code.lines()
    #expect(lines.count == 19 && lines.allSatisfy { $0.count == 37 })
    // The quiet zone is light; inverted, it is the ground of a light terminal.
    expect(lines[0], equals: String(repeating: "█", count: 37))
    expect(code.lines(isInverted: true)[0], equals: String(repeating: " ", count: 37))
  }
}
