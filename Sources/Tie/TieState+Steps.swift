import Fusion
import Geometry

private typealias Index = TieState

// The motion of a hypothesis by steps (`EarthTie+Prediction` has the equations).
extension Gaussian {
  mutating func turn(_ t: Double, _ walk: (drift: Double, walk: Double)) {
    for turned in [Index.yaw, Index.turned] {
      mean[turned] += mean[Index.drift] * t
      covariance.shear(row: turned, by: SparseRow(Index.drift, t))
    }
    turnScene(variance: walk.walk * walk.walk * t)
    covariance.add(walk.drift * walk.drift * t, to: Index.drift)
  }

  /// Adds a turn of the scene by an unknown angle.
  mutating func turnScene(variance: Double) {
    covariance.add(variance, to: Index.yaw)
    covariance.add(variance, to: Index.turned)
    covariance[Index.yaw, Index.turned] = covariance[Index.yaw, Index.turned] + variance
  }

  mutating func move(
    by way: SIMD2<Double>, length: Double, _ moment: OdometryMoment, other: Double, leads: Bool,
    _ parameters: TieParameters
  ) {
    if other > 0 {
      covariance.add(other, to: Index.place)
      covariance.add(other, to: Index.place + 1)
    }
    guard length > 0 else { return }
    guard leads || moment.isMeasured else {
      let noise = parameters.idle * parameters.idle * length * EarthTie.step
      covariance.add(noise, to: Index.place)
      covariance.add(noise, to: Index.place + 1)
      return
    }
    let scale = exp(mean[Index.stride])
    let v = turned(way, by: mean[Index.yaw]) * scale
    covariance.shear(row: Index.place, by: wayRow(yaw: v.y, stride: v.x))
    covariance.shear(row: Index.place + 1, by: wayRow(yaw: -v.x, stride: v.y))
    mean[Index.place] += v.x
    mean[Index.place + 1] += v.y
    guard !moment.isMeasured, !parameters.isUnseen else { return }
    let scaled = length * scale, unit = v / scaled
    let along = parameters.along * parameters.along * scaled
    let across = (square(parameters.across) + (parameters.addsSpread ? moment.spread : 0)) * EarthTie.step * scaled
    addPlaceNoise(
      along * unit.x * unit.x + across * unit.y * unit.y, (along - across) * unit.x * unit.y,
      along * unit.y * unit.y + across * unit.x * unit.x)
  }

  private func wayRow(yaw: Double, stride: Double) -> SparseRow {
    var row = SparseRow(Index.yaw, yaw)
    row.add(Index.stride, stride)
    return row
  }

  private mutating func addPlaceNoise(_ east: Double, _ mixed: Double, _ north: Double) {
    let e = Index.place, n = Index.place + 1
    covariance.add(east, to: e)
    covariance.add(north, to: n)
    covariance[e, n] = covariance[e, n] + mixed
  }

  /// Moves a wearer whose steps are not seen.
  mutating func driftUnseen(_ t: Double, _ parameters: TieParameters) {
    for axis in 0..<2 {
      mean[Index.place + axis] += mean[Index.unseen + axis] * t
      covariance.shear(row: Index.place + axis, by: SparseRow(Index.unseen + axis, t))
    }
    let keep = exp(-t / parameters.unseenTime.value), speed = parameters.unseenVelocity.value
    decay(two: Index.unseen, keep: keep, stationary: speed * speed)
  }
}
