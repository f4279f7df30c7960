import Expectations
import Scenery
import SocketServer
import Testing
import Text
import Wire

@testable import Service

/// The table of methods has exactly the methods that the interfaces' texts declare.
@Suite struct MethodTableTests {
  @Test(arguments: Interface.allCases) func everyDeclaredMethodHasOneEntry(interface: Interface) throws {
    let declared = interface.text.split(separator: "\n").filter { $0.hasPrefix("method ") }
      .map { String($0.dropFirst("method ".count).prefix { $0 != "(" }) }
    let bound = try Stepped().daemon.interfaces.methods(of: interface).map(\.name)
    #expect(!declared.isEmpty && declared.sorted() == bound.sorted())
  }

  /// A stream is the last call of its connection, so there are few of them.
  @Test func theStreamsAreThese() throws {
    let interfaces = try Stepped().daemon.interfaces
    let streams = Interface.allCases.flatMap { interface in
      interfaces.methods(of: interface).filter { $0.replies == .stream }.map { "\(interface.name).\($0.name)" }
    }
    expect(
      streams.sorted(),
      equals: [
        "org.gnomon.Calibration.Start", "org.gnomon.Calibration.Verify", "org.gnomon.Scene.Subscribe",
        "org.gnomon.Tracking.Subscribe",
      ])
  }

  /// The limits that a definition states beside its members are those of the store and the anchors.
  @Test func theDefinitionsStateTheLimits() {
    let text = Interface.scene.text + Interface.tracking.text
    for limit in [
      "a text of 1 to \(Limits.name) bytes", "a whole number from 1 to \(Limits.page)",
      "a number of metres from \(Int(PlaceFilter.leastRadius.value)) to \(Int(PlaceFilter.mostRadius.value))",
    ] { #expect(text.contains("# \(limit)"), "\(limit)") }
  }

  /// The error names the unknown member, the members that are known, and the version.
  @Test(arguments: [
    "Scene.GetFrame", "Scene.Subscribe", "Tracking.GetAlignment", "Control.GetInfo", "Calibration.Start",
  ])
  func anUnknownMemberIsRefused(method: String) throws {
    let stepped = try Stepped(), client = try stepped.client()
    try stepped.say(#"{"method":"org.gnomon.\#(method)","parameters":{"of_another_version":1},"more":true}"#, client)
    var reply: JSONValue?
    try stepped.step {
      reply = reply ?? client.message()
      return reply != nil
    }
    let error = reply?["parameters"]
    expect(reply?["error"]?.string, equals: "org.gnomon.\(method.prefix { $0 != "." }).UnknownMember")
    expect(error?["member"]?.string, equals: "of_another_version")
    expect(error?["version"]?.string, equals: stepped.daemon.options.version)
    let known = stepped.daemon.interfaces.known.first { $0.method == "org.gnomon.\(method)" }
    expect(error?["known"]?.array?.compactMap(\.string), equals: known?.members)
  }
}
