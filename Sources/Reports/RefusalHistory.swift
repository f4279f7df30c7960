import Fusion
public import Samples
import Tracking

/// Measurements that were refused or trusted less, by reason, and the growth of the counts. A new scene counts from zero; here
/// the counts continue.
public struct RefusalHistory: Sendable {
  public struct Reason: Sendable {
    public let name: String
    public private(set) var count = 0
    /// The total after each increase.
    public private(set) var growth: [(time: BootInstant, count: Int)] = []
    private var last = 0

    init(_ name: String) { self.name = name }

    mutating func record(_ value: Int, at time: BootInstant) {
      let gained = value < last ? value : value - last
      last = value
      guard gained > 0 else { return }
      count += gained
      growth.append((time, count))
    }
  }

  /// Reasons in the order of their first report, including those that never occurred.
  public private(set) var reasons: [Reason] = []
  /// Lines of the recording that the reader refused, by reason.
  public internal(set) var lines: [(reason: String, count: Int)] = []

  public var occurred: [Reason] { reasons.filter { $0.count > 0 }.sorted { $0.count > $1.count } }

  mutating func record(
    _ counters: Tally<InertialIncident>, _ refusals: [(reason: String, count: Int)], at time: BootInstant
  ) {
    for (name, count) in counters.list("gyroscope") + refusals.map({ ($0.reason, $0.count) }) {
      var index = reasons.firstIndex { $0.name == name }
      if index == nil {
        reasons.append(Reason(name))
        index = reasons.count - 1
      }
      if let index { reasons[index].record(count, at: time) }
    }
  }
}
