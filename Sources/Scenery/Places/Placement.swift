public import Geometry
public import Samples

/// Where something is, and where to draw it: one place of a frame that is shown.
///
/// A list of them is nearest first: drawn from its end to its beginning, nearer things cover farther ones. That order does not
/// change with noise (`SceneParameters.play`).
public struct Placement: Equatable, Sendable {
  public var key: PlaceKey
  public var id: String { key.id }
  /// Which of the board's places it is; holds until they are replaced.
  public var index: Int
  /// From the wearer's eyes, as it is.
  public var offset: Displacement<Level>
  /// Its true azimuth and elevation, and how far it is along the straight line.
  public var azimuth: Angle
  public var elevation: Angle
  public var distance: Length
  public var uncertainty: Uncertainty
  public var band: DistanceBand
  /// How many places it stands for, itself among them.
  public var count: Int
  /// How many labels' heights it is lifted, so that no nearer one covers it.
  public var slot: Int
  /// The elevation it is drawn at: lifted.
  public var drawnElevation: Angle
  /// How far away it is drawn.
  public var drawnDistance: Length
  /// Where in the scene it is drawn: lifted and pulled in.
  public var point: Displacement<Scene>
  /// Its size there for each of its true size, so that it looks as large as where it is, lifted.
  public var scale: Double
  /// What happened to it since the last frame that its own motion and the wearer's do not explain.
  public var transition: Transition

  /// The direction it is drawn in, from the eyes.
  public var drawnDirection: Direction<Level> {
    let level = drawnElevation.cosine
    return Direction(level * azimuth.sine, drawnElevation.sine, -level * azimuth.cosine)
  }
}

/// How far away something is, in three words; who draws it makes them green, yellow and red.
public enum DistanceBand: String, CaseIterable, Sendable {
  case near, middle, far

  public init(_ distance: Length, _ parameters: SceneParameters) {
    self = distance <= parameters.near ? .near : distance <= parameters.middle ? .middle : .far
  }
}

/// Why something is elsewhere than in the last frame, or new, when nobody has moved.
public struct Transition: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It was not shown in the last frame.
  public static let appeared = Transition(rawValue: 1)
  /// Its label was lifted or let down.
  public static let slot = Transition(rawValue: 2)
  /// It stands for more or for fewer places.
  public static let count = Transition(rawValue: 4)
  /// The place itself was changed.
  public static let changed = Transition(rawValue: 8)
  /// A new scene began, and its points are others.
  public static let scene = Transition(rawValue: 16)
}

/// The status of a place has changed.
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

/// The wearer has come to a place, or gone from it.
public struct ProximityEvent: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable { case entered, left }
  public var kind: Kind
  public var key: PlaceKey
  public var id: String { key.id }
  public var name: String
  public var time: BootInstant
  /// Level; nil when the place is gone or no longer wanted.
  public var distance: Length?
}
