import Geometry
import Scenery
import Wire

// The placement under a point of the screen or a line of sight.
extension SceneInterface {
  /// Reads what a pick needs: the members of the placement, the viewport, and the style.
  static func pickSelection(_ parameters: CallParameters) throws(CallError) -> SceneGroup.Selection {
    let expected = "some of payload, billboards, clusters"
    var parts: SceneParts = .placements
    for name in try parameters.textsIfAny("include") ?? [] {
      guard let part = SceneParts(name: name), SceneParts.ofPlacements.contains(part) || part == .placements else {
        throw parameters.invalid("include", expected)
      }
      parts.insert(part)
    }
    var selection = SceneGroup.Selection(parts: parts, viewport: try parameters.viewport())
    selection.style = try parameters.style(selection.viewport)
    return selection
  }

  func pick(_ wanted: SceneGroup.Selection, _ call: Call) throws(CallError) -> Server.Answer {
    requestPayload(wanted)
    return try afterLook(call) { [self] () throws(CallError) in try pick(wanted, call.parameters, call.connection) }
  }

  private func pick(
    _ selection: SceneGroup.Selection, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    let group = SceneGroup(selection, scene)
    let moment = scenePublisher.glance(viewpoint, selection.parts, engine, group.boardSettings), view = moment.view
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
    guard moment.status == .shown else {
      throw CallError(
        "org.gnomon.Scene.NotPlaced", ["reason": .string(PlacementReport(moment.status).reason ?? "")])
    }
    let sight = SceneGroup.Sight(view, selection.viewport), board = moment.board
    let index = gaze.picks(from: board.placements, group.parameters)
    if let index, !connection.isClosed {
      scene.picked[connection.number] = board.placements[index].key
      scene.pin(targets: scenePublisher.targets)
    }
    let picked = index.map { group.message(board.placements[$0], $0, board, scene, sight) }
    return .reply { writer in
      writer.beginObject()
      writer.key("placement")
      if let picked { picked.write(to: &writer) } else { writer.null() }
      writer.endObject()
    }
  }
}
