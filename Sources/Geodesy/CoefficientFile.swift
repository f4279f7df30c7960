import Text

/// The reason why a text is not a magnetic model, with the line.
public struct CoefficientFileFault: Error, Equatable, Sendable {
  /// Line number from 1.
  public let line: Int
  public let reason: Reason

  public enum Reason: Equatable, Sendable {
    case notText
    case notACoefficientFile
    case badHeader(expected: String)
    case fieldCount(Int)
    case notANumber(String)
    case notFinite(String)
    case degree(Int)
    case duplicate(degree: Int, order: Int)
    case outOfOrder(degree: Int, order: Int, expectedDegree: Int, expectedOrder: Int)
    case missing(degree: Int, order: Int)
    case hWithoutOrder
    case afterTheEnd
    case noEnd
  }
}

extension CoefficientFileFault: CustomStringConvertible {
  public var description: String {
    let text =
      switch reason {
      case .notText: "not UTF-8 text"
      case .notACoefficientFile:
        "not a coefficient file: it starts neither like NOAA's WMM.COF (\"2025.0 WMM-2025 11/13/2024\") "
          + "nor with \"# NAME, epoch 2025.0, valid to 2030.0\""
      case .badHeader(let expected): "the header should be \"\(expected)\""
      case .fieldCount(let count): "expected six numbers (n, m, g, h and the yearly changes of g and h), found \(count)"
      case .notANumber(let field): "\"\(field)\" is not a number"
      case .notFinite(let field): "\"\(field)\" is not a finite number"
      case .degree(let degree): "degree \(degree): a World Magnetic Model has degrees 1 to \(MagneticModel.degree)"
      case .duplicate(let degree, let order): "the term \(degree), \(order) occurs twice"
      case .outOfOrder(let degree, let order, let expectedDegree, let expectedOrder):
        "found the term \(degree), \(order), expected \(expectedDegree), \(expectedOrder)"
      case .missing(let degree, let order): "the file ends before the term \(degree), \(order)"
      case .hWithoutOrder: "h of a term of order 0 must be 0"
      case .afterTheEnd: "text after the end"
      case .noEnd: "the closing line of nines is missing: the file is cut off"
      }
    return "line \(line): \(text)"
  }
}

/// The rows of a coefficient file. Two layouts are accepted, both strictly: terms in order of degree and then of
/// order, each once, 1 … 12.
///
/// NOAA's `WMM.COF`: `2025.0 WMM-2025 11/13/2024` (epoch, name, release), rows `n m g h gdot hdot` separated by white space,
/// closing lines of nines. Valid for five years.
///
/// gnomon's own layout, a table with a heading:
/// ```
/// # World Magnetic Model 2025 (NOAA NCEI / BGS, public domain), epoch 2025.0, valid to 2030.0, released 2024-11-13
/// # any number of remarks
/// n,m,g,h,g_dot,h_dot
/// 1,0,-29351.8,0.0,12.0,0.0
/// ```
/// The name ends before `, epoch` (a remark in brackets is not part of it); the text after the validity is a remark.
struct CoefficientFile {
  var name: String
  var epoch: Double
  var validUntil: Double
  var rows: [GaussRow] = []

  private typealias Fault = CoefficientFileFault
  private static let columns = "n,m,g,h,g_dot,h_dot"
  private static let expectedHeader = "# NAME, epoch 2025.0, valid to 2030.0"

  init(_ bytes: [UInt8]) throws(CoefficientFileFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(line: Self.firstUndecodableLine(bytes), reason: .notText)
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if text.hasPrefix("#") { try self.init(table: lines) } else { try self.init(noaa: lines) }
  }

  // MARK: gnomon's table

  private init(table lines: [Substring]) throws(CoefficientFileFault) {
    let header = lines[0].dropFirst().trimmed
    guard let epochAt = header.firstRange(of: ", epoch "),
      let untilAt = header[epochAt.upperBound...].firstRange(of: ", valid to ")
    else { throw Fault(line: 1, reason: .notACoefficientFile) }
    name = String(header[..<epochAt.lowerBound].prefix { $0 != "(" }.trimmed)
    epoch = try number(header[epochAt.upperBound..<untilAt.lowerBound], line: 1)
    validUntil = try number(header[untilAt.upperBound...].prefix { $0 != "," }, line: 1)
    guard !name.isEmpty, epoch < validUntil else {
      throw Fault(line: 1, reason: .badHeader(expected: Self.expectedHeader))
    }

    var next = 1
    while next < lines.count, lines[next].hasPrefix("#") { next += 1 }
    guard next < lines.count, lines[next].trimmed == Self.columns else {
      throw Fault(line: min(next, lines.count - 1) + 1, reason: .badHeader(expected: Self.columns))
    }
    next += 1
    while next < lines.count, !lines[next].trimmed.isEmpty {
      let fields = lines[next].split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      try append(fields, line: next + 1)
      next += 1
    }
    try finish(line: next + 1)
    while next < lines.count {
      guard lines[next].trimmed.isEmpty else { throw Fault(line: next + 1, reason: .afterTheEnd) }
      next += 1
    }
  }

  // MARK: NOAA's layout

  private init(noaa lines: [Substring]) throws(CoefficientFileFault) {
    let header = lines[0].split(whereSeparator: \.isWhitespace)
    guard header.count == 3, let year = Double(numeral: header[0]), year.isFinite, header[1].contains("WMM") else {
      throw Fault(line: 1, reason: .notACoefficientFile)
    }
    name = String(header[1])
    epoch = year
    validUntil = year + 5

    var ended = false
    for (index, text) in lines.enumerated().dropFirst() {
      let fields = text.split(whereSeparator: \.isWhitespace)
      if fields.isEmpty { continue }
      let closes = fields.count == 1 && fields[0].count > 12 && fields[0].allSatisfy { $0 == "9" }
      if closes && !ended {
        try finish(line: index + 1)
        ended = true
      } else if ended && !closes {
        throw Fault(line: index + 1, reason: .afterTheEnd)
      } else if !ended {
        try append(fields, line: index + 1)
      }
    }
    guard ended else {
      try finish(line: lines.count)
      throw Fault(line: lines.count, reason: .noEnd)
    }
  }

  // MARK: rows

  /// The next term in order: 1 0, 1 1, 2 0, …; nil after the last one.
  private var expected: (degree: Int, order: Int)? {
    guard let last = rows.last else { return (1, 0) }
    if last.order < last.degree { return (last.degree, last.order + 1) }
    return last.degree < MagneticModel.degree ? (last.degree + 1, 0) : nil
  }

  private mutating func append(_ fields: [Substring], line: Int) throws(CoefficientFileFault) {
    guard fields.count == 6 else { throw Fault(line: line, reason: .fieldCount(fields.count)) }
    guard let degree = Int(fields[0]) else { throw Fault(line: line, reason: .notANumber(String(fields[0]))) }
    guard let order = Int(fields[1]) else { throw Fault(line: line, reason: .notANumber(String(fields[1]))) }
    guard 1...MagneticModel.degree ~= degree else { throw Fault(line: line, reason: .degree(degree)) }
    if rows.contains(where: { $0.degree == degree && $0.order == order }) {
      throw Fault(line: line, reason: .duplicate(degree: degree, order: order))
    }
    guard let expected else { throw Fault(line: line, reason: .afterTheEnd) }
    guard expected == (degree, order) else {
      throw Fault(
        line: line,
        reason: .outOfOrder(
          degree: degree, order: order, expectedDegree: expected.degree, expectedOrder: expected.order))
    }
    let row = GaussRow(
      degree: degree, order: order, g: try number(fields[2], line: line), h: try number(fields[3], line: line),
      gRate: try number(fields[4], line: line), hRate: try number(fields[5], line: line))
    guard order > 0 || (row.h == 0 && row.hRate == 0) else { throw Fault(line: line, reason: .hWithoutOrder) }
    rows.append(row)
  }

  private func finish(line: Int) throws(CoefficientFileFault) {
    if let expected { throw Fault(line: line, reason: .missing(degree: expected.degree, order: expected.order)) }
  }

  private static func firstUndecodableLine(_ bytes: [UInt8]) -> Int {
    var line = 1
    for piece in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if String(validating: piece, as: UTF8.self) == nil { break }
      line += 1
    }
    return line
  }
}

/// Returns a decimal number; one that is too large for a double becomes infinite.
private func number(_ field: Substring, line: Int) throws(CoefficientFileFault) -> Double {
  let text = field.trimmed
  guard let value = Double(numeral: text) else {
    throw CoefficientFileFault(line: line, reason: .notANumber(String(text)))
  }
  guard value.isFinite else { throw CoefficientFileFault(line: line, reason: .notFinite(String(text))) }
  return value
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    var result = self
    while let first = result.first, first.isWhitespace { result.removeFirst() }
    while let last = result.last, last.isWhitespace { result.removeLast() }
    return result
  }

  /// Returns the range of the first occurrence of another text.
  fileprivate func firstRange(of wanted: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(wanted) { return start..<index(start, offsetBy: wanted.count) }
      formIndex(after: &start)
    }
    return nil
  }
}

extension MagneticModel {
  /// The model in a coefficient file (see `CoefficientFile` for the two layouts).
  public init(coefficientFile bytes: [UInt8]) throws(CoefficientFileFault) {
    let file = try CoefficientFile(bytes)
    self.init(
      name: file.name, epoch: DecimalYear(file.epoch), validUntil: DecimalYear(file.validUntil), rows: file.rows)
  }
}
