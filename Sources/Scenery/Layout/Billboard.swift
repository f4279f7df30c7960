public import Geometry

/// A label that turns about the vertical only, to face the viewer: level, with its readable side, +z, toward the viewer.
public enum Billboard {
  /// A label within this horizontal distance has no direction to face.
  private static let underfoot = Length(1e-9)

  /// Returns the label's rotation in the scene for an offset from the eyes; straight above and below it faces +z of the scene.
  ///
  /// The rotation about y by θ = atan2(−x, −z) turns the label's +z to (−x, 0, −z)/√(x² + z²), toward the viewer. Its quaternion
  /// is (0, sin(θ/2), 0, cos(θ/2)).
  public static func rotation(seenAt offset: Displacement<Scene>) -> Rotation<Model, Scene> {
    guard offset.isFinite, hypot(offset.x, offset.z) > underfoot.value else { return .aligned }
    return Rotation(about: Direction<Model>(0, 1, 0), by: .arcTangent(-offset.x, -offset.z))
  }
}

extension Anchor.Facing {
  /// Returns the rotation from the content's axes to the scene, for an offset from the eyes.
  ///
  /// A heading ψ, pitch θ and roll φ are R_y(−ψ) R_x(θ) R_z(φ) in the level frame: at ψ = θ = φ = 0 the nose, −z, points north.
  /// The applied yaw turns that into the scene, so the nose keeps its true azimuth while the alignment turns.
  func orientation(seenAt offset: Displacement<Scene>, from view: Viewpoint) -> Rotation<Model, Scene>? {
    switch self {
    case .wearer: return Billboard.rotation(seenAt: offset)
    case .heading(let heading, let pitch, let roll):
      guard let yaw = view.yaw, yaw.isFinite else { return nil }
      let raised = Rotation<Model, Level>(about: Direction<Model>(1, 0, 0), by: pitch)
      let tilted: Rotation<Model, Level> = raised * Rotation<Model, Model>(about: Direction<Model>(0, 0, 1), by: roll)
      let turned: Rotation<Model, Level> = Rotation<Level, Level>.azimuth(heading) * tilted
      return Rotation<Scene, Level>.yaw(yaw).inverse * turned
    }
  }
}
