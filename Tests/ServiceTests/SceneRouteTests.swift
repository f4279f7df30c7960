import Expectations
import Geodesy
import Geometry
import GnomonClient
import Recordings
import Samples
import Simulation
import TestSupport
import Testing
import Text
import Tracking
import Wire

@testable import ScenePublishing
@testable import Service

private func line(_ points: [Geodetic]) -> JSONValue {
  let positions = points.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
  return .string(#"{"type":"LineString","coordinates":[\#(positions)]}"#)
}

@Suite struct SceneRouteTests {
  @Test func onlyAValidRouteReplacesTheRoute() throws {
    var walk = try SceneWalk()
    try expect(walk.ask("GetRoute")["route"]?.isNull, equals: true)
    let first = try walk.ask(
      "LoadRoute", ["text": line([SceneWalk.place(0), SceneWalk.place(200)]), "name": "Harbour"])
    #expect(first["format"]?.string == "GeoJSON" && abs((first["length"]?.double ?? 0) - 200) < 0.1)
    try walk.localize()
    let client = try walk.subscribe(["include": ["arrows", "progress", "route"]])
    try walk.walk(1)
    let frame = try walk.answer(client)["frame"]
    expect(frame?["progress"]?["status"]?.string, equals: "following")
    let arrows = try #require(frame?["arrows"]?["arrows"]?.array)
    expect(arrows.count, isAbove: 30)
    for arrow in arrows { expect(arrow["home"]?.double, equals: 3 * Double(arrow["number"]?.integer ?? -1)) }

    for (text, code) in [("", "empty"), ("12, 34", "unrecognised"), (#"{"routes":[]}"#, nil)] {
      let refused = try walk.ask("LoadRoute", ["text": .string(text)])
      expect(named(refused), equals: "org.gnomon.Scene.RouteRefused")
      if let code { expect(refused["parameters"]?["code"]?.string, equals: code) }
      expect(refused["parameters"]?["english"]?.string?.isEmpty, equals: false)
    }
    try expect(walk.ask("GetRoute")["route"]?["name"]?.string, equals: "Harbour")

    let second = try walk.ask(
      "LoadRoute", ["text": line([SceneWalk.place(0), SceneWalk.place(100), SceneWalk.place(100, right: 80)])])
    expect(second["revision"]?.integer, equals: 2)
    let route = try walk.ask("GetRoute", ["points": true])["route"]
    #expect(route?["points"]?.array?.count == 3 && abs((route?["length"]?.double ?? 0) - 180) < 0.1)
    expect(route?["steps"]?[0]?["kind"]?.string, equals: "right")
    var codes: [String] = []
    func listen() {
      while let message = client.message() {
        if let code = message["parameters"]?["event"]?["code"]?.string { codes.append(code) }
      }
    }
    try walk.walk(2) { listen() }
    try expect(walk.ask("ClearRoute")["was_active"]?.bool, equals: true)
    try expect(walk.ask("ClearRoute")["was_active"]?.bool, equals: false)
    var last: JSONValue?
    try walk.walk(2) {
      while let message = client.message() {
        if let code = message["parameters"]?["event"]?["code"]?.string { codes.append(code) }
        if let frame = message["parameters"]?["frame"], frame["progress"] != nil { last = frame }
      }
    }
    expect(codes.filter { $0 == "loaded" || $0 == "cleared" }, equals: ["loaded", "cleared"])
    #expect(last?["progress"]?.isNull == true && last?["arrows"]?.isNull == true)
  }

  /// The bearing of the followed leg measures the heading: the pipeline gets it as one more input, which is in the recording, so
  /// that a replay is the same.
  @Test(arguments: [true, false]) func theLegBeingFollowedReachesThePipeline(isRecorded: Bool) throws {
    let scratch = try Scratch(), path = scratch.path("legs.gnomon")
    var walk = try SceneWalk()
    let daemon = walk.stepped.daemon
    if isRecorded { try daemon.engine.startRecording(path) }
    try walk.ask("LoadRoute", ["text": line([SceneWalk.place(0), SceneWalk.place(100), SceneWalk.place(400)])])
    let leg = { daemon.engine.tracker.aids.first { $0.description.name == "leg" } }
    expect(leg()?.reason, equals: .noMeasurement)
    try walk.walk(45)
    let aid = try #require(leg())
    expect(aid.fused + aid.refusals.reduce(0) { $0 + $1.count }, isAbove: 0)
    let known = try #require(daemon.scene.route.knownLeg?.leg)
    // The two parts form one straight line.
    expect((known.bearing - SceneWalk.itinerary.azimuth).wrapped.magnitude.degrees, isBelow: 0.1)
    expect(abs(known.length.value - 400), isBelow: 0.5)
    try walk.ask("ClearRoute")
    try walk.walk(2)
    #expect(daemon.scene.route.knownLeg == nil)
    guard isRecorded else { return }
    let last = try #require(daemon.engine.latest)
    _ = daemon.engine.stopRecording()
    let reader = try RecordingReader(path: path)
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head)), pose: TrackedPose?
    var legs: [String] = []
    while let line = try reader.next() {
      guard case .sample(let sample) = line else { continue }
      if case .input(let event) = sample, event.kind == "leg" { legs.append(event.json) }
      pose = tracker.ingest(sample) ?? pose
    }
    #expect(legs.count == 2 && legs.last == "{}", "\(legs)")
    #expect(pose?.pose == last.pose && pose?.yaw == last.yaw && pose?.time == last.time)
  }

  /// Around two corners to the destination, at fifty times the pace: each announcement comes once, in its order.
  @Test func everythingIsAnnouncedOnce() throws {
    let running = try Running(speed: 50, plan: .cityBlocks)
    defer { running.stop() }
    let itinerary = Plan.cityBlocks.itinerary(SimulationParameters())
    var azimuth = itinerary.azimuth, corners = [itinerary.start]
    // The bends of the walk are inside the corners by their radius.
    for (way, turn) in [(86.5, 90.0), (127, -90), (98.5, 0)] {
      let line = GeodesicLine(from: corners[corners.count - 1], azimuth: azimuth)
      corners.append(line.station(at: .metres(way)).place)
      azimuth += .degrees(turn)
    }
    // The route is loaded once the subscription exists, because the start is announced at once.
    var said: [String] = [], isLoaded = false
    let include: JSONValue = ["include": ["announcements", "placements"]]
    try patientClient(running.socket).stream("org.gnomon.Scene.Subscribe", include) { json in
      if !isLoaded {
        isLoaded = true
        let text = line(corners)
        _ = try? patientClient(running.socket).call("org.gnomon.Scene.LoadRoute", ["text": text, "name": "Harbour"])
      }
      if let event = json["event"], let code = event["code"]?.string { said.append(code) }
      return said.last != "arrival"
    }
    expect(said, equals: ["start", "turn-soon", "turn-now", "turn-soon", "turn-now", "arrival"])
  }
}
