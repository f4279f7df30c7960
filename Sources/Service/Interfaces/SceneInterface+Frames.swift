import Geometry
import Samples
import ScenePublishing
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
  static func frameSelection(_ parameters: CallParameters) throws(CallError) -> SceneGroup.Selection {
    var selection = try selection(parameters, [.placements, .progress])
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

  private static let partsMeaning = "some of " + SceneParts.listed.map { "\($0)" }.joined(separator: ", ")

  private static func selection(_ parameters: CallParameters, _ usual: SceneParts) throws(CallError)
    -> SceneGroup.Selection
  {
    var parts = usual
    if let names = try parameters.textsIfAny("include") {
      parts = []
      for name in names {
        guard let part = SceneParts(word: name) else {
          throw .invalidValue(.scene, "include", given: .string(name), expected: partsMeaning)
        }
        parts.insert(part)
      }
      guard !parts.isEmpty else { throw parameters.invalid("include", partsMeaning) }
    }
    if !parts.isDisjoint(with: .ofPlacements) { parts.insert(.placements) }
    var selection = SceneGroup.Selection(parts: parts, viewport: try parameters.viewport())
    if let range = try parameters.numberIfAny("radar_range", in: 1...100_000, "a number of metres from 1 to 100000") {
      selection.radarRange = .metres(range)
    }
    selection.phrases = try parameters.phrases()
    if let dwell = try parameters.numberIfAny("dwell_s", in: 0.2...10, "a number of seconds from 0.2 to 10") {
      selection.dwell = TimeSpan(dwell)
    }
    if let target = try parameters.objectIfAny("target") {
      if let layer = target["layer"]?.string, let id = target["id"]?.string, target["route"] == nil {
        selection.target = PlaceKey(layer: layer, id: id)
      } else if let route = target["route"]?.string, ["next", "destination"].contains(route), target["id"] == nil {
        selection.isDestination = route == "destination"
      } else {
        throw parameters.invalid("target", "the layer and the id of a place, or the route's next or destination")
      }
    }
    selection.style = try parameters.style(selection.viewport)
    return selection
  }
}
