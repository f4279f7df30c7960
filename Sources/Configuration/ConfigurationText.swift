import Samples

/// Text of a file with sections and assignments in systemd's form: `[Section]`, then `Key=Value` lines; empty lines and lines
/// that begin with # or ; are ignored.
struct ConfigurationText {
  struct Assignment: Equatable {
    var section: String
    var key: String
    var value: String
    var line: Int
  }

  private(set) var assignments: [Assignment] = []
  private(set) var faults: [(line: Int, sentence: String)] = []

  init(_ text: String) {
    var section: String?
    for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = trimmed(raw), number = index + 1
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
      if line.hasPrefix("[") {
        guard line.hasSuffix("]"), line.count > 2 else {
          faults.append((number, "a section is written [Name], not '\(line)'"))
          section = nil
          continue
        }
        section = String(line.dropFirst().dropLast())
        continue
      }
      guard let equals = line.firstIndex(of: "="), equals != line.startIndex else {
        faults.append((number, "expected Key=Value, not '\(line)'"))
        continue
      }
      guard let section else {
        faults.append((number, "'\(line)' is before the first [Section]"))
        continue
      }
      assignments.append(
        Assignment(
          section: section, key: trimmed(line[..<equals]), value: trimmed(line[line.index(after: equals)...]),
          line: number))
    }
  }
}

private func trimmed(_ text: Substring) -> String {
  var slice = text
  while let first = slice.first, first == " " || first == "\t" || first == "\r" { slice.removeFirst() }
  while let last = slice.last, last == " " || last == "\t" || last == "\r" { slice.removeLast() }
  return String(slice)
}
private func trimmed(_ text: String) -> String { trimmed(Substring(text)) }
