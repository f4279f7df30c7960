public import Geometry
public import Samples
public import Scenery
public import SocketServer
public import Wire

/// An anchor and its owner.
public struct KeptAnchor {
  var anchor: Anchor
  /// The user that added it; the quota counts per user.
  var user: UInt32
  /// `connection-N`; with a lease `user-N`.
  public var owner: String

  public init(_ anchor: Anchor, owner: String, user: UInt32) {
    self.anchor = anchor
    self.owner = owner
    self.user = user
  }

  /// The bytes whose number the user has chosen: id, payload and tags.
  var bytes: Int {
    anchor.id.utf8.count + (anchor.payload?.utf8.count ?? 0) + anchor.tags.reduce(0) { $0 + $1.utf8.count }
  }

  /// The message of a moment at which all that is in sight has this status.
  public func message(
    _ moment: SceneMoment, _ readiness: PlacementStatus, _ screen: (Displacement<Scene>) -> ScreenReport?
  ) -> AnchorMessage {
    let kind =
      switch anchor.kind {
      case .geographic: "geographic"
      case .scene: "scene"
      case .head: "head"
      }
    let status = moment.anchorBoard.status(of: anchor, readiness)
    var message = AnchorMessage(
      owner: owner, id: anchor.id, kind: kind, payload: anchor.payload, tags: anchor.tags,
      status: PlacementReport(status))
    guard case .shown(let placement) = status else { return message }
    if case .geographic = anchor.kind {
      if readiness == .vague { message.status.state = .vague }
      if moment.isCarried { message.status.reason = .stale }
    }
    message.azimuth = placement.azimuth
    message.azimuthSigma = placement.uncertainty?.azimuth
    message.elevation = placement.elevation
    message.elevationSigma = placement.uncertainty?.elevation
    message.distance = placement.distance
    message.distanceSigma = placement.uncertainty?.distance
    message.point = placement.point
    message.orientation = placement.orientation
    message.scale = placement.scale
    message.screen = screen(placement.point)
    return message
  }
}

/// The free anchors, with their owners and leases.
public final class AnchorDesk {
  public private(set) var anchors: [KeptAnchor] = []
  public private(set) var board: AnchorBoard

  init(_ parameters: SceneParameters) { board = AnchorBoard(parameters) }

  func apply(_ parameters: SceneParameters) { board = AnchorBoard(parameters) }

  /// Updates the board for the next frame.
  func update(_ view: Viewpoint) { board.update(view) }

  public static func owner(_ connection: Connection, isLeased: Bool) -> String {
    isLeased ? "user-\(connection.user)" : "connection-\(connection.number)"
  }

  /// Adds an anchor, or replaces that of the same owner and id. `groups` is the number of groups of subscribers to anchors.
  public func add(_ kept: KeptAnchor, groups: Int) throws(CallError) {
    let anchor = kept.anchor, owner = kept.owner, user = kept.user
    try requireRoom(bytes: bytesInFrame + kept.bytes, groups: groups)
    let known = anchors.firstIndex { $0.owner == owner && $0.anchor.id == anchor.id }
    var count = 1, bytes = kept.bytes, ofAll = kept.bytes
    for (index, other) in anchors.enumerated() where index != known {
      ofAll += other.bytes
      if other.user == user {
        count += 1
        bytes += other.bytes
      }
    }
    guard count <= Limits.anchors, bytes <= Limits.anchorBytes, ofAll <= Limits.anchorBytesOfAll else {
      throw CallError.tooManyAnchors(
        limit: Limits.anchors, limitBytes: Limits.anchorBytes, limitBytesOfAll: Limits.anchorBytesOfAll)
    }
    if let known { anchors[known] = kept } else { anchors.append(kept) }
  }

  /// Throws if the frames of this number of groups of subscribers would take too much memory.
  public func requireRoom(groups: Int) throws(CallError) { try requireRoom(bytes: bytesInFrame, groups: groups) }

  /// Each group holds the anchors three times.
  private func requireRoom(bytes: Int, groups: Int) throws(CallError) {
    guard 3 * bytes * groups > Limits.anchorBytesInFrames else { return }
    throw CallError.tooManyAnchors(
      limit: Limits.anchors, limitBytes: Limits.anchorBytes,
      limitBytesOfAll: Limits.anchorBytesInFrames / 3 / max(1, groups))
  }

  /// The approximate size of all anchors in a frame, in bytes.
  private var bytesInFrame: Int { anchors.reduce(0) { $0 + $1.bytes + 500 } }

  /// Sets the end of the lease of an owner's anchor.
  public func renew(_ id: String, owner: String, until end: BootInstant) throws(CallError) {
    guard let index = anchors.firstIndex(where: { $0.owner == owner && $0.anchor.id == id }) else {
      throw Self.noSuchAnchor(id)
    }
    anchors[index].anchor.owner = .lease(end)
  }

  public func remove(_ id: String, owners: [String]) throws(CallError) {
    guard let index = anchors.firstIndex(where: { owners.contains($0.owner) && $0.anchor.id == id }) else {
      throw Self.noSuchAnchor(id)
    }
    anchors.remove(at: index)
  }

  private static func noSuchAnchor(_ id: String) -> CallError {
    CallError.noSuchAnchor(id: id)
  }

  /// Removes the anchors of a connection that has ended.
  func end(_ connection: Connection) {
    guard !anchors.isEmpty else { return }
    let owner = Self.owner(connection, isLeased: false)
    anchors.removeAll { $0.owner == owner }
  }

  /// Removes anchors whose lease has ended.
  public func sweep(at time: BootInstant) {
    guard anchors.contains(where: { $0.anchor.isExpired(at: time) }) else { return }
    anchors.removeAll { $0.anchor.isExpired(at: time) }
  }
}

extension PlacementReport {
  init(_ status: AnchorStatus) {
    switch status {
    case .shown: self.init(state: .shown)
    case .stale: self.init(state: .hidden, reason: .stale)
    case .pending(let waiting): self.init(state: .pending, reason: Self.word(waiting))
    case .lost: self.init(state: .lost)
    case .expired: self.init(state: .expired)
    }
  }
}
