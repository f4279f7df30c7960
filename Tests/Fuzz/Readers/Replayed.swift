import EngineSettings
import Formats
import Fusion
import Geometry
import Odometry
import Recordings
import Reports
import Samples
import Text
import Tracking

/// A recording through the whole pipeline: each pose is finite and a rotation, the state that is stored can be read again, and
/// the tracks and the page are written.
///
/// The first byte chooses a profile; the rest follows a good first line.
enum Replayed {
  static func check(_ input: [UInt8], tells: Bool) throws(Finding) {
    guard let choice = input.first,
      let reader = try? RecordingReader(bytes: Array("gnomon-recording,1\n".utf8) + input.dropFirst())
    else { return }
    var line = try? reader.next(), metadata: [String: String] = [:]
    while case .metadata(let key, let value) = line {
      metadata[key] = value
      line = try? reader.next()
    }
    let beginning = RecordedBeginning(metadata), profiles = Profile.allCases
    let profile = beginning.profile ?? profiles[Int(choice) % profiles.count]
    guard let parameters = try? beginning.parameters(of: profile), let calibration = try? beginning.calibration() else {
      return
    }
    let state = beginning.state.state
    var tracker = Tracker(
      profile: profile, parameters: parameters, calibration: calibration, state: state, age: beginning.age(of: state))
    var story = SessionStory(
      name: "fuzz", profile: profile, parameters: parameters, calibration: calibration,
      scene: SceneStory(places: [], route: nil))
    var tracks = TrackRecorder(step: TimeSpan(1))
    for (key, value) in metadata where tells { story.record(.metadata(key: key, value: value)) }
    while let read = line {
      line = try? reader.next()
      if tells { story.record(read) }
      guard case .sample(let sample) = read else { continue }
      if case .fix(let fix) = sample, sample.refusal == nil { tracks.record(fix) }
      let pose = tracker.ingest(sample)
      if tells { record(tracker, sample, &story) }
      guard let pose else { continue }
      try check(pose)
      tracks.record(pose)
      if tells { story.record(pose) }
    }
    try Kept.check(tracker.learned)
    let finished = tracks.finish()
    for point in finished.flatMap(\.points) { try check(point) }
    for format in TrackFormat.allCases {
      var text = TextBuffer()
      TrackExport(format, name: "fuzz", creator: "fuzz").write(finished, to: &text)
      // GeoJSON writes null where a point has no such value and another one has.
      let written = text.string
      try require(
        !written.contains("nan") && (format == .geoJSON || !written.contains("null")),
        "a track as \(format) has a number that is none")
    }
    guard tells else { return }
    story.close(tracker)
    for isAnonymous in [false, true] {
      var page = TextBuffer()
      ReportPage(story, generator: "fuzz", anonymous: isAnonymous).write(to: &page)
      _ = story.numbers(anonymous: isAnonymous).text
    }
  }

  private static func record(_ tracker: Tracker, _ sample: Sample, _ story: inout SessionStory) {
    story.recordAids(tracker, at: sample.time)
    story.record(tracker, after: sample)
    for correction in tracker.corrections { story.record(correction) }
  }

  private static func check(_ point: Track.Point) throws(Finding) {
    let place = point.place
    let numbers = [
      place.latitude.value, place.longitude.value, place.height.value, point.separation?.value,
      point.horizontalAccuracy?.value, point.verticalAccuracy?.value, point.heading?.radians,
      point.headingAccuracy?.radians, point.speed?.value, point.course?.radians,
    ]
    try require(numbers.allSatisfy { $0?.isFinite ?? true }, "a point of a track has a number that is none")
  }

  private static func check(_ pose: TrackedPose) throws(Finding) {
    let q = pose.pose.rotation.quaternion, p = pose.pose.position
    let norm = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w
    try require((norm - 1).magnitude < 0.02, "the orientation at \(pose.time) is \(q)")
    try require(
      p.isFinite && pose.velocity.isFinite, "the position at \(pose.time) is \(p), its velocity \(pose.velocity)")
    try require(pose.place?.isFinite ?? true, "the place at \(pose.time) is \(String(describing: pose.place))")
    try require(
      pose.horizontalAccuracy.map { $0 >= .zero } ?? true,
      "the accuracy at \(pose.time) is \(String(describing: pose.horizontalAccuracy))")
    try require(pose.yaw.radians.isFinite && pose.appliedYaw.radians.isFinite, "the yaw at \(pose.time) is \(pose.yaw)")
  }
}
