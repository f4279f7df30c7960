import Alignment
import Calibrators
import Geometry
import Odometry
import Samples
import Tracking

/// A session in plain words: a summary, the quality of heading and place, problems, and advice.
struct SessionTelling {
  enum Grade: String { case good, fair, poor }

  let story: SessionStory
  let grade: Grade
  /// One sentence on the quality of the localization.
  let verdict: String

  init(_ story: SessionStory) {
    self.story = story
    (grade, verdict) = Self.judge(story)
  }

  /// Returns the total time in a phase, with any reasons.
  private static func time(_ story: SessionStory, _ phase: LocalizationState.Phase) -> TimeSpan {
    SessionStory.durations(story.localization, until: story.end).reduce(.zero) {
      $1.state?.phase == phase ? $0 + $1.time : $0
    }
  }

  /// Returns the time from the start of the session to the first occurrence of a phase.
  private static func first(_ story: SessionStory, _ phase: LocalizationState.Phase) -> TimeSpan? {
    guard let start = story.start else { return nil }
    return story.localization.first { $0.state?.phase == phase }.map { $0.time - start }
  }

  private static func judge(_ story: SessionStory) -> (Grade, String) {
    if story.poses == 0 { return (.poor, "Motion could not be tracked: there are no poses.") }
    if story.moments.allSatisfy({ $0.place == nil }) {
      return (.poor, "Motion was tracked, but the place on Earth is unknown.")
    }
    guard story.isLocalizationKnown else {
      return story.lastPose?.yawSigma == nil
        ? (.poor, "The place was known, but never the heading.")
        : (.fair, "Place and heading were known; their accuracy was not judged.")
    }
    guard let since = first(story, .localized) else {
      let waits = SessionStory.durations(story.localization, until: story.end).filter {
        $0.state?.phase == .localizing
      }
      let why = waits.max { $0.time < $1.time }?.state?.words
      return (.poor, "Never localized\(why.map { "; most of the time: \($0)" } ?? "").")
    }
    let localized = time(story, .localized), lost = time(story, .lost)
    let isAtEnd = story.localization.last { $0.state != nil }?.state?.phase == .localized
    let parts = story.sceneCount > 1 ? " in \(story.sceneCount) scenes" : ""
    let times =
      "localized for \(clock(localized.value)) of \(clock(story.duration.value))\(parts), first after \(seconds(since))"
    if let rms = story.errors.headingRMS, let sigma = typicalSigma(story), rms > sigma * 2.5, rms > .degrees(10) {
      return (.poor, "The stated accuracy was too good: \(times), but the heading error was \(shown(rms.degrees, 0))°.")
    }
    if lost == .zero, isAtEnd, story.sceneCount <= 1, localized > (story.duration - since) * 0.9 {
      return (since > TimeSpan(60) ? .fair : .good, "Localization was good: \(times).")
    }
    let trouble = lost > .zero ? ", lost for \(clock(lost.value))" : isAtEnd ? "" : ", and not at the end"
    return (
      localized > story.duration * 0.5 ? .fair : .poor,
      "Localization was good for a part of the session: \(times)\(trouble)."
    )
  }

  static func typicalSigma(_ story: SessionStory) -> Angle? {
    let sigmas = story.moments.compactMap(\.sigma).sorted()
    return sigmas.isEmpty ? nil : sigmas[sigmas.count / 2]
  }

  // MARK: paragraphs

  /// Returns the paragraph about the session as a whole.
  func what(on date: String?) -> String {
    let way =
      story.measuredDistance == nil && story.moments.allSatisfy({ $0.place == nil })
      ? "" : ", \(length(story.distance.value))\(story.measuredDistance == nil ? " by the fixes" : "")"
    var text = "A session of \(clock(story.duration.value))\(way), with the profile \(story.profile.rawValue)"
    if let date { text += ", started \(date)" }
    text +=
      ". \(story.fixes.count == 0 ? "No fix" : story.fixes.count == 1 ? "One fix" : "\(story.fixes.count) fixes") came"
    let radii = story.fixes.compactMap { $0.fix.horizontalError.map { ($0 / RadiusPerSigma.of95Per68).value } }.sorted()
    if !radii.isEmpty { text += "; typically they state \(length(radii[radii.count / 2]))" }
    return text + (story.beginning == nil ? "." : "; it started with the learned state of an earlier session.")
  }

  var heading: String {
    guard let last = story.lastPose, let sigma = last.yawSigma else {
      return "The heading never became known: neither the compass nor fixes along a way determined it."
    }
    var text = ""
    let limit = story.limits.heading
    if let start = story.start, let known = story.moments.first(where: { $0.sigma.map { $0 <= limit } ?? false }) {
      let since = seconds(known.time - start)
      text = "It was known to \(shown(limit.degrees, 2))° or better after \(since), "
      text += "and to ± \(shown(sigma.degrees, 1))° at the end."
    } else {
      text =
        "It was never known to \(shown(limit.degrees, 2))°; at the end it was ± \(shown(sigma.degrees, 1))°."
    }
    if let rms = story.errors.headingRMS {
      text += " Its error against the truth was \(shown(rms.degrees, 1))° (rms)"
      text +=
        headingsHeld.map { "; \($0.text("1 σ"))." } ?? "."
    }
    let turns = story.corrections.map { ($0.newYaw - $0.oldYaw).wrapped }
    if let largest = turns.enumerated().max(by: { $0.element.magnitude < $1.element.magnitude }),
      largest.element.degrees.magnitude >= 10,
      let start = story.start
    {
      let correction = story.corrections[largest.offset]
      text +=
        " The largest correction was \(shown(largest.element.degrees, 0))°, by \(correction.name) at \(clock((correction.time - start).value))."
    }
    return text + legs
  }

  /// Contribution of the legs of the followed route to the heading.
  private var legs: String {
    let turns = story.corrections.filter { $0.source == .leg }.map { ($0.newYaw - $0.oldYaw).wrapped }
    guard !turns.isEmpty else { return "" }
    let sum = turns.reduce(Angle.zero) { $0 + $1.magnitude }
    return " Walks along the route turned it \(turns.count == 1 ? "once" : "\(turns.count) times"), "
      + "by \(shown(sum.degrees, 1))° without signs."
  }

  var place: String {
    let known = story.moments.filter { $0.place != nil }
    guard let first = known.first, let last = known.last, let start = story.start else { return "It was never known." }
    let radii = known.compactMap { $0.horizontal?.value }.sorted()
    var text = "It was known from \(seconds(first.time - start)) on"
    if !radii.isEmpty { text += ", typically to \(length(radii[radii.count / 2])) (68\u{a0}%)" }
    if let end = last.horizontal { text += " and \(length(end.value)) at the end" }
    text += "."
    if let rms = story.errors.placeRMS {
      text += " Its error against the truth was \(length(rms.value)) (rms)"
      text +=
        placesHeld.map { "; \($0.text("radius"))." } ?? "."
    }
    return text
  }

  /// How often the headings were within the standard deviation stated at that time, of those that can be compared with the truth.
  var headingsHeld: StatedShare? {
    share(story.errors.orientations.map { ($0.time, SIMD2($0.heading.value, 0)) }) { $0.sigma?.value }
  }
  var placesHeld: StatedShare? {
    share(story.errors.places.map { ($0.time, SIMD2($0.offset.x, $0.offset.z)) }) { $0.horizontal?.value }
  }

  private func share(
    _ errors: [(time: BootInstant, error: SIMD2<Double>)], _ stated: (SessionStory.Moment) -> Double?
  ) -> StatedShare? {
    var within = 0, index = 0, relative: [SIMD2<Double>] = []
    for (time, error) in errors {
      while index + 1 < story.moments.count, story.moments[index + 1].time <= time { index += 1 }
      guard index < story.moments.count, (story.moments[index].time - time).magnitude < TimeSpan(1),
        let limit = stated(story.moments[index]), limit > 0
      else { continue }
      relative.append(error / limit)
      if (error * error).sum() <= limit * limit { within += 1 }
    }
    return StatedShare(relative, within: within)
  }
}
