import Fusion
import Geometry

private typealias Index = TieState

// The motion of a hypothesis by steps (`EarthTie+Prediction` has the equations).
extension Gaussian {
  mutating func turn(_ t: Double, _ walk: (drift: Double, walk: Double)) {
    let turn = mean[Index.drift] * t
    mean[Index.yaw] += turn
    mean[Index.turned] += turn
    covariance.shear(pair: Index.yaw, by: PairMap(SIMD2(t, t), .zero), of: Index.drift)
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
    // By the yaw, and by the stride, which follows the drift.
    covariance.shear(pair: Index.place, by: PairMap(SIMD2(v.y, -v.x), .zero), of: Index.yaw)
    covariance.shear(pair: Index.place, by: PairMap(.zero, v), of: Index.drift)
    mean[Index.place] += v.x
    mean[Index.place + 1] += v.y
    guard !moment.isMeasured, !parameters.isCarried else { return }
    let scaled = length * scale, unit = v / scaled
    let along = parameters.along * parameters.along * scaled
    let across = (square(parameters.across) + (parameters.addsSpread ? moment.spread : 0)) * EarthTie.step * scaled
    addPlaceNoise(
      along * unit.x * unit.x + across * unit.y * unit.y, (along - across) * unit.x * unit.y,
      along * unit.y * unit.y + across * unit.x * unit.x)
  }

  private mutating func addPlaceNoise(_ east: Double, _ mixed: Double, _ north: Double) {
    let e = Index.place, n = Index.place + 1
    covariance.add(east, to: e)
    covariance.add(north, to: n)
    covariance[e, n] = covariance[e, n] + mixed
  }

  /// Moves a wearer who is carried.
  mutating func carry(_ t: Double, speed: Double, over time: Double) {
    // Half before and half after: the place has gone with the mean of both velocities.
    moveCarried(0.5 * t)
    decay(pair: Index.carried, keep: exp(-t / time), stationary: speed * speed)
    moveCarried(0.5 * t)
  }

  private mutating func moveCarried(_ t: Double) {
    mean.set(two: mean.two(at: Index.place) + mean.two(at: Index.carried) * t, at: Index.place)
    covariance.shear(pair: Index.place, by: PairMap(scaling: t), of: Index.carried)
  }

  /// Ingests the receiver's velocity as that of a wearer who is carried, and of the place.
  mutating func ingest(carrying velocity: SIMD2<Double>, _ variance: Double, _ doubt: LevelDoubt) {
    _ = fuse(
      SparseRow(Index.carried, 1), SparseRow(Index.carried + 1, 1), innovation: velocity - mean.two(at: Index.carried),
      variance: SIMD2(repeating: variance), unless: doubt)
  }

  /// Brings the velocity of a wearer who stands to that of a sway.
  mutating func rest(_ t: Double) {
    let variance = EarthTie.sway * EarthTie.sway * EarthTie.swayTime / t
    _ = fuse(
      SparseRow(Index.velocity, 1), SparseRow(Index.velocity + 1, 1), innovation: -mean.two(at: Index.velocity),
      variance: SIMD2(repeating: variance))
  }
}
