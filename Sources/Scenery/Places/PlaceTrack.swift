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
  /// True for a place that the cap does not remove: a favorite, the target of a hint, a place that was picked.
  var isKept = false
  /// The place's own radius, in meters; nil for the default.
  var radius: Double?
  /// Its floor and its area, for a place that has one.
  var level: Double?
  var area: PlaceArea?
  var label = LabelAngles(width: 0, height: 0)
  /// Its motion, if it moves: at most one. An array, because few places move, and an empty one takes eight bytes.
  private var moving: [MovingTrack] = []
  var status: PlacementStatus?

  var isInRange = false
  /// Its index in the order of the nearest places; `Int.max` for a place that is not among them.
  var rank = Int.max
  var isNear = false
  /// True while the wearer is within the place's own radius.
  var isAt = false
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
    update(place)
  }

  var motion: PlaceMotion? { moving.first?.motion }

  mutating func move(to place: Place) {
    ground = place.position.ground
    height = place.height
    // The motion of a place that is stated again and again explains its way.
    isChanged = place.motion == nil
  }

  /// Copies those properties of a place that may change without a move.
  mutating func update(_ place: Place) {
    radius = place.radius?.value
    level = place.level
    area = place.polygon.isEmpty ? nil : PlaceArea(place.polygon, around: place.position)
    if !moving.isEmpty {
      // It may have stopped.
      ground = place.position.ground
      height = place.height
    }
    moving = place.motion.map { [MovingTrack(place, $0)] } ?? []
  }

  /// Moves the place by its motion since its stated position.
  @inline(__always) mutating func extrapolate(to time: BootInstant) {
    guard let moving = moving.first else { return }
    ground = moving.ground(at: time)
    height = moving.height(at: time)
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

/// The motion of a place, with the position from which it is extrapolated.
struct MovingTrack: Sendable {
  let motion: PlaceMotion
  private let stated: Displacement<ECEF>
  private let statedHeight: HeightPolicy
  /// The velocity along the Earth's axes.
  private let velocity: SIMD3<Double>

  init(_ place: Place, _ motion: PlaceMotion) {
    self.motion = motion
    stated = place.position.ground
    statedHeight = place.height
    let axes = TangentPlane(origin: place.position).earthFromLevel.matrix
    velocity = axes.c0 * motion.velocity.x + axes.c2 * motion.velocity.z
  }

  func ground(at time: BootInstant) -> Displacement<ECEF> {
    stated + Displacement<ECEF>(velocity * motion.age(at: time).value)
  }

  func height(at time: BootInstant) -> HeightPolicy {
    statedHeight.raised(by: .metres(motion.velocity.y * motion.age(at: time).value))
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
  /// True if the cap does not remove it.
  var isKept = false

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
  var label: LabelAngles

  /// A place within this horizontal distance has no azimuth.
  static let underfoot = Length(1e-6)

  init(index: Int, serial: Int, offset: Displacement<Level>, label: LabelAngles) {
    self.label = label
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

extension HeightPolicy {
  /// Returns the height of a thing that has risen. A thing at the height of the eyes stays there.
  func raised(by rise: Length) -> HeightPolicy {
    switch self {
    case .eye: .eye
    case .ground(let height): .ground(height + rise)
    case .ellipsoid(let height): .ellipsoid(height + rise)
    case .seaLevel(let height): .seaLevel(height + rise)
    }
  }
}
