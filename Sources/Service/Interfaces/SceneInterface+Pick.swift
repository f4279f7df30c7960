import Geometry
import ScenePublishing
import Scenery
import SocketServer
import Wire

// The placement under a point of the screen or a line of sight.
extension SceneInterface {
  /// The parameters of Pick: the members of the placement, the viewport and the style, and the line of sight.
  struct PickRequest {
    /// A point of the viewport, a direction in the scene, or else the wearer's gaze.
    enum Aim {
      case screen(ScreenPoint, Viewport)
      /// A direction, and its origin; nil for the wearer's position.
      case direction(Direction<Scene>, from: Displacement<Scene>?)
      case gaze
    }

    var selection: SceneGroup.Selection
    var aim: Aim
  }

  static func pickRequest(_ parameters: CallParameters) throws(CallError) -> PickRequest {
    let expected = "some of payload, billboards, clusters"
    var parts: SceneParts = .placements
    for name in try parameters.textsIfAny("include") ?? [] {
      guard let part = SceneParts(word: name), SceneParts.ofPlacements.contains(part) || part == .placements else {
        throw parameters.invalid("include", expected)
      }
      parts.insert(part)
    }
    var selection = SceneGroup.Selection(parts: parts, viewport: try parameters.viewport())
    selection.style = try parameters.style(selection.viewport)
    return PickRequest(selection: selection, aim: try aim(parameters, selection.viewport))
  }

  private static func aim(_ parameters: CallParameters, _ viewport: Viewport?) throws(CallError) -> PickRequest.Aim {
    if let viewport {
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

  func pick(_ wanted: PickRequest, _ call: Call) -> Server.Answer {
    answer(wanted.selection, call) { [self] () throws(CallError) in try pick(wanted, call.connection) }
  }

  private func pick(_ wanted: PickRequest, _ connection: Connection) throws(CallError) -> Server.Answer {
    let selection = wanted.selection, group = SceneGroup(selection, scene)
    let moment = scenePublisher.glance(viewpoint, selection.parts, engine.session, group.look.board), view = moment.view
    let gaze: Gaze =
      switch wanted.aim {
      case .screen(let point, let viewport): Gaze(through: point, of: viewport, on: view.pose)
      case .direction(let direction, let origin): Gaze(origin: origin ?? view.pose.position, direction: direction)
      case .gaze: Gaze(of: view.pose)
      }
    guard moment.board.readiness.isDrawn else {
      throw CallError.notPlaced(reason: PlacementReport(moment.board.readiness).reason?.word ?? "")
    }
    let sight = SceneGroup.FrameView(view, selection.viewport), board = moment.board
    let index = gaze.picks(from: board.placements)
    if let index, !connection.isClosed {
      scene.places.pick(board.placements[index].key, by: connection.number)
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
