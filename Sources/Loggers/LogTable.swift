import Samples
import Text

/// The rows of a logger's table, split in place: columns by name, numbers with either decimal sign. Nothing is allocated per row.
///
/// Fields may be quoted, and then contain separators; a quote within quotes is not supported, and loggers do not write one beside
/// numbers. Tables of places are read by `TableRows`, which supports all of RFC 4180 and takes ten times as long.
struct LogTable: Sendable {
  /// Names from the first line, without quotes, surrounding spaces and a byte order mark.
  let columns: [String]
  private let separator: UInt8
  /// Ranges of the last row's fields.
  private var fields: [Range<Int>] = []

  /// Reads the line with the columns' names; the separator is the most frequent of tab, semicolon and comma.
  init(header line: UnsafeBufferPointer<UInt8>) {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    func count(_ mark: UInt8) -> Int { line.reduce(0) { $0 + ($1 == mark ? 1 : 0) } }
    self.init(header: line, separator: candidates.max { count($0) < count($1) } ?? candidates[0])
  }

  /// Further columns are ignored: no known logger writes as many.
  static let mostColumns = 256

  init(header line: UnsafeBufferPointer<UInt8>, separator: UInt8) {
    self.separator = separator
    fields.reserveCapacity(16)
    var rest = line
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = UnsafeBufferPointer(rebasing: rest[3...]) }
    columns = Self.ranges(rest, separator).map { trimmed(String(decoding: rest[$0], as: UTF8.self)) }
  }

  /// Returns the first column whose name, in lower case, is as wanted.
  func column(_ isWanted: (String) -> Bool) -> Int? { columns.firstIndex { isWanted($0.lowercased()) } }
  func column(_ names: String...) -> Int? { column { names.contains($0) } }

  mutating func split(_ line: UnsafeBufferPointer<UInt8>) {
    fields.removeAll(keepingCapacity: true)
    Self.split(line, separator) { fields.append($0) }
  }

  /// Returns a field; nil if the row has no such field, or an empty one.
  func bytes(_ column: Int?, of line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let column, column < fields.count, !fields[column].isEmpty else { return nil }
    return UnsafeBufferPointer(rebasing: line[fields[column]])
  }

  func text(_ column: Int?, of line: UnsafeBufferPointer<UInt8>) -> String? {
    bytes(column, of: line).map { trimmed(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns a number that must be present.
  func number(_ column: Int?, of line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) -> Double {
    let value = try numeral(column, of: line).double
    guard value.isFinite else { throw LogRefusal(.notFinite, name(column)) }
    return value
  }

  /// Returns a number that may be missing; loggers also write this as `NaN` or `null`.
  func optionalNumber(_ column: Int?, of line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) -> Double? {
    guard let field = bytes(column, of: line) else { return nil }
    if Self.isWord(field, "nan") || Self.isWord(field, "null") { return nil }
    return try number(column, of: line)
  }

  /// Returns a required number times 10^decimals, exactly: clocks in nanoseconds have more digits than a double.
  func scaled(_ column: Int?, decimals: Int, of line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) -> Int64 {
    guard let value = try numeral(column, of: line).scaled(decimals: decimals),
      value.magnitude <= 9_000_000_000_000_000_000
    else { throw LogRefusal(.outOfRange, name(column)) }
    return value
  }

  private func numeral(_ column: Int?, of line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) -> Numeral {
    guard let field = bytes(column, of: line) else { throw LogRefusal(.missingField, name(column)) }
    var position = 0
    if let numeral = Numeral.scan(field, at: &position), position == field.count { return numeral }
    if separator != UInt8(ascii: ","), let numeral = Self.withDecimalComma(field) { return numeral }
    let unsigned = field.first == UInt8(ascii: "-") ? UnsafeBufferPointer(rebasing: field[1...]) : field
    let isFinite = !["nan", "inf", "infinity", "∞"].contains { Self.isWord(unsigned, $0) }
    throw LogRefusal(isFinite ? .notANumber : .notFinite, name(column))
  }

  private static func withDecimalComma(_ field: UnsafeBufferPointer<UInt8>) -> Numeral? {
    let points = field.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    return points.withUnsafeBufferPointer { points in
      var position = 0
      guard let numeral = Numeral.scan(points, at: &position), position == points.count else { return nil }
      return numeral
    }
  }

  private static func isWord(_ field: UnsafeBufferPointer<UInt8>, _ word: String) -> Bool {
    field.count == word.utf8.count && zip(field, word.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
  }

  private func name(_ column: Int?) -> String {
    guard let column, column < columns.count else { return "" }
    return columns[column]
  }

  private static func ranges(_ line: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    split(line, separator) { ranges.append($0) }
    return ranges
  }

  /// Passes the ranges of the fields, without surrounding quotes and spaces, to `body`.
  @inline(__always)
  private static func split(_ line: UnsafeBufferPointer<UInt8>, _ separator: UInt8, _ body: (Range<Int>) -> Void) {
    var start = 0, isQuoted = false, count = 0
    for index in 0...line.count {
      if index < line.count {
        if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        if isQuoted || line[index] != separator { continue }
      }
      var first = start, end = index
      while first < end, isSpace(line[first]) { first += 1 }
      while end > first, isSpace(line[end - 1]) { end -= 1 }
      if end - first >= 2, line[first] == UInt8(ascii: "\""), line[end - 1] == UInt8(ascii: "\"") {
        first += 1
        end -= 1
      }
      body(first..<end)
      start = index + 1
      count += 1
      if count == mostColumns { return }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0d }
}

extension LogRefusal {
  init(_ reason: Refusal.Reason, _ column: String = "") { self.init(reason: reason.rawValue, column: column) }
}
