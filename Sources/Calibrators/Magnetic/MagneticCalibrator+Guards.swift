import CalibrationRecords
import Geodesy
import Geometry

// Reasons to refuse: of the input, before the fit, and of the fit.
extension MagneticCalibrator {
  static let fewestReadings = 60
  /// Share of readings that may be refused.
  static let refusedShare = 0.01
  static let coverageWanted = 0.8
  static let sigmaWanted = 0.6 * Double.pi / 180
  /// Largest residual of the holdout: a sixteenth of the field.
  static func residualLimit(_ strength: Double) -> Double { max(3, strength / 16) }

  func checkInput() throws(CalibrationFailure) {
    let total = watch.gyroscopeReadings + watch.accelerometerReadings + watch.magnetometerReadings
    if Double(watch.notFinite) > Self.refusedShare * Double(total) {
      throw CalibrationFailure(
        .notFinite, [CalibrationFigure("not-finite", Double(watch.notFinite))],
        finding: "\(watch.notFinite) of \(total + watch.notFinite) readings were not numbers, or beyond any sensor",
        remedy: "look at the driver's scale and offset, and whether the sensor is connected")
    }
    for (count, name) in [
      (watch.gyroscopeReadings, "gyroscope"), (watch.accelerometerReadings, "accelerometer"),
      (watch.magnetometerReadings, "magnetometer"),
    ] where count < 10 {
      throw CalibrationFailure(
        .sensorMissing, [CalibrationFigure(name, Double(count))],
        finding: "the \(name) gave \(count) readings", remedy: "see which sensors are found, and that the \(name) is on"
      )
    }
    if Double(watch.backwards) > 5 * Self.refusedShare * Double(total) || watch.longestGap > 1 {
      throw CalibrationFailure(
        .clock,
        [CalibrationFigure("backwards", Double(watch.backwards)), CalibrationFigure("gap", watch.longestGap, "s")],
        finding:
          "\(watch.backwards) stamps ran backwards and the gyroscope's longest gap was \(shown(watch.longestGap)) s, of at most 1",
        remedy: "set one clock for all sensors, see that nothing else holds the bus, and begin again")
    }
    if watch.span < 2 || watch.repeated > 98 * watch.magnetometerReadings / 100 {
      throw CalibrationFailure(
        .constant, [CalibrationFigure("span", watch.span, "µT")],
        finding:
          "the magnetometer moved by \(shown(watch.span)) µT in all, \(watch.repeated) of \(watch.magnetometerReadings) readings repeat the last",
        remedy: track.path < 3 ? "turn the device" : "see that the sensor is on and not in self-test")
    }
    if let step = watch.alternation {
      throw CalibrationFailure(
        .twoSensors, [CalibrationFigure("step", step, "µT")],
        finding: "readings jump by \(shown(step)) µT and back each time, as if two magnetometers alternated",
        remedy: "name the one to use in the configuration")
    }
    if watch.sharedStamps > 0.3 {
      throw CalibrationFailure(
        .twoSensors, [CalibrationFigure("shared-stamps", 100 * watch.sharedStamps, "%")],
        finding: "\(shown(100 * watch.sharedStamps)) % of the readings have the stamp of another",
        remedy: "name the magnetometer to use in the configuration")
    }
    if let end = watch.saturation {
      let axis = ["x", "y", "z"][end.axis]
      throw CalibrationFailure(
        .saturated, [CalibrationFigure("limit", end.value, "µT"), CalibrationFigure("share", 100 * end.share, "%")],
        finding: "axis \(axis) stayed at \(shown(end.value)) µT for \(shown(100 * end.share)) % of the readings",
        remedy: "take the magnet or iron away from the sensor, or set a wider range")
    }
    guard track.isStarted else { throw .noUp }
    if readings.all.count < Self.fewestReadings || track.path < 2 * .pi {
      let turned = Angle.radians(track.path).degrees
      throw CalibrationFailure(
        .tooLittleMotion,
        [
          CalibrationFigure("turned", turned, "°", bar: 360),
          CalibrationFigure("kept", Double(readings.all.count), bar: Double(Self.fewestReadings)),
        ],
        finding:
          "it turned by \(shown(turned))° in all, and \(readings.all.count) readings of \(Self.fewestReadings) were kept",
        remedy: "turn around fully two or three times, nodding and tilting the head meanwhile")
    }
  }

  func check(_ fitted: Fitted) throws(CalibrationFailure) {
    let fit = fitted.fit
    try checkChange(fitted)
    let eigen = fit.symmetric.symmetricEigenvalues
    let condition = eigen.x > 0 ? eigen.z / eigen.x : .infinity
    guard eigen.x > 0, condition < 3, fitted.matrix.symmetrized.cholesky != nil else {
      throw CalibrationFailure(
        .implausible, [CalibrationFigure("condition", condition, bar: 3)],
        finding: "one axis would be \(shown(condition)) times as sensitive as another, of at most 3",
        remedy: "keep clear of iron and magnets and turn it to more directions")
    }
    if fitted.extent.spread.x < Self.flat {
      throw CalibrationFailure(
        .onePlane,
        [
          CalibrationFigure("spread", 100 * fitted.extent.spread.x, "%", bar: 100 * Self.flat),
          CalibrationFigure("tilt", fitted.extent.tilt, "°"),
        ],
        finding:
          "it was turned about one axis only: up moved by \(shown(fitted.extent.tilt))°; coverage \(percent(readings.coverage)) of \(percent(Self.coverageWanted))",
        remedy: "nod by 35° up and down and tilt the head to both shoulders while turning around")
    }
    let limit = Self.residualLimit(fit.strength)
    if fit.residual > limit && fitted.holdout > limit {
      throw CalibrationFailure(
        .residual,
        [
          CalibrationFigure("residual", fit.residual, "µT", bar: limit),
          CalibrationFigure("holdout-residual", fitted.holdout, "µT", bar: limit),
        ],
        finding: "the fit leaves \(shown(fit.residual)) µT, of at most \(shown(limit))",
        remedy:
          "go away from iron, machines and currents, keep the device in one place while turning it, and begin again")
    }
    try checkField(fitted)
    if fitted.promise > Self.gradeLimits.poor.value { throw undetermined(fitted) }
  }

  private func checkField(_ fitted: Fitted) throws(CalibrationFailure) {
    let strength = fitted.strength, dip = Angle.radians(fitted.fit.dip)
    guard let field = surroundings.field else {
      guard !(20...75).contains(strength) else { return }
      throw CalibrationFailure(
        .field, [CalibrationFigure("field", strength, "µT")],
        finding: "the field is \(shown(strength)) µT, and the Earth's is 20 to 75",
        remedy: "steel, a magnet or a current is near, or the driver's scale is wrong: go into the open and begin again"
      )
    }
    let expected = field.totalStrength.value
    if !(0.8 * expected...1.2 * expected).contains(strength) {
      throw CalibrationFailure(
        .field, [CalibrationFigure("field", strength, "µT", bar: expected)],
        finding: "the field is \(shown(strength)) µT, expected \(shown(expected)) ± \(shown(0.2 * expected))",
        remedy: "steel or a magnet is near, or the driver's scale is wrong: go into the open and begin again")
    }
    if (dip - field.inclination).magnitude.degrees > 10 {
      throw CalibrationFailure(
        .field, [CalibrationFigure("dip", dip.degrees, "°", bar: field.inclination.degrees)],
        finding: "the dip is \(shown(dip.degrees))°, expected \(shown(field.inclination.degrees)) ± 10°",
        remedy: "steel is near and bends the field: go into the open and begin again")
    }
  }

  /// Finds a magnet that came or went: it is a step in the residuals, fixed to the body. The step is the largest difference of
  /// the means before and after a moment (E. S. Page, "A test for a change in a parameter occurring at an unknown point",
  /// Biometrika 42, 1955).
  private func checkChange(_ fitted: Fitted) throws(CalibrationFailure) {
    let left = zip(fitted.readings, fitted.residuals).filter { $0.1.x.isFinite }
    let count = left.count
    guard count > 40 else { return }
    var sums = [SIMD3<Double>.zero]
    for (_, residual) in left { sums.append(sums[sums.count - 1] + residual) }
    let noise = max(fitted.fit.noise, 0.3)
    // The moment is where the step is most significant; its size is the difference of the means before and after.
    var worst: (size: Double, index: Int)?
    var highest = 0.0
    for i in stride(from: count / 12, to: count - count / 12, by: 3) {
      let before = sums[i] / Double(i), after = (sums[count] - sums[i]) / Double(count - i)
      let step = after - before
      let size = dot(step, step).squareRoot()
      let bar = Self.stepLimit + 4 * noise * (1 / Double(i) + 1 / Double(count - i)).squareRoot()
      let score = size * (Double(i) * Double(count - i)).squareRoot()
      if size > bar, score > highest { (worst, highest) = ((size, i), score) }
    }
    // A magnet that came and went again shows only in its own stretch of time.
    let width = max(12, count / 16)
    if worst == nil {
      for i in stride(from: 0, to: count - width, by: max(1, width / 2)) {
        let mean = (sums[i + width] - sums[i]) / Double(width)
        let size = dot(mean, mean).squareRoot()
        let bar = 2 * Self.stepLimit + 4 * noise / Double(width).squareRoot()
        if size > bar, size > worst?.size ?? 0 { worst = (size, i) }
      }
    }
    guard let worst else { return }
    let time = left[worst.index].0.time
    throw CalibrationFailure(
      .disturbed, [CalibrationFigure("step", worst.size, "µT"), CalibrationFigure("time", time, "s")],
      finding: "after \(shown(time)) s the field at the sensor changed by \(shown(worst.size)) µT, fixed to the device",
      remedy: "keep magnets, headphones, cables and iron away, or leave them where they are, and begin again")
  }
  static let stepLimit = 3.0
  /// A smaller spread of the field's directions across their plane counts as a plane.
  static let flat = 0.03

  func tooLittle(_ extent: MotionExtent) -> CalibrationFailure {
    CalibrationFailure(
      .tooLittleMotion,
      [
        CalibrationFigure("coverage", 100 * readings.coverage, "%", bar: 100 * Self.coverageWanted),
        CalibrationFigure("tilt", extent.tilt, "°"),
      ],
      finding: "coverage \(percent(readings.coverage)) of \(percent(Self.coverageWanted)): \(missingSide) half missing",
      remedy: instruction.english)
  }

  /// Failure because the motion has not shown enough; the extent decides which failure it is.
  func undetermined(_ fitted: Fitted) -> CalibrationFailure {
    let extent = fitted.extent
    if extent.tilt < 12 || extent.spread.y < 0.25 { return tooLittle(extent) }
    return CalibrationFailure(
      .undetermined,
      [
        CalibrationFigure("heading-error", Degrees(fitted.promise), bar: Self.gradeLimits.poor),
        CalibrationFigure("coverage", 100 * readings.coverage, "%", bar: 100 * Self.coverageWanted),
      ],
      finding:
        "heading would be off by \(shown(fitted.promise))°, of at most \(shown(Self.gradeLimits.poor.value)); coverage \(percent(readings.coverage)) of \(percent(Self.coverageWanted)): \(missingSide) half missing",
      remedy: "\(instruction.english), farther and for longer")
  }

  private var missingSide: String { MotionExtent.side(MotionExtent.missing(readings.seen.map { $0 > 0 })) }
}

extension CalibrationFailure {
  static let noUp = CalibrationFailure(
    .tooLittleMotion, finding: "there were not two seconds of gyroscope and accelerometer readings",
    remedy: "go on for longer")
  static let unsound = CalibrationFailure(
    .implausible, finding: "the fit has no solution that a sensor could have",
    remedy: "keep clear of iron and magnets and turn it to more directions")
}

/// Returns a number for a sentence, with one decimal.
func shown(_ value: Double) -> String {
  guard value.isFinite, value.magnitude < 1e12 else { return value.isNaN ? "unknown" : "out of range" }
  let tenths = Int(saturating: (value.magnitude * 10).rounded())
  return "\(value < 0 && tenths > 0 ? "−" : "")\(tenths / 10).\(tenths % 10)"
}

func percent(_ share: Double) -> String { "\(Int(saturating: (100 * share).rounded())) %" }
