import Geometry

/// Statistics of the incoming samples: counts of refused ones, and signs of a magnet, of a sensor at its range, of a stuck
/// sensor, and of two sensors that send at once. Only sums are stored.
struct MagneticWatch: Sendable {
  var gyroscopeReadings = 0, accelerometerReadings = 0, magnetometerReadings = 0
  /// Number of readings that were not a number, or larger than any sensor's.
  var notFinite = 0
  var backwards = 0, early = 0, repeated = 0
  var longestGap = 0.0

  private var last: (field: SIMD3<Double>, time: Double, path: Double)?
  private var lastStep = SIMD3<Double>.zero
  private(set) var lowest = SIMD3(repeating: Double.infinity), highest = SIMD3(repeating: -Double.infinity)
  /// Number of readings during turning that were exactly the lowest, or the highest, per axis.
  private var atLowest = SIMD3<Double>.zero, atHighest = SIMD3<Double>.zero
  private var turning = 0.0
  /// Σ Δ·Δ′ and Σ |Δ|² of consecutive steps: ratio −1 if two sensors alternate, −½ for white noise.
  private var stepProduct = 0.0, stepSquare = 0.0, steps = 0.0
  /// Number of readings with the stamp of another.
  private var sameStamp = 0
  /// Time of the last jump of the field without a turn to explain it, then the number of jumps and their largest size.
  private(set) var jumpTime = -Double.infinity
  private(set) var jumps = 0
  private(set) var largestJump = 0.0
  private(set) var firstJump = 0.0
  /// The rate smoothed over a second, for the display.
  private(set) var meanRate = 0.0
  private(set) var now = 0.0

  /// Returns whether three numbers can be a sensor's measurement: rad/s, m/s², µT.
  static func isMeasurement(rate: SIMD3<Double>) -> Bool { dot(rate, rate) < 1e4 }
  static func isMeasurement(force: SIMD3<Double>) -> Bool { dot(force, force) < 1e6 }
  static func isMeasurement(field: SIMD3<Double>) -> Bool { dot(field, field) < 1e9 }

  mutating func turn(at time: Double, rate: SIMD3<Double>) {
    let share = min(1, max(0, time - now))
    now = time
    meanRate += (dot(rate, rate).squareRoot() - meanRate) * share
  }

  /// Returns false for a reading to leave out: repeated, or out of order.
  mutating func admit(_ field: SIMD3<Double>, at time: Double, path: Double, centre: SIMD3<Double>?) -> Bool {
    magnetometerReadings += 1
    guard let last else {
      self.last = (field, time, path)
      recordExtremes(field, isTurning: false)
      return true
    }
    guard time >= last.time else {
      backwards += 1
      return false
    }
    if time == last.time { sameStamp += 1 }
    guard field != last.field else {
      repeated += 1
      return false
    }
    let step = field - last.field, turned = path - last.path
    let square = dot(step, step)
    if steps > 0 { stepProduct += dot(step, lastStep) }
    stepSquare += square
    steps += 1
    lastStep = step
    recordExtremes(field, isTurning: turned > 0.003)
    // A turn moves the field by at most its length (without the center) times the angle; a longer step is a jump.
    let lever = centre.map { dot(field - $0, field - $0).squareRoot() * 1.5 } ?? 200
    let jump = square.squareRoot() - lever * (turned + 0.02)
    if jump > 8 {
      if jumps == 0 { firstJump = time }
      jumps += 1
      jumpTime = time
      largestJump = max(largestJump, jump)
    }
    self.last = (field, time, path)
    return true
  }

  private mutating func recordExtremes(_ field: SIMD3<Double>, isTurning: Bool) {
    if isTurning { turning += 1 }
    for i in 0..<3 {
      if field[i] > highest[i] { (highest[i], atHighest[i]) = (field[i], 0) }
      if field[i] < lowest[i] { (lowest[i], atLowest[i]) = (field[i], 0) }
      if isTurning, field[i] == highest[i] { atHighest[i] += 1 }
      if isTurning, field[i] == lowest[i] { atLowest[i] += 1 }
    }
  }

  /// Axis and value if an axis stays exactly at its extreme while the body turns: the end of its range.
  var saturation: (axis: Int, value: Double, share: Double)? {
    guard turning > 50 else { return nil }
    var worst: (axis: Int, value: Double, share: Double)?
    for i in 0..<3 {
      for (value, count) in [(lowest[i], atLowest[i]), (highest[i], atHighest[i])] where value.magnitude >= 40 {
        let share = count / turning
        if count >= 12, share > 0.05, share > worst?.share ?? 0 { worst = (i, value, share) }
      }
    }
    return worst
  }

  /// Typical step between the readings of two alternating sensors; nil if there is one sensor.
  var alternation: Double? {
    guard steps > 40, stepSquare > 0 else { return nil }
    let size = (stepSquare / steps).squareRoot()
    let share = stepProduct / stepSquare
    return size > 3 && share < -0.75 ? size : nil
  }
  /// Share of readings with the stamp of another.
  var sharedStamps: Double { Double(sameStamp) / Double(max(1, magnetometerReadings)) }
  /// The largest range of an axis.
  var span: Double { magnetometerReadings > 0 ? (highest - lowest).max() : 0 }
}
