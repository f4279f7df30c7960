import Formats
import Geodesy
import Samples
import ScenePublishing
import Scenery
import ServiceParts
import SocketServer
import Terrain
import Text
import Tracking
import Wire

// The one active route of org.gnomon.Scene: a call of another user than its owner needs `replace`.
extension SceneInterface {
  func loadRoute(_ given: LoadRouteCall, _ call: Call) throws(CallError) -> Server.Answer {
    let request = try given.request.map { (number) throws(CallError) in try scene.route.request(number) }
    let name = given.name ?? request?.name ?? "", stops = request?.via.map(\.name) ?? []
    let replaces = request?.replaces ?? (given.replace == true), user = request?.user ?? call.connection.user
    try scene.route.require(of: user, replaces: replaces)
    let door = request?.end ?? (given.place ?? given.entrance).map { RouteDoor($0, entrance: given.entrance) }
    let wearer = engine.latest?.place, rules = scene.route.parameters, bytes = Array(given.text.utf8)
    // A long text is not held twice while it is read.
    let recorded = bytes.count <= Self.longestRecorded ? given.text : nil
    let work = daemon.worker.work { () throws(CallError) in
      try LoadedRoute(reading: bytes, name: name, stops: stops, door: door, wearer: wearer, rules)
    }
    return daemon.answer(call, after: work) { [self] (loaded) throws(CallError) in
      try scene.route.require(of: user, replaces: replaces)
      let track = loaded.track
      // A newer request may have taken its place meanwhile.
      if let request { _ = try scene.route.request(request.number) }
      start(loaded, by: user, at: daemon.now, request: request, door: door)
      record(
        recorded.map { RecordedRoute(text: $0, name: track.route.name, place: door?.place, entrance: door?.entrance) })
      return .reply(
        LoadRouteReply(
          revision: scene.route.revision, name: track.route.name, format: loaded.reading.format.rawValue,
          points: track.route.points.count, length: track.length, statedDuration: track.route.statedDuration,
          steps: track.steps.count, stops: track.route.stops.count, notes: loaded.reading.notes.map(\.english)))
    }
  }

  func clearRoute(replaces: Bool, _ call: Call) throws(CallError) -> Server.Answer {
    try scene.route.require(of: call.connection.user, replaces: replaces)
    let wasActive = clearRoute(at: daemon.now)
    if wasActive { record(RecordedRoute(text: nil)) }
    return .reply(ClearRouteReply(wasActive: wasActive))
  }

  /// Ends a route that is over, and records that. A recording that is replayed has its own end.
  func endRouteIfOver() { if scene.route.endIfOver() { record(RecordedRoute(text: nil)) } }

  /// Limit of the bytes of one point in an answer.
  private static let bytesOfPoint = 60

  /// Answers with the route. With its points it may be long, so it is written beside the loop.
  func getRoute(withPoints: Bool, _ call: Call) throws(CallError) -> Server.Answer {
    let accuracy = engine.latest?.horizontalAccuracy, revision = scene.route.revision
    guard withPoints, let route = scene.route.route else {
      return .reply(GetRouteReply(route: scene.route.route.map { RouteMessage($0, revision, accuracy) }))
    }
    let size = Self.bytesOfPoint * route.track.route.points.count + 4096
    guard daemon.worker.isDirect || daemon.server.reserveRoom(for: size, call.connection) else { throw .tooMuchUnread }
    let work = daemon.worker.work {
      // Allocated at its final size: a growing buffer could take twice that, uncounted.
      var writer = JSONWriter(capacity: size)
      let message = RouteMessage(route, revision, accuracy, points: route.track.route.points)
      Reply.write(to: &writer) { GetRouteReply(route: message).write(to: &$0) }
      return writer.buffer
    }
    return daemon.answer(call, after: work) { .message($0) }
  }

  /// Limit in bytes of a recorded route, for its text and for its JSON: it has to fit into one line of a recording (1 MiB).
  private static let longestRecorded = 1_000_000

  /// Records the route as one more input, so that a replay follows it too. One that is too long (nil) is only logged.
  private func record(_ route: RecordedRoute?) {
    guard let route, case let json = route.json, json.utf8.count <= Self.longestRecorded else {
      return Log.write("this route is too long for a line of a recording, so the recording will not have it", .warning)
    }
    engine.recordRoute(json, isCleared: route.text == nil)
  }

  /// Applies an input of a replayed recording to the scene; other inputs are for the pipeline. It is called while the source is
  /// being read, so it must not use the sources.
  func applyRecorded(_ event: InputEvent) {
    if event.kind == TerrainPatch.inputKind { scene.terrain.setRecorded() }
    guard event.kind == RecordedRoute.kind else { return }
    guard let recorded = RecordedRoute(json: event.json), let text = recorded.text else {
      engine.route = nil
      clearRoute(at: event.time, isRecorded: true)
      return
    }
    do throws(CallError) {
      let loaded = try LoadedRoute(
        reading: Array(text.utf8), name: recorded.name,
        door: recorded.place.map { RouteDoor($0, entrance: recorded.entrance) }, wearer: engine.latest?.place,
        scene.route.parameters)
      start(loaded, by: nil, at: event.time)
      engine.route = event.json
    } catch {
      Log.write("the recorded route is not used: \(error)", .warning)
    }
  }

  private func start(
    _ loaded: LoadedRoute, by user: UInt32?, at time: BootInstant, request: RouteRequest? = nil, door: RouteDoor? = nil
  ) {
    scene.route.start(loaded, by: user, to: door, mode: request?.mode)
    if let request { scene.route.end(request: request.number) }
    let name = loaded.track.route.name
    publishRouteEvent(
      "loaded", name.isEmpty ? "a route was loaded" : "a route to \(name) was loaded", at: time,
      request: request?.number)
  }

  @discardableResult
  private func clearRoute(at time: BootInstant, isRecorded: Bool = false) -> Bool {
    let wasActive = scene.route.clear(isRecorded: isRecorded)
    if wasActive { publishRouteEvent("cleared", "the route was cleared", at: time) }
    return wasActive
  }

  private func publishRouteEvent(_ code: String, _ english: String, at time: BootInstant, request: Int? = nil) {
    let revision = JSONValue.integer(Int64(scene.route.revision))
    let name = JSONValue.string(scene.route.route?.track.route.name ?? "")
    scenePublisher.publish(
      SceneEventMessage(
        kind: "route", code: code, time: time.nanoseconds,
        parameters: [
          "revision": revision, "name": name, "request": request.map { .integer(Int64($0)) } ?? .null,
        ],
        english: english), .route)
  }
}
