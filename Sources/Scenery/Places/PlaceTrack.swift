import Geodesy
import Geometry

/// What a frame needs of a place, and what it remembers of it from the last.
struct Track: Sendable {
  var ground: Displacement<ECEF>
  var height: HeightPolicy
  /// In the order in which they were added: what stays the same when the places are replaced.
  let serial: Int
  var isWanted = true
  var status: PlacementStatus?

  /// The distance it is ordered by; nil while it is not in range.
  var reach: Double?
  var isNear = false
  /// The serial of the place it is counted with.
  var head = -1
  var count = 0
  /// Of its label, while it has one.
  var slot: Int?
  var isCovered = false
  var isChanged = false

  init(_ place: Place, serial: Int) {
    ground = place.position.ground
    height = place.height
    self.serial = serial
  }

  mutating func move(to place: Place) {
    ground = place.position.ground
    height = place.height
    reach = nil
    isChanged = true
  }

  /// It is not among the nearest: it starts anew when it is.
  mutating func forget() {
    head = -1
    slot = nil
    isCovered = false
    count = 0
  }

  /// The distance it is ordered by follows the true one only when they are apart: noise does not change who is nearer.
  mutating func follow(_ distance: Double, _ parameters: SceneParameters) -> Double {
    let play = max(parameters.play * distance, parameters.leastPlay.value)
    if let reach, (reach - distance).magnitude <= play { return reach }
    reach = distance
    return distance
  }
}

/// One of the nearest.
struct Chosen: Sendable {
  var reach: Double
  var serial: Int
  var index: Int

  func isBefore(_ other: Chosen) -> Bool { (reach, serial) < (other.reach, other.serial) }
}

/// One of the nearest, as it is seen: angles in radians, lengths in metres.
struct Sight: Sendable {
  var index: Int
  var offset: Displacement<Level>
  var level: Double
  var azimuth: Double
  var elevation: Double
  var count = 1
  var drawnElevation: Double
  var slot = 0
  var isCovered = false
  /// It stands for itself, and is not counted in another.
  var isHead = true

  init(index: Int, offset: Displacement<Level>) {
    self.index = index
    self.offset = offset
    level = hypot(offset.x, offset.z)
    // Under one's feet there is no direction; it is said to be north.
    azimuth = level > 1e-6 ? Angle.arcTangent(offset.x, -offset.z).azimuth.radians : 0
    elevation = level > 1e-6 || offset.y != 0 ? atan2(offset.y, level) : 0
    drawnElevation = elevation
  }
}
