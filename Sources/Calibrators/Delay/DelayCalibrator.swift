public import CalibrationRecords
public import Geometry
public import Samples

/// Calibrator of the delay of the magnetometer's and the accelerometer's stamps after the gyroscope's, from waving the device
/// about.
///
/// It needs no calibration of the sensors: the part that is fixed to the body is estimated along with the delay (`DelayFit`). The
/// grade is the error of the delay, of the magnetometer's if there is one: excellent 1 ms, good 2, fair 4, poor 8.
public struct DelayCalibrator: Calibrator {
  public let kind = CalibrationKind.time
  private(set) var gyroscope = InertialStream.gyroscope
  private(set) var accelerometer = InertialStream.accelerometer
  private(set) var magnetometer = InertialStream.magnetometer
  private var track = AttitudeTrack()
  private var fields: [DelayFit.Reading] = []
  private var forces: [DelayFit.Reading] = []

  /// Limits of the delay's error.
  public static let gradeLimits = GradeLimits(
    excellent: TimeSpan(0.001), good: TimeSpan(0.002), fair: TimeSpan(0.004), poor: TimeSpan(0.008))
  static let most = 12_000
  /// Least time between kept readings: a hundred a second cover a hand's motion.
  private static let spacing = TimeSpan(0.008)
  /// Least rms rate; a slower motion does not show a delay.
  static let leastRate = AngularRate(0.5)
  static let leastTime = TimeSpan(8)
  /// Largest standard deviation of a stated accelerometer delay: this sensor mostly shares the gyroscope's chip and stamps.
  static let mostForceSigma = TimeSpan(0.004)
  /// Time needed at 1 rad/s; faster motion needs less.
  static let enoughTime = TimeSpan(20)
  /// Least residual of the magnetometer that means a magnet was moved during the calibration; noise leaves far less.
  private static let mostFieldResidual = FluxDensity(5)

  public init() {
    fields.reserveCapacity(Self.most)
    forces.reserveCapacity(Self.most)
  }

  public mutating func ingest(_ sample: Sample) {
    switch sample {
    case .gyroscope(let sample):
      if gyroscope.admit(sample.rate.components, at: sample.time) { track.add(sample.rate.components, at: sample.time) }
    case .accelerometer(let sample):
      guard accelerometer.admit(sample.force.components, at: sample.time) else { return }
      Self.keep(sample.force.components, at: sample.time, since: track.origin, in: &forces)
    case .magnetometer(let sample):
      let last = fields.last?.value
      guard magnetometer.admit(sample.field.components, at: sample.time) else { return }
      // A repeated reading is the same reading, and its second stamp is wrong.
      guard last != sample.field.components else { return }
      Self.keep(sample.field.components, at: sample.time, since: track.origin, in: &fields)
    default: break
    }
  }

  private static func keep(
    _ value: SIMD3<Double>, at time: BootInstant, since origin: BootInstant?, in readings: inout [DelayFit.Reading]
  ) {
    guard let origin, readings.count < most else { return }
    let now = (time - origin).value
    if let last = readings.last, now - last.time < spacing.value { return }
    readings.append(DelayFit.Reading(time: now, value: value))
  }

  public var progress: CalibrationProgress {
    let moving = min(1, track.rate / Self.leastRate.value)
    // Motion is counted by the integral of the squared rate: as the time at 1 rad/s that has the same integral.
    let fraction =
      track.isFull ? 1 : min(1, track.squaredRate / Self.enoughTime.value, track.duration / Self.leastTime.value)
    let complete = fraction >= 1 && moving >= 1
    var warnings: [CalibrationPhrase] = []
    if track.duration > 3, moving < 1 {
      warnings.append(
        CalibrationPhrase(
          "too-slow", [CalibrationFigure("turning", track.rate * 180 / .pi, "°/s", bar: 29)],
          english: "turn it faster, to and fro"))
    }
    if gyroscope.isSaturated, let fault = gyroscope.saturation() {
      warnings.append(CalibrationPhrase("saturated", fault.figures, english: fault.finding))
    }
    if magnetometer.admitted == 0, track.duration > 2 {
      warnings.append(CalibrationPhrase("no-magnetometer", english: "no magnetometer sample came"))
    }
    return CalibrationProgress(
      fraction: fraction, isComplete: complete,
      instruction: complete
        ? CalibrationPhrase("done", english: "enough readings")
        : CalibrationPhrase("wave", english: "turn it to and fro about every axis, quickly, in one place"),
      warnings: warnings,
      figures: [
        CalibrationFigure("turning", track.rate * 180 / .pi, "°/s", bar: Self.leastRate.value * 180 / .pi),
        CalibrationFigure("time", TimeSpan(track.duration), bar: Self.leastTime),
        CalibrationFigure("magnetometer-rate", magnetometer.rate, "Hz"),
      ])
  }

  public func result() throws(CalibrationFailure) -> CalibrationResult {
    if let failure = gyroscope.failure() { throw failure }
    if accelerometer.admitted > 0, let failure = accelerometer.failure() { throw failure }
    if magnetometer.admitted > 0, let failure = magnetometer.failure() { throw failure }
    guard magnetometer.admitted + accelerometer.admitted > 0 else {
      throw CalibrationFailure(
        .sensorMissing, finding: "neither magnetometer nor accelerometer sent anything",
        remedy: "check with `gnomon doctor` that they are found and enabled")
    }
    if let failure = gyroscope.saturation() { throw failure }
    try checkMotion()
    let field = magnetometer.admitted > 0 ? try fit(fields, "magnetometer", hasLever: false) : nil
    // Beside a magnetometer, the accelerometer's delay is optional: the hand's own accelerations may hide it.
    var force: DelayFit?
    var remarks = gyroscope.remarks()
    if accelerometer.admitted > 0 {
      do {
        force = try forceFit()
      } catch {
        guard field != nil else { throw error }
        remarks.append(CalibrationPhrase("accelerometer-delay-unknown", error.figures, english: error.finding))
      }
    }
    guard let main = field ?? force,
      let grade = Self.gradeLimits.grade(of: TimeSpan(1.65 * main.sigma))
    else {
      let sigma = (field ?? force)?.sigma ?? 0
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("delay-sigma", 1000 * sigma, "ms", bar: 5)],
        finding: "the delay is known to ±\(decimal(1000 * sigma, 1)) ms only", remedy: "move faster, and for longer")
    }
    var evidence = [CalibrationFigure("turning", track.rate * 180 / .pi, "°/s", bar: Self.leastRate.value * 180 / .pi)]
    if let field {
      evidence += [
        CalibrationFigure("magnetometer-delay", 1000 * field.delay, "ms"),
        CalibrationFigure("magnetometer-delay-sigma", 1000 * field.sigma, "ms"),
        CalibrationFigure("magnetometer-residual", FluxDensity(field.residual), bar: Self.mostFieldResidual),
      ]
    }
    if let force {
      evidence += [
        CalibrationFigure("accelerometer-delay", 1000 * force.delay, "ms"),
        CalibrationFigure("accelerometer-delay-sigma", 1000 * forceSigma(force), "ms"),
        CalibrationFigure("accelerometer-residual", force.residual, "m/s²"),
      ]
    }
    return CalibrationResult(
      kind: kind, grade: grade, promise: CalibrationFigure("delay-error", Self.gradeLimits[grade]), evidence: evidence,
      remarks: remarks, magnetometerDelay: field.map { TimeSpan($0.delay) },
      accelerometerDelay: force.map { TimeSpan($0.delay) })
  }

  private func forceFit() throws(CalibrationFailure) -> DelayFit {
    let fit = try fit(forces, "accelerometer", hasLever: true)
    let sigma = forceSigma(fit)
    guard sigma <= Self.mostForceSigma.value else {
      throw CalibrationFailure(
        .undetermined,
        [CalibrationFigure("accelerometer-delay-sigma", 1000 * sigma, "ms", bar: 1000 * Self.mostForceSigma.value)],
        finding: "the hand's own accelerations hide the accelerometer's delay (±\(decimal(1000 * sigma, 1)) ms)",
        remedy: "turn it on the spot, about the sensor itself, and faster")
    }
    return fit
  }

  /// Returns the standard deviation of the accelerometer's delay. The hand's accelerations are correlated with its turning, so
  /// they do not average away: against optical truth the error was about a sixth of the residual over rate · g, the effect of a
  /// delay (twelve recordings, rms), for any standard deviation of the fit.
  private func forceSigma(_ fit: DelayFit) -> Double {
    let systematic = 0.16 * fit.residual / (track.rate * Constants.standardGravity.value)
    return (fit.sigma * fit.sigma + systematic * systematic).squareRoot()
  }

  private func checkMotion() throws(CalibrationFailure) {
    let figures = [
      CalibrationFigure("turning", track.rate * 180 / .pi, "°/s", bar: Self.leastRate.value * 180 / .pi),
      CalibrationFigure("time", TimeSpan(track.duration), bar: Self.leastTime),
    ]
    guard track.rate >= Self.leastRate.value, track.duration >= Self.leastTime.value else {
      throw CalibrationFailure(
        .undetermined, figures,
        finding: "\(decimal(track.duration, 0)) s at \(decimal(track.rate * 180 / .pi, 0)) °/s do not show a delay",
        remedy: "turn it to and fro quickly, for twenty seconds")
    }
    let total = track.moment.diagonal.sum()
    guard total > 0, (total - track.moment.symmetricEigenvalues.z) / total > 0.03 else {
      throw CalibrationFailure(
        .onePlane, figures, finding: "it was turned about one axis only", remedy: "turn it about every axis")
    }
  }

  private func fit(
    _ readings: [DelayFit.Reading], _ name: String, hasLever: Bool
  ) throws(CalibrationFailure) -> DelayFit {
    let fit: DelayFit
    do {
      fit = try DelayFit(readings, against: track, hasLever: hasLever)
    } catch {
      switch error {
      case .tooFew:
        throw CalibrationFailure(
          .undetermined, [CalibrationFigure("\(name)-samples", Double(readings.count))],
          finding: "too few \(name) samples fell into the motion", remedy: "move for longer; check the sensors' rates")
      case .atEdge(let delay):
        throw CalibrationFailure(
          .undetermined, [CalibrationFigure("\(name)-delay", 1000 * delay, "ms")],
          finding: "the \(name)'s delay is beyond −40 … 80 ms, or the motion does not show it",
          remedy: "check the sensors' clocks with `gnomon doctor`, and repeat")
      }
    }
    if !hasLever, fit.residual > Self.mostFieldResidual.value {
      throw CalibrationFailure(
        .disturbed,
        [CalibrationFigure("magnetometer-residual", FluxDensity(fit.residual), bar: Self.mostFieldResidual)],
        finding: "the field does not turn with the gyroscope: a residual of \(decimal(fit.residual, 1)) µT is left",
        remedy: "go away from steel and magnets, and stay in one place")
    }
    return fit
  }
}
