import Geometry
import Samples

/// The guided moves of an axes calibration, classified as they come: standing, nodding, turning left, leaning left.
struct GuidedMoves: Sendable {
  enum Step: Sendable { case stand, nod, turn, lean, done }

  /// Means over a time of standing still.
  struct Standing: Sendable {
    var force = SIMD3<Double>.zero
    var forces = 0
    var rate = SIMD3<Double>.zero
    var rates = 0
  }

  private(set) var step = Step.stand
  private(set) var stood: Standing?
  /// True if the wearer stood still for half a second and then moved.
  private(set) var wasUnsteady = false
  private(set) var quietFor = 0.0
  /// Half nods, down and up, in the order made.
  private(set) var nods: [SIMD3<Double>] = []
  private(set) var nodFraction = 0.0
  /// Turn about the vertical so far; `left` is set to it once it is large enough.
  private(set) var turning = SIMD3<Double>.zero
  private(set) var left: SIMD3<Double>?
  private(set) var leaning: SIMD3<Double>?
  private(set) var wrongOrder = 0
  /// Number of moves that were neither about the vertical nor across it.
  private(set) var oblique = 0

  private var lobes = MoveLobes()
  private var bias = SIMD3<Double>.zero
  private var standing = Standing()
  /// ∫ of the angle since standing about the first nod's axis: the mean angle of the head while nodding comes from it.
  private var excursion = 0.0
  private var nodAngle = SIMD3<Double>.zero
  private var nodTime = 0.0
  private var firstNod: SIMD3<Double>?

  static let standTime = TimeSpan(3)
  /// A standing wearer sways by a few degrees a second; a faster rate is a movement.
  private static let mostSway = AngularRate(0.2)
  /// After a longer hole in the gyroscope's data standing starts again.
  private static let longestGap = TimeSpan(0.2)
  /// Cosines between a turn's axis and gravity: vertical from 0.8 (37° off), horizontal up to 0.5 (60° off).
  private static let verticalCosine = 0.8, horizontalCosine = 0.5
  static let leastNods = 10  // half nods: five down, five up
  /// 1 σ of right that is asked for: regular nods reach it with five, irregular ones with twelve.
  static let yawGoal = Angle.degrees(0.6)
  static let enoughNods = 24
  static let mostNods = 40
  static let nodSize = Angle.degrees(8)
  static let turnSize = Angle.degrees(45)

  init() { nods.reserveCapacity(Self.mostNods) }

  mutating func add(force: SIMD3<Double>) {
    guard step == .stand else { return }
    if standing.forces > 20, length(force - standing.force) > 1.5 { standing = Standing() }
    standing.forces += 1
    standing.force += (force - standing.force) / Double(standing.forces)
  }

  mutating func add(rate: SIMD3<Double>, at time: BootInstant, _ interval: Double) {
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
      // A large turn about the vertical during the nods: the next move, or the wrong one.
      if let current = lobes.current, current.size > Self.turnSize.radians, isVertical(current.angle) {
        endNods(current)
      }
    case .turn: if let lobe { turn(lobe) }
    case .lean: if let lobe { lean(lobe) }
    case .done: break
    }
  }

  private mutating func stand(_ rate: SIMD3<Double>, _ interval: Double) {
    guard lobes.rate < Self.mostSway.value, interval < Self.longestGap.value else {
      if quietFor > 0.5 { wasUnsteady = true }
      quietFor = 0
      standing = Standing()
      return
    }
    quietFor += interval
    standing.rates += 1
    standing.rate += (rate - standing.rate) / Double(standing.rates)
    guard quietFor >= Self.standTime.value, standing.forces >= 20 else { return }
    stood = standing
    bias = standing.rate
    step = .nod
  }

  private func isVertical(_ angle: SIMD3<Double>) -> Bool {
    guard let force = stood?.force else { return false }
    return unitDot(angle, force).magnitude > Self.verticalCosine
  }
  private func isHorizontal(_ angle: SIMD3<Double>) -> Bool {
    guard let force = stood?.force else { return false }
    return unitDot(angle, force).magnitude < Self.horizontalCosine
  }

  private mutating func nod(_ lobe: MoveLobes.Lobe) {
    guard lobe.size >= Self.nodSize.radians else { return }
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

  /// Number of half nods that are needed, from the scatter of those so far.
  var neededNods: Int {
    guard nods.count >= 6, let force = stood?.force,
      let fit = AxesFit(force: force, nods: nods, left: force, lean: nil)
    else { return 16 }
    let ratio = fit.yawSigma / Self.yawGoal.radians
    return max(
      Self.leastNods, Int(saturating: min(Double(Self.enoughNods), (Double(nods.count) * ratio * ratio).rounded(.up))))
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
    guard lobe.size >= Self.nodSize.radians else { return }
    guard isVertical(lobe.angle) else {
      if !isHorizontal(lobe.angle) {
        oblique += 1
      } else if nods.count < Self.mostNods, turning == .zero {
        nods.append(lobe.angle)
      }
      return
    }
    // People turn in steps: turns about the vertical are added.
    turning += lobe.angle
    guard length(turning) >= Self.turnSize.radians else { return }
    left = turning
    if let fit = fit, fit.isReversed { step = .lean } else { step = .done }
  }

  private mutating func lean(_ lobe: MoveLobes.Lobe) {
    guard lobe.size >= Self.nodSize.radians, isHorizontal(lobe.angle), let fit else { return }
    // A nod does not count as a lean.
    guard unitDot(lobe.angle, fit.turn.inverse(Direction<Body>(1, 0, 0)).components).magnitude < 0.7 else { return }
    leaning = lobe.angle
    step = .done
  }

  /// Fit of the moves so far; nil while a move is missing, or if the axes cannot be distinguished.
  var fit: AxesFit? {
    guard let stood, let left else { return nil }
    return AxesFit(force: stood.force, nods: nods, left: left, lean: leaning)
  }

  /// Mean angle of the head below straight ahead while nodding, as a part of the first nod; negative if it was above.
  var meanNod: Double? {
    guard let firstNod, nodTime > 0 else { return nil }
    return excursion / nodTime / length(firstNod)
  }
}
