import Bridge
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

  static func pickRequest(_ given: PickCall) throws(MessageFault) -> PickRequest {
    var parts: SceneParts = .placements
    for name in given.include ?? [] {
      guard let part = SceneParts(word: name), SceneParts.ofPlacements.contains(part) || part == .placements else {
        throw MessageFault(member: "include", expected: "some of payload, billboards, clusters")
      }
      parts.insert(part)
    }
    var selection = SceneGroup.Selection(parts: parts, viewport: try given.viewport?.viewport())
    selection.style = try SceneStyle(given.style, selection.viewport)
    return PickRequest(selection: selection, aim: try aim(given, selection.viewport))
  }

  private static func aim(_ given: PickCall, _ viewport: Viewport?) throws(MessageFault) -> PickRequest.Aim {
    if let viewport {
      func coordinate(_ name: String, _ value: Double?, within size: Pixels) throws(MessageFault) -> Pixels {
        guard let value, 0...size.value ~= value else {
          throw MessageFault(member: name, expected: "a point of the viewport, x_px and y_px")
        }
        return Pixels(value)
      }
      let x = try coordinate("x_px", given.x, within: viewport.width)
      return .screen(ScreenPoint(x: x, y: try coordinate("y_px", given.y, within: viewport.height)), viewport)
    }
    guard let direction = given.direction else { return .gaze }
    guard direction.direction != nil else {
      throw MessageFault(member: "direction", expected: "a vector with a length")
    }
    return .direction(direction, from: given.origin)
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
