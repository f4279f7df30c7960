import Geometry

/// The turn of a scene displacement (along the scene's east and north) by a yaw, clockwise, with cached sine and cosine: for a yaw
/// that rarely changes.
struct KeptTurn: Sendable {
  private var yaw = 0.0, sine = 0.0, cosine = 1.0

  mutating func callAsFunction(_ v: SIMD2<Double>, by yaw: Double) -> SIMD2<Double> {
    if yaw != self.yaw {
      self.yaw = yaw
      sine = sin(yaw)
      cosine = cos(yaw)
    }
    return SIMD2(cosine * v.x + sine * v.y, cosine * v.y - sine * v.x)
  }
}
