import Foundation
import Testing

/// Where a call of `expect` stands.
struct CallPlace {
  private let location: SourceLocation
  private let path: String

  init(_ fileID: String, _ path: String, _ line: Int, _ column: Int) {
    location = SourceLocation(fileID: fileID, filePath: path, line: line, column: column)
    self.path = path
  }

  /// Records an issue with the values of a comparison that does not hold, and the text of its call if the source is there.
  func fail<T>(_ left: T, _ relation: String, _ right: T, _ comment: String) {
    let values = "\(shown(left)) \(relation) \(shown(right))"
    let parts = [
      "Expectation failed: \(values)", call.map { " of \($0)" } ?? "", comment.isEmpty ? "" : ": \(comment)",
    ]
    Issue.record(FailedComparison(description: parts.joined()), sourceLocation: location)
  }

  /// Texts in quotation marks, as in a failed `#expect`.
  private func shown<T>(_ value: T) -> String { value is String ? "\"\(value)\"" : "\(value)" }

  /// The text of the call without its comment, in one line.
  private var call: String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(location.line - 1).prefix(12)
    let source = lines.joined(separator: " ")
    guard let start = source.range(of: "expect(") else { return nil }
    var depth = 0, commas = 0, isText = false, call = ""
    for character in source[start.upperBound...] {
      if character == "\"" { isText.toggle() }
      if !isText {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        if depth == 0 && character == "," { commas += 1 }
        if depth < 0 || commas == 2 { break }
      }
      if character != " " || !call.hasSuffix(" ") { call.append(character) }
    }
    return "expect(\(call))"
  }
}

/// The issue of a comparison that does not hold.
struct FailedComparison: Error, CustomStringConvertible {
  var description: String
}
