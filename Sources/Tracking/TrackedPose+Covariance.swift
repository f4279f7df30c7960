import Alignment
public import Geometry
import Samples

/// What the tie knows of the place's error beside its size: variances and covariances in the level frame, of east,
/// north and the yaw, which is positive clockwise.
struct PlaceSpread: Sendable {
  var east: Double, north: Double, mixed: Double
  var eastYaw: Double, northYaw: Double
  var yaw: Double
}

/// The covariance of a pose relative to the Earth, in the scene's axes: meters and radians. The error of the orientation is a
/// rotation vector about the scene's axes, which turns the stated orientation into the true one.
public struct PoseCovariance: Equatable, Sendable {
  /// nil while the accuracies of the place are unknown.
  public var position: Matrix3?
  /// nil while there is no heading, or no accuracy of the tilt.
  public var orientation: Matrix3?
  /// Rows of the position, columns of the orientation; nil where it is not estimated.
  public var cross: Matrix3?
}

extension TrackedPose {
  /// The covariance of the pose.
  ///
  /// Of the place, the size is that of the stated accuracy: σ = r/1.515 along each axis on average, and the vertical accuracy.
  /// The shape, the direction of the larger error and its correlation with the heading, is that of the filter; without one the
  /// error is equal in all level directions. With e the errors in the level frame and R the rotation to the scene's axes it is
  /// R cov(e) Rᵀ. A yaw error of δ, clockwise, is the rotation vector (0, −δ, 0).
  public var covariance: PoseCovariance {
    let toScene = Rotation<Scene, Level>.yaw(yaw).inverse.matrix
    var result = PoseCovariance()
    var placeScale = 0.0
    if let radius = horizontalAccuracy?.value, let vertical = verticalAccuracy?.value, radius.isFinite,
      vertical.isFinite
    {
      let sigma = radius / RadiusPerSigma.of68
      var east = sigma * sigma, north = sigma * sigma, mixed = 0.0
      if let spread, spread.east + spread.north > 0 {
        let scale = sigma * sigma / (0.5 * (spread.east + spread.north))
        (east, north, mixed) = (spread.east * scale, spread.north * scale, spread.mixed * scale)
        placeScale = scale.squareRoot()
      }
      // x east, y up, z south
      let level = Matrix3(
        rows: SIMD3(east, 0, -mixed), SIMD3(0, vertical * vertical, 0), SIMD3(-mixed, 0, north))
      result.position = toScene * level * toScene.transposed
    }
    if let yawSigma = yawSigma?.radians, let tilt = tiltSigma?.radians {
      result.orientation = Matrix3(diagonal: SIMD3(tilt * tilt, yawSigma * yawSigma, tilt * tilt))
      if let spread, placeScale > 0, spread.yaw > 0 {
        let scale = placeScale * yawSigma / spread.yaw.squareRoot()
        let column = toScene * SIMD3(-spread.eastYaw * scale, 0, spread.northYaw * scale)
        result.cross = Matrix3(columns: .zero, column, .zero)
      }
    }
    return result
  }

  /// Bounds of the heading's error: 68 % and 95 %; nil without a heading.
  ///
  /// The bounds of a normal error are 1 and 1.96 standard deviations. They are at most those of a heading of which nothing is
  /// known, which is uniform on the circle: 0.683·180° and 0.95·180°. The conservative bound is the latter, too, while other
  /// evidence contradicts the heading.
  public var headingBounds: (nominal: Angle, conservative: Angle)? {
    guard heading != nil else { return nil }
    let unknown = (nominal: Angle.degrees(0.683 * 180), conservative: Angle.degrees(0.95 * 180))
    guard let yawSigma, yawSigma.isFinite else { return unknown }
    let isContradicted = localization.contains(.contradictedHeading)
    return (
      min(yawSigma, unknown.nominal), isContradicted ? unknown.conservative : min(yawSigma * 1.96, unknown.conservative)
    )
  }
}
