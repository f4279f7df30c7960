import CAllocations
import Odometry

/// What `gnomon-bench instructions` counts the instructions of: a filter, or the whole pipeline with a profile.
enum CountedSubject: String, CaseIterable {
  case attitude, heading, free, head, torso, hand, foot, vehicle
  /// As `head`, with each pose read whole.
  case whole

  var name: String {
    switch self {
    case .attitude: "attitude filter"
    case .heading: "attitude and heading"
    case .whole: "tracker as head, each pose read whole"
    default: "tracker as \(rawValue)"
    }
  }

  /// Runs the subject once, as its body for callgrind, and prints the number of its gyroscope samples.
  func run() throws {
    switch self {
    case .attitude:
      let steps = try Bench.inertialSteps()
      var filter = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(5))
      Self.count { Bench.runAttitude(&filter, steps) }
      consume(filter.orientation)
      print(steps.count)
    case .heading:
      let steps = try Bench.inertialSteps()
      var filter = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(5)), compass = HeadingFilter(.init())
      Self.count { Bench.runHeading(&filter, &compass, steps) }
      consume(filter.orientation)
      print(steps.count)
    case .whole:
      var session = try TrackedSession(.head)
      Self.count { session.run(reading: nil) }
      print(session.gyroscopes)
    default:
      guard let profile = Profile(rawValue: rawValue) else { preconditionFailure("\(self) is not a profile") }
      var session = try TrackedSession(profile)
      Self.count { session.run() }
      print(session.gyroscopes)
    }
  }

  private static func count(_ body: () -> Void) {
    withoutActuallyEscaping(body) { escaping in
      var body = escaping
      withUnsafeMutablePointer(to: &body) { place in
        counted_body({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, place)
      }
    }
  }
}
