public import CalibrationRecords
public import Geometry
public import Samples

/// Calibrator of a gyroscope: its bias at rest with the temperature, the bias's slope once the known temperatures span 10 K, and,
/// from counted turns, the scale about one axis.
///
/// The grade is the bias error: excellent 0.01 °/s, good 0.02, fair 0.05, poor 0.1.
public struct GyroscopeCalibrator: Calibrator {
  public let kind = CalibrationKind.gyroscope
  /// The calibration in force: its matrix and slope stay unless better ones are found.
  private let current: Calibration<RadianPerSecond>
  private let previous: [GyroscopeBias]
  /// Turns that the wearer is asked to make and to count; nil to measure the bias only.
  private let turns: Int?

  private(set) var stream = InertialStream.gyroscope
  private(set) var accelerometer = InertialStream.accelerometer
  private var stretch = RestStretch()
  private var rests: [GyroscopeBias] = []
  private var temperatures = TemperatureRange()
  private var movedCount = 0
  private var isMoving = false
  private var largestExcess = 0.0
  private var count: TurnCount?
  private var countBias = SIMD3<Double>.zero
  private var turned: TurnCount?

  /// Limits of the bias's error.
  public static let gradeLimits = GradeLimits(
    excellent: DegreesPerSecond(0.01), good: DegreesPerSecond(0.02), fair: DegreesPerSecond(0.05),
    poor: DegreesPerSecond(0.1))
  /// A shorter rest does not average the noise out.
  static let leastRest = TimeSpan(5)
  /// A longer rest improves the bias by little.
  static let enoughRest = TimeSpan(15)
  static let mostRests = 64
  /// A larger bias is a wrong scale, or a device that turns.
  static let largestBias = DegreesPerSecond(10)
  /// Per kelvin; a larger slope is an error of the temperatures.
  static let largestSlope = DegreesPerSecond(0.2)

  public init(
    current: Calibration<RadianPerSecond>? = nil, previous: [GyroscopeBias] = [], turns: Int? = nil
  ) {
    self.current = current ?? .identity
    self.previous = previous
    self.turns = turns.flatMap { $0 > 0 ? $0 : nil }
    rests.reserveCapacity(Self.mostRests)
  }

  public mutating func ingest(_ sample: Sample) {
    switch sample {
    case .accelerometer(let sample):
      guard accelerometer.admit(sample.force.components, at: sample.time) else { return }
      stretch.add(force: sample.force.components, at: sample.time)
    case .gyroscope(let sample):
      guard stream.admit(sample.rate.components, at: sample.time) else { return }
      ingest(sample.rate.components, at: sample.time)
    case .temperature(let sample) where sample.sensor == .imu: temperatures.add(sample.temperature)
    default: break
    }
  }

  private mutating func ingest(_ rate: SIMD3<Double>, at time: BootInstant) {
    count?.add(rate - countBias, at: time)
    switch stretch.add(rate: rate, at: time, temperature: temperatures.latest) {
    case .nothing: break
    case .longer:
      isMoving = false
      if turns != nil { watchTurns() }
      // A warm-up at rest is divided into several rests, each with its temperature.
      if let span = stretch.rest.temperature.span, span > 1, stretch.rest.duration >= 2 * Self.leastRest.value,
        case .ended(let rest) = stretch.end()
      {
        keep(rest)
      }
    case .ended(let rest):
      isMoving = true
      largestExcess = max(largestExcess, stretch.excess)
      if rest.duration >= Self.leastRest.value {
        keep(rest)
      } else if rest.duration >= 1 {
        movedCount += 1
      }
    }
  }

  /// Counts turns between two rests. Counting restarts with each block of the first rest, so that no part of the turning is
  /// missed; a rest after turning ends the count.
  private mutating func watchTurns() {
    if let count, count.turns > 0.25 {
      if stretch.rest.duration >= 2 { turned = count }
    } else if stretch.rest.duration >= Self.leastRest.value {
      count = TurnCount()
      countBias = stretch.rest.mean
    }
  }

  private mutating func keep(_ rest: RestStretch.Rest) {
    let bias = GyroscopeBias(rest, step: stretch.smallestStep)
    if rests.count < Self.mostRests {
      rests.append(bias)
    } else {
      // The newest replaces the last; the earlier ones keep the span of temperatures.
      rests[Self.mostRests - 1] = bias
    }
  }

  /// The rests so far, with the present one once it is long enough: stored for the next session's slope.
  public var biases: [GyroscopeBias] {
    stretch.rest.duration >= Self.leastRest.value
      ? rests + [GyroscopeBias(stretch.rest, step: stretch.smallestStep)] : rests
  }

  private var best: GyroscopeBias? {
    let all = biases
    return all.last { $0.duration.value >= 10 } ?? all.max { $0.duration < $1.duration }
  }

  public var progress: CalibrationProgress {
    let longest = max(stretch.rest.duration, rests.map(\.duration.value).max() ?? 0)
    let restShare = min(1, longest / Self.enoughRest.value)
    let turnShare = turns.map { n in turned != nil ? 1 : min(0.95, (count?.turns ?? 0) / Double(n)) }
    let complete = restShare >= 1 && (turnShare ?? 1) >= 1
    var warnings: [CalibrationPhrase] = []
    if isMoving, (count?.turns ?? 0) < 0.1, stream.admitted > 0 {
      warnings.append(
        CalibrationPhrase(
          "moved", [CalibrationFigure("excess", stretch.excess, bar: 1)],
          english: "it moves: lay it on something firm; a worn or held device is never still enough"))
    }
    if stream.isSaturated, let fault = stream.saturation() {
      warnings.append(CalibrationPhrase("saturated", fault.figures, english: fault.finding))
    }
    var figures = [
      CalibrationFigure("rest", TimeSpan(longest), bar: Self.enoughRest), CalibrationFigure("rate", stream.rate, "Hz"),
    ]
    if let best {
      let sigma = DegreesPerSecond(best.sigma.value * 180 / .pi)
      figures.append(CalibrationFigure("bias-sigma", sigma, bar: Self.gradeLimits.good))
    }
    if let count { figures.append(CalibrationFigure("turns", count.turns, bar: turns.map(Double.init))) }
    return CalibrationProgress(
      fraction: complete ? 1 : turnShare.map { 0.5 * (restShare + $0) } ?? restShare, isComplete: complete,
      instruction: instruction(complete: complete, restShare), warnings: warnings, figures: figures)
  }

  private func instruction(complete: Bool, _ restShare: Double) -> CalibrationPhrase {
    if complete { return CalibrationPhrase("done", english: "enough readings") }
    guard let turns, restShare >= 1 || (count?.turns ?? 0) > 0.1 else {
      return CalibrationPhrase("lay-down", english: "lay it on something firm and let go of it")
    }
    let figure = [CalibrationFigure("turns", Double(turns))]
    if (count?.turns ?? 0) >= Double(turns) - 0.3 {
      return CalibrationPhrase("turns-done", figure, english: "lay it exactly as it lay before, and let go of it")
    }
    return CalibrationPhrase(
      "turn", figure,
      english: "turn it \(turns) times about one of its axes, on the table against an edge, and lay it as it lay before"
    )
  }

  public func result() throws(CalibrationFailure) -> CalibrationResult {
    if let failure = stream.failure() { throw failure }
    if accelerometer.admitted > 0, let failure = accelerometer.failure() { throw failure }
    guard let best else {
      throw CalibrationFailure(
        .moved,
        [
          CalibrationFigure("rest", TimeSpan(stretch.rest.duration), bar: Self.leastRest),
          CalibrationFigure("excess", max(largestExcess, stretch.excess), bar: 1),
        ],
        finding: "it was never still for \(Int(Self.leastRest.value)) s: its rate varied by up to "
          + "\(decimal(max(largestExcess, stretch.excess), 1)) times the limit for rest",
        remedy: "lay it on something firm and let go of it; a standing wearer sways too much")
    }
    let size = length(best.bias.components)
    let shownSize = DegreesPerSecond(size * 180 / .pi)
    guard shownSize <= Self.largestBias else {
      throw CalibrationFailure(
        .implausible, [CalibrationFigure("bias", shownSize, bar: Self.largestBias)],
        finding: "a bias of \(decimal(shownSize.value, 1)) °/s is too large for a gyroscope",
        remedy: "check its scale, and that the surface under it does not turn")
    }
    let error = DegreesPerSecond(2.5 * best.sigma.value * 180 / .pi)
    guard let grade = Self.gradeLimits.grade(of: error) else {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("bias-error", error, bar: Self.gradeLimits.poor)],
        finding: "its readings scatter so much that ±\(decimal(error.value, 2)) °/s is left",
        remedy: "lay it on something firm; if it is there already, leave it for a minute")
    }
    var evidence = [
      CalibrationFigure("bias", shownSize),
      CalibrationFigure("estimated-bias-error", error, bar: Self.gradeLimits[grade]),
      CalibrationFigure("rest", best.duration, bar: Self.leastRest),
    ]
    var remarks = stream.remarks()
    let slope = temperatureSlope(best, &evidence, &remarks)
    var matrix = current.matrix
    if turns != nil { matrix = try scaled(matrix, &evidence) }
    let correction: Calibration<RadianPerSecond>
    do {
      correction = try Calibration(validating: best.bias, matrix: matrix, slope: slope, reference: best.temperature)
    } catch {
      throw CalibrationFailure(.implausible, finding: "\(error)", remedy: "repeat the calibration")
    }
    return CalibrationResult(
      kind: kind, grade: grade, promise: CalibrationFigure("bias-error", Self.gradeLimits[grade]), evidence: evidence,
      remarks: remarks, corrections: CalibrationSet(gyroscope: correction), temperature: best.temperature)
  }
}

extension GyroscopeCalibrator {
  private func temperatureSlope(
    _ best: GyroscopeBias, _ evidence: inout [CalibrationFigure], _ remarks: inout [CalibrationPhrase]
  ) -> AngularVelocity<Body> {
    guard best.temperature != nil else {
      remarks.append(
        CalibrationPhrase(
          "no-temperature",
          english: "the sensor has no thermometer: the bias is valid for the present temperature"))
      return .zero
    }
    guard let slope = TemperatureSlope(previous + biases) else { return current.slope }
    evidence.append(CalibrationFigure("temperature-span", slope.span, "K", bar: TemperatureSlope.leastSpan.value))
    evidence.append(CalibrationFigure("slope", length(slope.slope) * 180 / .pi, "°/s/K"))
    guard length(slope.slope) * 180 / .pi <= Self.largestSlope.value else {
      remarks.append(
        CalibrationPhrase(
          "slope-implausible",
          [CalibrationFigure("slope", length(slope.slope) * 180 / .pi, "°/s/K", bar: Self.largestSlope.value)],
          english: "the biases at different temperatures do not fit a line: no slope is used"))
      return current.slope
    }
    return AngularVelocity(slope.slope)
  }

  /// Returns the matrix with the scale from counted turns. If the device is laid back within 2°, n turns give it to
  /// 2°/(n · 360°).
  private func scaled(
    _ matrix: Matrix3, _ evidence: inout [CalibrationFigure]
  ) throws(CalibrationFailure) -> Matrix3 {
    if let failure = stream.saturation() { throw failure }
    guard let turns, let turned, !turned.isBroken, length(turned.bodyAngle) > 0 else {
      throw CalibrationFailure(
        .tooLittleMotion, [CalibrationFigure("turns", count?.turns ?? 0, bar: turns.map(Double.init))],
        finding: count?.isBroken == true ? "samples were lost while turning" : "no turns between two rests were seen",
        remedy: "leave it at rest for 15 s, turn it, and lay it back as it lay for at least 2 s")
    }
    let ratio = 2 * Double.pi * Double(turns) / length(turned.angle)
    evidence.append(CalibrationFigure("turns", turned.turns, bar: Double(turns)))
    guard (ratio - 1).magnitude < min(0.1, 0.4 / Double(turns)) else {
      throw CalibrationFailure(
        .residual, [CalibrationFigure("turns", turned.turns, bar: Double(turns))],
        finding: "\(turns) turns were counted, and the gyroscope saw \(decimal(turned.turns))",
        remedy: "count again, and lay it back exactly as it lay")
    }
    let axis = turned.bodyAngle / length(turned.bodyAngle)
    let shares = SIMD3(axis.x.magnitude, axis.y.magnitude, axis.z.magnitude)
    let main = shares.x >= max(shares.y, shares.z) ? 0 : shares.y >= shares.z ? 1 : 2
    guard shares[main] > 0.95 else {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("along-axis", 100 * shares[main], "%", bar: 95)],
        finding: "the turns were not about a single axis of the device",
        remedy: "turn it about one axis, flat on the table")
    }
    evidence.append(CalibrationFigure("scale-sigma", 100 * 2 / (360 * Double(turns)), "%"))
    var scaled = matrix
    scaled[main, main] = ratio
    return scaled
  }
}
