import Geodesy
import Geometry

/// The status of anchors, frame by frame. A geographic anchor is shown when places are; the others need only a pose.
public struct AnchorBoard: Sendable {
  private let parameters: SceneParameters
  private var view: Viewpoint?
  private var surroundings: Surroundings?

  public init(_ parameters: SceneParameters = SceneParameters()) {
    self.parameters = parameters
  }

  /// Sets the view of the next frame.
  public mutating func update(_ view: Viewpoint) {
    self.view = view
    surroundings = Surroundings(view)
  }

  /// The status of an anchor; `readiness` is that of all that is in sight (`PlaceBoard.readiness`).
  public func status(of anchor: Anchor, _ readiness: PlacementStatus) -> AnchorStatus {
    guard let view else { return .pending(.waitingForFix) }
    if anchor.isExpired(at: view.time) { return .expired }
    if case .scene(_, let scene) = anchor.kind, scene != view.scene { return .lost }
    let hasPose = !view.isStale && view.pose.position.isFinite && view.pose.rotation.isFinite
    switch anchor.kind {
    case .geographic(let position, let height):
      if case .pending(let reason) = readiness { return .pending(reason) }
      guard hasPose else { return .stale }
      guard let offset = offset(to: position, height) else { return .pending(.waitingForFix) }
      let distance = offset.norm, drawn = DrawingDistance.drawn(distance, parameters)
      let scale = distance.value > 0 ? drawn / distance : 1
      return shown(
        view.point(at: offset) - view.pose.position, scale: scale, anchor.facing,
        Uncertainty(of: offset, height, from: view, parameters), view)
    case .scene(let point, _):
      return hasPose ? shown(point - view.pose.position, scale: 1, anchor.facing, nil, view) : .stale
    case .head(let point):
      return hasPose ? shown(view.pose.rotation(point), scale: 1, anchor.facing, nil, view) : .stale
    }
  }

  private func offset(to position: Geodetic, _ height: HeightPolicy) -> Displacement<Level>? {
    guard position.isFinite else { return nil }
    return surroundings?.offset(to: position.ground, at: position, height)
  }

  private func shown(
    _ offset: Displacement<Scene>, scale: Double, _ facing: Anchor.Facing?, _ uncertainty: Uncertainty?,
    _ view: Viewpoint
  ) -> AnchorStatus {
    guard offset.isFinite else { return .stale }
    let level = hypot(offset.x, offset.z)
    let azimuth = view.yaw.map { (Angle.arcTangent(offset.x, -offset.z) + $0).azimuth }
    return .shown(
      AnchorPlacement(
        offset: offset, azimuth: level > Sight.underfoot.value ? azimuth : nil, elevation: .arcTangent(offset.y, level),
        distance: offset.norm, point: view.pose.position + offset * scale, scale: scale,
        orientation: facing.flatMap { $0.orientation(seenAt: offset, from: view) }, uncertainty: uncertainty))
  }
}
