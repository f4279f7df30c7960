import Geometry
import Samples
import Scenery
import SocketServer
import Text
import Wire

/// An anchor and its owner.
struct KeptAnchor {
  var anchor: Anchor
  /// The user that added it; the quota counts per user.
  var user: UInt32
  /// `connection-N`; with a lease `user-N`.
  var owner: String

  /// The bytes whose number the user has chosen: id, payload and tags.
  var bytes: Int {
    anchor.id.utf8.count + (anchor.payload?.utf8.count ?? 0) + anchor.tags.reduce(0) { $0 + $1.utf8.count }
  }

  func message(_ board: AnchorBoard, isCarried: Bool = false, _ screen: (Displacement<Scene>) -> ScreenReport?)
    -> AnchorMessage
  {
    let kind =
      switch anchor.kind {
      case .geographic: "geographic"
      case .scene: "scene"
      case .head: "head"
      }
    let status = board.status(of: anchor)
    var message = AnchorMessage(
      owner: owner, id: anchor.id, kind: kind, payload: anchor.payload, status: PlacementReport(status))
    message.tags = anchor.tags
    if isCarried, case .geographic = anchor.kind, case .shown = status {
      message.status = PlacementReport("shown", "stale")
    }
    if case .shown(let placement) = status {
      message.placement = AnchorMessage.Placement(
        azimuth: placement.azimuth, elevation: placement.elevation, distance: placement.distance,
        sigma: placement.uncertainty.map { SigmaReport($0) }, point: placement.point, scale: placement.scale,
        screen: screen(placement.point), orientation: placement.orientation)
    }
    return message
  }
}

// Free anchors, with their owners and leases.
extension SceneKeeper {
  static func owner(_ connection: Connection, isLeased: Bool) -> String {
    isLeased ? "user-\(connection.user)" : "connection-\(connection.number)"
  }

  /// Adds an anchor, or replaces that of the same owner and id.
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

  /// Throws if frames with this number of anchor bytes would take too much memory: each group of subscribers holds them three
  /// times.
  func requireRoom(bytes: Int, groups: Int) throws(CallError) {
    guard 3 * bytes * groups > Limits.anchorBytesInFrames else { return }
    throw CallError(
      "org.gnomon.Scene.TooManyAnchors",
      [
        "limit": .integer(Int64(Limits.anchors)), "limit_bytes": .integer(Int64(Limits.anchorBytes)),
        "limit_bytes_of_all": .integer(Int64(Limits.anchorBytesInFrames / 3 / max(1, groups))),
      ])
  }

  /// The approximate size of all anchors in a frame, in bytes.
  var anchorBytes: Int { anchors.reduce(0) { $0 + $1.bytes + 500 } }

  /// Sets the end of the lease of an owner's anchor.
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

  /// Removes the anchors of a connection that has ended.
  func end(_ connection: Connection) {
    picked[connection.number] = nil
    guard !anchors.isEmpty else { return }
    let owner = Self.owner(connection, isLeased: false)
    anchors.removeAll { $0.owner == owner }
  }

  /// Removes anchors whose lease has ended.
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
