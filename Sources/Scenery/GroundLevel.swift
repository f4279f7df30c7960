import Geodesy
import Geometry
import Terrain

/// The ground around the wearer relative to the eyes, from tiles; made once a frame.
///
/// With h the eyes' height, g(p) the tiles' ground at p, e the eyes' height above the ground, and o the share of the estimated
/// height that is not explained by standing there:
///
///     o = h − g(wearer) − e,  rise(p) = g(p) − g(wearer) − e − o
///
/// Where the height was estimated with the tiles, o counts in full, and rise(p) = g(p) − h. Elsewhere (in a vehicle, without a
/// fix of height) o counts only beyond 3 σ of the height, so that poor fixes do not lift the ground off the wearer's feet.
struct GroundLevel {
  private let terrain: TerrainWindow
  private let separation: Length?
  /// The ground's height, in meters above the datum, that is level with the eyes.
  private let level: Double
  private let datum: HeightDatum

  /// Error of the height beyond which the wearer does not stand on the ground, in standard deviations.
  private static let most = 3.0

  /// nil without a place, or without tiles under it.
  init?(_ view: Viewpoint) {
    guard !view.terrain.isEmpty, let eyes = view.place, eyes.isFinite else { return nil }
    terrain = view.terrain
    separation = view.geoidSeparation
    guard case .height(let here, let datum) = terrain.height(at: eyes) else { return nil }
    self.datum = datum
    var excess = 0.0
    if let σ = view.verticalAccuracy?.value, σ.isFinite, let shift = datum == .ellipsoid ? Length.zero : separation {
      excess = (eyes.height - shift - here - view.eyeHeight).value
      if !view.isHeightOfTerrain {
        let limit = Self.most * σ
        excess -= max(-limit, min(limit, excess))
      }
    }
    level = (here + view.eyeHeight).value + excess
  }

  /// Returns the height of the ground at a place above the wearer's eyes, on a flat Earth; nil without a tile there.
  func rise(at place: Geodetic) -> Double? {
    guard case .height(var height, let datum) = terrain.height(at: place) else { return nil }
    if datum != self.datum {
      guard let separation else { return nil }
      height = datum == .seaLevel ? height + separation : height - separation
    }
    return height.value - level
  }
}
