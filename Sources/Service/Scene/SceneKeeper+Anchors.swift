import Geometry
import Samples
import Scenery
import Text
import Wire

/// An anchor with whose it is.
struct KeptAnchor {
  var anchor: Anchor
  /// The user who added it: a quota is a user's.
  var user: UInt32
  /// `connection-N`, or `user-N` with a lease.
  var owner: String

  /// What its user has chosen the length of.
  var bytes: Int { anchor.id.utf8.count + (anchor.payload?.utf8.count ?? 0) }

  func message(_ board: AnchorBoard, _ screen: (Displacement<Scene>) -> ScreenReport?) -> AnchorMessage {
    let kind =
      switch anchor.kind {
      case .geographic: "geographic"
      case .scene: "scene"
      case .head: "head"
      }
    let status = board.status(of: anchor)
    var message = AnchorMessage(
      owner: owner, id: anchor.id, kind: kind, payload: anchor.payload, status: PlacementReport(status))
    if case .shown(let placement) = status {
      message.placement = AnchorMessage.Placement(
        azimuth: placement.azimuth, elevation: placement.elevation, distance: placement.distance,
        sigma: placement.uncertainty.map { SigmaReport($0) }, point: placement.point, scale: placement.scale,
        screen: screen(placement.point))
    }
    return message
  }
}

// Free anchors, with their owners and leases.
extension SceneKeeper {
  static func owner(_ connection: Connection, isLeased: Bool) -> String {
    isLeased ? "user-\(connection.peer.user)" : "connection-\(connection.number)"
  }

  /// Adds one, or takes it in place of that of its owner with the same id.
  func add(_ anchor: Anchor, owner: String, user: UInt32) throws(CallError) {
    let kept = KeptAnchor(anchor: anchor, user: user, owner: owner)
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
      throw CallError(
        "org.gnomon.Scene.TooManyAnchors",
        [
          "limit": .integer(Int64(Limits.anchors)), "limit_bytes": .integer(Int64(Limits.anchorBytes)),
          "limit_bytes_of_all": .integer(Int64(Limits.anchorBytesOfAll)),
        ])
    }
    if let known { anchors[known] = kept } else { anchors.append(kept) }
  }

  /// Throws when frames with so many bytes of anchors would take too much memory: each group of subscribers has them three times.
  func requireRoom(bytes: Int, groups: Int) throws(CallError) {
    guard 3 * bytes * groups > Limits.anchorBytesInFrames else { return }
    throw CallError(
      "org.gnomon.Scene.TooManyAnchors",
      [
        "limit": .integer(Int64(Limits.anchors)), "limit_bytes": .integer(Int64(Limits.anchorBytes)),
        "limit_bytes_of_all": .integer(Int64(Limits.anchorBytesInFrames / 3 / max(1, groups))),
      ])
  }

  /// About what all of them take in a frame.
  var anchorBytes: Int { anchors.reduce(0) { $0 + $1.bytes + 500 } }

  /// Those who own it.
  func renew(_ id: String, owner: String, until end: BootInstant) throws(CallError) {
    guard let index = anchors.firstIndex(where: { $0.owner == owner && $0.anchor.id == id }) else {
      throw Self.noSuchAnchor(id)
    }
    anchors[index].anchor.owner = .lease(end)
  }

  func removeAnchor(_ id: String, owners: [String]) throws(CallError) {
    guard let index = anchors.firstIndex(where: { owners.contains($0.owner) && $0.anchor.id == id }) else {
      throw Self.noSuchAnchor(id)
    }
    anchors.remove(at: index)
  }

  private static func noSuchAnchor(_ id: String) -> CallError {
    CallError("org.gnomon.Scene.NoSuchAnchor", ["id": .string(id)])
  }

  /// What hung on a connection goes with it.
  func end(_ connection: Connection) {
    guard !anchors.isEmpty else { return }
    let owner = Self.owner(connection, isLeased: false)
    anchors.removeAll { $0.owner == owner }
  }

  /// Takes away what has outlived its lease.
  func sweepAnchors(at time: BootInstant) {
    guard anchors.contains(where: { $0.anchor.isExpired(at: time) }) else { return }
    anchors.removeAll { $0.anchor.isExpired(at: time) }
  }
}

extension PlacementReport {
  init(_ status: AnchorStatus) {
    switch status {
    case .shown: self.init("shown")
    case .stale: self.init("hidden", "stale")
    case .pending(let waiting): self.init("pending", waiting.rawValue)
    case .lost: self.init("lost")
    case .expired: self.init("expired")
    }
  }
}
