import Geometry
import Samples
import Scenery
import SocketServer
import Text
import Wire

// The methods of org.gnomon.Scene for frames: the stream of them, a single one, and the placement in a direction.
extension SceneInterface {
  /// Reads the parameters of a subscription.
  static func subscription(_ parameters: CallParameters) throws(CallError) -> SceneGroup.Selection {
    guard parameters["include"] != nil else { throw parameters.invalid("include", partsMeaning) }
    var selection = try selection(parameters, [])
    selection.rate =
      try parameters.numberIfAny("rate_hz", in: 0.01...Limits.frames, "a number from 0.01 to \(Int(Limits.frames))")
      ?? 10
    selection.isEverything = try parameters.flag("everything")
    return selection
  }

  func subscribe(_ wanted: SceneGroup.Selection, _ call: Call) throws(CallError) -> Server.Answer {
    daemon.attend(isAsked: true)
    // A store that cannot be opened is reported in every frame.
    return try afterLook(call, target: wanted.target) { [self] () throws(CallError) in
      guard !call.connection.isClosed else { return .stream }
      try requireRoom(for: wanted)
      scenePublisher.add(call.connection, wanted, viewpoint)
      return .stream
    }
  }

  /// Reads the parameters of a single frame.
  static func frameSelection(_ parameters: CallParameters) throws(CallError) -> SceneGroup.Selection {
    var selection = try selection(parameters, [.placements, .progress])
    selection.isEverything = true
    return selection
  }

  func frame(_ wanted: SceneGroup.Selection, _ call: Call) throws(CallError) -> Server.Answer {
    daemon.attend(isAsked: true)
    return try afterLook(call, target: wanted.target) { [self] in
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

  /// Throws if a new group of subscribers to anchors would take too much memory: every group keeps its own frames.
  private func requireRoom(for selection: SceneGroup.Selection) throws(CallError) {
    guard selection.parts.contains(.anchors), !scenePublisher.groups.contains(where: { $0.selection == selection })
    else { return }
    try scene.requireRoom(bytes: scene.anchorBytes, groups: scenePublisher.groupsWithAnchors + 1)
  }

  private static let partsMeaning = "some of " + SceneParts.named.map(\.name).joined(separator: ", ")

  private static func selection(_ parameters: CallParameters, _ usual: SceneParts) throws(CallError)
    -> SceneGroup.Selection
  {
    var parts = usual
    if let names = try parameters.textsIfAny("include") {
      parts = []
      for name in names {
        guard let part = SceneParts(name: name) else {
          throw .invalidValue(.scene, "include", given: .string(name), expected: partsMeaning)
        }
        parts.insert(part)
      }
      guard !parts.isEmpty else { throw parameters.invalid("include", partsMeaning) }
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
      selection.target = PlaceKey(layer: layer, id: id)
    }
    return selection
  }

  /// The parameters of Pick: a point of a viewport, a direction in the scene, or else the wearer's gaze.
  enum PickedPoint {
    case screen(ScreenPoint, Viewport)
    /// A direction, and its origin; nil for the wearer's position.
    case direction(Direction<Scene>, from: Displacement<Scene>?)
    case gaze
  }

  static func pickedPoint(_ parameters: CallParameters) throws(CallError) -> PickedPoint {
    if let viewport = try parameters.viewport() {
      let meaning = "a point of the viewport, x_px and y_px"
      let x = try parameters.number("x_px", in: 0...viewport.width.value, meaning)
      let y = try parameters.number("y_px", in: 0...viewport.height.value, meaning)
      return .screen(ScreenPoint(x: Pixels(x), y: Pixels(y)), viewport)
    }
    guard parameters["direction"] != nil else { return .gaze }
    let direction = Direction<Scene>(try parameters.vector("direction"))
    guard direction.direction != nil else { throw parameters.invalid("direction", "a vector with a length") }
    return .direction(
      direction, from: parameters["origin"] == nil ? nil : Displacement(try parameters.vector("origin")))
  }

  func pick(_ point: PickedPoint, _ call: Call) throws(CallError) -> Server.Answer {
    try afterLook(call) { [self] () throws(CallError) in try pick(point) }
  }

  private func pick(_ point: PickedPoint) throws(CallError) -> Server.Answer {
    let view = viewpoint
    var selection = SceneGroup.Selection(parts: [.placements])
    let gaze: Gaze
    switch point {
    case .screen(let point, let viewport):
      selection.viewport = viewport
      gaze = Gaze(through: point, of: viewport, on: view.pose)
    case .direction(let direction, let origin):
      gaze = Gaze(origin: origin ?? view.pose.position, direction: direction)
    case .gaze: gaze = Gaze(of: view.pose)
    }
    let moment = scenePublisher.glance(view, [.placements], engine)
    guard moment.status == .shown else {
      throw CallError(
        "org.gnomon.Scene.NotPlaced", ["reason": .string(PlacementReport(moment.status).reason ?? "")])
    }
    let group = SceneGroup(selection, scene.parameters)
    let sight = SceneGroup.FrameView(view, selection.viewport)
    let picked = gaze.picks(from: moment.board.placements, scene.parameters).map {
      group.message(moment.board.placements[$0], $0, moment, sight)
    }
    return .reply { writer in
      writer.beginObject()
      writer.key("placement")
      if let picked { picked.write(to: &writer) } else { writer.null() }
      writer.endObject()
    }
  }
}
