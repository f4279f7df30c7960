import Foundation

/// The city of the walk: its streets and places, with the geometry of a map. It uses no code of gnomon.
enum City {
  static let start = Spot(latitude: 48.2082, longitude: 16.3738)
  static let ground = Ground(start)

  /// The corners of the streets: azimuth and length of each.
  static let streets: [(azimuth: Double, length: Double)] = [(20, 120), (110, 100), (20, 90), (-40, 80)]
  static let turns = ["right", "left", "slight-left"]
  static let corners = streets.reduce(into: [Flat(east: 0, north: 0)]) { corners, street in
    corners.append(corners[corners.count - 1] + Flat(azimuth: street.azimuth, length: street.length))
  }
  static let route = Way(corners)

  /// Places passed closely; farther than 50 m from the path; three that are one group from afar; over 500 m away at first.
  static let places: [(id: String, at: Flat)] = [
    ("cafe", Flat(azimuth: 20, length: 70) + Flat(azimuth: -70, length: 14)),
    ("fountain", Flat(azimuth: 20, length: 50) + Flat(azimuth: -70, length: 80)),
    ("stall-1", Flat(east: 150, north: 60)), ("stall-2", Flat(east: 195, north: 45)),
    ("stall-3", Flat(east: 170, north: 15)), ("tower", Flat(east: -60, north: 580)),
  ]
  static func place(_ id: String) -> Flat { places.first { $0.id == id }?.at ?? Flat(east: .nan, north: .nan) }

  /// The arguments of AddPlaces; the tower's top is 40 m above the ground.
  static var placesText: String {
    let texts = places.map { id, at in
      let spot = ground.spot(at)
      let height = id == "tower" ? #""height_kind":"ground","height":40,"# : ""
      return
        #"{"id":"\#(id)","name":"The \#(id)",\#(height)"latitude_deg":\#(spot.latitude),"longitude_deg":\#(spot.longitude)}"#
    }
    return #"{"places":[\#(texts.joined(separator: ","))]}"#
  }

  /// The arguments of LoadRoute.
  static var routeText: String {
    let points = corners.map { "[\(ground.spot($0).longitude),\(ground.spot($0).latitude)]" }.joined(separator: ",")
    return #"{"name":"Harbour","text":"{\"type\":\"LineString\",\"coordinates\":[\#(points)]}"}"#
  }
}

/// Degrees on WGS 84.
struct Spot {
  var latitude: Double
  var longitude: Double
}

/// Meters on the ground.
struct Flat: Equatable {
  var east: Double
  var north: Double

  init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }
  init(azimuth: Double, length: Double) {
    self.init(east: length * sin(azimuth * .pi / 180), north: length * cos(azimuth * .pi / 180))
  }

  var length: Double { hypot(east, north) }
  /// Azimuth clockwise from north, in degrees.
  var azimuth: Double { atan2(east, north) * 180 / .pi }
  func turned(_ degrees: Double) -> Flat { Flat(azimuth: azimuth + degrees, length: length) }
  static func + (a: Flat, b: Flat) -> Flat { Flat(east: a.east + b.east, north: a.north + b.north) }
  static func - (a: Flat, b: Flat) -> Flat { Flat(east: a.east - b.east, north: a.north - b.north) }
  static func * (a: Flat, factor: Double) -> Flat { Flat(east: a.east * factor, north: a.north * factor) }
  func dot(_ other: Flat) -> Double { east * other.east + north * other.north }
}

/// Returns the angle in ±180°.
func wrapped(_ degrees: Double) -> Double { remainder(degrees, 360) }

/// The ground about a place, as flat as a city: the length of a degree is given by the ellipsoid's radii of curvature, M = a(1 −
/// e²)/w³ north and N cos φ = a cos φ/w east, with w² = 1 − e² sin² φ.
struct Ground {
  let origin: Spot
  private let northward: Double
  private let eastward: Double

  init(_ origin: Spot) {
    self.origin = origin
    let axis = 6_378_137.0, flattening = 1 / 298.257223563, square = flattening * (2 - flattening)
    let latitude = origin.latitude * .pi / 180
    let w = (1 - square * sin(latitude) * sin(latitude)).squareRoot()
    northward = axis * (1 - square) / (w * w * w) * .pi / 180
    eastward = axis * cos(latitude) / w * .pi / 180
  }

  func flat(_ spot: Spot) -> Flat {
    Flat(
      east: (spot.longitude - origin.longitude) * eastward, north: (spot.latitude - origin.latitude) * northward)
  }
  func spot(_ flat: Flat) -> Spot {
    Spot(
      latitude: origin.latitude + flat.north / northward, longitude: origin.longitude + flat.east / eastward)
  }
}

/// A path from corner to corner.
struct Way {
  let corners: [Flat]
  /// Lengths from the start to each corner.
  let lengths: [Double]

  init(_ corners: [Flat]) {
    self.corners = corners
    lengths = zip(corners, corners.dropFirst()).reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1.1 - $1.0).length) }
  }

  var length: Double { lengths[lengths.count - 1] }

  /// Returns the segment that contains a length: the later one at a corner.
  func segment(at length: Double) -> Int {
    max(0, min(corners.count - 2, (lengths.firstIndex { $0 > length } ?? 1000) - 1))
  }
  func azimuth(at length: Double) -> Double {
    let segment = segment(at: length)
    return (corners[segment + 1] - corners[segment]).azimuth
  }
  func point(at length: Double) -> Flat {
    corners[segment(at: length)] + Flat(azimuth: azimuth(at: length), length: length - lengths[segment(at: length)])
  }
  /// Returns the distance to the nearest corner, along the path.
  func toCorner(_ length: Double) -> Double { lengths.map { abs($0 - length) }.min() ?? 0 }

  /// Returns the path's nearest point: its length along the path, and its distance.
  func nearest(_ point: Flat) -> (length: Double, distance: Double) {
    var best = (length: 0.0, distance: Double.infinity)
    for (index, (from, to)) in zip(corners, corners.dropFirst()).enumerated() {
      let way = to - from, share = max(0, min(1, (point - from).dot(way) / way.dot(way)))
      let distance = (point - from - way * share).length
      if distance < best.distance { best = (lengths[index] + share * way.length, distance) }
    }
    return best
  }
}
