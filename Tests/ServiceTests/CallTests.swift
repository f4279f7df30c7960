import CPosix
import Expectations
import Foundation
import Geometry
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

@Suite struct CallTests {
  @Test func theServiceDescribesItself() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try RawClient(running.socket)
    let info = client.ask(#"{"method":"org.varlink.service.GetInfo"}"#)?["parameters"]
    expect(info?["product"]?.string, equals: "gnomond")
    expect(info?["interfaces"]?.array?.count, equals: Interface.allCases.count)
    for interface in Interface.allCases {
      let text = client.ask(
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(interface.name)"}}"#)
      expect(text?["parameters"]?["description"]?.string, equals: interface.text)
    }
    expect(
      named(client.ask(#"{"method":"org.varlink.service.GetInterfaceDescription"}"#)),
      equals: "org.varlink.service.InvalidParameter")
    expect(named(client.ask(#"{"method":"org.nobody.Nothing"}"#)), equals: "org.varlink.service.InterfaceNotFound")
    expect(
      named(client.ask(#"{"method":"org.gnomon.Tracking.Nothing"}"#)), equals: "org.varlink.service.MethodNotFound")
    expect(
      named(client.ask(#"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"]}}"#)),
      equals: "org.varlink.service.ExpectedMore")
    expect(
      named(client.ask(#"{"method":"org.gnomon.Tracking.GetPose","upgrade":true}"#)),
      equals: "org.varlink.service.MethodNotImplemented")
    // A oneway call has no reply at all, so the next answer is the next call's.
    client.send(#"{"method":"org.gnomon.Tracking.Nothing","oneway":true}"#)
    expect(
      client.ask(#"{"method":"org.gnomon.Control.GetInfo"}"#)?["parameters"]?["access"]?.string, equals: "administer")
  }

  @Test func everyMethodAnswersAsDeclared() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try patientClient(running.socket)
    var status = try client.tracking.getStatus()
    while status.pose?.localization.state != .localized { status = try later { try client.tracking.getStatus() } }
    #expect(status.profile == "head" && status.speed == 20 && status.sources.first?.state == .running)
    #expect(status.place != nil && (status.horizontalAccuracy?.value ?? 99) <= 10)
    var answer = try client.tracking.getPose()
    while answer.kind == .stale { answer = try later { try client.tracking.getPose() } }
    #expect(answer.kind == .exact && answer.geopose?["valid"]?.bool == true)
    let pose = try #require(answer.pose)
    try expect(client.tracking.getPose(time: pose.time - 501_234_567).kind, equals: .interpolated)
    try expect(client.tracking.getPose(time: pose.time - 600_000_000_000).kind, equals: .none)
    try expect(client.tracking.getPose(time: pose.time + 600_000_000_000).kind, equals: .stale)
    let alignment = try #require(try client.tracking.getAlignment().alignment)
    #expect(alignment.scene == pose.scene && alignment.revision > 0)

    // On foot a nudge is a measurement that can be taken back, once.
    let revision = try #require(try client.tracking.getAlignment().alignment).revision
    try client.tracking.nudgeHeading(degrees: 12)
    try waitUntil { try #require(try client.tracking.getAlignment().alignment).revision > revision }
    try client.tracking.releaseHeading()
    #expect(throws: ClientFault.self) { try client.tracking.releaseHeading() }
    try client.tracking.pushOdometry(
      time: 5, position: Displacement<Level>(0, 0, 0), orientation: Rotation<Body, Level>.aligned, quality: 1)
    #expect(throws: ClientFault.self) {
      try client.tracking.pushOdometry(
        time: 5, position: Displacement<Level>(0, 0, 0), orientation: Rotation<Body, Level>.aligned, quality: 1)
    }
    try expect(client.call("org.gnomon.Tracking.Forget")["erased"]?.integer, equals: 1)
    try client.tracking.resetScene()
    var after = try client.tracking.getPose()
    while after.pose?.scene == pose.scene { after = try later { try client.tracking.getPose() } }
    expect(after.pose?.scene, equals: pose.scene + 1)
    try expect(client.call("org.gnomon.Control.Reload")["changed"]?.array?.isEmpty, equals: true)
  }

  @Test func wrongValuesAreNamedWithTheExpectation() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try RawClient(running.socket)
    for (call, parameter) in [
      (#"NudgeHeading","parameters":{"degrees":"x"}"#, "degrees"), (#"NudgeHeading","parameters":{}"#, "degrees"),
      (#"NudgeHeading","parameters":{"degrees":1e9}"#, "degrees"),
      (#"GetPose","parameters":{"time_boot_ns":-1}"#, "time_boot_ns"),
      (#"GetPose","parameters":{"time_boot_ns":1.5}"#, "time_boot_ns"),
      (#"Subscribe","more":true,"parameters":{"streams":["poses"]}"#, "streams"),
      (#"Subscribe","more":true,"parameters":{"streams":[]}"#, "streams"),
      (#"Subscribe","more":true,"parameters":{"streams":["pose"],"rate_hz":0}"#, "rate_hz"),
      (#"Subscribe","more":true,"parameters":{"streams":["pose"],"strict":1}"#, "strict"),
      (#"PushOdometry","parameters":{"time_boot_ns":1,"position":{"x":1,"y":2},"quality":1}"#, "position"),
      (
        #"PushOdometry","parameters":{"time_boot_ns":1,"position":{"x":1,"y":2,"z":3},"orientation":{"x":9,"y":0,"z":0,"w":0},"quality":1}"#,
        "orientation"
      ),
    ] {
      let reply = client.ask(#"{"method":"org.gnomon.Tracking."# + call + "}")
      expect(named(reply), equals: "org.gnomon.Tracking.InvalidValue", "\(call)")
      expect(reply?["parameters"]?["parameter"]?.string, equals: parameter)
      expect(reply?["parameters"]?["expected"]?.string?.isEmpty, equals: false)
    }
  }

  @Test func recordingsAreThereAndPrivate() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try patientClient(running.socket)
    #expect(throws: ClientFault.self) { try client.control.stopRecording() }
    for name in ["../out", "", ".hidden", "a/b", "a\u{7}b"] {
      #expect(throws: ClientFault.self) { try client.control.startRecording(name: name).path }
    }
    let path = try client.control.startRecording(name: "walk").path
    #expect(throws: ClientFault.self) { try client.control.startRecording(name: "other").path }
    let begun = try client.tracking.getStatus()
    expect(begun.recording, equals: path)
    // There is nothing to turn before the first pose.
    while try later({ try client.tracking.getPose() }).kind == .none {}
    try client.tracking.nudgeHeading(degrees: 2)
    var status = begun
    while status.time - begun.time < 4_000_000_000 { status = try later { try client.tracking.getStatus() } }
    let ended = try client.control.stopRecording()
    #expect(ended.path == path && ended.lines > 400)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("gnomon-recording,1\n") && text.contains(",nudge,{\"degrees\":2}"))
    #expect(throws: ClientFault.self) { try client.control.startRecording(name: "walk").path }
    let settings = try client.call("org.gnomon.Control.GetConfiguration")["settings"]?.array ?? []
    #expect(settings.contains { $0["name"]?.string == "Parameters.fix.latency" && $0["origin"]?.string == "default" })
  }
}
