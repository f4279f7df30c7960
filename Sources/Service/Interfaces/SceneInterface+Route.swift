import Formats
import Geodesy
import Samples
import Scenery
import SocketServer
import Text
import Tracking
import Wire

// The one active route of org.gnomon.Scene. It belongs to the user that loaded it until the wearer has arrived: a call of another
// user needs `replace`.
extension SceneInterface {
  static func routeToLoad(_ parameters: CallParameters) throws(CallError) -> LoadRouteCall {
    guard let text = parameters["text"]?.string else { throw parameters.invalid("text", "the text of a route") }
    return LoadRouteCall(
      text: text, name: try parameters.textIfAny("name"), replace: try parameters.flag("replace"))
  }

  func loadRoute(_ given: LoadRouteCall, _ call: Call) throws(CallError) -> Server.Answer {
    let text = given.text, name = given.name ?? "", replaces = given.replace == true
    try requireRoute(of: call.connection, replaces: replaces)
    let wearer = engine.latest?.place, rules = scene.routeParameters, bytes = Array(text.utf8)
    // A long text is not held twice while it is read.
    let recorded = bytes.count <= Self.longestRecorded ? text : nil
    return try beside(call) { () throws(CallError) in
      try LoadedRoute(reading: bytes, name: name, wearer: wearer, rules)
    } then: { [self] (loaded) throws(CallError) in
      try requireRoute(of: call.connection, replaces: replaces)
      scene.start(loaded, by: call.connection.user)
      scene.isRouteRecorded = false
      let revision = scene.routeRevision, track = loaded.track
      publishLoaded(track.route, at: daemon.now)
      record(recorded.map { RecordedRoute(text: $0, name: track.route.name) })
      return .reply(
        LoadRouteReply(
          revision: revision, name: track.route.name, format: loaded.reading.format.rawValue,
          points: track.route.points.count, length: track.length, statedDuration: track.route.statedDuration,
          steps: track.steps.count, notes: loaded.reading.notes.map(\.english)))
    }
  }

  func clearRoute(replaces: Bool, _ call: Call) throws(CallError) -> Server.Answer {
    let wasActive = scene.route != nil
    if wasActive {
      try requireRoute(of: call.connection, replaces: replaces)
      clearRoute(at: daemon.now)
      record(RecordedRoute(text: nil))
    }
    return .reply(ClearRouteReply(wasActive: wasActive))
  }

  /// Throws if another user's route is active and the call does not replace it.
  private func requireRoute(of connection: Connection, replaces: Bool) throws(CallError) {
    guard !replaces, let route = scene.route, route.status != .arrived, let owner = scene.routeOwner,
      owner != connection.user
    else { return }
    let name = route.track.route.name
    throw CallError.routeTaken(
      user: Int(owner), name: name,
      english:
        "the wearer follows a route of user \(owner)\(name.isEmpty ? "" : ", to \(name)"); `replace` takes its place")
  }

  /// Limit of the bytes of one point in an answer.
  private static let bytesOfPoint = 60

  /// Answers with the route. With its points it may be long, so it is written beside the loop.
  func getRoute(withPoints: Bool, _ call: Call) throws(CallError) -> Server.Answer {
    let accuracy = engine.latest?.horizontalAccuracy
    guard withPoints, let route = scene.route else {
      return .reply(GetRouteReply(route: scene.route.map { RouteMessage($0, scene.routeRevision, accuracy) }))
    }
    let revision = scene.routeRevision, size = Self.bytesOfPoint * route.track.route.points.count + 4096
    guard daemon.worker.isDirect || daemon.server.reserveRoom(for: size, call.connection) else { throw .tooMuchUnread }
    return try beside(call) { () throws(CallError) in
      // Allocated at its final size: a growing buffer could take twice that, uncounted.
      var writer = JSONWriter(capacity: size)
      let message = RouteMessage(route, revision, accuracy, points: route.track.route.points)
      Reply.write(to: &writer) { GetRouteReply(route: message).write(to: &$0) }
      return writer.buffer
    } then: {
      .message($0)
    }
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
    guard event.kind == RecordedRoute.kind else { return }
    scene.isRouteRecorded = true
    guard let recorded = RecordedRoute(json: event.json), let text = recorded.text else {
      engine.route = nil
      return clearRoute(at: event.time)
    }
    do throws(CallError) {
      let loaded = try LoadedRoute(
        reading: Array(text.utf8), name: recorded.name, wearer: engine.latest?.place, scene.routeParameters)
      scene.start(loaded, by: nil)
      publishLoaded(loaded.track.route, at: event.time)
      engine.route = event.json
    } catch {
      Log.write("the recorded route is not used: \(error)", .warning)
    }
  }

  private func clearRoute(at time: BootInstant) {
    guard scene.route != nil else { return }
    scene.route = nil
    publishRouteEvent("cleared", "the route was cleared", at: time)
  }

  private func publishLoaded(_ route: Route, at time: BootInstant) {
    publishRouteEvent(
      "loaded", route.name.isEmpty ? "a route was loaded" : "a route to \(route.name) was loaded", at: time)
  }

  private func publishRouteEvent(_ code: String, _ english: String, at time: BootInstant) {
    let revision = JSONValue.integer(Int64(scene.routeRevision))
    let name = JSONValue.string(scene.route?.track.route.name ?? "")
    scenePublisher.publish(
      SceneEventMessage(
        kind: "route", code: code, time: time.nanoseconds, parameters: ["revision": revision, "name": name],
        english: english), .route)
  }
}
