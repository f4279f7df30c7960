import Expectations
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
    expect(files.sorted(), equals: Interface.allCases.map { "\($0.name).varlink" }.sorted())
    for interface in Interface.allCases {
      let file = try String(contentsOf: interfaces.appendingPathComponent("\(interface.name).varlink"), encoding: .utf8)
      expect(interface.text, equals: file, "the program was built before \(interface.name).varlink was edited")
      expect(InterfaceParser(interface.text).name, equals: interface.name)
    }
  }

  /// Every message of the interfaces is read from an object with all its members, and written with the same; and from one
  /// with as few as allowed, and written with no member that is not declared.
  @Test func everyMessageIsReadAndWrittenAsDeclared() throws {
    let parsers = Interface.allCases.map { InterfaceParser($0.text) }
    var count = 0
    for kind in EveryMessage.kinds {
      let point = try #require(kind.name.lastIndex(of: ".")), name = String(kind.name[kind.name.index(after: point)...])
      let parser = try #require(parsers.first { $0.name == kind.name[..<point] })
      // A struct without a name of its own is read within its owner.
      guard let fields = parser.fields(of: name) else { continue }
      count += 1
      let full = parser.sample(fields, of: name, isFull: true), sparse = parser.sample(fields, of: name, isFull: false)
      try expect(kind.rewritten(full), equals: full, "\(kind.name)")
      let written = try kind.rewritten(sparse)
      expect(faults(written, fields, parser, kind.name), equals: [])
      try expect(kind.rewritten(written), equals: written, "\(kind.name)")
      for field in fields where !field.isNullable && !field.isList && field.type != "object" {
        let without = JSONValue.object((full.object ?? []).filter { $0.name != field.name })
        #expect { _ = try kind.rewritten(without) } throws: { "\($0)".contains("\(field.name)") }
      }
    }
    expect(count, isAbove: 90)
  }

  @Test func framesHaveTheDeclaredParts() throws {
    // The parts that Subscribe accepts are the members of frames and events.
    let members = try #require(scene.types["Frame"]).map(\.name)
    for name in SceneParts.listed.map({ "\($0)" }) {
      let part = try #require(SceneParts(word: name))
      // The gaze is an event that frames are computed for.
      guard SceneParts.events.isDisjoint(with: part), SceneParts.ofPlacements.isDisjoint(with: part), part != .gaze
      else { continue }
      #expect(members.contains(name))
    }
    for section in FrameEncoder.Section.allCases { #expect(members.contains("\(section.name)")) }
    let streams = try #require(tracking.methods["Subscribe"]?.output).map(\.name)
    expect(streams, equals: Streams.listed.map { "\($0)" } + ["dropped"])
    var geoPose = try GeoPose(place: Examples.place, orientation: .aligned)
    let fields = try #require(tracking.types["GeoPose"])
    for form in [GeoPose.Form.quaternion, .strict] {
      expect(faults(try written { geoPose.write(to: &$0, as: form) }, fields, tracking), equals: [])
    }
    geoPose.utc = UTC(nanosecondsSince1970: 5)
    geoPose.horizontalAccuracy = .metres(2)
    expect(faults(try written { geoPose.write(to: &$0, as: .quaternion) }, fields, tracking), equals: [])
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
      expect(faults(error.parameters, fields, tracking, error.name), equals: [])
      #expect(!"\(error)".isEmpty)
    }
  }
}
