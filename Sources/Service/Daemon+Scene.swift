import CPosix
import Geodesy
import Geometry
import Samples
import Scenery
import Storage
import Text
import Tracking
import Wire

// org.gnomon.Scene.
extension Daemon {
  func answerScene(
    _ request: Request, _ member: String, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    let parameters = CallParameters(request, .scene)
    switch member {
    case "AddPlaces": return try addPlaces(request, parameters, connection)
    case "RemovePlaces": return try removePlaces(request, parameters, connection)
    case "ListPlaces": return try listPlaces(request, parameters, connection)
    case "FindPlaces": return try findPlaces(request, parameters, connection)
    case "SetFilter": return try setFilter(request, parameters, connection)
    case "GetFilter": return try getFilter(request, connection)
    case "SetFavourite": return try setFavourite(request, parameters, connection)
    case "LoadRoute": return try loadRoute(request, parameters, connection)
    case "GetRoute": return try getRoute(request, parameters, connection)
    case "ClearRoute": return try clearRoute(parameters, connection)
    case "AddAnchor": return try addAnchor(parameters, connection)
    case "RenewAnchor":
      try require(.contribute, connection, .scene)
      let end = lease(try parameters.number("lease_s", in: 1...86_400, Self.leaseMeaning))
      try scene.renew(
        try parameters.text("id", longest: 255), owner: SceneKeeper.owner(connection, isLeased: true), until: end)
      return .reply { $0.value(["expires_boot_ns": .integer(end.nanoseconds)]) }
    case "RemoveAnchor":
      try require(.contribute, connection, .scene)
      var owners = [true, false].map { SceneKeeper.owner(connection, isLeased: $0) }
      if let owner = try parameters.textIfAny("owner"), !owners.contains(owner) {
        try require(.administer, connection, .scene)
        owners = [owner]
      }
      try scene.removeAnchor(try parameters.text("id", longest: 255), owners: owners)
      return .reply { $0.value(.object([])) }
    case "Subscribe": return try subscribeToScene(request, parameters, connection)
    case "GetFrame": return try getFrame(request, parameters, connection)
    case "Pick": return try pick(request, parameters, connection)
    default: throw .methodNotFound(request.method)
    }
  }

  // MARK: anchors

  private static let leaseMeaning = "a number of seconds from 1 to 86400"

  /// Until when a lease lasts that begins now. Leases run by the clock, however fast the session does.
  private func lease(_ seconds: Double) -> BootInstant {
    let clock = sources.first?.source.clock ?? .live
    return clock.session(.now + TimeSpan(seconds))
  }

  private func addAnchor(_ parameters: CallParameters, _ connection: Connection) throws(CallError) -> Server.Answer {
    try require(.contribute, connection, .scene)
    let id = try parameters.text("id", longest: 255)
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
      throw CallError(
        "org.gnomon.Scene.InvalidValue",
        [
          "parameter": "geographic", "given": .string("\(kinds.count) of them"),
          "expected": "exactly one of geographic, scene and head",
        ])
    }
    let end = try parameters.numberIfAny("lease_s", in: 1...86_400, Self.leaseMeaning).map { lease($0) }
    let payload = try parameters.objectIfAny("payload").map { $0.text }
    if let payload, payload.utf8.count > 65_536 { throw parameters.invalid("payload", "an object of at most 64 KiB") }
    let owner = SceneKeeper.owner(connection, isLeased: end != nil)
    let bytes = scene.anchorBytes + id.utf8.count + (payload?.utf8.count ?? 0)
    try scene.requireRoom(bytes: bytes, groups: scenePublisher.groupsWithAnchors)
    try scene.add(
      Anchor(
        id: id, kind: kind, owner: end.map { .lease($0) } ?? .connection(Int(connection.number)), payload: payload),
      owner: owner, user: connection.peer.user)
    return .reply {
      $0.value(["owner": .string(owner), "expires_boot_ns": end.map { .integer($0.nanoseconds) } ?? .null])
    }
  }

  // MARK: frames

  /// From where the scene is looked at now.
  var viewpoint: Viewpoint {
    guard let latest = engine.latest else { return .unknown(at: now) }
    return Viewpoint(latest, geoidSeparation: scene.geoidSeparation, isStale: !engine.isFresh)
  }

  /// What is done for the scene between the samples.
  func tendScene() {
    scene.sweepAnchors(at: (sources.first?.source.clock ?? .live).now)
    guard scenePublisher.subscribers > 0 else { return }
    let view = viewpoint
    scene.lookForChanges()
    scene.refresh(view, targets: scenePublisher.targets)
    if view.isStale { scenePublisher.publishStale(view, engine) }
  }

  private func subscribeToScene(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    guard request.more, !request.oneway else { throw .expectedMore }
    guard parameters["include"] != nil else { throw parameters.invalid("include", Self.partsMeaning) }
    var selection = try selection(parameters, [])
    selection.rate =
      try parameters.numberIfAny("rate_hz", in: 0.01...Limits.frames, "a number from 0.01 to \(Int(Limits.frames))")
      ?? 10
    selection.isEverything = try parameters.flag("everything")
    attend(isAsked: true)
    let wanted = selection
    // A store that cannot be opened says so in every frame.
    return try afterLook(request, connection, target: wanted.target) { [self] () throws(CallError) in
      guard !connection.isClosed else { return .stream }
      try requireRoom(for: wanted)
      scenePublisher.add(connection, wanted, viewpoint)
      return .stream
    }
  }

  private func getFrame(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    attend(isAsked: true)
    var selection = try selection(parameters, [.placements, .progress])
    selection.isEverything = true
    let wanted = selection
    return try afterLook(request, connection, target: wanted.target) { [self] in
      let group = SceneGroup(wanted, scene.parameters)
      group.encode(scenePublisher.glance(viewpoint, wanted.parts, engine), scene)
      var text = TextBuffer()
      text.append("{\"parameters\":{\"frame\":" as StaticString)
      group.encoder.append(everything: true, to: &text)
      text.append("}}" as StaticString)
      text.append(UInt8(0))
      return .message(text)
    }
  }

  /// Frames with anchors are as long as these, and every group keeps its own.
  private func requireRoom(for selection: SceneGroup.Selection) throws(CallError) {
    guard selection.parts.contains(.anchors), !scenePublisher.groups.contains(where: { $0.selection == selection })
    else { return }
    try scene.requireRoom(bytes: scene.anchorBytes, groups: scenePublisher.groupsWithAnchors + 1)
  }

  private static let partsMeaning = "some of " + SceneParts.named.map(\.name).joined(separator: ", ")

  private func selection(_ parameters: CallParameters, _ usual: SceneParts) throws(CallError) -> SceneGroup.Selection {
    var parts = usual
    if let names = try parameters.textsIfAny("include") {
      parts = []
      for name in names {
        guard let part = SceneParts(name: name) else {
          throw .invalidValue(.scene, "include", given: .string(name), expected: Self.partsMeaning)
        }
        parts.insert(part)
      }
      guard !parts.isEmpty else { throw parameters.invalid("include", Self.partsMeaning) }
    }
    if parts.contains(.clusters) { parts.insert(.placements) }
    var selection = SceneGroup.Selection(parts: parts, viewport: try parameters.viewport())
    if let range = try parameters.numberIfAny("radar_range", in: 1...100_000, "a number of metres from 1 to 100000") {
      selection.radarRange = .metres(range)
    }
    if let target = try parameters.objectIfAny("target") {
      guard let layer = target["layer"]?.string, let id = target["id"]?.string else {
        throw parameters.invalid("target", "the layer and the id of a place")
      }
      selection.target = PlacementMessage.Name(layer: layer, id: id)
    }
    return selection
  }

  private func pick(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    try afterLook(request, connection) { [self] () throws(CallError) in try pick(parameters) }
  }

  private func pick(_ parameters: CallParameters) throws(CallError) -> Server.Answer {
    let view = viewpoint
    let selection = SceneGroup.Selection(parts: [.placements], viewport: try parameters.viewport())
    let gaze: Gaze
    if let viewport = selection.viewport {
      let meaning = "a point of the viewport, x_px and y_px"
      let x = try parameters.number("x_px", in: 0...viewport.width.value, meaning)
      let y = try parameters.number("y_px", in: 0...viewport.height.value, meaning)
      gaze = Gaze(through: ScreenPoint(x: Pixels(x), y: Pixels(y)), of: viewport, on: view.pose)
    } else if parameters["direction"] != nil {
      let direction = Direction<Scene>(try parameters.vector("direction"))
      guard direction.direction != nil else { throw parameters.invalid("direction", "a vector with a length") }
      let origin = parameters["origin"] == nil ? view.pose.position.components : try parameters.vector("origin")
      gaze = Gaze(origin: Displacement(origin), direction: direction)
    } else {
      gaze = Gaze(of: view.pose)
    }
    let moment = scenePublisher.glance(view, [.placements], engine)
    guard moment.status == .shown else {
      throw CallError(
        "org.gnomon.Scene.NotPlaced", ["reason": .string(PlacementReport(moment.status).reason ?? "")])
    }
    let group = SceneGroup(selection, scene.parameters)
    let sight = SceneGroup.Sight(view, selection.viewport)
    let picked = gaze.picks(from: moment.board.placements, scene.parameters).map {
      group.message(moment.board.placements[$0], $0, moment, scene.names, sight)
    }
    return .reply { writer in
      writer.beginObject()
      writer.key("placement")
      if let picked { picked.write(to: &writer) } else { writer.null() }
      writer.endObject()
    }
  }
}

extension CallParameters {
  /// What the caller draws on, if it draws.
  func viewport() throws(CallError) -> Viewport? {
    guard let given = try objectIfAny("viewport") else { return nil }
    func number(_ name: String) -> Pixels? { given[name]?.double.map { Pixels($0) } }
    guard let width = number("width_px"), let height = number("height_px") else {
      throw invalid("viewport", "width_px and height_px")
    }
    var mount = Pose<Display, Body>.aligned
    if let q = given["orientation"], !q.isNull {
      guard let x = q["x"]?.double, let y = q["y"]?.double, let z = q["z"]?.double, let w = q["w"]?.double,
        let rotation = Rotation<Display, Body>(x: x, y: y, z: z, w: w)
      else { throw invalid("viewport", "its orientation as a unit quaternion of x, y, z and w") }
      mount.rotation = rotation
    }
    if let p = given["position"], !p.isNull {
      guard let x = p["x"]?.double, let y = p["y"]?.double, let z = p["z"]?.double else {
        throw invalid("viewport", "its position as x, y and z")
      }
      mount.position = Displacement(x, y, z)
    }
    guard given["field_of_view_deg"]?.double != nil || number("focal_x_px") != nil else {
      throw invalid("viewport", "field_of_view_deg or focal_x_px")
    }
    do throws(ViewportFault) {
      if let angle = given["field_of_view_deg"]?.double {
        return try Viewport(width: width, height: height, fieldOfView: .degrees(angle), mount: mount)
      }
      guard let focal = number("focal_x_px") else { throw .fieldOfView(.zero) }
      let centre = number("centre_x_px").flatMap { x in number("centre_y_px").map { ScreenPoint(x: x, y: $0) } }
      return try Viewport(
        width: width, height: height, focalX: focal, focalY: number("focal_y_px") ?? focal, centre: centre,
        mount: mount)
    } catch {
      throw invalid("viewport", "\(error)")
    }
  }
}
