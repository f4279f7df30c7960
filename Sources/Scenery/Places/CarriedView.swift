import Geodesy
public import Geometry
public import Samples

/// The view across a reset: what is placed stays where it was until place and heading are known in the new scene.
///
/// A new scene begins with an unknown place, and often with an unknown heading; but the wearer stands where the old one ended, and
/// the gyroscope has shown how the body turned meanwhile (`Bridge`). So the last sound view is continued: its place, moved by the
/// new scene's own motion, and its yaw, turned by what the new scene's axes are turned; its doubt grows by what is unseen. A
/// value that is known anew within the gate's limits replaces the carried one. Until the first pose of the new scene the last sound
/// view itself is shown, turned as the body. Once both are known anew it is another picture (`Viewpoint.Picture`).
public struct CarriedView: Sendable {
  /// A view is carried for at most this time after the last sound one: by then the wearer may have gone anywhere.
  private static let longest = TimeSpan(30)

  private let parameters: SceneParameters
  private var sound: Viewpoint?
  /// The start of the new scene: its number, and its first position.
  private var start: (scene: Int, position: Displacement<Scene>)?

  /// The turn from a scene's end to the next one, as far as it is known.
  public struct Bridge: Sendable {
    /// The scene that ended.
    public var scene: Int
    /// The body now, in its axes, as long as the next one has no pose.
    public var rotation: Rotation<Body, Scene>
    /// From the next one's axes to its own, once that has a pose; and 1 σ of what the body has turned.
    public var turn: Angle?
    public var sigma: Angle

    public init(scene: Int, rotation: Rotation<Body, Scene>, turn: Angle?, sigma: Angle) {
      (self.scene, self.rotation, self.turn, self.sigma) = (scene, rotation, turn, sigma)
    }
  }

  public init(_ parameters: SceneParameters) { self.parameters = parameters }

  /// Returns the view to draw by, and whether it is carried. `scene` is the pipeline's newest scene, which may have no pose yet.
  public mutating func update(
    _ view: Viewpoint, scene: Int, across bridge: Bridge? = nil, at time: BootInstant
  ) -> (view: Viewpoint, isCarried: Bool) {
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
      return (waiting(sound, bridge), true)
    }
    return (continued(view, sound, bridge), true)
  }

  private func hasPlace(_ view: Viewpoint) -> Bool {
    view.place?.isFinite == true && (view.horizontalAccuracy.map { $0 <= parameters.gateRadius } ?? false)
  }

  private func hasHeading(_ view: Viewpoint) -> Bool {
    view.isHeadingConfirmed && view.yaw?.isFinite == true
      && (view.yawSigma.map { $0 <= parameters.gateHeading } ?? false)
  }

  /// The sound view while there is no pose: the body turns on, as far as the gyroscope shows it.
  private func waiting(_ sound: Viewpoint, _ bridge: Bridge?) -> Viewpoint {
    var view = sound
    if let bridge, bridge.scene == sound.scene, bridge.turn == nil {
      view.pose.rotation = bridge.rotation
      widen(&view, by: bridge.sigma)
    } else {
      widen(&view, by: .radians(.pi))
    }
    return view
  }

  private func widen(_ view: inout Viewpoint, by sigma: Angle) {
    view.yawSigma = view.yawSigma.map { .radians(min(.pi, hypot($0.radians, sigma.radians))) }
  }

  private mutating func continued(_ view: Viewpoint, _ sound: Viewpoint, _ bridge: Bridge?) -> Viewpoint {
    if start?.scene != view.scene { start = (view.scene, view.pose.position) }
    guard let start else { return view }
    var view = view
    view.picture = sound.picture
    if !hasHeading(view), let yaw = sound.yaw, let bridge, bridge.scene == sound.scene, let turn = bridge.turn {
      (view.yaw, view.yawSigma, view.isHeadingConfirmed) = (
        (yaw + turn).wrapped, sound.yawSigma, sound.isHeadingConfirmed
      )
      widen(&view, by: bridge.sigma)
    }
    if !hasPlace(view), let place = sound.place {
      let moved = view.yaw.map { Rotation<Scene, Level>.yaw($0)(view.pose.position - start.position) } ?? .zero
      view.place = TangentPlane(origin: place).geodetic(moved)
      view.horizontalAccuracy = sound.horizontalAccuracy
      view.verticalAccuracy = sound.verticalAccuracy
    }
    return view
  }
}
