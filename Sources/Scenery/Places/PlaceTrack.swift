import Geodesy
import Geometry
import Samples

/// What a frame needs of a place, and what it remembers of it from the last.
struct Track: Sendable {
  var ground: Displacement<ECEF>
  var height: HeightPolicy
  /// In the order in which they were added: what stays the same when the places are replaced.
  let serial: Int
  var isWanted = true
  var status: PlacementStatus?

  var isInRange = false
  /// Its place in the order of the nearest; of what is not among them, the last.
  var rank = Int.max
  var isNear = false
  /// The serial of the place it is counted with.
  var head = -1
  var count = 0
  /// Of its label, while it has one.
  var slot: Int?
  var isCovered = false
  var isChanged = false
  /// Since when it stands for itself or is counted, with whom it does so now; since when its label is where it is, and seen or covered.
  var groupedSince: BootInstant?
  var liftedSince: BootInstant?
  var coveredSince: BootInstant?

  init(_ place: Place, serial: Int) {
    ground = place.position.ground
    height = place.height
    self.serial = serial
  }

  mutating func move(to place: Place) {
    ground = place.position.ground
    height = place.height
    isChanged = true
  }

  /// It is not among the nearest: it starts anew when it is.
  mutating func forget() {
    rank = .max
    head = -1
    groupedSince = nil
    dropLabel()
  }

  /// It is counted with another.
  mutating func dropLabel() {
    slot = nil
    liftedSince = nil
    isCovered = false
    coveredSince = nil
    count = 0
  }
}

/// One of the nearest.
struct Chosen: Sendable {
  var distance: Double
  /// The same, less for what was among them already.
  var reach: Double
  var rank: Int
  var serial: Int
  var index: Int
  /// The serial of the one it is counted with, and whether it has just joined it.
  var head: Int
  var isHeld: Bool

  func isChosenBefore(_ other: Chosen) -> Bool { (reach, serial) < (other.reach, other.serial) }
  func wasBefore(_ other: Chosen) -> Bool { (rank, distance, serial) < (other.rank, other.distance, other.serial) }
}

/// One of the nearest, as it is seen: angles in radians, lengths in metres.
struct Sight: Sendable {
  var index: Int
  var serial: Int
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

  /// A place at most this far away, level, has no azimuth.
  static let underfoot = Length(1e-6)

  init(index: Int, serial: Int, offset: Displacement<Level>) {
    self.index = index
    self.serial = serial
    self.offset = offset
    level = hypot(offset.x, offset.z)
    // Under one's feet there is no direction; it is said to be north.
    azimuth = level > Self.underfoot.value ? Angle.arcTangent(offset.x, -offset.z).azimuth.radians : 0
    elevation = level > Self.underfoot.value || offset.y != 0 ? atan2(offset.y, level) : 0
    drawnElevation = elevation
  }
}
