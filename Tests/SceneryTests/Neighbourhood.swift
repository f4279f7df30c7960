import Geodesy
import Geometry
import Samples
import Scenery

/// A town with places by meters east and north of its origin, with formulas of its own: the radii of curvature of WGS 84 at the
/// mean latitude, as in any textbook.
struct Neighbourhood {
  var latitude = 48.2, longitude = 16.37, height = 220.0

  func position(_ east: Double, _ north: Double, height: Double = 0) -> Geodetic {
    let a = 6_378_137.0, e2 = 0.006_694_379_990_14
    func w(_ degrees: Double) -> Double { 1 - e2 * pow(sin(degrees * .pi / 180), 2) }
    let meridian = a * (1 - e2) / pow(w(latitude), 1.5) + self.height
    let other = latitude + north / meridian * 180 / .pi, middle = (latitude + other) / 2
    let parallel = (a / w(middle).squareRoot() + self.height) * cos(middle * .pi / 180)
    let λ = longitude + east / parallel * 180 / .pi
    return Geodetic(latitude: Degrees(other), longitude: Degrees(λ), height: .metres(height))
  }

  func place(
    _ id: String, _ east: Double, _ north: Double, _ height: HeightPolicy = .eye, category: String = "",
    tags: [String] = [], favourite: Bool = false
  ) -> Place {
    Place(
      id: id, name: "Place \(id)", category: category, position: position(east, north), height: height, tags: tags,
      isFavourite: favourite)
  }

  /// A place by its azimuth in degrees.
  func place(_ id: String, at azimuth: Double, _ distance: Double, _ height: HeightPolicy = .eye) -> Place {
    place(id, distance * sin(azimuth * .pi / 180), distance * cos(azimuth * .pi / 180), height)
  }

  /// The view from a position in meters east and north, in a scene that is turned by a yaw in degrees and began at (0, 0).
  func view(
    _ east: Double = 0, _ north: Double = 0, yaw: Double = 0, time: Double = 1, scene: Int = 0,
    rotation: Rotation<Body, Scene> = .aligned, sigma: Double = 5, accuracy: Double = 5
  ) -> Viewpoint {
    let distance = (east * east + north * north).squareRoot()
    let azimuth = atan2(east, north) - yaw * .pi / 180
    let origin = position(east, north, height: height)
    return Viewpoint(
      time: BootInstant(seconds: time), scene: scene,
      pose: Pose(
        rotation: rotation, position: Displacement(distance * sin(azimuth), 0, -distance * cos(azimuth))),
      place: origin, yaw: .degrees(yaw), yawSigma: .degrees(sigma), horizontalAccuracy: .metres(accuracy),
      verticalAccuracy: .metres(8))
  }
}

/// A head that looks to an azimuth of the scene, up and tilted, by the three elementary turns.
func head(azimuth: Double, elevation: Double, roll: Double = 0) -> Rotation<Body, Scene> {
  let about = { (axis: Direction<Scene>, degrees: Double) in Rotation<Scene, Scene>(about: axis, by: .degrees(degrees))
  }
  let turned = about(Direction(0, 1, 0), -azimuth) * about(Direction(1, 0, 0), elevation)
  let tilted: Rotation<Scene, Scene> = turned * about(Direction(0, 0, 1), roll)
  return tilted * Rotation<Body, Scene>.aligned
}

/// Any attitude, uniformly distributed.
func anyRotation<A, B>(_ generator: inout Generator) -> Rotation<A, B> {
  Rotation(x: generator.gaussian(), y: generator.gaussian(), z: generator.gaussian(), w: generator.gaussian())
    ?? .aligned
}

extension PlaceBoard {
  /// Status of a place without a layer.
  func status(of id: String) -> PlacementStatus { status(of: PlaceKey(id: id)) }
  var shown: [String] { placements.map(\.id) }
  func placement(_ id: String) -> Placement? { placements.first { $0.id == id } }
}

/// Returns a board with these places.
func board(_ places: [Place], _ change: (inout SceneParameters) -> Void = { _ in }) -> PlaceBoard {
  var parameters = SceneParameters()
  change(&parameters)
  var board = PlaceBoard(parameters)
  _ = board.replace(with: places)
  return board
}
