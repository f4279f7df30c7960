import Configuration
import Expectations
import Foundation
import FoundationXML
import Geodesy
import Geometry
import Samples
import TestSupport
import Testing
import Text
import Tracking

@testable import Outlets

/// Cursor on Target and Signal K, as a receiver of datagrams gets them.
@Suite(.serialized) struct TextOutletTests {
  /// The text of a pose near the end of a walk, and the pose.
  private func text(
    _ change: (inout TrackedPose) -> Void = { _ in }, civil: CivilClock? = nil,
    _ open: (inout OutletSettings, String) -> Void
  ) throws -> (text: String, pose: TrackedPose) {
    let receiver = DatagramReceiver(), walk = try OutletScene.poses(most: 12_000)
    var settings = OutletSettings()
    open(&settings, "127.0.0.1:\(receiver.port)")
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: BootInstant(seconds: 1))
    defer { outlets.close() }
    var pose = try #require(walk.poses.last)
    change(&pose)
    outlets.publish(pose, at: pose.time, OutletScene.setting(civil ?? walk.civil))
    guard outlets.states[0].counts.sent > 0 else { return ("", pose) }
    return (String(decoding: receiver.receive(), as: UTF8.self), pose)
  }

  private func attributes(_ name: String, _ text: String) throws -> [String: String] {
    let start = try #require(text.range(of: "<\(name) "), "\(text)")
    let element = text[start.upperBound...].prefix { $0 != ">" }
    var values: [String: String] = [:]
    for part in element.split(separator: "\"").map(String.init).chunked(by: 2) {
      values[part[0].trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "=", with: "")] = part[1]
    }
    return values
  }

  @Test func anEventOfCursorOnTarget() throws {
    let (text, pose) = try text { settings, address in
      settings.cursorOnTarget = address
      settings.callSign = "Ann 1"
    }
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse(), "\(text)")
    let event = try attributes("event", text), point = try attributes("point", text), place = try #require(pose.place)
    #expect(event["version"] == "2.0" && event["type"] == "a-f-G-U-C" && event["how"] == "m-f")
    #expect(event["uid"] == "gnomon-Ann 1" && text.contains("<contact callsign=\"Ann 1\"/>"))
    let time = try #require(event["time"].flatMap { UTC($0) }), stale = try #require(event["stale"].flatMap { UTC($0) })
    #expect(event["start"] == event["time"] && stale.nanosecondsSince1970 - time.nanosecondsSince1970 == 10_000_000_000)
    expect(abs(Double(point["lat"] ?? "")! - place.latitude.value), isBelow: 1e-7)
    expect(abs(Double(point["lon"] ?? "")! - place.longitude.value), isBelow: 1e-7)
    expect(abs(Double(point["ce"] ?? "")! - (try #require(pose.horizontalAccuracy)).value), isBelow: 0.01)
    let heading = try #require(pose.heading).azimuth.degrees, bound = try #require(pose.headingBounds).conservative
    let view = try attributes("sensor", text)
    expect(abs(Double(view["azimuth"] ?? "")! - heading), isBelow: 0.1)
    expect(abs(Double(view["fov"] ?? "")! - 2 * bound.degrees), isBelow: 0.1)
    let speed = Geometry.hypot(pose.velocity.x, pose.velocity.z)
    expect(abs(Double(try attributes("track", text)["speed"] ?? "")! - speed), isBelow: 0.01)
  }

  /// Without a place or a civil time there is no event.
  @Test func nothingIsSentThatIsNotKnown() throws {
    let open: (inout OutletSettings, String) -> Void = { $0.cursorOnTarget = $1 }
    #expect(try text({ $0.place = nil }, open).text.isEmpty)
    #expect(try text(civil: CivilClock(), open).text.isEmpty)
  }

  /// A heading of which nothing is known is no heading.
  @Test func unknownHeadingsAreLeftOut() throws {
    let unknown: (inout TrackedPose) -> Void = { $0.yawSigma = .degrees(100) }
    let delta = try text(unknown) { $0.signalK = $1 }.text, event = try text(unknown) { $0.cursorOnTarget = $1 }.text
    #expect(
      delta.contains("navigation.attitude") && !delta.contains("yaw") && !delta.contains("headingTrue"), "\(delta)")
    #expect(event.contains("<track speed=") && !event.contains("course=") && !event.contains("<sensor"), "\(event)")
  }

  @Test func aDeltaOfSignalK() throws {
    let (text, pose) = try text { $0.signalK = $1 }
    let json = try JSONValue(reading: Array(text.utf8)), update = try #require(json["updates"]?.array?.first)
    #expect(json["context"]?.string == "vessels.self" && update["source"]?["label"]?.string == "gnomon")
    #expect(update["timestamp"]?.string.flatMap { UTC($0) } != nil)
    func value(_ path: String) -> JSONValue? {
      (update["values"]?.array ?? []).first { $0["path"]?.string == path }?["value"]
    }
    let attitude = Attitude(pose.earthOrientation), heading = try #require(pose.heading).azimuth.radians
    let shown = try #require(value("navigation.attitude"))
    expect(abs((shown["roll"]?.double ?? 9) + attitude.roll.radians), isBelow: 1e-4)
    expect(abs((shown["pitch"]?.double ?? 9) - attitude.elevation.radians), isBelow: 1e-4)
    expect(abs((shown["yaw"]?.double ?? 9) - heading), isBelow: 1e-4)
    expect(abs((value("navigation.headingTrue")?.double ?? 9) - heading), isBelow: 1e-4)
    let place = try #require(pose.place), position = try #require(value("navigation.position"))
    expect(abs((position["latitude"]?.double ?? 0) - place.latitude.value), isBelow: 1e-7)
  }
}

extension Array {
  fileprivate func chunked(by size: Int) -> [[Element]] {
    stride(from: 0, to: count - size + 1, by: size).map { Array(self[$0..<$0 + size]) }
  }
}
