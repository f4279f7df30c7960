/// A QR code of a short text: bytes, error correction level L, versions 1 to 6 (ISO/IEC 18004:2015).
public struct QRCode: Equatable, Sendable {
  /// Modules of a side.
  public private(set) var size: Int
  /// Row by row; true is dark.
  private var dark: [Bool]
  /// Modules that are not data: patterns and format.
  private var isFixed: [Bool]

  /// The most bytes of a text.
  public static let most = 134

  /// Data bytes of each version at level L, its bytes of error correction in each block, and its blocks (table 9).
  private static let versions = [(19, 7, 1), (34, 10, 1), (55, 15, 1), (80, 20, 1), (108, 26, 1), (136, 18, 2)]

  /// Returns nil for a text that is too long.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let index = Self.versions.firstIndex(where: { bytes.count + 2 <= $0.0 }) else { return nil }
    let version = index + 1
    size = 17 + 4 * version
    dark = [Bool](repeating: false, count: size * size)
    isFixed = dark
    drawPatterns(version)
    place(Self.codewords(bytes, Self.versions[index]))
    let plain = self
    var best = (penalty: Int.max, code: plain)
    for mask in 0..<8 {
      var code = plain
      code.apply(mask)
      code.drawFormat(mask)
      let penalty = code.penalty
      if penalty < best.penalty { best = (penalty, code) }
    }
    self = best.code
  }

  /// Whether a module is dark; those around the code are not.
  public func isDark(_ column: Int, _ row: Int) -> Bool {
    0..<size ~= column && 0..<size ~= row && dark[row * size + column]
  }

  /// The code with its quiet zone as lines of text, two rows a line: for light letters on a dark ground, or with `isInverted` for
  /// dark letters on a light one.
  public func lines(isInverted: Bool = false, margin: Int = 2) -> [String] {
    stride(from: -margin, to: size + margin, by: 2).map { row in
      String(
        (-margin..<size + margin).map { column -> Character in
          let upper = isDark(column, row) == isInverted, lower = isDark(column, row + 1) == isInverted
          return upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
        })
    }
  }

  // MARK: data

  /// The text as bytes: mode 0100, its length, the bytes, a terminator, padding (§ 7.4); then error correction, interleaved
  /// (§ 7.6).
  private static func codewords(_ bytes: [UInt8], _ version: (data: Int, correction: Int, blocks: Int)) -> [UInt8] {
    var nibbles: [UInt8] = [4, UInt8(bytes.count >> 4), UInt8(bytes.count & 15)]
    for byte in bytes { nibbles += [byte >> 4, byte & 15] }
    nibbles.append(0)
    var data: [UInt8] = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    var isFirst = true
    while data.count < version.data {
      data.append(isFirst ? 0xEC : 0x11)
      isFirst.toggle()
    }
    let length = version.data / version.blocks
    let blocks = (0..<version.blocks).map { Array(data[($0 * length)..<(($0 + 1) * length)]) }
    var result: [UInt8] = []
    let corrections = blocks.map { remainder(of: $0, version.correction) }
    for index in 0..<length { for block in blocks { result.append(block[index]) } }
    for index in 0..<version.correction { for block in corrections { result.append(block[index]) } }
    return result
  }

  /// The product in the field of 256 elements of x⁸ + x⁴ + x³ + x² + 1.
  static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for bit in (0..<8).reversed() {
      result = (result << 1) ^ (result & 0x80 != 0 ? 0x1D : 0)
      if b >> bit & 1 != 0 { result ^= a }
    }
    return result
  }

  /// The bytes of error correction: the remainder of the data by (x − 1)(x − 2)(x − 4)… (annex A).
  private static func remainder(of data: [UInt8], _ degree: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: degree)
    divisor[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in divisor.indices {
        divisor[index] = product(divisor[index], root) ^ (index + 1 < degree ? divisor[index + 1] : 0)
      }
      root = product(root, 2)
    }
    var result = [UInt8](repeating: 0, count: degree)
    for byte in data {
      let factor = byte ^ result[0]
      result = Array(result.dropFirst()) + [0]
      for index in result.indices { result[index] ^= product(divisor[index], factor) }
    }
    return result
  }

  // MARK: modules

  private mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) {
    guard 0..<size ~= column, 0..<size ~= row else { return }
    dark[row * size + column] = isDark
    isFixed[row * size + column] = true
  }

  /// Timing, finders with their separators, the alignment pattern, and the places of the format (§ 6.3).
  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<size {
      set(index, 6, index % 2 == 0)
      set(6, index, index % 2 == 0)
    }
    for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for y in -4...4 {
        for x in -4...4 {
          let ring = max(abs(x), abs(y))
          set(column + x, row + y, ring != 2 && ring != 4)
        }
      }
    }
    if version > 1 {
      for y in -2...2 { for x in -2...2 { set(size - 7 + x, size - 7 + y, max(abs(x), abs(y)) != 1) } }
    }
    drawFormat(0)
  }

  /// The level and the mask, protected by a code of its own, twice (§ 7.9).
  private mutating func drawFormat(_ mask: Int) {
    let data = 0b01 << 3 | mask
    var rest = data
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (data << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 != 0 }
    for index in 0...5 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9..<15 { set(14 - index, 8, bit(index)) }
    for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  /// Places the bits in columns of two, up and down, from the right (§ 7.7.3).
  private mutating func place(_ bytes: [UInt8]) {
    var index = 0
    for pair in stride(from: size - 1, to: 0, by: -2) {
      // The column of the timing pattern is left out.
      let right = pair <= 6 ? pair - 1 : pair
      for step in 0..<size {
        let isUpward = (right + 1) & 2 == 0
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * size + column] && index < bytes.count * 8 {
          dark[row * size + column] = bytes[index >> 3] >> (7 - index & 7) & 1 != 0
          index += 1
        }
      }
    }
  }

  /// Inverts the data where the mask's condition holds (table 10).
  private mutating func apply(_ mask: Int) {
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] {
        let holds =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if holds { dark[y * size + x].toggle() }
      }
    }
  }

  /// How hard the code is to read: runs, blocks, patterns like a finder's, and the share of dark modules (§ 7.8.3).
  private var penalty: Int {
    var penalty = 0, darkCount = 0
    for isRow in [true, false] {
      for line in 0..<size {
        let modules = (0..<size).map { isRow ? isDark($0, line) : isDark(line, $0) }
        var run = 1
        for index in 1...size {
          if index < size, modules[index] == modules[index - 1] {
            run += 1
          } else {
            if run >= 5 { penalty += run - 2 }
            run = 1
          }
        }
        let finder = [true, false, true, true, true, false, true]
        for start in 0...(size - 7) where modules[start..<start + 7].elementsEqual(finder) {
          func isLight(_ range: Range<Int>) -> Bool { range.allSatisfy { !(0..<size ~= $0) || !modules[$0] } }
          if isLight(start - 4..<start) || isLight(start + 7..<start + 11) { penalty += 40 }
        }
      }
    }
    for y in 0..<size {
      for x in 0..<size {
        if isDark(x, y) { darkCount += 1 }
        guard x + 1 < size, y + 1 < size else { continue }
        let first = isDark(x, y)
        if isDark(x + 1, y) == first, isDark(x, y + 1) == first, isDark(x + 1, y + 1) == first { penalty += 3 }
      }
    }
    return penalty + abs(darkCount * 20 - size * size * 10) / (size * size) * 10
  }
}
