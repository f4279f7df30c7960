import Geodesy
import Geometry
public import Samples

/// The view across a reset: what is placed stays where it was until place and heading are known in the new scene.
///
/// A new scene begins with an unknown place, and often with an unknown heading; but the wearer stands where the old one ended. So
/// the last sound view is continued: its place, moved by the new scene's own motion, and the yaw at which the body's heading is
/// that of the last sound view. A value that is known anew within the gate's limits replaces the carried one. Until the first pose
/// of the new scene the last sound view itself is shown. Once both are known anew it is another picture (`Viewpoint.Picture`).
public struct CarriedView: Sendable {
  /// A view is carried for at most this time after the last sound one: by then the wearer may have gone anywhere.
  private static let longest = TimeSpan(30)

  private let parameters: SceneParameters
  private var sound: Viewpoint?
  /// The start of the new scene: its number, its first position, and the yaw that continues the heading.
  private var start: (scene: Int, position: Displacement<Scene>, yaw: Angle)?

  public init(_ parameters: SceneParameters) { self.parameters = parameters }

  /// Returns the view to draw by, and whether it is carried. `scene` is the pipeline's newest scene, which may have no pose yet.
  public mutating func update(_ view: Viewpoint, scene: Int, at time: BootInstant) -> (view: Viewpoint, isCarried: Bool)
  {
    let isKnown = hasPlace(view) && hasHeading(view)
    if isKnown, !view.isStale, view.scene == scene {
      sound = view
      start = nil
      return (view, false)
    }
    guard let sound, sound.scene != scene, time - sound.time <= Self.longest, time >= sound.time else {
      return (view, false)
    }
    guard view.scene == scene, !view.isStale, view.pose.position.isFinite, view.pose.rotation.isFinite else {
      return (sound, true)
    }
    return (continued(view, sound), true)
  }

  private func hasPlace(_ view: Viewpoint) -> Bool {
    view.place?.isFinite == true && (view.horizontalAccuracy.map { $0 <= parameters.gateRadius } ?? false)
  }

  private func hasHeading(_ view: Viewpoint) -> Bool {
    view.isHeadingConfirmed && view.yaw?.isFinite == true
      && (view.yawSigma.map { $0 <= parameters.gateHeading } ?? false)
  }

  private mutating func continued(_ view: Viewpoint, _ sound: Viewpoint) -> Viewpoint {
    if start?.scene != view.scene {
      let before = Attitude(Rotation<Scene, Level>.yaw(sound.yaw ?? .zero) * sound.pose.rotation).heading
      let now = Attitude(Rotation<Scene, Level>.aligned * view.pose.rotation).heading
      start = (view.scene, view.pose.position, (before - now).wrapped)
    }
    guard let start else { return view }
    var view = view
    view.picture = sound.picture
    if !hasHeading(view) {
      (view.yaw, view.yawSigma, view.isHeadingConfirmed) = (start.yaw, sound.yawSigma, sound.isHeadingConfirmed)
    }
    if !hasPlace(view), let place = sound.place {
      let moved = Rotation<Scene, Level>.yaw(view.yaw ?? start.yaw)(view.pose.position - start.position)
      view.place = TangentPlane(origin: place).geodetic(moved)
      view.horizontalAccuracy = sound.horizontalAccuracy
      view.verticalAccuracy = sound.verticalAccuracy
    }
    return view
  }
}
