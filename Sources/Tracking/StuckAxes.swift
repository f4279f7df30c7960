import Geometry
import Odometry

/// The axes of a gyroscope that repeat their value while the body turns: what they have not shown.
///
/// One axis repeats itself exactly while the others move by more than noise; all of them do where the sensor has frozen, or its
/// driver gives the last sample again: that is a gap. The habit of a sensor without noise, of which an axis repeats itself for
/// long, is no evidence; nor is a body at rest, since many a sensor gives the same digits then, unless its digits have changed
/// to and fro in earlier rests. So all have frozen if none repeated itself for seconds, while the last rate is a turn, the
/// accelerometer is shaken, the field turns in the device's axes, or the sensor is known to be noisy.
struct StuckAxes: Sendable {
  /// Time in s after which one axis is stuck, and all are; and the rate in rad/s from which on a body turns.
  private static let patience = (one: 0.5, all: 0.1), turning = 0.1

  /// Time for which each axis has repeated its value, for which it has done so while the body turned, and the variance that has
  /// been stated of that time.
  private var runs = SIMD3<Double>.zero, repeated = SIMD3<Double>.zero, stated = SIMD3<Double>.zero
  private var last: SIMD3<Double>, lastMoved = SIMD3<Double>.zero
  /// Whether an axis repeats itself for long; if so, whether that is the sensor's habit, whether its digits would change at rest,
  /// and the least and largest force since.
  private var isLong = false, isHabit = true, isNoisy = false
  private var least = SIMD3<Double>.zero, most = SIMD3<Double>.zero
  /// The first field since, in the device's axes, and whether it has turned by more than a magnetometer's noise.
  private var field: SIMD3<Double>?, hasFieldTurned = false
  private static let turnedField = cos(Angle.degrees(10).radians)
  /// Time without an axis that does so; and that from which on it is no habit of the sensor. The change of force, in m/s², of a
  /// body that does not rest.
  private var lively = 0.0
  private static let habit = 10.0, shaken = 1.5
  /// Time of the present rest; that of all rests in which the digits changed to and fro, less that in which they went on, as those
  /// of a slow turn do; and those from which on they count, in s.
  private var rest = 0.0, noisy = 0.0
  private static let atRest = 0.3, noise = 3.0
  /// Whether an axis is stuck, whether all are, and whether one became so with the last sample.
  var isAny: Bool { stated != .zero }
  private(set) var isAll = false, hasBegun = false

  init(_ rate: SIMD3<Double> = .zero) { last = rate }

  /// Begins anew with a rate, after samples that are missing or say nothing. What is known of the sensor remains.
  mutating func restart(at rate: SIMD3<Double>) {
    let (lively, noisy) = (lively, noisy)
    self = StuckAxes(rate)
    (self.lively, self.noisy) = (lively, noisy)
  }

  /// Ingests the field in the device's axes, which turns with the device whatever the gyroscope says.
  mutating func ingest(field now: SIMD3<Double>) {
    guard isLong, runs.min() > 0 else { return field = nil }
    guard let first = field else { return field = now }
    if dot(first, now) < Self.turnedField * (dot(first, first) * dot(now, now)).squareRoot() { hasFieldTurned = true }
  }

  /// Ingests a sample as the sensor gave it; an axis that is stuck has no `rate`. Returns the turn that it has not shown.
  @inline(__always)
  mutating func ingest(
    _ rate: inout SIMD3<Double>, raw: SIMD3<Double>, force: SIMD3<Double>, over interval: Double, _ turns: BodyTurns
  ) -> MissingMotion.Missing? {
    let moved = raw - last
    last = raw
    lively += interval
    if dot(raw, raw) < Self.turning * Self.turning {
      rest += interval
      if rest > Self.atRest { noisy = max(0, noisy + (dot(moved, lastMoved) < 0 ? interval : -interval)) }
      lastMoved = moved
    } else {
      rest = 0
    }
    runs = (runs + interval).replacing(with: 0, where: moved .!= .zero)
    // Nearly always.
    if !isLong, runs.max() <= Self.patience.all { return nil }
    return judge(&rate, raw, moved, force, interval, turns)
  }

  @inline(never)
  private mutating func judge(
    _ rate: inout SIMD3<Double>, _ raw: SIMD3<Double>, _ moved: SIMD3<Double>, _ force: SIMD3<Double>,
    _ interval: Double,
    _ turns: BodyTurns
  ) -> MissingMotion.Missing? {
    if !isLong {
      (isHabit, isNoisy) = (lively < Self.habit, noisy > Self.noise)
      (least, most, field, hasFieldTurned) = (force, force, nil, false)
    }
    isLong = runs.max() > Self.patience.all
    if isLong { (lively, noisy) = (0, 0) }
    (least, most) = (pointwiseMin(least, force), pointwiseMax(most, force))
    let isFast = dot(raw, raw) > Self.turning * Self.turning
    let isShaken = runs.min() > 0 && (most - least).max() > Self.shaken
    let isTurning = !isHabit && (isFast || isNoisy || isShaken || hasFieldTurned && runs.min() > 0)
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
      repeated[axis] = repeated[axis] == 0 ? runs[axis] : repeated[axis] + interval
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
}
