public import Geodesy
public import Geometry
public import Samples

/// An object that a client shows to all viewers: a clock in a corner, a note on a wall, a sign over a square.
public struct Anchor: Equatable, Sendable {
  /// Identifier, unique among the anchors of one owner.
  public var id: String
  public var kind: Kind
  public var owner: Owner
  /// Content to show, as JSON; it is passed on unchanged.
  public var payload: String?
  public var tags: [String]
  /// The orientation of its content; nil for content without one.
  public var facing: Facing?

  /// The orientation of an anchor's content.
  public enum Facing: Equatable, Sendable {
    /// A model whose nose, −z, points in a true azimuth, raised by `pitch`; `roll` is positive when its right side is higher.
    case heading(Angle, pitch: Angle, roll: Angle)
    /// Level, with its readable side, +z, toward the wearer.
    case wearer
  }

  public enum Kind: Equatable, Sendable {
    /// Fixed to a place on Earth.
    case geographic(Geodetic, HeightPolicy)
    /// Fixed in one scene; it is lost when that scene ends.
    case scene(Displacement<Scene>, scene: Int)
    /// Fixed to the wearer's head.
    case head(Displacement<Body>)
  }

  /// The owner decides how long the anchor lives.
  public enum Owner: Equatable, Sendable {
    /// The anchor lives as long as this connection; the service sets the number.
    case connection(Int)
    /// The anchor lives until this time, unless the lease is renewed.
    case lease(BootInstant)
  }

  public init(
    id: String, kind: Kind, owner: Owner, payload: String? = nil, tags: [String] = [], facing: Facing? = nil
  ) {
    self.id = id
    self.kind = kind
    self.owner = owner
    self.payload = payload
    self.tags = tags
    self.facing = facing
  }

  /// True if the lease has ended.
  public func isExpired(at time: BootInstant) -> Bool {
    if case .lease(let end) = owner { end <= time } else { false }
  }

  /// Extends the lease to `span` after `time`. An anchor that belongs to a connection has no lease and stays unchanged.
  public mutating func renew(for span: TimeSpan, at time: BootInstant) {
    if case .lease = owner { owner = .lease(time + span) }
  }
}

/// The current status of an anchor.
public enum AnchorStatus: Equatable, Sendable {
  case shown(AnchorPlacement)
  /// No pose has arrived for a while.
  case stale
  case pending(PlacementStatus.Waiting)
  /// The scene in which the anchor was fixed has ended.
  case lost
  /// The lease has ended.
  case expired
}

/// The position of an anchor and the place where it is drawn.
public struct AnchorPlacement: Equatable, Sendable {
  /// Offset from the wearer's eyes, in the scene's axes; their angle to true north may still be unknown.
  public var offset: Displacement<Scene>
  /// True azimuth; nil before any heading is known.
  public var azimuth: Angle?
  public var elevation: Angle
  public var distance: Length
  /// The point where the anchor is drawn, and its drawn size divided by its true size. Geographic anchors are pulled in.
  public var point: Displacement<Scene>
  public var scale: Double
  /// The rotation from the content's axes to the scene, by the applied alignment; nil for content without an orientation, and
  /// for a heading before the alignment is known.
  public var orientation: Rotation<Model, Scene>?
  /// nil for an anchor that does not depend on the wearer's place on Earth.
  public var uncertainty: Uncertainty?
}
