import Alignment
public import Geometry
import Odometry
public import Samples
public import Text
import Tracking

// The figures of a session.
extension SessionStory {
  public var duration: TimeSpan { start.flatMap { start in end.map { $0 - start } } ?? .zero }

  /// Distance measured by odometry; without odometry, along the fused place.
  public var distance: Length {
    guard let measured = measuredDistance else {
      return SessionPlan(self).map { SessionPlan.length($0.after) } ?? .zero
    }
    return measured
  }

  /// Distance in the scenes; nil if they do not move.
  var measuredDistance: Length? {
    var scenes: [Int: [SIMD2<Double>]] = [:]
    for moment in moments { scenes[moment.scene, default: []].append(SIMD2(moment.position.x, moment.position.z)) }
    var sum = 0.0
    for points in scenes.values {
      let kept = Thinning.line(points, spacing: 1)
      for (a, b) in zip(kept, kept.dropFirst()) { sum += hypot(b.x - a.x, b.y - a.y) }
    }
    return sum < 1 ? nil : .metres(sum)
  }

  /// Returns the total time of each state, in the order of first occurrence.
  static func durations<State>(
    _ changes: [StateChange<State>], until end: BootInstant?
  ) -> [(state: State, time: TimeSpan)] {
    var result: [(state: State, time: TimeSpan)] = []
    for (index, change) in changes.enumerated() {
      guard let until = index + 1 < changes.count ? changes[index + 1].time : end else { continue }
      if let known = result.firstIndex(where: { $0.state == change.state }) {
        result[known].time += until - change.time
      } else {
        result.append((change.state, until - change.time))
      }
    }
    return result
  }

  /// Whether the localization was judged at all.
  var isLocalizationKnown: Bool { localization.contains { ($0.state?.phase ?? .none) != .none } }

  public var sceneCount: Int { (lastPose?.scene ?? -1) + 1 }

  /// Notices for the reader, the severe ones first.
  var notices: [Notice] {
    var notices: [Notice] = []
    func add(_ isGrave: Bool, _ text: String) { notices.append(Notice(isGrave: isGrave, text: text)) }
    if breaksOff { add(true, "The recording is damaged and ends early; the page shows the part before.") }
    if poses == 0 { add(true, "There are no poses: without gyroscope and accelerometer, motion cannot be tracked.") }
    if fixes.isEmpty {
      add(true, "There is no fix, so the place on Earth is unknown.")
    } else if moments.allSatisfy({ $0.place == nil }) {
      add(true, "There were fixes, but the place never became known.")
    }
    if sceneCount > 1 {
      add(true, "Tracking was lost: a new scene began \(sceneCount == 2 ? "once" : "\(sceneCount - 1) times").")
    }
    if let last = lastPose, poses > 0 {
      if let sigma = last.yawSigma {
        if sigma > limits.lostHeading {
          add(true, "At the end the accuracy of the heading is only ± \(shown(sigma.degrees, 0))°.")
        }
      } else {
        add(true, "The heading on Earth never became known.")
      }
      if let radius = last.horizontalAccuracy, radius > limits.lostRadius {
        add(true, "At the end the accuracy of the place is only \(length(radius.value)).")
      }
    }
    if let given = givenHeading {
      let heading = shown(given.heading.azimuth.degrees, 0), sigma = shown(given.sigma.degrees, 0)
      add(false, "The session started with a given heading of \(heading)° ± \(sigma)°.")
    }
    let silent = Self.durations(tracking, until: end).first { $0.state == nil }?.time ?? .zero
    if silent > .zero {
      add(false, "For \(clock(silent.value)) no samples arrived from which a pose could be computed.")
    }
    for case (let state?, let time) in Self.durations(tracking, until: end) where state.isLimited {
      guard time > duration * 0.01 || time > TimeSpan(5) else { continue }
      add(false, "Tracking was \(state.text) for \(clock(time.value)).")
    }
    let withheld = fixes.count(where: \.isWithheld)
    if withheld > 0 { add(false, "\(withheld) of \(fixes.count) fixes were left out on purpose.") }
    if !fixes.isEmpty, fixes.allSatisfy({ $0.fix.horizontalError == nil }) {
      add(false, "The receiver states no accuracy; an accuracy was assumed.")
    }
    if let gap = longestFixGap, gap > TimeSpan(10) {
      add(false, "The longest time without a fix is \(clock(gap.value)).")
    }
    if rates[.magnetometer].isEmpty { add(false, "There is no magnetometer.") }
    let lines = refusals.lines.reduce(0) { $0 + $1.count }
    if lines > 0 { add(false, "\(lines) lines of the recording were refused.") }
    if !changedParameters.isEmpty {
      add(
        false,
        "\(changedParameters.count) parameter\(changedParameters.count == 1 ? " differs" : "s differ") from the defaults."
      )
    }
    return notices
  }

  struct Notice: Equatable {
    var isGrave: Bool
    var text: String
  }

  private var longestFixGap: TimeSpan? {
    let times = fixes.filter { !$0.isWithheld }.map(\.fix.time)
    guard let first = times.first, let last = times.last, let start, let end else { return nil }
    return (zip(times, times.dropFirst()).map { $1 - $0 } + [first - start, end - last]).max()
  }

  /// Returns the figures of the page. Anonymous ones reveal no place, time of day or device.
  public func numbers(anonymous: Bool) -> JSONValue {
    // Nine decimals are enough for every figure here.
    func number(_ value: Double?) -> JSONValue {
      guard let value, value.isFinite else { return .null }
      return .number(value.magnitude < 1e6 ? (value * 1e9).rounded() / 1e9 : value)
    }
    func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }
    func seconds<State: ReportedState>(_ states: [StateChange<State?>]) -> JSONValue {
      .object(Self.durations(states, until: end).map { JSONMember(State.name(of: $0.state), number($0.time.value)) })
    }
    var final: [JSONMember] = [
      JSONMember("yaw_deg", number(lastPose?.yawSigma == nil ? nil : lastPose?.yaw.degrees)),
      JSONMember("yaw_sigma_deg", number(lastPose?.yawSigma?.degrees)),
      JSONMember("heading_deg", number(lastPose?.heading?.degrees)),
      JSONMember("radius_68_m", number(lastPose?.horizontalAccuracy?.value)),
    ]
    if !anonymous {
      final.append(JSONMember("latitude", number(lastPose?.place?.latitude.value)))
      final.append(JSONMember("longitude", number(lastPose?.place?.longitude.value)))
    }
    let streams = LineTag.allCases.filter { !rates[$0].isEmpty }
    let telling = SessionTelling(self)
    func held(_ share: StatedShare?) -> JSONValue {
      guard let share else { return .null }
      return [
        "share": number(share.share), "independent": number(share.independent),
        "chance_from": number(share.band?.lowerBound), "chance_to": number(share.band?.upperBound),
      ]
    }
    let figures: JSONValue = [
      "recording": anonymous ? .null : .string(name), "profile": .string(profile.rawValue),
      "duration_s": number(duration.value), "distance_m": number(distance.value), "poses": count(poses),
      "scenes": count(sceneCount), "fixes": count(fixes.count),
      "fixes_withheld": count(fixes.count(where: \.isWithheld)),
      "final": .object(final),
      "truth": [
        "place_rms_m": number(errors.placeRMS?.value), "height_rms_m": number(errors.heightRMS?.value),
        "heading_rms_deg": number(errors.headingRMS?.degrees), "places": count(errors.places.count),
        "headings": count(errors.orientations.count), "places_within_radius": held(telling.placesHeld),
        "headings_within_sigma": held(telling.headingsHeld),
      ],
      "corrections": .object(
        Dictionary(grouping: corrections, by: \.name).sorted { $0.key < $1.key }.map {
          JSONMember($0.key, count($0.value.count))
        }), "pair_angles": count(pairCount),
      "tracking_s": seconds(tracking), "localization_s": seconds(localization),
      "refusals": .object(refusals.reasons.map { JSONMember($0.name, count($0.count)) }),
      "breaks_off": .bool(breaksOff),
      "lines_refused": .object(refusals.lines.map { JSONMember($0.reason, count($0.count)) }),
      "sensors": .object(
        streams.map {
          JSONMember(
            $0.title,
            [
              "count": count(rates[$0].count), "rate_hz": number(rates[$0].rate),
              "longest_gap_s": number(rates[$0].longestGap.value), "gaps": count(rates[$0].gapCount),
              "interval_s": number(rates[$0].spacing.usual?.value), "jitter_s": number(rates[$0].spacing.jitter?.value),
            ])
        }),
      "parameters": .object(changedParameters.map { JSONMember($0.name, .string($0.value)) }),
      "notices": .array(notices.map { .string($0.text) }),
    ]
    return .object((figures.object ?? []) + tellingNumbers(anonymous: anonymous))
  }
}

extension LineTag {
  /// Name of the kind of line, for people.
  public var title: String {
    switch self {
    case .metadata: "metadata"
    case .accelerometer: "accelerometer"
    case .gyroscope: "gyroscope"
    case .magnetometer: "magnetometer"
    case .barometer: "barometer"
    case .temperature: "temperature"
    case .fix: "fixes"
    case .antennas: "antennas' azimuths"
    case .outsidePose: "outside poses"
    case .input: "inputs"
    case .reference: "truth"
    }
  }
}
