import Geodesy
import Geometry
import Samples

/// The state of one place on the board, kept from frame to frame.
struct PlaceState: Sendable {
  var ground: Displacement<ECEF>
  var height: HeightPolicy
  /// A number given in order of addition; it stays the same when the places are replaced.
  let serial: Int
  var isWanted = true
  var status: PlacementStatus?

  var isInRange = false
  /// Its index in the order of the nearest places; `Int.max` for a place that is not among them.
  var rank = Int.max
  var isNear = false
  /// The serial of its cluster's head; −1 for a place that is not counted in another.
  var head = -1
  var count = 0
  /// The slot of its label; nil while it has none.
  var slot: Int?
  var isCovered = false
  var isChanged = false
  /// The times of the last change: of the cluster (`groupedSince`), of the slot (`liftedSince`), of being covered
  /// (`coveredSince`).
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

  /// Resets the state of a place that is not among the nearest.
  mutating func reset() {
    rank = .max
    head = -1
    groupedSince = nil
    dropLabel()
  }

  /// Resets the label's state, because the place is counted in another.
  mutating func dropLabel() {
    slot = nil
    liftedSince = nil
    isCovered = false
    coveredSince = nil
    count = 0
  }
}

/// One of the nearest places.
struct Chosen: Sendable {
  var distance: Double
  /// The same, less the hysteresis for a place that was among the nearest before.
  var reach: Double
  var rank: Int
  var serial: Int
  var index: Int
  /// The serial of its cluster's head, and whether its cluster may not change yet.
  var head: Int
  var isHeld: Bool

  func isChosenBefore(_ other: Chosen) -> Bool { (reach, serial) < (other.reach, other.serial) }
  func wasBefore(_ other: Chosen) -> Bool { (rank, distance, serial) < (other.rank, other.distance, other.serial) }
}

/// The direction of one of the nearest places: angles in radians, lengths in meters.
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
  /// True if it has a label of its own; false if it is counted in another.
  var isHead = true

  /// A place within this horizontal distance has no azimuth.
  static let underfoot = Length(1e-6)

  init(index: Int, serial: Int, offset: Displacement<Level>) {
    self.index = index
    self.serial = serial
    self.offset = offset
    level = hypot(offset.x, offset.z)
    // A place under the wearer's feet has no direction; north is reported.
    azimuth = level > Self.underfoot.value ? Angle.arcTangent(offset.x, -offset.z).azimuth.radians : 0
    elevation = level > Self.underfoot.value || offset.y != 0 ? atan2(offset.y, level) : 0
    drawnElevation = elevation
  }
}
