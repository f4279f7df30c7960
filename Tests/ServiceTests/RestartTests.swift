import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text

/// A daemon that is killed and started again: what docs/security.md promises to its clients.
@Suite struct RestartTests {
  /// Declares everything that a client can declare, near the wearer.
  private func declare(_ client: Client) throws {
    let calibration: JSONValue = [
      "schema": 1, "kind": "gyro", "grade": "good", "evidence": [], "remarks": [], "software": "test",
      "system": "Linux",
      "promise": ["name": "bias", "value": 0.02, "unit": "°/s"],
      "sensors": [["role": "gyroscope", "name": "test"]], "corrections": ["gyroscope": ["offset": [0.000_001, 0, 0]]],
    ]
    _ = try client.call(
      "org.gnomon.Calibration.Import",
      ["calibrations": ["schema": 1, "records": [calibration]], "other_sensors": true])
    // It begins a new scene.
    #expect(
      try eventually { try client.tracking.getStatus().place != nil && client.tracking.getAlignment().alignment != nil }
    )
    let place = try #require(try client.tracking.getStatus().place)
    let latitude = place.latitude.value, longitude = place.longitude.value
    func call(_ method: String, _ parameters: JSONValue) throws {
      _ = try client.call("org.gnomon.\(method)", parameters)
    }
    func located(_ members: [JSONMember], north: Double) -> JSONValue {
      .object(
        members + [
          JSONMember("latitude_deg", .number(latitude + north)), JSONMember("longitude_deg", .number(longitude)),
        ])
    }
    func named(_ id: String) -> [JSONMember] { [JSONMember("id", .string(id)), JSONMember("name", .string(id))] }
    let now = try #require(try client.call("org.gnomon.Tracking.GetStatus")["time_boot_ns"]?.integer)
    let moves: JSONValue = ["east": 1, "north": 0, "time_boot_ns": .integer(now)]
    try call("Scene.AddPlaces", ["layer": "l", "places": [located(named("still"), north: 0.001)]])
    try call(
      "Scene.AddPlaces",
      ["layer": "l", "places": [located(named("moving") + [JSONMember("moves", moves)], north: 0.002)]])
    try call("Scene.SetFavourite", ["layer": "l", "id": "still", "is_favourite": true])
    try call("Scene.SetFilter", ["radius": 700])
    try call("Scene.AddAnchor", ["id": "connection", "geographic": located([], north: 0.0005)])
    try call("Scene.AddAnchor", ["id": "lease", "scene": ["x": 1, "y": 0, "z": -1], "lease_s": 600])
    let line: JSONValue = [
      "type": "LineString",
      "coordinates": [[.number(longitude), .number(latitude)], [.number(longitude), .number(latitude + 0.005)]],
    ]
    try call("Scene.LoadRoute", ["text": .string(line.text), "name": "home"])
    try call("Tracking.NudgeHeading", ["degrees": 15])
    try call("Control.StartRecording", ["name": "r.gnomon"])
  }

  private func declared(_ client: Client) throws -> [String: JSONValue] {
    let frame = try client.call("org.gnomon.Scene.GetFrame", ["include": ["anchors"]])["frame"]
    let places = try client.call("org.gnomon.Scene.ListPlaces", ["layer": "l"])["places"]?.array ?? []
    let records = try client.call("org.gnomon.Calibration.List", ["all": true])["records"]?.array ?? []
    // A moving place is not stored, so it is in no list.
    let moving = try? client.call("org.gnomon.Scene.GetPlace", ["layer": "l", "id": "moving"])
    return [
      "moving": .bool(moving != nil), "places": .array(places.compactMap { $0["id"] }),
      "favorites": .array(places.compactMap { $0["is_favourite"] }),
      "radius": try client.call("org.gnomon.Scene.GetFilter")["radius"] ?? .null,
      "calibrations": .integer(Int64(records.count { $0["in_force"] == true })),
      "anchors": .integer(Int64(frame?["anchors"]?.array?.count ?? 0)),
      "route": try client.call("org.gnomon.Scene.GetRoute")["route"]?["name"] ?? .null,
      "recording": .bool(try client.call("org.gnomon.Tracking.GetStatus")["recording"]?.string != nil),
    ]
  }

  @Test(.enabled(if: Products.hasCommand, "gnomon is not in this part"))
  func aRestartKeepsStoredChangesAndNothingOfTheSession() throws {
    let scratch = try Scratch(), arguments = ["--demo", "--state", scratch.path("state")]
    let first = try Spawned(arguments), client = try first.client()
    try declare(client)
    let before = try declared(client)
    #expect(before["anchors"] == 2 && before["route"] == "home" && before["recording"] == true, "\(before)")
    #expect(before["places"] == ["still"] && before["moving"] == true && before["calibrations"] == 1, "\(before)")
    let reader = try RawClient(first.socket)
    reader.send(#"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"]},"more":true}"#)
    #expect(reader.receive()?["parameters"]?["pose"] != nil)
    first.end(SIGKILL)
    while reader.receive() != nil {}
    #expect(throws: ClientFault.self) { try client.tracking.getStatus() }
    let recording = first.scratch.path("recordings/r.gnomon")
    let replayed = try run(Products.url("gnomon"), ["recording", "info", recording, "--json"])
    expect(replayed.status, equals: 0, "\(replayed)")

    // The dead daemon's socket is replaced.
    #expect(FileManager.default.fileExists(atPath: first.socket))
    let second = try Spawned(arguments, socket: first.socket), again = try second.client()
    var after = try declared(again)
    for (name, value) in ["anchors": 0, "route": .null, "recording": false, "moving": false] as [String: JSONValue] {
      expect(after.removeValue(forKey: name), equals: value, "\(name)")
    }
    #expect(after.removeValue(forKey: "places") == ["still"] && after.removeValue(forKey: "favorites") == [true])
    for (name, value) in after { expect(value, equals: before[name], "\(name): \(value)") }
    // Scenes are numbered from zero again.
    #expect(try eventually { try again.tracking.getStatus().pose?.scene == 0 })
    try expect(again.tracking.getAlignment().alignment?.isPinned, equals: false)
  }

  /// The figures of docs/security.md are those of the unit.
  @Test func theServiceManagerStartsTheDaemonAgain() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let unit = try String(contentsOf: root.appendingPathComponent("systemd/gnomond.service"), encoding: .utf8)
    let page = try String(contentsOf: root.appendingPathComponent("docs/security.md"), encoding: .utf8)
    for line in ["Restart=on-failure", "RestartSec=1", "StartLimitIntervalSec=0", "WatchdogSec=10"] {
      #expect(unit.contains("\n\(line)\n") && page.contains("`\(line)`"), "\(line)")
    }
  }
}
