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
    guard hasStarted else { return }
    let next = history.latest, span = next.time - now.time, t = span.value
    guard t > 0 else { return }
    let way = next.way - now.way, length = (way * way).sum().squareRoot()
    let push = (
      velocity: next.velocity - now.velocity, place: next.place - now.place - now.velocity * t,
      variance: next.forceVariance - now.forceVariance
    )
    let other = next.wayVariance - now.wayVariance
    let heading = (drift: forceLeads ? Self.forceDriftWalk : parameters.driftWalk.value, walk: yawWalk)
    let keepSlow = exp(-t / parameters.errorTime.value)
    pace += (length / t - pace) * (1 - exp(-t / Self.paceTime.value))
    now = next
    for i in 0..<bank.count {
      let label = bank.members[i].label
      let leads = next.isMeasured || !label.contains(.onTheSpot)
      if forceLeads {
        moveByForce(i, t, push)
      } else {
        if forceRunsBeside { accelerate(i, t, push.velocity, push.variance) }
        move(i, by: way, length: length, next, other: other, leads: leads)
        let walk = next.isMeasured ? 0 : parameters.placeWalk.value * parameters.placeWalk.value * t
        bank.members[i].state.covariance.add(walk, to: Index.place)
        bank.members[i].state.covariance.add(walk, to: Index.place + 1)
        if label.contains(.unseenMotion) { drift(i, t) }
      }
      turn(i, t, heading)
      if let level = slowLevel {
        for axis in Index.slow...Index.slow + 1 {
          let stationary = level * level
          if label.contains(.receiverJumped) {
            bank.members[i].state.covariance.add(stationary * (1 - keepSlow * keepSlow), to: axis)
          } else {
            bank.members[i].state.decay(axis, keep: keepSlow, stationary: stationary)
          }
        }
      }
      // Steps of a telephone that lead nowhere lead around a thing: its surroundings change, and a compass that does not says
      // nothing about the steps.
      let far = leads || !parameters.judgesGait ? length : 0
      let keepSpot = exp(-t / parameters.spotTime.value - far / parameters.spotLength.value)
      bank.members[i].state.decay(Index.spot, keep: keepSpot, stationary: spotVariance)
      if far > 0 {
        bank.members[i].state.decay(
          Index.room, keep: exp(-far / parameters.roomLength.value), stationary: square(parameters.room))
      }
    }
    if forceLeads { lookIfDue() }
    if forceLeads, let lastPrecise, now.time - lastPrecise > Self.memoryOfPrecision { endForce() }
  }

  private var yawWalk: Double { forceLeads ? Self.forceYawWalk : parameters.yawWalk.value }
  private static let paceTime = TimeSpan(5)

  private mutating func turn(_ i: Int, _ t: Double, _ walk: (drift: Double, walk: Double)) {
    guard !isTurnMeasured else { return }
    bank.members[i].state.mean[Index.yaw] += bank.members[i].state.mean[Index.drift] * t
    bank.members[i].state.covariance.shear(row: Index.yaw, by: SparseRow(Index.drift, t))
    bank.members[i].state.covariance.add(walk.walk * walk.walk * t, to: Index.yaw)
    bank.members[i].state.covariance.add(walk.drift * walk.drift * t, to: Index.drift)
    bank.wrap(i)
  }

  private mutating func move(
    _ i: Int, by way: SIMD2<Double>, length: Double, _ moment: OdometryMoment, other: Double, leads: Bool
  ) {
    if other > 0 {
      bank.members[i].state.covariance.add(other, to: Index.place)
      bank.members[i].state.covariance.add(other, to: Index.place + 1)
    }
    guard length > 0 else { return }
    guard leads || moment.isMeasured else {
      let noise = parameters.idle * parameters.idle * length * Self.step
      bank.members[i].state.covariance.add(noise, to: Index.place)
      bank.members[i].state.covariance.add(noise, to: Index.place + 1)
      return
    }
    let scale = exp(bank.members[i].state.mean[Index.stride])
    let v = turned(way, by: bank.members[i].state.mean[Index.yaw]) * scale
    bank.members[i].state.covariance.shear(row: Index.place, by: wayRow(yaw: v.y, stride: v.x))
    bank.members[i].state.covariance.shear(row: Index.place + 1, by: wayRow(yaw: -v.x, stride: v.y))
    bank.members[i].state.mean[Index.place] += v.x
    bank.members[i].state.mean[Index.place + 1] += v.y
    guard !moment.isMeasured else { return }
    let scaled = length * scale, unit = v / scaled
    let along = parameters.along * parameters.along * scaled
    let across = (square(parameters.across) + (parameters.addsSpread ? moment.spread : 0)) * Self.step * scaled
    addPlaceNoise(
      i, along * unit.x * unit.x + across * unit.y * unit.y, (along - across) * unit.x * unit.y,
      along * unit.y * unit.y + across * unit.x * unit.x)
  }

  private func wayRow(yaw: Double, stride: Double) -> SparseRow {
    var row = SparseRow(Index.yaw, yaw)
    row.add(Index.stride, stride)
    return row
  }

  private mutating func addPlaceNoise(_ i: Int, _ east: Double, _ mixed: Double, _ north: Double) {
    let e = Index.place, n = Index.place + 1
    bank.members[i].state.covariance.add(east, to: e)
    bank.members[i].state.covariance.add(north, to: n)
    bank.members[i].state.covariance[e, n] = bank.members[i].state.covariance[e, n] + mixed
  }

  /// Moves a wearer whose steps are not seen.
  private mutating func drift(_ i: Int, _ t: Double) {
    for axis in 0..<2 {
      bank.members[i].state.mean[Index.place + axis] += bank.members[i].state.mean[Index.unseen + axis] * t
      bank.members[i].state.covariance.shear(row: Index.place + axis, by: SparseRow(Index.unseen + axis, t))
    }
    let keep = exp(-t / Self.unseenTime)
    for axis in 0..<2 {
      bank.members[i].state.decay(
        Index.unseen + axis, keep: keep, stationary: Self.unseenVelocity * Self.unseenVelocity)
    }
  }
  /// Velocity on each axis of a wearer whose steps are not seen, in m/s: 1.4 m/s in all; and how long it lasts, in s.
  static let unseenVelocity = 1.0, unseenTime = 120.0
}
