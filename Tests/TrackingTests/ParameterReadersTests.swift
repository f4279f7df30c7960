import EngineSettings
import Expectations
import Odometry
import Samples
import Testing
import Tracking

/// A parameter that is refused as unread has no effect, and the message names the one that has.
@Suite struct ParameterReadersTests {
  /// Every golden session, from a cold and from a learned start, is the same with all unread parameters changed.
  @Test func unreadParametersChangeNothing() throws {
    for session in GoldenSession.all {
      var warm = session
      warm.start = .warm
      for plain in session.start == .warm ? [session] : [session, warm] {
        var changed = plain
        changed.pipeline += Self.unread(session.profile).map { "\($0.name)=\(Self.otherValue($0, session.profile))" }
        expect(changed.pipeline.count, isAbove: 20, "\(session.name)")
        try expect(changed.rows().map(\.line), equals: plain.rows().map(\.line), "\(session.name), \(plain.start)")
      }
    }
  }

  @Test(arguments: [
    (
      "compass.hardiron", Profile.head,
      "profile head does not read compass.hardiron, only free does; set compass.device_field"
    ),
    (
      "compass.device_field", .free,
      "profile free does not read compass.device_field, only head, torso, hand, foot do; set compass.hardiron"
    ),
    ("foot.lever_up", .hand, "profile hand does not read foot.lever_up, only foot does"),
    (
      "vehicle.gyroscope_noise", .free,
      "profile free does not read vehicle.gyroscope_noise, only vehicle does; set gyroscope.noise"
    ),
  ]) func theRightOneIsNamed(name: String, profile: Profile, text: String) {
    expect(TrackerParameters.unread(name, by: profile)?.description, equals: text)
  }

  /// Parameters that no other test names: with another value some golden session is another one.
  @Test(arguments: ["force.noise=0.3", "force.shaking=0.5", "receiver.error_time=5"])
  func aParameterChangesSomeSession(assignment: String) throws {
    let isSeen = try GoldenSession.all.contains { plain in
      guard TrackerParameters.unread(String(assignment.prefix { $0 != "=" }), by: plain.profile) == nil else {
        return false
      }
      var changed = plain
      changed.pipeline.append(assignment)
      return try changed.rows().map(\.line) != plain.rows().map(\.line)
    }
    #expect(isSeen)
  }

  /// A name of an unread parameter's remedy is one that there is, and that the profile reads.
  @Test func everyRemedyIsAParameterOfTheProfile() {
    let names = Set(TrackerParameters.table.parameters.map(\.name))
    for profile in Profile.allCases {
      for parameter in Self.unread(profile) {
        let instead = TrackerParameters.unread(parameter.name, by: profile)?.instead ?? []
        #expect(names.isSuperset(of: instead), "\(instead)")
        #expect(instead.allSatisfy { TrackerParameters.unread($0, by: profile) == nil })
      }
    }
    #expect(TrackerParameters.unread("no.such", by: .head) == nil)
    #expect(TrackerParameters.unread("fix.latency", by: .vehicle) == nil)
  }

  private static func unread(_ profile: Profile) -> [Parameter<TrackerParameters>] {
    TrackerParameters.table.parameters.filter { TrackerParameters.unread($0.name, by: profile) != nil }
  }

  /// Returns a permitted value that is not the profile's own.
  private static func otherValue(_ parameter: Parameter<TrackerParameters>, _ profile: Profile) -> String {
    let own = parameter.text(TrackerParameters(profile: profile))
    switch parameter.kind {
    case .number(let range): return Double(own) == range.lowerBound ? "\(range.upperBound)" : "\(range.lowerBound)"
    case .flag: return own == "on" ? "off" : "on"
    case .choice(let choices): return choices.first { $0 != own } ?? own
    case .text: return own
    }
  }
}
