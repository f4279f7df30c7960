import CPosix
import Wire

/// Statistics of the time that each kind of work occupies the loop: the time that samples may have to wait.
struct TurnWatch {
  enum Work: Int, CaseIterable {
    case samples, scenes, requests, sending, answers, housekeeping, connections, outlets

    var name: String { "\(self)" }
  }

  struct Record {
    var count = 0
    var longest: Int64 = 0
    var total: Int64 = 0

    mutating func add(_ span: Int64) {
      count += 1
      total += span
      if span > longest { longest = span }
    }
  }

  private(set) var records = [Record](repeating: Record(), count: Work.allCases.count)
  /// Records of requests by method, at most `mostMethods`.
  private(set) var methods: [String: Record] = [:]
  private static let mostMethods = 100

  mutating func add(_ work: Work, _ span: Int64) { records[work.rawValue].add(span) }

  mutating func add(method: String, _ span: Int64) {
    guard methods[method] != nil || methods.count < Self.mostMethods else { return }
    methods[method, default: Record()].add(span)
  }

  /// The longest single piece of work, which is the longest time that all other work had to wait.
  var longest: Int64 { records.reduce(0) { max($0, $1.longest) } }
}
