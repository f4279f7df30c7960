import Geodesy
import Geometry
import Samples
import ScenePublishing
import Scenery
import Sensors
import SocketServer
import Text
import Wire

// The methods of org.gnomon.Scene for anchors: objects of clients at a place, in the scene or at the head.
extension SceneInterface {
  /// Returns the end of a lease that begins now. Leases run by the machine's clock at any speed of the session.
  private func lease(_ seconds: Double) -> BootInstant {
    let clock = daemon.sources.first?.source.clock ?? .live
    return clock.session(.now + TimeSpan(seconds))
  }

  /// The parameters of AddAnchor.
  struct AnchorToAdd {
    var id: String
    var kind: Anchor.Kind
    /// The end of its lease; nil for an anchor of the connection.
    var end: BootInstant?
    var payload: String?
    var tags: [String]
    var facing: Anchor.Facing?
  }

  func anchorToAdd(_ given: AddAnchorCall) throws(MessageFault) -> AnchorToAdd {
    var kinds: [Anchor.Kind] = []
    if let place = given.geographic {
      let height: HeightPolicy
      do throws(MessageFault) { height = try HeightPolicy(kind: place.heightKind ?? "eye", place.height) } catch {
        throw MessageFault(member: "geographic", expected: "\(error)")
      }
      kinds.append(.geographic(Geodetic(latitude: place.latitude, longitude: place.longitude), height))
    }
    if let point = given.scene { kinds.append(.scene(point, scene: engine.tracker.scene)) }
    if let point = given.head { kinds.append(.head(point)) }
    guard kinds.count == 1, let kind = kinds.first else {
      throw MessageFault(
        member: "geographic", expected: "exactly one of geographic, scene and head", given: "\(kinds.count) of them")
    }
    let payload = given.payload?.text
    guard payload?.utf8.count ?? 0 <= Limits.payload else {
      throw MessageFault(member: "payload", expected: "an object of at most 64 KiB")
    }
    return AnchorToAdd(
      id: given.id, kind: kind, end: given.lease.map { lease($0) }, payload: payload, tags: given.tags ?? [],
      facing: try Self.facing(given, kind))
  }

  func addAnchor(_ given: AnchorToAdd, _ call: Call) throws(CallError) -> Server.Answer {
    let end = given.end, owner = AnchorDesk.owner(call.connection, isLeased: end != nil)
    let anchor = Anchor(
      id: given.id, kind: given.kind, owner: end.map { .lease($0) } ?? .connection(Int(call.connection.number)),
      payload: given.payload, tags: given.tags, facing: given.facing)
    try scene.anchors.add(
      KeptAnchor(anchor, owner: owner, user: call.connection.user), groups: scenePublisher.groupsWithAnchors)
    return .reply(AddAnchorReply(owner: owner, expiresTime: end?.nanoseconds))
  }

  /// Reads the orientation of the content; nil for one without.
  private static func facing(_ given: AddAnchorCall, _ kind: Anchor.Kind) throws(MessageFault) -> Anchor.Facing? {
    if case .head = kind, given.heading != nil {
      throw MessageFault(member: "heading_deg", expected: "no heading for an anchor of the head")
    }
    if given.facesWearer == true {
      guard given.heading == nil, given.pitch == nil, given.roll == nil else {
        throw MessageFault(member: "faces_wearer", expected: "either faces_wearer, or heading_deg")
      }
      return .wearer
    }
    guard let heading = given.heading else {
      if given.pitch != nil || given.roll != nil {
        throw MessageFault(member: "heading_deg", expected: "a heading, with pitch_deg and roll_deg")
      }
      return nil
    }
    return .heading(heading, pitch: given.pitch ?? .zero, roll: given.roll ?? .zero)
  }

  func renewAnchor(_ given: RenewAnchorCall, _ call: Call) throws(CallError) -> Server.Answer {
    let end = lease(given.lease)
    try scene.anchors.renew(given.id, owner: AnchorDesk.owner(call.connection, isLeased: true), until: end)
    return .reply(RenewAnchorReply(expiresTime: end.nanoseconds))
  }

  func removeAnchor(_ given: RemoveAnchorCall, _ call: Call) throws(CallError) -> Server.Answer {
    var owners = [true, false].map { AnchorDesk.owner(call.connection, isLeased: $0) }
    if let owner = given.owner, !owners.contains(owner) {
      try require(.administer, of: call.connection)
      owners = [owner]
    }
    try scene.anchors.remove(given.id, owners: owners)
    return .done
  }
}
