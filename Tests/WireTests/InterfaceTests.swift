import Foundation
import Geodesy
import Geometry
import Testing
import Text

@testable import Wire

private let interfaces = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Sources/Wire/Interfaces")

private let tracking = InterfaceParser(Interface.tracking.text)
private let control = InterfaceParser(Interface.control.text)
private let scene = InterfaceParser(Interface.scene.text)

/// Faults of an object, by path: missing members, undeclared members, and null where the field is not nullable.
private func faults(
  _ value: JSONValue, _ fields: [InterfaceParser.Field], _ interface: InterfaceParser, _ path: String = ""
) -> [String] {
  guard let members = value.object else { return ["\(path) is no object"] }
  var faults = members.filter { member in !fields.contains { $0.name == member.name } }
    .map { "\(path).\($0.name) is not declared" }
  for field in fields {
    let here = "\(path).\(field.name)"
    guard let value = value[field.name] else {
      if !field.isNullable { faults.append("\(here) is missing") }
      continue
    }
    if value.isNull {
      if !field.isNullable { faults.append("\(here) is null") }
      continue
    }
    let inner = field.type == "struct" ? field.members : interface.types[field.type]
    for element in value.array ?? [value] {
      switch field.type {
      case "int": if element.integer == nil { faults.append("\(here) is no int") }
      case "float": if element.double == nil { faults.append("\(here) is no float") }
      case "string": if element.string == nil { faults.append("\(here) is no string") }
      case "bool": if element.bool == nil { faults.append("\(here) is no bool") }
      case "object": break
      default: faults += inner.map { nested(element, $0, interface, here) } ?? ["\(here): no type \(field.type)"]
      }
    }
  }
  return faults
}

private func nested(
  _ value: JSONValue, _ fields: [InterfaceParser.Field], _ interface: InterfaceParser, _ path: String
) -> [String] { faults(value, fields, interface, path) }

func written(_ body: (inout JSONWriter) -> Void) throws -> JSONValue {
  var writer = JSONWriter()
  body(&writer)
  return try JSONValue(reading: writer.buffer.bytes)
}

@Suite struct InterfaceTests {
  @Test func theProgramHasTheFilesTexts() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: interfaces.path).filter { $0.hasSuffix(".varlink") }
    #expect(files.sorted() == Interface.all.map { "\($0.name).varlink" }.sorted())
    for interface in Interface.all {
      let file = try String(contentsOf: interfaces.appendingPathComponent("\(interface.name).varlink"), encoding: .utf8)
      #expect(interface.text == file, "the program was built before \(interface.name).varlink was edited")
      #expect(InterfaceParser(interface.text).name == interface.name)
    }
  }

  @Test func messagesHaveTheFieldsTheyDeclare() throws {
    func check(_ type: String, _ body: (inout JSONWriter) -> Void) throws {
      let fields = try #require(tracking.types[type], "\(type)")
      #expect(faults(try written(body), fields, tracking, type) == [])
    }
    for full in [true, false] {
      try check("Pose") { Examples.pose(full).write(to: &$0) }
      try check("Alignment") { Examples.alignment(full).write(to: &$0) }
      try check("Correction") { Examples.correction(full).write(to: &$0) }
    }
    try check("State") { Examples.state.write(to: &$0) }
    try check("Sensors") { Examples.sensors.write(to: &$0) }
    try check("Guidance") { Examples.guidance.write(to: &$0) }
    var geoPose = try GeoPose(place: Examples.place, orientation: .aligned)
    for form in [GeoPose.Form.quaternion, .strict] { try check("GeoPose") { geoPose.write(to: &$0, as: form) } }
    geoPose.utc = UTC(nanosecondsSince1970: 5)
    geoPose.horizontalAccuracy = .metres(2)
    try check("GeoPose") { geoPose.write(to: &$0, as: .quaternion) }
    let status = try #require(tracking.methods["GetStatus"]?.output)
    #expect(faults(try written { Examples.status.write(to: &$0) }, status, tracking) == [])
    let pose = try #require(tracking.methods["GetPose"]?.output)
    let answer = PoseAnswer(.predicted, offset: 5, pose: Examples.pose(true))
    #expect(faults(try written { answer.write(to: &$0, geopose: nil) }, pose, tracking) == [])
    let streams = try #require(tracking.methods["Subscribe"]?.output).map(\.name)
    #expect(streams == Streams.named.map(\.name) + ["dropped"])
  }

  @Test func theScenesMessagesHaveTheFieldsTheyDeclare() throws {
    func check(_ type: String, _ body: (inout JSONWriter) -> Void) throws {
      let fields = try #require(scene.types[type], "\(type)")
      #expect(faults(try written(body), fields, scene, type) == [])
    }
    for full in [true, false] {
      try check("Place") { Examples.scenePlace(full).write(to: &$0) }
      try check("Placement") { Examples.placement(full).write(to: &$0) }
      try check("Anchor") { Examples.anchor(full).write(to: &$0) }
      try check("Progress") { Examples.progress(full).write(to: &$0) }
      try check("Hint") { Examples.hint(full).write(to: &$0) }
    }
    try check("Arrow") { Examples.arrow.write(to: &$0) }
    try check("Marker") { Examples.marker.write(to: &$0) }
    try check("Finish") { Examples.finish.write(to: &$0) }
    try check("RadarMark") {
      RadarMessage(.init(layer: "a", id: "b"), x: 0, y: 1, isBeyond: true, band: "far", count: 2).write(to: &$0)
    }
    try check("Line") { Examples.line.write(to: &$0) }
    try check("Arrows") { Examples.arrows.write(to: &$0) }
    try check("Radar") { Examples.radar.write(to: &$0) }
    try check("Light") { Examples.light.write(to: &$0) }
    for isWhole in [false, true] { try check("FramePose") { Examples.framePose(isWhole).write(to: &$0) } }
    for viewport in Examples.viewports { try check("Viewport") { $0.value(viewport.json) } }
    try check("Event") { Examples.event.write(to: &$0) }
    // The parts that Subscribe accepts are the members of frames and events.
    let members = try #require(scene.types["Frame"]).map(\.name)
    for (name, part) in SceneParts.named
    where !SceneParts.events.contains(part) && !SceneParts.ofPlacements.contains(part) {
      #expect(members.contains(name))
    }
    for section in FrameEncoder.Section.allCases { #expect(members.contains("\(section.name)")) }
  }

  @Test func sceneMessagesAreReadAsTheyWereWritten() throws {
    for full in [true, false] {
      let place = Examples.scenePlace(full), placement = Examples.placement(full), progress = Examples.progress(full)
      #expect(try PlaceMessage(json: written { place.write(to: &$0) }) == place)
      #expect(try PlacementMessage(json: written { placement.write(to: &$0) }) == placement)
      #expect(try ProgressMessage(json: written { progress.write(to: &$0) }) == progress)
    }
    #expect(try SceneEventMessage(json: written { Examples.event.write(to: &$0) }) == Examples.event)
    #expect(throws: MessageFault(member: "latitude_deg", expected: "a number")) {
      try PlaceMessage(json: ["id": "a", "name": "b", "latitude_deg": "c", "longitude_deg": 1])
    }
  }

  @Test func errorsAreDeclaredWithTheirParameters() throws {
    let standard = InterfaceParser(Interface.service.text)
    var errors: [CallError] = [
      .interfaceNotFound("a"), .methodNotFound("a.B"), .methodNotImplemented("a.B"), .invalidParameter("p"),
      .expectedMore, .tooManyConnections(limit: 1, of: "user"), .messageTooLarge, .tooMuchUnfinished,
      .malformed("x"),
    ]
    for interface in [Interface.tracking, .scene, .control] {
      errors += [
        .invalidValue(interface, "degrees", given: 5, expected: "less"), .tooManyRequests(interface, retryAfter: 0.5),
        .invalidValue(interface, "degrees", given: nil, expected: "less"),
        .notPermitted(interface, needs: .administer, group: "g"),
      ]
    }
    do { _ = try Request(reading: Array(String(repeating: "[", count: 99).utf8)) } catch { errors.append(error) }
    let many = "[" + String(repeating: "1,", count: Limits.values) + "1]"
    do { _ = try Request(reading: Array(many.utf8)) } catch { errors.append(error) }
    for error in errors {
      let parts = error.name.split(separator: "."), interface = parts.dropLast().joined(separator: ".")
      let parser = [standard, tracking, scene, control].first { $0.name == interface }
      let fields = try #require(parser?.errors[String(parts.last ?? "")], "\(error.name) is not declared")
      #expect(faults(error.parameters, fields, tracking, error.name) == [])
      #expect(!"\(error)".isEmpty)
    }
  }
}
