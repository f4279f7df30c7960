import Geodesy
import Geometry
import Samples

/// The place where nothing is assumed of motion: that of the best of the latest fixes and the way since, if somebody tells it;
/// else its accuracy wears off with time.
///
/// A fix replaces the one held when its radius is no larger than what the held one's has become: r + v·age with v a brisk
/// walk, or r + a share of the way. So a receiver that suddenly knows less does not spoil what it knew a moment ago.
struct HeldFix: Sendable {
  private struct Held {
    var plane: TangentPlane
    var radius: Double
    var vertical: Double?
    var time: BootInstant
    var scene: Displacement<Scene>
    /// What has worn off so far, and until when it was counted.
    var worn = 0.0
  }
  private var held: Held?
  /// How fast a place may be left unseen, in m/s; and the share of a tracked way by which it may be wrong.
  private static let wear = 1.5, share = 0.05

  /// The place of a fix that is one; nil for others.
  mutating func take(_ fix: Fix, scene: Displacement<Scene>, assuming assumed: FixAssumptions) -> Geodetic? {
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
    guard place.isFinite else { return nil }
    let radius = fix.radius(assuming: assumed).value
    guard radius.isFinite else { return nil }
    if let held, held.radius + held.worn < radius { return place }
    held = Held(
      plane: TangentPlane(origin: place), radius: radius, vertical: fix.verticalError.map { $0.value / 1.96 },
      time: fix.arrival, scene: scene
    )
    return place
  }

  /// The place now; `tracked` says whether the scene's motion is known.
  mutating func place(
    at time: BootInstant, scene: Displacement<Scene>, yaw: Angle, tracked: Bool
  ) -> (place: Geodetic, horizontal: Length, vertical: Length?)? {
    guard var held else { return nil }
    let since = max(0, (time - held.time).value)
    let way = scene - held.scene
    held.worn = max(held.worn, tracked ? Self.share * way.norm.value : Self.wear * since)
    self.held = held
    let moved = Rotation<Scene, Level>.yaw(yaw)(way)
    return (
      held.plane.geodetic(moved), Length(held.radius + held.worn), held.vertical.map { Length($0 + held.worn) }
    )
  }
}
