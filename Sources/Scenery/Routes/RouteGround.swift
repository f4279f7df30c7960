import Geodesy
public import Geometry

/// The ground of a route for one frame: that of the tiles, else the route's own heights from the ground under the wearer.
struct RouteGround {
  private let progress: RouteProgress
  private let tiles: GroundLevel?
  private let eyes: Geodetic
  private let feet: Double
  /// Degrees for a meter to the north and to the east, about the wearer.
  private let perNorth: Double, perEast: Double

  init(_ view: Viewpoint, _ progress: RouteProgress) {
    self.progress = progress
    tiles = GroundLevel(view)
    eyes = view.place ?? Geodetic(latitude: Degrees(0), longitude: Degrees(0))
    feet = -view.eyeHeight.value
    // The radii of curvature of the ellipsoid, by a step of 10 m: exact to a millimeter within a kilometer.
    let north = eyes.moved(by: Displacement<Level>(0, 0, -10)), east = eyes.moved(by: Displacement<Level>(10, 0, 0))
    perNorth = (north.latitude.value - eyes.latitude.value) / 10
    perEast = (east.longitude.value - eyes.longitude.value).remainder(dividingBy: 360) / 10
  }

  /// True if the ground is that of the tiles, which bends between the route's own points.
  var hasTiles: Bool { tiles != nil }

  /// Returns the height of the ground above the eyes at a level offset, and at a length of the route.
  private func rise(_ x: Double, _ z: Double, at length: Double, in segment: Int) -> Double {
    let own = feet + progress.rise(at: length, in: segment)
    guard let tiles else { return own }
    let place = Geodetic(
      latitude: Degrees(eyes.latitude.value - z * perNorth), longitude: Degrees(eyes.longitude.value + x * perEast))
    return tiles.rise(at: place) ?? own
  }

  func offset(to point: SIMD3<Double>, at length: Double, in segment: Int, _ plane: LocalPlane) -> Displacement<Level> {
    var offset = plane.level(point, 0)
    offset.y = rise(offset.x, offset.z, at: length, in: segment)
    return offset
  }

  /// Returns a vector along a segment, with the ground's slope at a length: on tiles that over 2 m, else that of the segment.
  func slope(at length: Double, in segment: Int, _ plane: LocalPlane) -> Displacement<Level> {
    let track = progress.track
    let start = track.lengths[segment], end = track.lengths[segment + 1]
    guard tiles != nil, end > start else {
      return plane.level(track.vertices[segment + 1], progress.rise(at: end, in: segment))
        - plane.level(track.vertices[segment], progress.rise(at: start, in: segment))
    }
    let from = max(start, min(length, end) - 1), to = min(end, max(length, start) + 1)
    return offset(to: track.point(at: to, in: segment), at: to, in: segment, plane)
      - offset(to: track.point(at: from, in: segment), at: from, in: segment, plane)
  }
}

extension RouteProgress {
  /// The height of a thing above the ground of the route: above the tiles where they have it, else above the route's own heights.
  public func height(at length: Length, above: Length = .zero, from view: Viewpoint) -> HeightPolicy {
    .ground(view.hasGround(at: track.place(at: length)) ? above : above + rise(at: length))
  }
}
