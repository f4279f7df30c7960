import Geodesy
import Geometry
import Samples
import Scenery
import Sensors
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

  func addAnchor(_ call: Call) throws(CallError) -> Server.Answer {
    let id = try call.parameters.text("id", longest: 255)
    var kinds: [Anchor.Kind] = []
    if let place = try call.parameters.objectIfAny("geographic") {
      guard let latitude = place["latitude_deg"]?.double, let longitude = place["longitude_deg"]?.double,
        latitude.magnitude <= 90, longitude.magnitude <= 360
      else { throw call.parameters.invalid("geographic", "latitude_deg within ±90 and longitude_deg within ±360") }
      let height: HeightPolicy
      do throws(MessageFault) {
        height = try HeightPolicy(
          kind: place["height_kind"]?.string ?? "eye", place["height"]?.double.map { Length($0) })
      } catch {
        throw call.parameters.invalid("geographic", "\(error)")
      }
      kinds.append(.geographic(Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude)), height))
    }
    if call.parameters["scene"] != nil {
      kinds.append(.scene(Displacement(try call.parameters.vector("scene")), scene: engine.tracker.scene))
    }
    if call.parameters["head"] != nil { kinds.append(.head(Displacement(try call.parameters.vector("head")))) }
    guard kinds.count == 1, let kind = kinds.first else {
      throw CallError(
        "org.gnomon.Scene.InvalidValue",
        [
          "parameter": "geographic", "given": .string("\(kinds.count) of them"),
          "expected": "exactly one of geographic, scene and head",
        ])
    }
    let end = try call.parameters.numberIfAny("lease_s", in: 1...86_400, Self.leaseMeaning).map { lease($0) }
    let payload = try call.parameters.objectIfAny("payload").map { $0.text }
    if let payload, payload.utf8.count > 65_536 {
      throw call.parameters.invalid("payload", "an object of at most 64 KiB")
    }
    let tags = try call.parameters.textsIfAny("tags") ?? []
    guard tags.count <= 32, tags.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 255 }) else {
      throw call.parameters.invalid("tags", "at most 32 texts of 1 to 255 bytes")
    }
    let facing = try Self.facing(call.parameters, kind)
    let owner = SceneKeeper.owner(call.connection, isLeased: end != nil)
    let bytes =
      scene.anchorBytes + id.utf8.count + (payload?.utf8.count ?? 0) + tags.reduce(0) { $0 + $1.utf8.count }
    try scene.requireRoom(bytes: bytes, groups: scenePublisher.groupsWithAnchors)
    try scene.add(
      Anchor(
        id: id, kind: kind, owner: end.map { .lease($0) } ?? .connection(Int(call.connection.number)),
        payload: payload, tags: tags, facing: facing),
      owner: owner, user: call.connection.peer.user)
    return .reply {
      $0.value(["owner": .string(owner), "expires_boot_ns": end.map { .integer($0.nanoseconds) } ?? .null])
    }
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

  func renewAnchor(_ call: Call) throws(CallError) -> JSONValue {
    let end = lease(try call.parameters.number("lease_s", in: 1...86_400, Self.leaseMeaning))
    try scene.renew(
      try call.parameters.text("id", longest: 255), owner: SceneKeeper.owner(call.connection, isLeased: true),
      until: end)
    return ["expires_boot_ns": .integer(end.nanoseconds)]
  }

  func removeAnchor(_ call: Call) throws(CallError) -> Server.Answer {
    var owners = [true, false].map { SceneKeeper.owner(call.connection, isLeased: $0) }
    if let owner = try call.parameters.textIfAny("owner"), !owners.contains(owner) {
      try require(.administer, call)
      owners = [owner]
    }
    try scene.removeAnchor(try call.parameters.text("id", longest: 255), owners: owners)
    return .done
  }
}
