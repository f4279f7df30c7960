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
  private static let leaseMeaning = "a number of seconds from 1 to 86400"

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

  func anchorToAdd(_ parameters: CallParameters) throws(CallError) -> AnchorToAdd {
    let id = try parameters.text("id", longest: Limits.name)
    var kinds: [Anchor.Kind] = []
    if let place = try parameters.objectIfAny("geographic") {
      guard let latitude = place["latitude_deg"]?.double, let longitude = place["longitude_deg"]?.double,
        latitude.magnitude <= 90, longitude.magnitude <= 360
      else { throw parameters.invalid("geographic", "latitude_deg within ±90 and longitude_deg within ±360") }
      let height: HeightPolicy
      do throws(MessageFault) {
        height = try HeightPolicy(
          kind: place["height_kind"]?.string ?? "eye", place["height"]?.double.map { Length($0) })
      } catch {
        throw parameters.invalid("geographic", "\(error)")
      }
      kinds.append(.geographic(Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude)), height))
    }
    if parameters["scene"] != nil {
      kinds.append(.scene(Displacement(try parameters.vector("scene")), scene: engine.tracker.scene))
    }
    if parameters["head"] != nil { kinds.append(.head(Displacement(try parameters.vector("head")))) }
    guard kinds.count == 1, let kind = kinds.first else {
      throw CallError.invalidValue(
        .scene, parameter: "geographic", given: "\(kinds.count) of them",
        expected: "exactly one of geographic, scene and head")
    }
    let end = try parameters.numberIfAny("lease_s", in: 1...86_400, Self.leaseMeaning).map { lease($0) }
    let payload = try parameters.objectIfAny("payload").map { $0.text }
    let tags = try parameters.textsIfAny("tags") ?? []
    guard tags.count <= Limits.anchorTags, tags.allSatisfy({ 1...Limits.name ~= $0.utf8.count }) else {
      throw parameters.invalid("tags", "at most \(Limits.anchorTags) texts of 1 to \(Limits.name) bytes")
    }
    return AnchorToAdd(
      id: id, kind: kind, end: end, payload: payload, tags: tags, facing: try Self.facing(parameters, kind))
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
  private static func facing(
    _ parameters: CallParameters, _ kind: Anchor.Kind
  ) throws(CallError) -> Anchor.Facing? {
    let heading = try parameters.numberIfAny("heading_deg", in: -360...360, "degrees from -360 to 360")
    let pitch = try parameters.numberIfAny("pitch_deg", in: -90...90, "degrees from -90 to 90")
    let roll = try parameters.numberIfAny("roll_deg", in: -180...180, "degrees from -180 to 180")
    if case .head = kind, heading != nil {
      throw parameters.invalid("heading_deg", "no heading for an anchor of the head")
    }
    if try parameters.flag("faces_wearer") {
      guard heading == nil, pitch == nil, roll == nil else {
        throw parameters.invalid("faces_wearer", "either faces_wearer, or heading_deg")
      }
      return .wearer
    }
    guard let heading else {
      if pitch != nil || roll != nil {
        throw parameters.invalid("heading_deg", "a heading, with pitch_deg and roll_deg")
      }
      return nil
    }
    return .heading(.degrees(heading), pitch: .degrees(pitch ?? 0), roll: .degrees(roll ?? 0))
  }

  /// The parameters of RenewAnchor.
  struct AnchorToRenew {
    var id: String
    var end: BootInstant
  }

  func anchorToRenew(_ parameters: CallParameters) throws(CallError) -> AnchorToRenew {
    let end = lease(try parameters.number("lease_s", in: 1...86_400, Self.leaseMeaning))
    return AnchorToRenew(id: try parameters.text("id", longest: Limits.name), end: end)
  }

  func renewAnchor(_ given: AnchorToRenew, _ call: Call) throws(CallError) -> Server.Answer {
    try scene.anchors.renew(given.id, owner: AnchorDesk.owner(call.connection, isLeased: true), until: given.end)
    return .reply(RenewAnchorReply(expiresTime: given.end.nanoseconds))
  }

  /// The parameters of RemoveAnchor: the anchor's id, and the owners it may have.
  struct AnchorToRemove {
    var id: String
    var owners: [String]
  }

  func anchorToRemove(_ parameters: CallParameters, _ caller: Connection) throws(CallError) -> AnchorToRemove {
    var owners = [true, false].map { AnchorDesk.owner(caller, isLeased: $0) }
    if let owner = try parameters.textIfAny("owner"), !owners.contains(owner) {
      try require(.administer, of: caller)
      owners = [owner]
    }
    return AnchorToRemove(id: try parameters.text("id", longest: Limits.name), owners: owners)
  }
}
