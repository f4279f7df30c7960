/// The counts in a file of callgrind: all instructions, and those of the C library's functions that copy memory.
///
/// "Callgrind Format Specification" (valgrind's manual): a function is `fn=(id) name`, at its second mention `fn=(id)`; the lines
/// of costs after it are its own, apart from the one after `calls=`, which is the whole cost of a call.
struct CallgrindCount {
  private(set) var all = 0, copying = 0

  init(_ text: String) {
    var copiers: Set<Substring> = []
    var isCopier = false, isCall = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
        let words = line.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
        guard let id = words.first else { continue }
        if words.count > 1, words[1].contains("memcpy") || words[1].contains("memmove") { copiers.insert(id) }
        if line.hasPrefix("fn=") { isCopier = copiers.contains(id) }
      } else if line.hasPrefix("calls=") {
        isCall = true
      } else if line.hasPrefix("totals:") {
        all = Self.last(line)
      } else if let first = line.first, first.isNumber || "+-*".contains(first) {
        if isCopier, !isCall { copying += Self.last(line) }
        isCall = false
      }
    }
  }

  private static func last(_ line: Substring) -> Int { line.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
}
