import Fusion
import Geometry
import Samples

// Prediction over Δt with the way Δl by steps, L = e^σ |Δl|, δ the yaw, β its drift, σ the log stride; f = 1, or 0 for steps that
// lead nowhere:
//
//     p += f e^σ Rot(δ) Δl        δ += β Δt        b ← e^(−Δt/τ) b
//     c ← e^(−Δt/T − fL/3 m) c    d ← e^(−fL/20 m) d
//
// with process noise along² L along the way and (across² + s²) · 0.6 m · L across it. s is the spread of the device's pointing: a
// device that turns about does not point along the way.
extension EarthTie {
  /// Length of a step, for the error of its direction.
  static let step = 0.6

  /// Predicts all members to the newest moment of the odometer.
  public mutating func predict() {
    applyCorrections()
    guard hasStarted else { return }
    let next = history.latest, span = next.time - now.time, t = span.value
    guard t > 0 else { return }
    let way = next.way - now.way, length = (way * way).sum().squareRoot()
    let push = (
      velocity: next.velocity - now.velocity, place: next.place - now.place - now.velocity * t,
      variance: next.forceVariance - now.forceVariance
    )
    let other = next.wayVariance - now.wayVariance
    let heading = (drift: motion.kind == .force ? Self.forceDriftWalk : parameters.driftWalk.value, walk: yawWalk)
    let keepSlow = exp(-t / parameters.errorTime.value), keepSpotHere = exp(-t / TieParameters.spotTime.value)
    let keepSpot = exp(-t / TieParameters.spotTime.value - length / parameters.spotLength.value)
    let keepRoom = exp(-length / TieParameters.roomLength.value), room = square(parameters.room)
    steps.pace += (length / t - steps.pace) * (1 - exp(-t / Self.paceTime.value))
    now = next
    if length > 0 { steps.moved = next.time }
    if compass.isHeard, hasPlace { compass.walked += length }
    let stands = !next.isMeasured && isStanding
    for i in 0..<bank.count {
      let label = bank.members[i].label
      let leads = next.isMeasured || label.walks
      if motion.kind == .force {
        bank.members[i].state.moveByForce(t, push)
      } else {
        if motion.kind == .beside {
          bank.members[i].state.accelerate(t, push.velocity, push.variance)
          if stands, !isCarried(label) { bank.members[i].state.rest(t) }
        }
        bank.members[i].state.move(by: way, length: length, next, other: other, leads: leads, parameters)
        let walk = next.isMeasured ? 0 : parameters.placeWalk.value * parameters.placeWalk.value * t
        bank.members[i].state.covariance.add(walk, to: Index.place)
        bank.members[i].state.covariance.add(walk, to: Index.place + 1)
      }
      if !isTurnMeasured {
        bank.members[i].state.turn(t, heading)
        bank.wrap(i)
      }
      if parameters.pointsAside > 0, label.contains(.chipTurned) {
        bank.members[i].state.covariance.add(square(Self.asideWalk) * t, to: Index.chip)
      }
      if let level = receiver.level {
        if label.contains(.receiverJumped) {
          let more = level * level * (1 - keepSlow * keepSlow)
          bank.members[i].state.covariance.add(more, to: Index.slow)
          bank.members[i].state.covariance.add(more, to: Index.slow + 1)
        } else {
          bank.members[i].state.decay(pair: Index.slow, keep: keepSlow, stationary: level * level)
        }
      }
      // The surroundings of a wearer who steps or is carried change: a steady compass is no evidence of being carried.
      if length > 0, !label.contains(.rests) || next.isMeasured {
        bank.members[i].state.decay(
          pair: Index.spot, keep: SIMD2(keepSpot, keepRoom), stationary: SIMD2(compass.spotVariance, room))
      } else {
        bank.members[i].state.decay(Index.spot, keep: keepSpotHere, stationary: compass.spotVariance)
      }
    }
    if carriedSince > Self.longestCarried { leadCarried(to: now.time) }
    if motion.kind == .force { lookIfDue() }
    if motion.kind == .force, let last = motion.lastPrecise, now.time - last > Self.memoryOfPrecision { endForce() }
  }

  private var yawWalk: Double { motion.kind == .force ? Self.forceYawWalk : parameters.yawWalk.value }
  static let paceTime = TimeSpan(5)

  /// 1 σ of the velocity of what carries the wearer, on each axis in m/s: at least that of what the receiver shows of late. The
  /// faster, the longer it lasts, in s; and the acceleration's noise that both make, in m²/s³.
  var carriedSpeed: Double { max(parameters.carriedVelocity.value, receiver.speed) }
  var carriedTime: Double { parameters.carriedTime.value * carriedSpeed / max(0.1, parameters.carriedVelocity.value) }
  var carriedNoise: Double { 2 * carriedSpeed * carriedSpeed / carriedTime }

  /// Time in s since the moment of which carried members are.
  var carriedSince: Double { receiver.carriedAt.map { max(0, (now.time - $0).value) } ?? 0 }
  private static let longestCarried = 5.0

  /// Leads carried members to the moment of a fix, so that each fix is compared with a place of its own time.
  mutating func leadCarried(to moment: BootInstant) {
    guard let at = receiver.carriedAt else { return receiver.carriedAt = moment }
    let t = (moment - at).value
    guard t > 0 else { return }
    receiver.carriedAt = moment
    for i in 0..<bank.count where isCarried(bank.members[i].label) {
      bank.members[i].state.carry(t, speed: carriedSpeed, over: carriedTime)
    }
  }

  /// Whether a member moves without an odometer.
  public func isCarried(_ label: Assumptions) -> Bool {
    parameters.isCarried ? !now.isMeasured : label.contains(.carried)
  }

  /// Whether a step was taken or the way grew of late. With the pace alone the first steps of a walk would be rest.
  var isStepping: Bool {
    steps.pace > Self.standingPace || isRecent(steps.last, Self.stepPause) || isRecent(steps.moved, Self.stepPause)
  }

  /// Whether the receiver's velocity was surely one of late.
  var isReceiverMoving: Bool { isRecent(receiver.moving, Self.motionPause) }

  func isRecent(_ moment: BootInstant?, _ pause: TimeSpan) -> Bool {
    moment.map { now.time - $0 < pause } ?? false
  }

  /// Whether neither steps nor the receiver's velocity show a motion. Without the receiver, a walk whose steps are not seen would
  /// be rest.
  private var isStanding: Bool {
    !isStepping && !isReceiverMoving
  }
  /// Speed of the way by steps below which the wearer may stand, in m/s; and the times after the last sign of motion.
  static let standingPace = 0.3
  private static let stepPause = TimeSpan(2), motionPause = TimeSpan(4)
}
