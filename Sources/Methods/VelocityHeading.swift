public import Fusion
public import Geometry
import Samples

/// The turn between a receiver's Doppler velocities and those of the scene: θ = atan2(Σ v_e u_n − v_n u_e, Σ v·u) over the
/// estimates that have both, σ_θ² = Σ σ²|u|²-weighted as in any fit, 1 / Σ |u|²/σ², thinned to independent ones: Doppler errors
/// last for a second or two. For vehicles; the course from a walker's receiver is useless.
public struct VelocityHeading: Equatable, Sendable {
  public var yaw: Angle
  public var sigma: Angle
  public var estimates: Int

  public enum Refusal: String, CountedReason, Error {
    case noVelocities = "no velocities in the fixes"
    case tooSlow = "too slow for a course"
  }
}

extension EstimateBuffer {
  public func velocityHeading() -> Result<VelocityHeading, VelocityHeading.Refusal> {
    var sine = 0.0, cosine = 0.0, information = 0.0, count = 0, last = -Double.infinity
    let walk = parameters.yawWalk.radians * parameters.yawWalk.radians
    guard let newest = estimates.last?.time else { return .failure(.noVelocities) }
    for estimate in estimates {
      guard let pair = estimate.velocity else { continue }
      count += 1
      let earth = SIMD2(pair.earth.x, -pair.earth.z), scene = SIMD2(pair.scene.x, -pair.scene.z)
      let square = (scene * scene).sum()
      guard square > 1 else { continue }
      // An old velocity has less weight, by the random walk of the scene's heading since.
      let age = (newest - estimate.time).value
      let time = -age
      let fresh = min(1, (time - last) / 2)
      last = time
      let sigma = pair.sigma.value
      let weight = fresh / (sigma * sigma + walk * age * square)
      sine += weight * (earth.x * scene.y - earth.y * scene.x)
      cosine += weight * (earth * scene).sum()
      information += weight * square
    }
    guard count > 0 else { return .failure(.noVelocities) }
    guard information > 4 else { return .failure(.tooSlow) }
    return .success(
      VelocityHeading(
        yaw: .arcTangent(sine, cosine), sigma: .radians((1 / information).squareRoot()), estimates: count))
  }
}
