public import CalibrationRecords
public import Geometry
public import Samples

/// Calibrator of the inertial sensors' orientation in the body, from guided moves: stand still, nod, turn left; and an ear to the
/// shoulder if the accelerometer seems reversed. See `AxesFit` for the result of each move.
///
/// The grade is the error of the axes: excellent 1°, good 2°, fair 4°, poor 8°. How upright the wearer stands is not part of it:
/// this pose defines "upright".
public struct AxesCalibrator: Calibrator {
  public let kind = CalibrationKind.axes

  private let corrections: CalibrationSet

  private(set) var accelerometer = InertialStream.accelerometer
  private(set) var gyroscope = InertialStream.gyroscope
  private var moves = GuidedMoves()
  private var lastTime: BootInstant?

  /// Limits of the error of the axes.
  public static let gradeLimits = GradeLimits(
    excellent: Degrees(1), good: Degrees(2), fair: Degrees(4), poor: Degrees(8))
  /// Error of up that is left by swaying and a calibrated accelerometer, 90 %.
  static let upError = Degrees(0.7)
  /// Axes this near to one of the 24 orientations of a cube are set to it.
  static let snap = Degrees(5)
  /// Error that is left after setting the axes to a cube's.
  static let snappedError = Degrees(0.5)
  /// Lower limit, 2°, of the difference about up that is allowed between a cube's orientation and the nods'.
  private static let leastYawSlack = Angle(0.035)
  /// Largest angle of the nods' axis off the horizontal, 20°.
  private static let mostNodTilt = Angle(0.35)

  /// `corrections`, in force for the axes currently taken as the body's, remove the accelerometer's bias from the direction of
  /// up.
  public init(corrections: CalibrationSet = .init()) { self.corrections = corrections }

  public mutating func ingest(_ sample: Sample) {
    switch sample {
    case .accelerometer(let sample):
      guard accelerometer.admit(sample.force.components, at: sample.time) else { return }
      moves.add(force: corrections.corrected(sample).force.components)
    case .gyroscope(let sample):
      guard gyroscope.admit(sample.rate.components, at: sample.time) else { return }
      defer { lastTime = sample.time }
      guard let lastTime else { return }
      moves.add(rate: corrections.corrected(sample).rate.components, at: sample.time, (sample.time - lastTime).value)
    default: break
    }
  }

  public var progress: CalibrationProgress {
    var warnings: [CalibrationPhrase] = []
    if moves.wrongOrder > 0, moves.step == .nod {
      warnings.append(
        CalibrationPhrase("turned-too-early", english: "you turned before nodding was done: nod first"))
    }
    if moves.oblique > 2, moves.step != .done {
      warnings.append(
        CalibrationPhrase("move-unclear", english: "that was neither a nod nor a turn: move about one axis at a time"))
    }
    if gyroscope.isSaturated, let fault = gyroscope.saturation() {
      warnings.append(CalibrationPhrase("saturated", fault.figures, english: fault.finding))
    }
    let fraction: Double
    let instruction: CalibrationPhrase
    switch moves.step {
    case .stand:
      fraction = 0.2 * min(1, moves.quietFor / GuidedMoves.standTime.value)
      instruction = CalibrationPhrase("stand-still", english: "stand upright, look straight ahead and keep still")
    case .nod:
      fraction = 0.2 + 0.5 * moves.nodFraction
      instruction = CalibrationPhrase(
        "nod", [CalibrationFigure("nods", Double(moves.nods.count / 2), bar: Double(moves.neededNods / 2))],
        english:
          "nod: look down first, then ahead again, \(max(1, (moves.neededNods - moves.nods.count + 1) / 2)) times "
          + "(with a device in the hand: tip its top away from you, and back)")
    case .turn:
      fraction = 0.7 + 0.2 * min(1, length(moves.turning) / GuidedMoves.turnSize.radians)
      instruction = CalibrationPhrase("turn-left", english: "turn to your left, by a quarter turn or more")
    case .lean:
      fraction = 0.9
      instruction = CalibrationPhrase(
        "lean-left",
        english: "the accelerometer seems reversed; to be sure, tip your head, or what you hold, to the left")
    case .done:
      fraction = 1
      instruction = CalibrationPhrase("done", english: "enough readings")
    }
    return CalibrationProgress(
      fraction: fraction, isComplete: moves.step == .done, instruction: instruction, warnings: warnings,
      figures: [
        CalibrationFigure("nods", Double(moves.nods.count / 2), bar: Double(moves.neededNods / 2)),
        CalibrationFigure("turned", length(moves.turning) * 180 / .pi, "°", bar: 45),
        CalibrationFigure("rate", gyroscope.rate, "Hz"),
      ])
  }

  public func result() throws(CalibrationFailure) -> CalibrationResult {
    if let failure = gyroscope.failure() { throw failure }
    if let failure = accelerometer.failure() { throw failure }
    if let failure = gyroscope.saturation() { throw failure }
    try checkMoves()
    guard let fit = moves.fit else {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("nods", Double(moves.nods.count / 2), bar: 5)],
        finding: "the nods had no common horizontal axis, so nods and turns cannot be distinguished",
        remedy: "stand upright, nod without turning the head, then turn without nodding")
    }
    try check(fit)
    var turn = fit.turn, isSnapped = false
    let cube = AxesFit.nearestCube(turn)
    // Axes near one of the 24 are set to it, unless the nods clearly show another orientation.
    if cube.angle <= Angle(Self.snap), yawOff(cube.turn, turn) <= max(Self.leastYawSlack.value, 3 * fit.yawSigma) {
      turn = cube.turn
      isSnapped = true
    }
    let yaw = 1.65 * fit.yawSigma * 180 / .pi
    let error =
      isSnapped
      ? Self.snappedError : Degrees((yaw * yaw + Self.upError.value * Self.upError.value).squareRoot())
    guard let grade = Self.gradeLimits.grade(of: error) else {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("axes-error", error, bar: Self.gradeLimits.poor)],
        finding: "the nods' axes scatter, so the direction of right is only known to \(decimal(error.value, 1))°",
        remedy: "nod more evenly, without turning the head")
    }
    var remarks = gyroscope.remarks() + accelerometer.remarks()
    if fit.isReversed {
      remarks.append(
        CalibrationPhrase(
          "accelerometer-reversed", english: "the accelerometer's sign is reversed"
        ))
    }
    return CalibrationResult(
      kind: kind, grade: grade, promise: CalibrationFigure("axes-error", Self.gradeLimits[grade]),
      evidence: [
        CalibrationFigure("estimated-axes-error", error, bar: Self.gradeLimits[grade]),
        CalibrationFigure("turn", turn.angle.degrees, "°"),
        CalibrationFigure("from-square", Degrees(cube.angle), bar: Self.snap),
        CalibrationFigure("nods", Double(moves.nods.count / 2)),
        CalibrationFigure("nods-off-horizontal", fit.nodTilt * 180 / .pi, "°", bar: 20),
        CalibrationFigure("turn-off-vertical", fit.turnTilt * 180 / .pi, "°", bar: 37),
      ], remarks: remarks, inertialTurn: turn, isAccelerometerReversed: fit.isReversed)
  }
}

extension AxesCalibrator {
  /// Returns the angle between two orientations about the body's up.
  private func yawOff(_ a: Rotation<Body, Body>, _ b: Rotation<Body, Body>) -> Double {
    (a * b.inverse).logarithm.y.magnitude
  }

  private func checkMoves() throws(CalibrationFailure) {
    let figures = [
      CalibrationFigure("nods", Double(moves.nods.count / 2), bar: Double(GuidedMoves.leastNods / 2)),
      CalibrationFigure("turned", length(moves.turning) * 180 / .pi, "°", bar: 45),
    ]
    if moves.stood == nil {
      throw CalibrationFailure(
        moves.wasUnsteady ? .moved : .tooLittleMotion, figures,
        finding: "there were no 3 s of standing still at the beginning",
        remedy: "stand upright and keep still before nodding")
    }
    if moves.nods.count < GuidedMoves.leastNods, moves.wrongOrder > 0 {
      throw CalibrationFailure(
        .residual, figures, finding: "you turned before nodding: the moves came in the wrong order",
        remedy: "begin again: stand still, nod, and turn left only then")
    }
    if moves.nods.count < GuidedMoves.leastNods, moves.oblique > moves.nods.count {
      throw CalibrationFailure(
        .undetermined, figures, finding: "\(moves.oblique) moves were neither nods nor turns",
        remedy: "nod without turning the head, and turn without nodding")
    }
    if moves.nods.count < GuidedMoves.leastNods || moves.left == nil {
      let missing =
        moves.nods.count < GuidedMoves.leastNods
        ? "\(moves.nods.count / 2) nods of five were seen" : "no turn to the left was seen"
      throw CalibrationFailure(
        .tooLittleMotion, figures, finding: missing,
        remedy: moves.nods.count < GuidedMoves.leastNods
          ? "nod more deeply, by 15° or more" : "turn left by a quarter turn or more")
    }
  }

  private func check(_ fit: AxesFit) throws(CalibrationFailure) {
    guard fit.nodTilt < Self.mostNodTilt.radians else {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("nods-off-horizontal", fit.nodTilt * 180 / .pi, "°", bar: 20)],
        finding: "the nods' axis was \(decimal(fit.nodTilt * 180 / .pi, 0))° off the horizontal",
        remedy: "stand upright, and nod without tipping the head to a side")
    }
    // Nodding is looking down and coming back, so the head's mean angle is down, by a good part of a nod.
    if let mean = moves.meanNod, mean < -0.2 {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("mean-nod", 100 * mean, "%", bar: 0)],
        finding: "the first nod went the other way than the others, so down and up cannot be distinguished",
        remedy: "look down first, and no higher than straight ahead when coming back")
    }
    if fit.isReversed {
      guard let lean = fit.lean else {
        throw CalibrationFailure(
          .tooLittleMotion,
          finding: "the accelerometer seems reversed, or you turned right instead of left: no move shows which",
          remedy: "begin again, turn left, and tip the head to the left shoulder when asked")
      }
      guard lean > 0.7 else {
        throw CalibrationFailure(
          .residual, [CalibrationFigure("lean", lean, bar: 0.7)],
          finding: "the moves contradict each other: one of them went the other way",
          remedy: "begin again: look down first, turn left, tip the head to the left")
      }
    }
  }
}
