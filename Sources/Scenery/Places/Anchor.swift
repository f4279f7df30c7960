public import Geodesy
public import Geometry
public import Samples

/// Something a client shows to all: a clock in a corner, a note on a wall, a sign over a square.
public struct Anchor: Equatable, Sendable {
  /// Nobody else's of its owner.
  public var id: String
  public var kind: Kind
  public var owner: Owner
  /// What it shows, as JSON: it is handed on as it is.
  public var payload: String?

  public enum Kind: Equatable, Sendable {
    /// It stays on Earth.
    case geographic(Geodetic, HeightPolicy)
    /// It stays in one scene, and is lost with it.
    case scene(Displacement<Scene>, scene: Int)
    /// It goes with the wearer's head.
    case head(Displacement<Body>)
  }

  /// How long it lives.
  public enum Owner: Equatable, Sendable {
    /// As long as its owner's connection; the service says which.
    case connection(Int)
    /// Until then, unless it is renewed.
    case lease(BootInstant)
  }

  public init(id: String, kind: Kind, owner: Owner, payload: String? = nil) {
    self.id = id
    self.kind = kind
    self.owner = owner
    self.payload = payload
  }

  /// Its lease has run out.
  public func isExpired(at time: BootInstant) -> Bool {
    if case .lease(let end) = owner { end <= time } else { false }
  }

  /// Keeps it for a while from now on; what hangs on a connection needs no lease, and keeps none.
  public mutating func renew(for span: TimeSpan, at time: BootInstant) {
    if case .lease = owner { owner = .lease(time + span) }
  }
}

/// What became of an anchor.
public enum AnchorStatus: Equatable, Sendable {
  case shown(AnchorPlacement)
  /// No pose has come for a while.
  case stale
  case pending(PlacementStatus.Waiting)
  /// The scene it was fixed in has gone.
  case lost
  /// Its lease has run out.
  case expired
}

/// Where an anchor is, and where to draw it.
public struct AnchorPlacement: Equatable, Sendable {
  /// From the wearer's eyes, by the heading of the scene; what it is of true north, nobody may know yet.
  public var offset: Displacement<Scene>
  /// True; nil before any heading is known.
  public var azimuth: Angle?
  public var elevation: Angle
  public var distance: Length
  /// Where it is drawn, and its size there for each of its true size: geographic ones are pulled in.
  public var point: Displacement<Scene>
  public var scale: Double
  /// nil for what does not hang on where the wearer is on Earth.
  public var uncertainty: Uncertainty?
}
