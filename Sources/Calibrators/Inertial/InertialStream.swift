public import CalibrationRecords
import Geometry
public import Samples

/// One sensor's readings on their way into a calibration: admits the usable ones, and finds faults of the sensor itself.
///
/// Two sensors of one kind that send at once show by readings that alternate: x(k) is near x(k−2) and far from x(k−1). In white
/// noise about one triple in twelve is like that, in a smooth motion none, and with two sensors of different biases every one
/// (every third, if one is twice as fast).
public struct InertialStream: Sendable {
  public let name: String
  /// Size above which a repeated extreme reading means the end of the range; below it, repetition means rest.
  let rangeFloor: Double

  private(set) var admitted = 0
  private(set) var notFinite = 0
  public private(set) var backwards = 0
  private(set) var first: BootInstant?
  private(set) var last: BootInstant?
  private(set) var largestGap = 0.0

  private var before = SIMD3<Double>.zero
  private var beforeThat = SIMD3<Double>.zero
  private var arrivals = 0
  private var alternations = 0
  private var hasChanged = false
  /// Largest magnitude on any axis, and for each axis the number of equal readings in a row.
  private var largest = 0.0
  private var repeats = SIMD3<Int>.zero
  private var heldExtreme = 0.0

  init(_ name: String, rangeFloor: Double) {
    self.name = name
    self.rangeFloor = rangeFloor
  }

  /// Larger than any sensor's reading in the units used here; a larger value is refused like NaN.
  private static let beyond = 1e6

  // In m/s², rad/s and µT: the smallest ranges sold are 2 g, 125 °/s (2.2 rad/s) and some 400 µT.
  public static var accelerometer: Self { Self("accelerometer", rangeFloor: 15) }
  public static var gyroscope: Self { Self("gyroscope", rangeFloor: 1.7) }
  static var magnetometer: Self { Self("magnetometer", rangeFloor: 300) }

  /// Counts a reading; false if it must not be used.
  public mutating func admit(_ v: SIMD3<Double>, at time: BootInstant) -> Bool {
    guard max(v.x.magnitude, v.y.magnitude, v.z.magnitude) <= Self.beyond, !(v.x + v.y + v.z).isNaN else {
      notFinite += 1
      return false
    }
    watch(v)
    if let last {
      guard time > last else {
        backwards += 1
        return false
      }
      largestGap = max(largestGap, (time - last).value)
    } else {
      first = time
    }
    last = time
    admitted += 1
    return true
  }

  private mutating func watch(_ v: SIMD3<Double>) {
    let step = v - before, twoSteps = v - beforeThat
    if arrivals >= 2, dot(step, step) > 4 * dot(twoSteps, twoSteps), dot(step, before - beforeThat) < 0 {
      alternations += 1
    }
    if arrivals >= 1 { hasChanged = hasChanged || v != before }
    for axis in 0..<3 {
      repeats[axis] = arrivals >= 1 && v[axis] == before[axis] ? repeats[axis] + 1 : 0
      largest = max(largest, v[axis].magnitude)
      if repeats[axis] >= 4, v[axis].magnitude >= rangeFloor { heldExtreme = max(heldExtreme, v[axis].magnitude) }
    }
    beforeThat = before
    before = v
    arrivals += 1
  }

  /// True if the range was reached: the largest reading repeated for five samples.
  var isSaturated: Bool { heldExtreme > 0 && heldExtreme >= 0.999 * largest }
  public var duration: Double {
    guard let first, let last else { return 0 }
    return (last - first).value
  }
  /// Samples per second.
  public var rate: Double { admitted > 1 && duration > 0 ? Double(admitted - 1) / duration : 0 }

  /// Returns the fault that prevents any calibration from this stream. A few bad samples do not: they were left out.
  public func failure() -> CalibrationFailure? {
    let arrived = Double(arrivals + notFinite)
    let seen = CalibrationFigure("samples", Double(admitted))
    if arrived == 0 {
      return CalibrationFailure(
        .sensorMissing, finding: "no \(name) sample came",
        remedy: "check with `gnomon doctor` that the \(name) is found and enabled")
    }
    if Double(notFinite) > 0.01 * arrived {
      return CalibrationFailure(
        .notFinite, [seen, CalibrationFigure("not-finite", Double(notFinite), bar: 0.01 * arrived)],
        finding: "\(notFinite) of \(Int(saturating: arrived)) \(name) samples are not numbers, or beyond every range",
        remedy: "check the driver and the configured scale of the \(name)")
    }
    if arrivals >= 100, Double(alternations) > 0.25 * Double(arrivals) {
      return CalibrationFailure(
        .twoSensors,
        [seen, CalibrationFigure("alternating", 100 * Double(alternations) / Double(arrivals), "%", bar: 25)],
        finding: "the \(name)'s readings alternate between two values: two sensors send at once",
        remedy: "choose one of them in the configuration")
    }
    if backwards >= 3 || Double(backwards) > 0.01 * arrived {
      return CalibrationFailure(
        .clock, [seen, CalibrationFigure("backwards", Double(backwards), bar: 2)],
        finding: "the \(name)'s stamps went backwards, or did not advance, \(backwards) times",
        remedy: "check the sensor's clock (`gnomon doctor`), and that the machine did not sleep meanwhile")
    }
    if arrivals >= 50, !hasChanged {
      return CalibrationFailure(
        .constant, [seen], finding: "the \(name) repeated the same reading \(arrivals) times",
        remedy: "it does not measure: check its power mode and driver")
    }
    return nil
  }

  func saturation() -> CalibrationFailure? {
    guard isSaturated else { return nil }
    let degrees = name == "gyroscope" ? 180 / Double.pi : 1
    let unit = name == "gyroscope" ? "°/s" : name == "magnetometer" ? "µT" : "m/s²"
    return CalibrationFailure(
      .saturated, [CalibrationFigure("range-reached", heldExtreme * degrees, unit)],
      finding: "the \(name) reached the end of its range at \(decimal(heldExtreme * degrees, 0)) \(unit)",
      remedy: "move more slowly, or set a wider range")
  }

  /// Remarks on the samples that were left out.
  func remarks() -> [CalibrationPhrase] {
    var phrases: [CalibrationPhrase] = []
    if notFinite > 0 {
      phrases.append(
        CalibrationPhrase(
          "left-out-not-finite", [CalibrationFigure("samples", Double(notFinite))],
          english: "\(notFinite) \(name) samples were not numbers and were left out"))
    }
    if backwards > 0 {
      phrases.append(
        CalibrationPhrase(
          "left-out-clock", [CalibrationFigure("samples", Double(backwards))],
          english: "\(backwards) \(name) samples had stamps that did not advance and were left out"))
    }
    return phrases
  }
}
