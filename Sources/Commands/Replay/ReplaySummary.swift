import Alignment
import CommandParts
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples
import SceneCommands
import Text
import Tracking

/// The counts of a replay, and the pose at its end.
struct ReplaySummary {
  let profile: Profile
  var poses = 0
  var scenes = 0
  var hidden = 0
  var refused = 0
  /// The form of the GeoPoses and their counts, if they were requested.
  var geoPoses: (form: GeoPose.Form, tally: GeoPoseTable.Tally)?
  var counters = Tally<InertialIncident>()
  /// Measurements that the pipeline's parts refused or trusted less, by reason.
  var refusals: [(reason: String, count: Int)] = []
  private var accelerometers = 0, gyroscopes = 0, fixes = 0
  private var limited = 0
  private var first: BootInstant?, last: TrackedPose?
  private var localized = TimeSpan.zero
  /// Corrections of the alignment, by source.
  private var corrections: [String: Int] = [:]

  init(profile: Profile) { self.profile = profile }

  mutating func record(_ sample: Sample) {
    switch sample {
    case .accelerometer: accelerometers += 1
    case .gyroscope: gyroscopes += 1
    case .fix: fixes += 1
    default: break
    }
  }

  mutating func record(_ correction: Correction) { corrections[correction.name, default: 0] += 1 }

  mutating func record(_ pose: TrackedPose) {
    poses += 1
    scenes = pose.scene + 1
    limited += pose.tracking.isLimited ? 1 : 0
    if let last, last.localization.phase == .localized { localized = localized + (pose.time - last.time) }
    first = first ?? pose.time
    last = pose
  }

  /// From the first pose to the last.
  private var length: TimeSpan {
    guard let first, let last else { return .zero }
    return last.time - first
  }
  /// Share of the time in which the wearer was localized.
  private var localizedShare: Double { length > .zero ? localized.value / length.value : 0 }

  /// `localized in 92 % of 535 s; at the end 48.21° 16.37° 171.2 m ± 3.1 m, heading 96° ± 8°`
  var ending: String {
    guard let last else { return "" }
    var text = "localized in \(CommandParts.text(localizedShare * 100, 0)) % of \(CommandParts.text(length.value, 0)) s"
    text += "; at the end \(placeText(last.place, last.horizontalAccuracy)), "
    guard let heading = last.heading, let sigma = last.yawSigma else { return text + "heading unknown" }
    return text + "heading \(CommandParts.text(heading.degrees, 1))° ± \(CommandParts.text(sigma.degrees, 1))°"
  }

  /// The pose at the end, with the names of the stream of poses.
  private var end: JSONValue {
    guard let last else { return .null }
    func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return [
      "time_boot_ns": .integer(last.time.nanoseconds), "latitude_deg": number(last.place?.latitude.value),
      "longitude_deg": number(last.place?.longitude.value), "height": number(last.place?.height.value),
      "horizontal_accuracy": number(last.horizontalAccuracy?.value), "heading_deg": number(last.heading?.degrees),
      "heading_sigma_deg": number(last.yawSigma?.degrees), "localization": .string(last.localization.text),
    ]
  }

  var whyNoPoses: String {
    if gyroscopes == 0 { return "no gyroscope samples (G lines), so there is no orientation to track" }
    if accelerometers == 0 { return "no accelerometer samples (A lines), so the direction of up is unknown" }
    return "no poses: the samples of gyroscope and accelerometer do not overlap in time"
  }

  var text: String {
    var parts = ["\(poses) poses as \(profile.rawValue)"]
    if scenes > 1 { parts.append("\(scenes) scenes") }
    if let tally = geoPoses?.tally {
      parts.append("\(tally.written) GeoPoses")
      for (reason, count) in tally.notWritten { parts.append("\(count) rows without one (\(reason))") }
    }
    if hidden > 0 { parts.append("\(hidden) fixes withheld") }
    if limited > 0 { parts.append("limited in \(limited)") }
    for (count, what) in [
      (counters[.bridgedGap], "gaps bridged"), (counters[.spike], "spikes held back"),
      (counters[.saturated], "saturated samples"),
      (counters[.stuck], "stuck axes"), (counters[.timeBackwards], "samples back in time"), (refused, "lines refused"),
    ] where count > 0 { parts.append("\(count) \(what)") }
    return parts.joined(separator: ", ")
  }

  func json(_ accuracy: Accuracy?) -> JSONValue {
    func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }
    return [
      "profile": .string(profile.rawValue), "poses": count(poses), "scenes": count(scenes), "fixes": count(fixes),
      "fixes_withheld": count(hidden), "poses_limited": count(limited), "lines_refused": count(refused),
      "length_s": .number(length.value), "localized_share": .number(localizedShare), "end": end,
      "gyroscope": [
        "bridged_gaps": count(counters[.bridgedGap]), "spikes": count(counters[.spike]),
        "saturated": count(counters[.saturated]), "stuck": count(counters[.stuck]),
        "time_backwards": count(counters[.timeBackwards]), "not_finite": count(counters[.notFinite]),
        "restarts": count(counters[.restart]),
      ],
      "corrections": .object(
        Set(corrections.keys).union(Correction.Source.allCases.filter { $0 != .method }.map(\.rawValue)).sorted().map {
          JSONMember($0, count(corrections[$0] ?? 0))
        }),
      "refusals": .object(refusals.map { JSONMember($0.reason, count($0.count)) }),
      "geopose": geoPoses.map { form, tally in
        [
          "form": .string(form.rawValue), "written": count(tally.written), "no_place": count(tally.withoutPlace),
          "not_valid": count(tally.notValid), "no_time": count(tally.withoutTime), "unfit": count(tally.unfit),
        ]
      } ?? .null,
      "accuracy": accuracy?.json ?? .null,
    ]
  }
}
