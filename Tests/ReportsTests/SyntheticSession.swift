import EngineSettings
import Fusion
import Geodesy
import Geometry
import Methods
import Samples
import Text

@testable import Alignment
@testable import Reports
@testable import Tracking

/// A walk with known numbers: from a given place 120 m northeast at 1.2 m/s, then 60 m south. The scene's yaw is 41° wrong at
/// first, and three corrections remove the error; the fused place is the truth itself, and each fix is 3 m east of it.
struct SyntheticSession {
  static let home = Geodetic(latitude: Degrees(48.2081743), longitude: Degrees(16.3738189), height: .metres(211.25))
  static let started: Int64 = 1_781_234_567
  static let boot = BootInstant(nanoseconds: 81_234_000_000_000)
  static let length = 150

  /// Position after a time in seconds, east and north of the start.
  static func way(_ seconds: Double) -> SIMD2<Double> {
    let walked = 1.2 * seconds, diagonal = 120 * 0.5.squareRoot()
    return walked < 120
      ? SIMD2(walked * 0.5.squareRoot(), walked * 0.5.squareRoot()) : SIMD2(diagonal, diagonal - (walked - 120))
  }

  static func place(_ seconds: Double, east: Double = 0) -> Geodetic {
    let point = way(seconds)
    return TangentPlane(origin: home).geodetic(Displacement<ENU>(point.x + east, point.y, 0.01 * seconds))
  }

  static func time(_ seconds: Double) -> BootInstant { boot + TimeSpan(seconds) }

  /// The yaw of the alignment: corrected by steps at 20 s, 50 s and 90 s.
  static func yaw(_ seconds: Double) -> Angle {
    .degrees(seconds < 20 ? -40 : seconds < 50 ? -15 : seconds < 90 ? -4 : 1)
  }

  static func sigma(_ seconds: Double) -> Angle { .degrees(max(3, 40 - 0.5 * seconds)) }

  static var corrections: [Correction] {
    let known: [(Double, Correction.Source)] = [(20, .method), (50, .fix), (90, .compass)]
    return known.map { seconds, source in
      var correction = Correction(
        time: time(seconds), scene: 0, source: source, oldYaw: yaw(seconds - 1), newYaw: yaw(seconds),
        sigma: sigma(seconds),
        shift: Displacement<Level>(0.4, 0, -0.3))
      correction.measured = yaw(seconds)
      correction.measuredSigma = .degrees(4)
      correction.baseline = .metres(40)
      if source == .method {
        correction.grounds = CorrectionGrounds(.yawMethod("fit"), .init(at: time(seconds)))
      }
      return correction
    }
  }

  static var pairs: [PairAngle] {
    (5..<140).map { second in
      let seconds = Double(second)
      let angle = Angle.degrees(second % 2 == 0 ? 50 / seconds : -50 / seconds)
      return PairAngle(
        first: time(seconds - 5), second: time(seconds), angle: angle, weight: 1, baseline: .metres(6))
    }
  }

  static func story(
    name: String = "walk-in-town-2026", metadata: [(String, String)] = [], corrections: [Correction] = corrections,
    pairs: [PairAngle] = pairs
  ) -> SessionStory {
    var parameters = TrackerParameters(profile: .head)
    try? TrackerParameters.table.set("rest.time=3", in: &parameters)
    var story = SessionStory(name: name, profile: .head, parameters: parameters)
    for (key, value) in metadata { story.record(.metadata(key: key, value: value)) }
    for second in 0...length {
      let seconds = Double(second), place = place(seconds)
      let reference = Reference.Place(latitude: place.latitude, longitude: place.longitude, height: place.height)
      story.record(.reference(Reference(time: time(seconds), place: reference, orientation: nil)))
      story.record(.sample(.fix(fix(seconds))), isWithheld: (100...110).contains(second))
      for tenth in 0..<10 {
        let moment = seconds + Double(tenth) / 10
        story.record(
          .sample(.gyroscope(GyroscopeSample(time: time(moment), rate: AngularVelocity<Body>(0, 0, 0)))))
        story.record(pose(moment, second < 30 ? .init(.localizing, .noMotion) : .init(.localized)))
      }
      story.record(
        Tally<InertialIncident>(), [("fix too far", second / 20), ("compass not needed", second * 3)], at: time(seconds)
      )
    }
    for correction in corrections { story.record(correction) }
    for pair in pairs {
      var behind = Self.corrections[0]
      behind.time = pair.second
      story.record(pair, of: behind)
    }
    story.recordRefusedLines([("not finite", 2)])
    return story
  }

  /// Eleven hours and 400 km westward, with hours without data.
  static func journey() -> SessionStory {
    var story = SessionStory(name: "journey", profile: .vehicle, parameters: .init(profile: .vehicle))
    for minute in 0..<660 where !(200..<320).contains(minute) {
      let seconds = Double(minute) * 60
      var pose = pose(0), fix = fix(0)
      pose.time = time(seconds)
      pose.place = TangentPlane(origin: home).geodetic(Displacement<ENU>(-10 * seconds, 0.3 * seconds, 0))
      fix.time = pose.time
      fix.longitude = pose.place?.longitude ?? fix.longitude
      fix.latitude = pose.place?.latitude ?? fix.latitude
      story.record(.sample(.fix(fix)))
      story.record(pose)
      story.record(
        Tally<InertialIncident>(), [("fixes far beyond what was expected of them, not taken", 1000 * minute)],
        at: pose.time)
    }
    return story
  }

  static func fix(_ seconds: Double) -> Fix {
    let place = place(seconds, east: 3)
    var fix = Fix(
      time: time(seconds), arrival: time(seconds + 0.2), mode: .threeDimensional, latitude: place.latitude,
      longitude: place.longitude, height: place.height)
    fix.horizontalError = .metres(6)
    fix.utc = UTC(nanosecondsSince1970: (started + Int64(seconds)) * 1_000_000_000)
    return fix
  }

  static func pose(_ seconds: Double, _ localization: LocalizationState = .init()) -> TrackedPose {
    // The last yaw is the right one.
    let point = way(seconds)
    let level = Displacement<Level>(point.x, 0, -point.y)
    let scene = Rotation<Scene, Level>.yaw(yaw(Double(length))).inverse(level)
    var pose = TrackedPose(
      time: time(seconds), pose: Pose(rotation: .aligned, position: scene), velocity: .zero)
    pose.place = place(seconds)
    pose.horizontalAccuracy = .metres(3)
    pose.verticalAccuracy = .metres(4)
    pose.yaw = yaw(seconds)
    pose.appliedYaw = yaw(seconds - 3)
    pose.yawSigma = sigma(seconds)
    pose.heading = .degrees(45)
    pose.localization = localization
    return pose
  }
}

extension LocalizationState {
  init(_ phase: Phase, _ reasons: LocalizationReason...) {
    self.init()
    self.phase = phase
    for reason in reasons { insert(reason) }
  }
}
