import Geodesy
import Geometry
import Samples

/// The place where nothing is assumed of motion: that of the best of the latest fixes, its accuracy wearing off with age.
///
/// A fix replaces the one held when its radius is no larger than what the held one's has become: r + v·age, with v a brisk
/// walk. So a receiver that suddenly knows less does not spoil what it knew a moment ago.
struct HeldFix: Sendable {
  private var held: (place: Geodetic, radius: Double, vertical: Double?, time: BootInstant)?
  /// How fast a place may be left: m/s.
  private static let wear = 1.5

  /// The place of a fix that is one; nil for others.
  mutating func take(_ fix: Fix, assuming parameters: PlanarParameters) -> Geodetic? {
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
    guard place.isFinite else { return nil }
    let assumed = fix.mode == .threeDimensional ? parameters.assumedError3D : parameters.assumedError2D
    let radius = (fix.horizontalError ?? assumed).value / radius95Per68
    guard radius.isFinite else { return nil }
    if let held, held.radius + Self.wear * max(0, (fix.arrival - held.time).value) < radius { return place }
    held = (place, radius, fix.verticalError.map { $0.value / 1.96 }, fix.arrival)
    return place
  }

  func place(at time: BootInstant) -> (place: Geodetic, horizontal: Length, vertical: Length?)? {
    guard let held else { return nil }
    let worn = Self.wear * max(0, (time - held.time).value)
    return (held.place, Length(held.radius + worn), held.vertical.map { Length($0 + worn) })
  }
}
