import Geometry
import Odometry

/// The axes of a gyroscope that repeat their value while the body turns: what they have not shown.
///
/// One axis repeats itself exactly while the others move by more than noise; all of them do where the sensor has frozen, or its
/// driver gives the last sample again: that is a gap. The habit of a sensor without noise, of which an axis repeats itself for
/// long, is no evidence; nor is a body at rest, since many a sensor gives the same digits then, unless its digits have changed
/// to and fro in earlier rests. So all have frozen if none repeated itself for seconds, while the last rate is a turn, the
/// accelerometer is shaken, or the sensor is known to be noisy.
struct StuckAxes: Sendable {
  /// Time in s after which one axis is stuck, and all are; and the rate in rad/s from which on a body turns.
  private static let patience = (one: 0.5, all: 0.1), turning = 0.1

  /// Time for which each axis has repeated its value, and the variance that has been stated of that time.
  private var repeated = SIMD3<Double>.zero, stated = SIMD3<Double>.zero
  private var last: SIMD3<Double>
  /// Time for which each axis, and all of them, have repeated themselves, whatever the body does.
  private var runs = SIMD3<Double>.zero, run = 0.0
  /// Time without an axis that does so for long before this, whether that is the sensor's habit, and the least and largest force
  /// since all do.
  private var lively = 0.0, isHabit = true, least = SIMD3<Double>.zero, most = SIMD3<Double>.zero
  /// That time from which on it is no habit of the sensor; and the change of force, in m/s², of a body that does not rest.
  private static let habit = 10.0, shaken = 1.5
  /// Time of the present rest; that of all rests in which the digits changed to and fro, less that in which they went on, as those
  /// of a slow turn do; and those from which on they count, in s.
  private var rest = 0.0, noisy = 0.0, isNoisy = false, lastMoved = SIMD3<Double>.zero
  private static let atRest = 0.3, noise = 3.0
  /// Whether an axis is stuck, whether all are, and whether one became so with the last sample.
  var isAny: Bool { stated != .zero }
  private(set) var isAll = false, hasBegun = false

  init(_ rate: SIMD3<Double> = .zero) { last = rate }

  /// Ingests a sample as the sensor gave it; an axis that is stuck has no `rate`. Returns the turn that it has not shown.
  @inline(__always)
  mutating func ingest(
    _ rate: inout SIMD3<Double>, raw: SIMD3<Double>, force: SIMD3<Double>, over interval: Double, _ turns: BodyTurns
  ) -> MissingMotion.Missing? {
    let moved = raw - last
    last = raw
    lively += interval
    rest = dot(raw, raw) < Self.turning * Self.turning ? rest + interval : 0
    if rest > Self.atRest { noisy = max(0, noisy + (dot(moved, lastMoved) < 0 ? interval : -interval)) }
    lastMoved = moved
    // Nearly always.
    if all(moved .!= .zero), repeated == .zero, runs == .zero { return nil }
    return judge(&rate, raw, moved, force, interval, turns)
  }

  @inline(never)
  private mutating func judge(
    _ rate: inout SIMD3<Double>, _ raw: SIMD3<Double>, _ moved: SIMD3<Double>, _ force: SIMD3<Double>,
    _ interval: Double,
    _ turns: BodyTurns
  ) -> MissingMotion.Missing? {
    count(moved, force, interval)
    let isFast = dot(raw, raw) > Self.turning * Self.turning
    let isTurning = !isHabit && (isFast || isNoisy || run > 0 && (most - least).max() > Self.shaken)
    var amount = SIMD3<Double>.zero, variance = SIMD3<Double>.zero
    hasBegun = false
    for axis in 0..<3 {
      guard moved[axis] == 0 else {
        // What was stated was stated for an end at rest.
        if stated[axis] > 0 { amount[axis] = turns.turn(from: .zero, to: raw, over: repeated[axis])[axis] }
        (repeated[axis], stated[axis]) = (0, 0)
        continue
      }
      guard isTurning else { continue }
      repeated[axis] += interval
      guard moved != .zero, repeated[axis] > Self.patience.one else { continue }
      if stated[axis] == 0 {
        hasBegun = true
        amount[axis] =
          turns.turn(from: raw, to: .zero, over: repeated[axis])[axis] - raw[axis] * (repeated[axis] - interval)
      }
      rate[axis] = 0
      variance[axis] = turns.variance(over: repeated[axis]) - stated[axis]
      stated[axis] += variance[axis]
    }
    isAll = moved == .zero && repeated.min() > Self.patience.all
    guard amount != .zero || variance != .zero else { return nil }
    return .init(amount: amount, variance: variance)
  }

  private mutating func count(_ moved: SIMD3<Double>, _ force: SIMD3<Double>, _ interval: Double) {
    if runs == .zero { (isHabit, isNoisy) = (lively < Self.habit, noisy > Self.noise) }
    runs = (runs + interval).replacing(with: 0, where: moved .!= .zero)
    if moved != .zero {
      run = 0
    } else {
      if run == 0 { (least, most) = (force, force) }
      run += interval
      (least, most) = (pointwiseMin(least, force), pointwiseMax(most, force))
    }
    if runs.max() > Self.patience.all { (lively, noisy) = (0, 0) }
  }
}
