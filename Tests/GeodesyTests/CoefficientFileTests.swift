import Expectations
import Geometry
import TestData
import Testing

@testable import Geodesy

@Suite struct CoefficientFileTests {
  private static let table = MagneticModel.worldMagneticModel2025Table

  /// The same figures in NOAA's layout.
  private static let cof: String = {
    var text = "    2025.0            WMM-2025     11/13/2024\n"
    for line in table.split(separator: "\n") where line.first?.isNumber == true {
      let fields = line.split(separator: ",").map(String.init)
      text += fields.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }.joined() + "\n"
    }
    let nines = String(repeating: "9", count: 48)
    return text + nines + "\n" + nines + "\n"
  }()

  private func parse(_ text: String) throws(CoefficientFileFault) -> MagneticModel {
    try MagneticModel(coefficientFile: Array(text.utf8))
  }

  private func fault(_ bytes: [UInt8]) -> CoefficientFileFault? {
    do throws(CoefficientFileFault) {
      _ = try MagneticModel(coefficientFile: bytes)
      return nil
    } catch { return error }
  }

  @Test func bothLayoutsGiveTheSameField() throws {
    let ours = try parse(Self.table), theirs = try parse(Self.cof)
    #expect(theirs.name == "WMM-2025" && theirs.epoch == ours.epoch && theirs.validUntil == ours.validUntil)
    for latitude in [-89.0, 12, 60] {
      let spot = place(latitude, 77, 1000)
      let field = try ours.field(at: spot, year: DecimalYear(2028))
      try expect(theirs.field(at: spot, year: DecimalYear(2028)), equals: field)
    }
  }

  @Test func lineEndsAndTrailingBlankLinesChangeNoField() throws {
    let spot = place(12, 77, 1000), year = DecimalYear(2028)
    for text in [Self.table, Self.cof] {
      let field = try parse(text).field(at: spot, year: year)
      for other in [text.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n", text + "\n\n"] {
        try expect(parse(other).field(at: spot, year: year), equals: field)
      }
    }
  }

  @Test func anotherEpochAndValidityAreRead() throws {
    let text = Self.table.replacingFirst("epoch 2025.0, valid to 2030.0", "epoch 2030.0, valid to 2034.5")
      .replacingFirst("World Magnetic Model 2025 (NOAA NCEI / BGS, public domain)", "Tomorrow's")
    let model = try parse(text)
    expect(model.name, equals: "Tomorrow's")
    #expect(model.epoch.value == 2030 && model.validUntil.value == 2034.5)
    #expect(model.isValid(DecimalYear(2034.5)) && !model.isValid(DecimalYear(2029.9)))
  }

  @Test(.enabled(if: SharedData.has("reference/wmm2025.csv"), "needs shared/reference"))
  func theBuiltInTableIsTheReferenceFile() throws {
    try expect(SharedData.text("reference/wmm2025.csv"), equals: Self.table)
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    let find, put: String
    let line: Int
    let reason: CoefficientFileFault.Reason
    var testDescription: String { "\(find.debugDescription) → \(put.debugDescription)" }

    init(_ find: String, _ put: String, _ line: Int, _ reason: CoefficientFileFault.Reason) {
      (self.find, self.put, self.line, self.reason) = (find, put, line, reason)
    }
  }

  private static let header = "# NAME, epoch 2025.0, valid to 2030.0"
  private static let columns = "n,m,g,h,g_dot,h_dot"

  @Test(arguments: [
    Damage(", epoch 2025.0", "", 1, .notACoefficientFile),
    Damage(", valid to 2030.0", "", 1, .notACoefficientFile),
    Damage("epoch 2025.0", "epoch soon", 1, .notANumber("soon")),
    Damage("epoch 2025.0", "epoch 0x7e9", 1, .notANumber("0x7e9")),
    Damage("epoch 2025.0", "epoch nan", 1, .notANumber("nan")),
    Damage("valid to 2030.0", "valid to 2025.0", 1, .badHeader(expected: header)),
    Damage("World Magnetic Model 2025 (", "(", 1, .badHeader(expected: header)),
    Damage(columns, "n,m,g,h", 3, .badHeader(expected: columns)),
    Damage(columns + "\n", "", 3, .badHeader(expected: columns)),
    Damage(
      "2,1,2951.1,-3133.6,-5.2,-27.7\n", "", 7, .outOfOrder(degree: 2, order: 2, expectedDegree: 2, expectedOrder: 1)),
    Damage("2,1,2951.1", "2,0,2951.1", 7, .duplicate(degree: 2, order: 0)),
    Damage("2,1,2951.1", "2,3,2951.1", 7, .outOfOrder(degree: 2, order: 3, expectedDegree: 2, expectedOrder: 1)),
    Damage("2,1,2951.1", "13,1,2951.1", 7, .degree(13)),
    Damage("2,1,2951.1", "0,0,2951.1", 7, .degree(0)),
    Damage("2,1,2951.1", "2,1.0,2951.1", 7, .notANumber("1.0")),
    Damage("2,1,2951.1", "2,1,2951.1°", 7, .notANumber("2951.1°")),
    Damage("2,1,2951.1", "2,1,", 7, .notANumber("")),
    Damage("2,1,2951.1", "2,1,1e999", 7, .notFinite("1e999")),
    Damage("2,1,2951.1", "2,1,-inf", 7, .notANumber("-inf")),
    Damage("2,1,2951.1", "2,1,2951,1", 7, .fieldCount(7)),
    Damage("2,1,2951.1,", "2,1,", 7, .fieldCount(5)),
    Damage("2,0,-2556.6,0.0", "2,0,-2556.6,1.0", 6, .hWithoutOrder),
    Damage("12,12,-0.7,0.2,-0.1,-0.1\n", "", 93, .missing(degree: 12, order: 12)),
    Damage("12,12,-0.7,0.2,-0.1,-0.1\n", "12,12,-0.7,0.2,-0.1,-0.1\n\nmore\n", 95, .afterTheEnd),
    Damage("12,12,-0.7,0.2,-0.1,-0.1\n", "12,12,-0.7,0.2,-0.1,-0.1\n13,0,1,0,0,0\n", 94, .degree(13)),
  ]) func damagedTables(_ damage: Damage) throws {
    let text = Self.table.replacingFirst(damage.find, damage.put)
    try #require(text != Self.table)
    let found = try #require(fault(Array(text.utf8)))
    expect(found, equals: CoefficientFileFault(line: damage.line, reason: damage.reason))
    #expect(found.description.hasPrefix("line \(damage.line): "))
  }

  private static let nines = String(repeating: "9", count: 48) + "\n"

  @Test(arguments: [
    Damage("2025.0 ", "twenty ", 1, .notACoefficientFile),
    Damage("WMM-2025", "IGRF-14", 1, .notACoefficientFile),
    Damage(" 11/13/2024", "", 1, .notACoefficientFile),
    Damage("29351.8", "29351,8", 2, .notANumber("-29351,8")),
    Damage("2951.1", "", 5, .fieldCount(5)),
    Damage("4545.4", "nan", 3, .notANumber("nan")),
    Damage(nines + nines, "", 92, .noEnd),
    Damage(nines + nines, nines + "1 0 0 0 0 0\n", 93, .afterTheEnd),
    Damage(nines + nines, "13 0 1.0 0.0 0.0 0.0\n" + nines, 92, .degree(13)),
  ]) func damagedNOAAFiles(_ damage: Damage) throws {
    let text = Self.cof.replacingFirst(damage.find, damage.put)
    try #require(text != Self.cof)
    let found = try #require(fault(Array(text.utf8)))
    expect(found, equals: CoefficientFileFault(line: damage.line, reason: damage.reason))
  }

  /// A file that is cut off anywhere is refused; only some nines of the closing line and the last line feed may be missing.
  @Test func cutFilesAreRefused() throws {
    for (text, spare) in [(Self.table, 2), (Self.cof, 49 + 36)] {
      let bytes = Array(text.utf8)
      for length in stride(from: 0, to: bytes.count - spare, by: 7) {
        #expect(fault(Array(bytes[..<length])) != nil, "cut at \(length)")
      }
    }
  }

  @Test func bytesWithoutCoefficientsAreRefused() throws {
    expect(fault([]), equals: CoefficientFileFault(line: 1, reason: .notACoefficientFile))
    expect(fault(Array("hello\n".utf8)), equals: CoefficientFileFault(line: 1, reason: .notACoefficientFile))
    expect(fault([0x1f, 0x8b, 0x08, 0x00]), equals: CoefficientFileFault(line: 1, reason: .notText))
    var bytes = Array(Self.table.utf8)
    let third = try #require(bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.dropFirst(2).first)
    bytes[third + 2] = 0xff
    expect(fault(bytes), equals: CoefficientFileFault(line: 4, reason: .notText))
  }
}

extension String {
  /// The text with the first occurrence of a part changed.
  fileprivate func replacingFirst(_ part: String, _ other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return replacingCharacters(in: range, with: other)
  }
  private func firstRange(of part: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(part) }.map { $0..<index($0, offsetBy: part.count) }
  }
  private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
