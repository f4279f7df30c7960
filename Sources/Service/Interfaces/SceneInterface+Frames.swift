import Bridge
import Geometry
import Phrases
import Samples
import ScenePublishing
import Scenery
import SocketServer
import Text
import Wire

// The methods of org.gnomon.Scene for frames: the stream of them, a single one, and the placement in a direction.
extension SceneInterface {
  /// Reads the parameters of a subscription.
  static func subscription(_ given: SceneCall) throws(MessageFault) -> SceneGroup.Selection {
    var selection = try selection(given.include, given.viewport, given.target, given.radarRange, given.style)
    selection.phrases = try Phrases.asked(given.language, given.units, given.directions)
    selection.crossings = try given.crossings.map { (text) throws(MessageFault) in
      try Phrases.word(text, of: "crossings")
    }
    if let dwell = given.dwell { selection.dwell = TimeSpan(dwell) }
    selection.rate = given.rate ?? 10
    selection.isEverything = given.everything == true
    return selection
  }

  func subscribe(_ wanted: SceneGroup.Selection, _ call: Call) throws(CallError) -> Server.Answer {
    // An answer to a request is the wearer's way.
    if wanted.parts.contains(.requests) { try require(.contribute, of: call.connection) }
    return answer(wanted, call) { [self] () throws(CallError) in
      guard !call.connection.isClosed else { return .stream }
      // Every group of subscribers to anchors keeps its own frames.
      if wanted.parts.contains(.anchors), !scenePublisher.groups.contains(where: { $0.selection == wanted }) {
        try scene.anchors.requireRoom(groups: scenePublisher.groupsWithAnchors + 1)
      }
      guard scenePublisher.hasBoard(for: wanted) else {
        throw CallError.tooManyStyles(limit: Limits.sceneStyles)
      }
      scenePublisher.add(call.connection, wanted, viewpoint)
      return .stream
    }
  }

  /// Answers a call after the look-up of what it shows. A store that cannot be opened is reported in the frame.
  func answer(
    _ wanted: SceneGroup.Selection, _ call: Call, _ finish: @escaping () throws(CallError) -> Server.Answer
  ) -> Server.Answer {
    daemon.updateAttention(isAsked: true)
    if wanted.parts.contains(.payload) { scene.places.requestPayload() }
    return daemon.answer(call, after: scene.places.looking(from: viewpoint, target: wanted.target), finish)
  }

  /// Reads the parameters of a single frame.
  static func frameSelection(_ given: GetFrameCall) throws(MessageFault) -> SceneGroup.Selection {
    var selection = try selection(
      given.include ?? [.placements, .progress], given.viewport, given.target, given.radarRange, given.style)
    selection.isEverything = true
    return selection
  }

  func frame(_ wanted: SceneGroup.Selection, _ call: Call) -> Server.Answer {
    answer(wanted, call) { [self] in
      let group = SceneGroup(wanted, scene)
      group.encode(scenePublisher.glance(viewpoint, wanted.parts, engine.session, group.look.board), scene)
      var text = TextBuffer()
      text.append("{\"parameters\":{\"frame\":" as StaticString)
      group.encoder.append(everything: true, to: &text)
      text.append("}}" as StaticString)
      text.append(UInt8(0))
      return .message(text)
    }
  }

  private static func selection(
    _ parts: SceneParts, _ viewport: ViewportMessage?, _ target: TargetMessage?, _ range: Length?,
    _ style: StyleMessage?
  ) throws(MessageFault) -> SceneGroup.Selection {
    var parts = parts
    if !parts.isDisjoint(with: .ofPlacements) { parts.insert(.placements) }
    var selection = SceneGroup.Selection(parts: parts, viewport: try viewport?.viewport())
    guard !parts.contains(.finish) || viewport != nil else {
      throw MessageFault(member: "viewport", expected: "a viewport: finish is a mark of a size on the screen")
    }
    if let range { selection.radarRange = range }
    switch (target?.layer, target?.id, target?.route) {
    case (let layer?, let id?, nil): selection.target = PlaceKey(layer: layer, id: id)
    case (_, nil, let route?) where ["next", "destination"].contains(route):
      selection.isDestination = route == "destination"
    default:
      guard target == nil else {
        throw MessageFault(
          member: "target", expected: "the layer and the id of a place, or the route's next or destination")
      }
    }
    selection.style = try SceneStyle(style, selection.viewport)
    return selection
  }
}
