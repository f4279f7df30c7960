import Geometry

/// A plus code, the digital address of Google ("Open Location Code specification", github.com/google/open-location-code): the cell
/// of a grid of latitude and longitude, as digits of base 20.
///
/// The first ten digits are pairs of latitude and longitude, each a twentieth of the pair before; the pairs cover 20° to 1/8000°,
/// which is 14 m. Each further digit divides the cell into five rows and four columns.
public struct PlusCode: Equatable, Sendable {
  private static let digits = Array("23456789CFGHJMPQRVWX".utf8)
  private static let plus = UInt8(ascii: "+"), padding = UInt8(ascii: "0")
  private static let base = 20, pairs = 5, beforePlus = 8
  /// Cells of the finest pair in a degree.
  private static let perDegree = 8000.0
  private static let rows = 5, columns = 4, longest = 15

  /// In upper case, with its plus sign.
  public let text: String

  /// The code of the cell around a place, with ten digits, or with eleven for a cell of 3 m.
  public init(_ place: Geodetic, isFine: Bool = false) {
    let φ = min(max(place.latitude.value, -90), 90) + 90
    let λ = (place.longitude.value + 180) - ((place.longitude.value + 180) / 360).rounded(.down) * 360
    // Whole numbers of the finest cells, so that a place on an edge belongs to the cell that begins there.
    let north = min(
      Int((φ * Self.perDegree * Double(Self.rows)).rounded(.down)), Int(180 * Self.perDegree) * Self.rows - 1)
    let east = min(
      Int((λ * Self.perDegree * Double(Self.columns)).rounded(.down)), Int(360 * Self.perDegree) * Self.columns - 1)
    var row = north / Self.rows, column = east / Self.columns
    var code: [UInt8] = []
    for _ in 0..<Self.pairs {
      code.insert(Self.digits[column % Self.base], at: 0)
      code.insert(Self.digits[row % Self.base], at: 0)
      (row, column) = (row / Self.base, column / Self.base)
    }
    if isFine { code.append(Self.digits[north % Self.rows * Self.columns + east % Self.columns]) }
    code.insert(Self.plus, at: Self.beforePlus)
    text = String(decoding: code, as: UTF8.self)
  }

  /// Reads a code; nil if the text is none. Small letters are allowed.
  public init?(_ text: String) {
    let code = Array(text.uppercased().utf8)
    guard let plus = code.firstIndex(of: Self.plus), code.count(where: { $0 == Self.plus }) == 1,
      plus <= Self.beforePlus,
      plus % 2 == 0, code.count > 1, code.count - 1 <= Self.longest, code.count - plus != 2
    else { return nil }
    let before = code[..<plus], zeros = before.count { $0 == Self.padding }
    if zeros > 0 {
      // Only a whole code is padded, in pairs, and nothing follows.
      guard plus == Self.beforePlus, zeros % 2 == 0, zeros < plus, code.count == plus + 1,
        before.suffix(zeros).allSatisfy({ $0 == Self.padding })
      else { return nil }
    }
    let all = before.dropLast(zeros) + code[(plus + 1)...]
    guard all.allSatisfy(Self.digits.contains) else { return nil }
    if plus == Self.beforePlus {
      // The first pair covers more than the Earth: 9 steps of latitude, 18 of longitude.
      guard Self.value(code[0]) < 9, all.count < 2 || Self.value(code[1]) < 18 else { return nil }
    }
    self.text = String(decoding: code, as: UTF8.self)
  }

  /// Without its first digits, which are those of a place nearby.
  public var isShort: Bool { text.utf8.prefix { $0 != Self.plus }.count < Self.beforePlus }

  /// Returns the whole code of the nearest cell that ends with a short code.
  public func completed(near place: Geodetic) -> PlusCode {
    guard isShort else { return self }
    let missing = Self.beforePlus - text.utf8.prefix { $0 != Self.plus }.count
    guard let whole = PlusCode(PlusCode(place).text.prefix(missing) + text) else { return self }
    // The cell of the missing digits may be the neighbour of the one that the place is in.
    var step = Double(Self.base)
    for _ in 0..<missing / 2 - 1 { step /= Double(Self.base) }
    let found = whole.center
    func nearest(_ angle: Double, _ wanted: Double) -> Double {
      let off = (angle - wanted).remainder(dividingBy: 360)
      return off > step / 2 ? angle - step : off < -step / 2 ? angle + step : angle
    }
    var φ = nearest(found.latitude.value, place.latitude.value)
    if φ.magnitude > 90 { φ = found.latitude.value }
    let λ = nearest(found.longitude.value, place.longitude.value)
    return PlusCode(PlusCode(Geodetic(latitude: Degrees(φ), longitude: Degrees(λ))).text.prefix(missing) + text)
      ?? whole
  }

  /// The middle of the cell. Precondition: the code is not short.
  public var center: Geodetic {
    let (south, west, height, width) = cell
    return Geodetic(latitude: Degrees(south + height / 2), longitude: Degrees(west + width / 2))
  }

  /// South and west edge, height and width, in degrees.
  private var cell: (Double, Double, Double, Double) {
    let code = text.utf8.filter { $0 != Self.plus && $0 != Self.padding }
    var south = -90.0, west = -180.0, height = 400.0, width = 400.0
    for (index, digit) in code.enumerated() {
      let value = Double(Self.value(digit))
      if index >= 2 * Self.pairs {
        height /= Double(Self.rows)
        width /= Double(Self.columns)
        south += (value / Double(Self.columns)).rounded(.down) * height
        west += value.truncatingRemainder(dividingBy: Double(Self.columns)) * width
      } else if index % 2 == 0 {
        height /= Double(Self.base)
        south += value * height
      } else {
        width /= Double(Self.base)
        west += value * width
      }
    }
    return (south, west, height, width)
  }

  private static func value(_ digit: UInt8) -> Int { digits.firstIndex(of: digit) ?? 0 }
}
