import Geometry
public import Samples

/// Which way the inertial sensors stand in the body, from guided moves: stand still, nod, turn left; and an ear to the shoulder
/// where the accelerometer seems reversed. See `AxesFit` for what each shows.
///
/// The grade is the error of the axes: excellent 1°, good 2°, fair 4°, poor 8°. How upright one stands is not in it: that is what
/// "upright" means from then on.
public struct AxesCalibrator: Calibrator {
  public let kind = CalibrationKind.axes

  private let corrections: CalibrationSet

  enum Step: Sendable { case stand, nod, turn, lean, done }

  private(set) var accelerometer = InertialStream.accelerometer
  private(set) var gyroscope = InertialStream.gyroscope
  private(set) var step = Step.stand
  private var lobes = MoveLobes()
  private var bias = SIMD3<Double>.zero

  // Standing: means over what has been quiet so far.
  private var quietFor = 0.0
  private var standing = Standing()
  private var stood: Standing?
  private var wasUnsteady = false

  private var nods: [SIMD3<Double>] = []
  /// ∫ of the angle since standing about the first nod's axis: how far the head was down, on average.
  private var excursion = 0.0
  private var nodAngle = SIMD3<Double>.zero
  private var nodTime = 0.0
  private var firstNod: SIMD3<Double>?
  private var nodFraction = 0.0
  private var turning = SIMD3<Double>.zero
  private var left: SIMD3<Double>?
  private var leaning: SIMD3<Double>?
  private var wrongOrder = 0
  private var oblique = 0
  private var lastTime: BootInstant?

  public static let gradeLimits = [1.0, 2.0, 4.0, 8.0]  // °
  static let standTime = 3.0
  /// What swaying and a calibrated accelerometer leave of up, nine of ten.
  static let upError = 0.7  // °
  static let leastNods = 10  // half nods: five down, five up
  /// How well right is to be known before it goes on: a tidy nodder needs five nods, a careless one twelve.
  static let yawGoal = 0.6 * Double.pi / 180
  static let enoughNods = 24
  static let mostNods = 40
  static let nodSize = 8 * Double.pi / 180
  static let turnSize = 45 * Double.pi / 180
  static let snap = 5 * Double.pi / 180

  private struct Standing: Sendable {
    var force = SIMD3<Double>.zero
    var forces = 0
    var rate = SIMD3<Double>.zero
    var rates = 0
  }

  /// `corrections`, those in force for the axes now taken for the body's, take the accelerometer's bias out of what is up.
  public init(corrections: CalibrationSet = .init()) {
    self.corrections = corrections
    nods.reserveCapacity(Self.mostNods)
  }

  public mutating func take(_ sample: Sample) {
    switch sample {
    case .accelerometer(let sample):
      guard accelerometer.admit(sample.force.components, at: sample.time), step == .stand else { return }
      let force = corrections.corrected(sample).force.components
      if standing.forces > 20, length(force - standing.force) > 1.5 { standing = Standing() }
      standing.forces += 1
      standing.force += (force - standing.force) / Double(standing.forces)
    case .gyroscope(let sample):
      guard gyroscope.admit(sample.rate.components, at: sample.time) else { return }
      defer { lastTime = sample.time }
      guard let lastTime else { return }
      take(corrections.corrected(sample).rate.components, at: sample.time, (sample.time - lastTime).value)
    default: break
    }
  }

  private mutating func take(_ rate: SIMD3<Double>, at time: BootInstant, _ interval: Double) {
    let lobe = lobes.add(rate - bias, at: time)
    switch step {
    case .stand: stand(rate, interval)
    case .nod:
      if firstNod != nil {
        nodAngle += (rate - bias) * interval
        nodTime += interval
        if let firstNod { excursion += dot(nodAngle, firstNod) / length(firstNod) * interval }
      }
      if let lobe { nod(lobe) }
      // A large turn about the vertical while nods are asked for: the next move already, or the wrong one.
      if let current = lobes.current, current.size > Self.turnSize, isVertical(current.angle) { endNods(current) }
    case .turn: if let lobe { turn(lobe) }
    case .lean: if let lobe { lean(lobe) }
    case .done: break
    }
  }

  private mutating func stand(_ rate: SIMD3<Double>, _ interval: Double) {
    // Who stands sways by a few degrees a second; more is a movement.
    guard lobes.rate < 0.2, interval < 0.2 else {
      if quietFor > 0.5 { wasUnsteady = true }
      quietFor = 0
      standing = Standing()
      return
    }
    quietFor += interval
    standing.rates += 1
    standing.rate += (rate - standing.rate) / Double(standing.rates)
    guard quietFor >= Self.standTime, standing.forces >= 20 else { return }
    stood = standing
    bias = standing.rate
    step = .nod
  }

  private func isVertical(_ angle: SIMD3<Double>) -> Bool {
    guard let force = stood?.force else { return false }
    return unitDot(angle, force).magnitude > 0.8
  }
  private func isHorizontal(_ angle: SIMD3<Double>) -> Bool {
    guard let force = stood?.force else { return false }
    return unitDot(angle, force).magnitude < 0.5
  }

  private mutating func nod(_ lobe: MoveLobes.Lobe) {
    guard lobe.size >= Self.nodSize else { return }
    guard isHorizontal(lobe.angle) else {
      if !isVertical(lobe.angle) { oblique += 1 }
      return
    }
    if firstNod == nil {
      firstNod = lobe.angle
      nodAngle = lobe.angle
      nodTime = 0
      excursion = 0
    }
    if nods.count < Self.mostNods { nods.append(lobe.angle) }
    let needed = neededNods
    nodFraction = max(nodFraction, min(1, Double(nods.count) / Double(needed)))
    if nods.count >= needed { step = .turn }
  }

  /// Half nods, by how those so far scatter.
  private var neededNods: Int {
    guard nods.count >= 6, let force = stood?.force,
      let fit = AxesFit(force: force, nods: nods, left: force, lean: nil)
    else { return 16 }
    let ratio = fit.yawSigma / Self.yawGoal
    return max(Self.leastNods, Int(min(Double(Self.enoughNods), (Double(nods.count) * ratio * ratio).rounded(.up))))
  }

  private mutating func endNods(_ lobe: MoveLobes.Lobe) {
    if nods.count >= Self.leastNods {
      step = .turn
    } else {
      wrongOrder += 1
      lobes = MoveLobes()
    }
  }

  private mutating func turn(_ lobe: MoveLobes.Lobe) {
    guard lobe.size >= Self.nodSize else { return }
    guard isVertical(lobe.angle) else {
      if !isHorizontal(lobe.angle) {
        oblique += 1
      } else if nods.count < Self.mostNods, turning == .zero {
        nods.append(lobe.angle)
      }
      return
    }
    // People turn in steps: what points the same way adds up.
    turning += lobe.angle
    guard length(turning) >= Self.turnSize else { return }
    left = turning
    if let fit = fit, fit.isReversed { step = .lean } else { step = .done }
  }

  private mutating func lean(_ lobe: MoveLobes.Lobe) {
    guard lobe.size >= Self.nodSize, isHorizontal(lobe.angle), let fit else { return }
    // Another nod is no answer.
    guard unitDot(lobe.angle, fit.turn.inverse(Direction<Body>(1, 0, 0)).components).magnitude < 0.7 else { return }
    leaning = lobe.angle
    step = .done
  }

  private var fit: AxesFit? {
    guard let stood, let left else { return nil }
    return AxesFit(force: stood.force, nods: nods, left: left, lean: leaning)
  }

  public var progress: CalibrationProgress {
    var warnings: [CalibrationPhrase] = []
    if wrongOrder > 0, step == .nod {
      warnings.append(
        CalibrationPhrase("turned-too-early", english: "you turned before nodding was done: nod first"))
    }
    if oblique > 2, step != .done {
      warnings.append(
        CalibrationPhrase("move-unclear", english: "that was neither a nod nor a turn: move about one axis at a time"))
    }
    if gyroscope.isSaturated, let fault = gyroscope.saturation() {
      warnings.append(CalibrationPhrase("saturated", fault.figures, english: fault.finding))
    }
    let fraction: Double
    let instruction: CalibrationPhrase
    switch step {
    case .stand:
      fraction = 0.2 * min(1, quietFor / Self.standTime)
      instruction = CalibrationPhrase("stand-still", english: "stand upright, look straight ahead and keep still")
    case .nod:
      fraction = 0.2 + 0.5 * nodFraction
      instruction = CalibrationPhrase(
        "nod", [CalibrationFigure("nods", Double(nods.count / 2), bar: Double(neededNods / 2))],
        english: "nod: look down first, then ahead again, \(max(1, (neededNods - nods.count + 1) / 2)) times")
    case .turn:
      fraction = 0.7 + 0.2 * min(1, length(turning) / Self.turnSize)
      instruction = CalibrationPhrase("turn-left", english: "turn to your left, by a quarter turn or more")
    case .lean:
      fraction = 0.9
      instruction = CalibrationPhrase(
        "lean-left", english: "the accelerometer seems reversed; to be sure, tip your head toward your left shoulder")
    case .done:
      fraction = 1
      instruction = CalibrationPhrase("done", english: "that is enough")
    }
    return CalibrationProgress(
      fraction: fraction, isComplete: step == .done, instruction: instruction, warnings: warnings,
      figures: [
        CalibrationFigure("nods", Double(nods.count / 2), bar: Double(neededNods / 2)),
        CalibrationFigure("turned", length(turning) * 180 / .pi, "°", bar: 45),
        CalibrationFigure("rate", gyroscope.rate, "Hz"),
      ])
  }

  public func result() throws(CalibrationFailure) -> CalibrationResult {
    if let failure = gyroscope.failure() { throw failure }
    if let failure = accelerometer.failure() { throw failure }
    if let failure = gyroscope.saturation() { throw failure }
    try checkMoves()
    guard let fit else {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("nods", Double(nods.count / 2), bar: 5)],
        finding: "the nods were about no one axis across the vertical: nodding and turning are not told apart",
        remedy: "stand upright, nod without turning the head, then turn without nodding")
    }
    try check(fit)
    var turn = fit.turn, isSnapped = false
    let cube = AxesFit.nearestCube(turn)
    // Near one of the 24: taken for it, unless the nods say clearly that it is not.
    if cube.angle.radians <= Self.snap, yawOff(cube.turn, turn) <= max(0.035, 3 * fit.yawSigma) {
      turn = cube.turn
      isSnapped = true
    }
    let yaw = 1.65 * fit.yawSigma * 180 / .pi
    let error = isSnapped ? 0.5 : (yaw * yaw + Self.upError * Self.upError).squareRoot()
    guard let (grade, limit) = CalibrationGrade.of(error, limits: Self.gradeLimits) else {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("axes-error", error, "°", bar: 8)],
        finding: "the nods' axes scatter so much that right is known to \(decimal(error, 1))° only",
        remedy: "nod more evenly, without turning the head")
    }
    var remarks = gyroscope.remarks() + accelerometer.remarks()
    if fit.isReversed {
      remarks.append(
        CalibrationPhrase(
          "accelerometer-reversed", english: "the accelerometer says the opposite of what it should: its sign is turned"
        ))
    }
    return CalibrationResult(
      kind: kind, grade: grade, promise: CalibrationFigure("axes-error", limit, "°"),
      evidence: [
        CalibrationFigure("estimated-axes-error", error, "°", bar: limit),
        CalibrationFigure("turn", turn.angle.degrees, "°"),
        CalibrationFigure("from-square", cube.angle.degrees, "°", bar: 5),
        CalibrationFigure("nods", Double(nods.count / 2)),
        CalibrationFigure("nods-off-horizontal", fit.nodTilt * 180 / .pi, "°", bar: 20),
        CalibrationFigure("turn-off-vertical", fit.turnTilt * 180 / .pi, "°", bar: 37),
      ], remarks: remarks, inertialTurn: turn, isAccelerometerReversed: fit.isReversed)
  }
}

extension AxesCalibrator {
  /// How far two ways of standing differ about the body's up.
  private func yawOff(_ a: Rotation<Body, Body>, _ b: Rotation<Body, Body>) -> Double {
    (a * b.inverse).logarithm.y.magnitude
  }

  private func checkMoves() throws(CalibrationFailure) {
    let figures = [
      CalibrationFigure("nods", Double(nods.count / 2), bar: Double(Self.leastNods / 2)),
      CalibrationFigure("turned", length(turning) * 180 / .pi, "°", bar: 45),
    ]
    if stood == nil {
      throw CalibrationFailure(
        wasUnsteady ? .moved : .tooLittleMotion, figures,
        finding: "there were no 3 s of standing still at the beginning",
        remedy: "stand upright and keep still before nodding")
    }
    if nods.count < Self.leastNods, wrongOrder > 0 {
      throw CalibrationFailure(
        .residual, figures, finding: "you turned before nodding: the moves came in the wrong order",
        remedy: "begin again: stand still, nod, and turn left only then")
    }
    if nods.count < Self.leastNods, oblique > nods.count {
      throw CalibrationFailure(
        .undetermined, figures, finding: "\(oblique) moves were neither nods nor turns",
        remedy: "nod without turning the head, and turn without nodding")
    }
    if nods.count < Self.leastNods || left == nil {
      let missing =
        nods.count < Self.leastNods ? "\(nods.count / 2) nods of five were seen" : "no turn to the left was seen"
      throw CalibrationFailure(
        .tooLittleMotion, figures, finding: missing,
        remedy: nods.count < Self.leastNods ? "nod more deeply, by 15° or more" : "turn left by a quarter turn or more")
    }
  }

  private func check(_ fit: AxesFit) throws(CalibrationFailure) {
    guard fit.nodTilt < 0.35 else {
      throw CalibrationFailure(
        .undetermined, [CalibrationFigure("nods-off-horizontal", fit.nodTilt * 180 / .pi, "°", bar: 20)],
        finding: "the nods' axis was \(decimal(fit.nodTilt * 180 / .pi, 0))° off the horizontal",
        remedy: "stand upright, and nod without tipping the head to a side")
    }
    // Nodding is looking down and coming back: on average the head was down, by a good part of a nod.
    if let firstNod, nodTime > 0 {
      let mean = excursion / nodTime / length(firstNod)
      if mean < -0.2 {
        throw CalibrationFailure(
          .undetermined, [CalibrationFigure("mean-nod", 100 * mean, "%", bar: 0)],
          finding: "the first nod went the other way than the others: down and up are not told apart",
          remedy: "look down first, and no higher than straight ahead when coming back")
      }
    }
    if fit.isReversed {
      guard let lean = fit.lean else {
        throw CalibrationFailure(
          .tooLittleMotion,
          finding: "the accelerometer seems reversed, or you turned right instead of left: there was no move to tell",
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
