import Fusion
public import Samples
import Tracking

/// What was refused or taken with less trust, by reason, and how the counts grew. A scene that begins anew counts from zero;
/// here the counts go on.
public struct RefusalHistory: Sendable {
  public struct Reason: Sendable {
    public let name: String
    public private(set) var count = 0
    /// The total each time it had grown.
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

  /// In the order in which they were first named, those that never occurred included.
  public private(set) var reasons: [Reason] = []
  /// Lines of the recording that were no measurement, by reason.
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
