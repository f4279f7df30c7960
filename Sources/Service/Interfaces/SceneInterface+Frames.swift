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
    requestPayload(wanted)
    // A store that cannot be opened is reported in every frame.
    return try afterLook(call, target: wanted.target) { [self] () throws(CallError) in
      guard !call.connection.isClosed else { return .stream }
      try requireRoom(for: wanted)
      guard scenePublisher.hasBoard(for: wanted) else {
        throw CallError.tooManyStyles(limit: Limits.sceneStyles)
      }
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
    requestPayload(wanted)
    return try afterLook(call, target: wanted.target) { [self] in
      let group = SceneGroup(wanted, scene)
      group.encode(scenePublisher.glance(viewpoint, wanted.parts, engine, group.boardSettings), scene)
      var text = TextBuffer()
      text.append("{\"parameters\":{\"frame\":" as StaticString)
      group.encoder.append(everything: true, to: &text)
      text.append("}}" as StaticString)
      text.append(UInt8(0))
      return .message(text)
    }
  }

  /// Has the places looked up with their payloads, from now on.
  func requestPayload(_ wanted: SceneGroup.Selection) {
    guard wanted.parts.contains(.payload), !scene.wantsPayload else { return }
    scene.wantsPayload = true
    scene.isOutdated = true
  }

  /// Throws if a new group of subscribers to anchors would take too much memory: every group keeps its own frames.
  private func requireRoom(for selection: SceneGroup.Selection) throws(CallError) {
    guard selection.parts.contains(.anchors), !scenePublisher.groups.contains(where: { $0.selection == selection })
    else { return }
    try scene.requireRoom(bytes: scene.anchorBytes, groups: scenePublisher.groupsWithAnchors + 1)
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
