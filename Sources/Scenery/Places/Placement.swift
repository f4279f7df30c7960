public import Geometry
public import Samples

/// One visible place of a frame: its position and the point where it is drawn.
///
/// Lists are ordered nearest first. When drawn from last to first, nearer things cover farther ones. Noise does not change the
/// order (`SceneParameters.play`).
public struct Placement: Equatable, Sendable {
  public var key: PlaceKey
  public var id: String { key.id }
  /// Which of the board's places it is; holds until they are replaced.
  public var index: Int
  /// Offset from the wearer's eyes to its true position.
  public var offset: Displacement<Level>
  /// True azimuth, elevation and slant distance.
  public var azimuth: Angle
  public var elevation: Angle
  public var distance: Length
  public var uncertainty: Uncertainty
  public var band: DistanceBand
  /// Number of places in its cluster, itself included.
  public var count: Int
  /// Number of label heights by which it is lifted, so that no nearer label covers it.
  public var slot: Int
  /// The elevation at which it is drawn, after lifting.
  public var drawnElevation: Angle
  /// The distance at which it is drawn.
  public var drawnDistance: Length
  /// The point in the scene where it is drawn, lifted and pulled in.
  public var point: Displacement<Scene>
  /// Its drawn size divided by its true size, so that it looks as large as at its lifted position.
  public var scale: Double
  /// The size of its label, which stacking and picking use.
  var label: LabelAngles
  /// Changes since the last frame that its own motion and the wearer's do not explain.
  public var transition: Transition
  /// Near, and at it, as the last events of proximity said.
  public var isNear = false
  public var isAt = false

  /// The direction from the eyes in which it is drawn.
  public var drawnDirection: Direction<Level> {
    let level = drawnElevation.cosine
    return Direction(level * azimuth.sine, drawnElevation.sine, -level * azimuth.cosine)
  }
}

/// The distance in three classes; a client may draw them green, yellow and red.
public enum DistanceBand: String, CaseIterable, Sendable {
  case near, middle, far

  public init(_ distance: Length, _ parameters: SceneParameters) {
    self = distance <= parameters.near ? .near : distance <= parameters.middle ? .middle : .far
  }
}

/// The reasons why a placement is new or has moved although neither it nor the wearer moved.
public struct Transition: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It was not visible in the last frame.
  public static let appeared = Transition(rawValue: 1)
  /// Its label was lifted or lowered.
  public static let slot = Transition(rawValue: 2)
  /// Its cluster has more or fewer places.
  public static let count = Transition(rawValue: 4)
  /// The place itself was changed.
  public static let changed = Transition(rawValue: 8)
  /// A new scene began, with a new coordinate frame.
  public static let scene = Transition(rawValue: 16)
}

/// A change in the status of a place.
public struct StatusChange: Equatable, Sendable {
  public var key: PlaceKey
  public var id: String { key.id }
  /// nil for one that was just added.
  public var old: PlacementStatus?
  public var new: PlacementStatus

  public init(_ key: PlaceKey, old: PlacementStatus?, new: PlacementStatus) {
    self.key = key
    self.old = old
    self.new = new
  }
}

/// The event that the wearer has come near a place, is at it, or has left it.
public struct ProximityEvent: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Within 40 m (`places.enter`).
    case entered
    /// Within the place's own radius.
    case at
    /// Beyond 50 m (`places.leave`).
    case left
  }
  public var kind: Kind
  public var key: PlaceKey
  public var id: String { key.id }
  public var name: String
  public var time: BootInstant
  /// Horizontal distance; nil when the place was removed or no longer matches the filter.
  public var distance: Length?
}
