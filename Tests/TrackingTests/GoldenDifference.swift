import Foundation

/// Differences of a session's rows from the committed ones.
struct GoldenDifference: Sendable {
  /// One difference for each second in which both rows have the value: meters, or degrees.
  private(set) var place: [Double] = []
  private(set) var position: [Double] = []
  /// The greatest difference of heading, yaw and drawn yaw; zero where neither row knows a heading.
  private(set) var heading: [Double] = []
  /// Difference of the orientation in the scene.
  private(set) var orientation: [Double] = []
  /// Every stated standard deviation and radius divided by the committed one.
  private(set) var accuracy: [Double] = []
  private(set) var seconds = 0
  /// Seconds with a row missing, with another state, or with a value that only one of the two rows has.
  private(set) var states = 0
  private(set) var firstState: String?

  /// The largest differences that pass.
  ///
  /// One machine computes the same bytes twice; another compiler or C library changes last digits. `lastDigitsStayWithin`
  /// measures their effect: samples that are off by a part in 10¹² change no place by a millimeter, no heading by more than
  /// 0.005°, and the state of one second in 1500. A single decision at the edge of a gate (a step, an outlier) may change more
  /// for some seconds. So the medians are narrow, and the maxima leave room for one such decision.
  enum Tolerance {
    static let metres = (median: 0.02, largest: 0.5)
    static let degrees = (median: 0.05, largest: 1.0)
    /// Ratio of standard deviation and of radius, upward or downward.
    static let ratio = (median: 1.02, largest: 1.25)
    /// Seconds per session with another state.
    static let states = 2
  }

  /// Standard deviation of a heading that may be any, in degrees.
  private static let unknown = 90.0

  init() {}

  init(committed: [GoldenRow], now: [GoldenRow]) {
    let old = Dictionary(committed.map { ($0.second, $0) }) { first, _ in first }
    let new = Dictionary(now.map { ($0.second, $0) }) { first, _ in first }
    for second in Set(old.keys).union(new.keys).sorted() {
      seconds += 1
      guard let a = old[second], let b = new[second] else {
        recordState("\(second) s: \(old[second] == nil ? "a row more" : "a row less") than committed")
        continue
      }
      compare(a, b)
    }
  }

  private mutating func compare(_ a: GoldenRow, _ b: GoldenRow) {
    func known(_ row: GoldenRow) -> [Bool] {
      [row.place != nil, row.radius != nil, row.verticalRadius != nil, row.heading != nil, row.yawSigma != nil]
    }
    func state(_ row: GoldenRow) -> String { "scene \(row.scene), \(row.tracking), \(row.localization)" }
    if state(a) != state(b) {
      recordState("\(a.second) s: \(state(b)); committed: \(state(a))")
    } else if known(a) != known(b) {
      recordState("\(a.second) s: another set of known values (place, radii, heading, yaw)")
    }
    if let a = a.place, let b = b.place { place.append(length(a - b)) }
    for (a, b) in [(a.radius, b.radius), (a.verticalRadius, b.verticalRadius), (a.yawSigma, b.yawSigma)] {
      // Rounded to the files' last digit, a hundredth of the smallest standard deviation.
      if let a, let b { accuracy.append(max(b, 1e-3) / max(a, 1e-3)) }
    }
    var turns = [turn(from: a.yaw, to: b.yaw), turn(from: a.drawnYaw, to: b.drawnYaw)]
    if let a = a.heading, let b = b.heading { turns.append(turn(from: a, to: b)) }
    // Of headings all around rounding decides which is told.
    let isKnown = min(a.yawSigma ?? 180, b.yawSigma ?? 180) < Self.unknown
    heading.append(!isKnown ? 0 : turns.allSatisfy(\.isFinite) ? turns.max() ?? 0 : .nan)
    guard a.scene == b.scene else { return }
    position.append(length(a.position - b.position))
    // The angle between two unit quaternions by their chord, which is exact for small angles.
    let chord = min(length(a.rotation - b.rotation), length(a.rotation + b.rotation))
    orientation.append(4 * asin(min(1, chord / 2)) * 180 / .pi)
  }

  private mutating func recordState(_ text: String) {
    states += 1
    if firstState == nil { firstState = text }
  }

  mutating func append(_ other: GoldenDifference) {
    place += other.place
    position += other.position
    heading += other.heading
    orientation += other.orientation
    accuracy += other.accuracy
    seconds += other.seconds
    states += other.states
  }

  /// The ratio farthest from 1, in either direction.
  private var farthestRatio: Double { accuracy.max { abs(log($0)) < abs(log($1)) } ?? 1 }

  /// The differences beyond the tolerance, one sentence each; empty if the session passes.
  var faults: [String] {
    var faults: [String] = []
    func judge(_ name: String, _ values: [Double], _ tolerance: (median: Double, largest: Double), _ unit: String) {
      let middle = median(values), largest = values.max() ?? 0
      // Not `>`: a NaN must not pass.
      guard middle <= tolerance.median, largest <= tolerance.largest, values.allSatisfy(\.isFinite) else {
        faults.append(
          String(
            format: "%@ moved by %.3f (median) and %.3f (largest) %@, beyond %.2f and %.2f", name, middle, largest,
            unit,
            tolerance.median, tolerance.largest))
        return
      }
    }
    judge("place", place, Tolerance.metres, "m")
    judge("scene position", position, Tolerance.metres, "m")
    judge("heading", heading, Tolerance.degrees, "°")
    judge("orientation", orientation, Tolerance.degrees, "°")
    judge("stated accuracy", accuracy.map { max($0, 1 / $0) }, Tolerance.ratio, "times")
    if states > Tolerance.states {
      faults.append("\(states) seconds have another state; the first: \(firstState ?? "")")
    }
    return faults
  }

  static let header =
    "session                   s      place m       scene m      heading °    orientation °    σ, radius     states\n"
    + "                              p50     max   p50     max    p50    max    p50     max     p50    max"

  func line(_ name: String) -> String {
    func pair(_ values: [Double]) -> String { String(format: "%7.3f %7.3f", median(values), values.max() ?? 0) }
    let ratio = accuracy.isEmpty ? "      –      –" : String(format: " ×%.3f ×%.3f", median(accuracy), farthestRatio)
    return name.padding(toLength: 24, withPad: " ", startingAt: 0) + String(format: "%4d ", seconds)
      + [pair(place), pair(position), pair(heading), pair(orientation), ratio].joined(separator: " ")
      + String(format: " %6d", states)
  }
}

private func length<V: SIMD<Double>>(_ vector: V) -> Double { (vector * vector).sum().squareRoot() }

private func turn(from a: Double, to b: Double) -> Double { abs(remainder(b - a, 360)) }

/// The median; 0 for no values.
private func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return 0 }
  return values.sorted()[values.count / 2]
}
