import Fusion
import Geodesy
import Geometry
import Samples

/// The place without assumptions on motion: that of the best of the latest fixes, plus the path since if a tracker measures it;
/// otherwise its accuracy becomes worse with time.
///
/// A fix replaces the held one when its radius is no larger than that of the held one has become: r + v·age with v a brisk walk,
/// or r + a share of the path. So a receiver that suddenly has a worse accuracy does not spoil the place of a moment ago.
struct HeldFix: Sendable {
  private struct Held {
    var plane: TangentPlane
    var radius: Double
    var vertical: Double?
    var time: BootInstant
    var scene: Displacement<Scene>
    /// Growth of the radius so far.
    var worn = 0.0
  }
  private var held: Held?
  private(set) var aid = Aid(
    AidDescription("fix", unit: "m", axes: ["east", "north"], patience: TimeSpan(10)))
  /// Growth of the radius without a tracker, in m/s; and with one, as a share of the path.
  private static let wear = 1.5, share = 0.05

  /// Ingests a fix; false if it is not finite.
  mutating func ingest(_ fix: FixReading, scene: Displacement<Scene>) -> Bool {
    let place = fix.place, radius = fix.radius.value
    guard place.isFinite, radius.isFinite else {
      aid.refuse(.notFinite, at: fix.arrival)
      return false
    }
    if let held, held.radius + held.worn < radius {
      aid.refuse(.worseThanHeld, at: fix.arrival)
      return true
    }
    aid.record(.fused(reading(place, radius)), at: fix.arrival)
    held = Held(
      plane: TangentPlane(origin: place), radius: radius, vertical: fix.heightSigma?.value, time: fix.arrival,
      scene: scene)
    return true
  }

  /// The fix compared with the held one: observation and innovation are the displacement from it, with the radii's variances.
  private func reading(_ place: Geodetic, _ radius: Double) -> Fused {
    let off = held.map { $0.plane.level(place) } ?? .zero
    var fused = Fused(off.x, -off.z)
    fused.innovation = fused.observation
    let sigma = radius / RadiusPerSigma.of68, before = held.map { ($0.radius + $0.worn) / RadiusPerSigma.of68 } ?? 0
    for axis in 0..<2 {
      fused.variance[axis] = sigma * sigma
      fused.innovationVariance[axis] = sigma * sigma + before * before
      let y = fused.innovation[axis]
      fused.ratio = max(fused.ratio, y * y / (9 * fused.innovationVariance[axis]))
    }
    return fused
  }

  /// Returns the place now; `tracked` is whether the scene's motion is known.
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
