import Alignment
import Geodesy
import Geometry
import Odometry
import Samples
public import Text

/// The story of a session as one self-contained page: HTML with drawings, without scripts or external files. Its content policy
/// allows its own style sheet, by digest, and nothing else (Content Security Policy Level 3, § 2.3.1).
public struct ReportPage {
  let story: SessionStory
  let isAnonymous: Bool
  /// Name and version of the program that made the page.
  let generator: String
  let plan: SessionPlan?
  let charts: ReportCharts
  let telling: SessionTelling
  let events: [SessionEvent]

  /// An anonymous page reveals no place, time of day or device: meters from the first fix, seconds from the start, heights from
  /// the first; no file name, no metadata. North and the shape of the track remain.
  public init(_ story: SessionStory, generator: String, anonymous: Bool = false) {
    self.story = story
    isAnonymous = anonymous
    self.generator = generator
    plan = SessionPlan(story)
    charts = ReportCharts(story, isAnonymous: anonymous)
    telling = SessionTelling(story)
    events = story.events(anonymous: anonymous)
  }

  /// The beginning of every such page.
  public static let opening =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"generator\" content=\"gnomon"

  public func write(to page: inout TextBuffer) {
    Self.writeHead("\(title) – gnomon report", to: &page)
    page.append("<body><main>\n" as StaticString)
    writeTitle(to: &page)
    writeVerdict(to: &page)
    writeCards(to: &page)
    writeContents(to: &page)
    writeTelling(to: &page)
    writeTimeLine(to: &page)
    writePlan(to: &page)
    writeScene(to: &page)
    section("heading", [charts.heading, charts.turns, charts.pairAngles, charts.convergence, charts.drawn], to: &page)
    section("place", [charts.accuracy, charts.fixAge, charts.height, charts.speed], to: &page)
    writeAids(to: &page)
    writeCompass(to: &page)
    writeSensors(to: &page)
    section("noise", AllanCharts.charts(story.noises), to: &page)
    writeTables(to: &page)
    page.append("<footer><p>" as StaticString)
    page.append(escaped: generator)
    page.append(
      " · Times are minutes and seconds from the start of the recording. Radii hold 68 %, angles ± 1 σ. Long tracks and curves are thinned for drawing; the figures are computed before that. This page loads nothing and sends nothing.</p></footer>\n</main></body></html>\n"
        as StaticString)
  }

  static func writeHead(_ title: String, to page: inout TextBuffer) {
    page.append(opening)
    page.append("\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-")
    page.append(base64: SHA256(Array(ReportStyle.sheet.utf8)).digest)
    page.append(
      "'; base-uri 'none'; form-action 'none'\"><meta name=\"referrer\" content=\"no-referrer\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><title>"
        as StaticString)
    page.append(escaped: title)
    page.append("</title><style>" as StaticString)
    page.append(ReportStyle.sheet)
    page.append("</style></head>\n" as StaticString)
  }

  var title: String { isAnonymous ? "A session" : story.name }

  var startedAt: String? {
    guard !isAnonymous else { return nil }
    if let stated = story.metadata.last(where: { $0.key == "started" })?.value {
      return UTC(stated).map(Self.minutes) ?? stated
    }
    guard let noted = story.fixes.first(where: { $0.fix.utc != nil }), let utc = noted.fix.utc, let start = story.start
    else { return nil }
    let sinceStart = (noted.fix.time - start).value
    guard sinceStart.magnitude < 1e9 else { return nil }
    return Self.minutes(
      UTC(nanosecondsSince1970: utc.nanosecondsSince1970 &- Int64((sinceStart * 1e9).rounded())))
  }

  /// Returns a time as `2026-11-20 09:15 UTC`.
  private static func minutes(_ time: UTC) -> String {
    time.description.prefix(16).split(separator: "T").joined(separator: " ") + " UTC"
  }

  private func writeTitle(to page: inout TextBuffer) {
    page.append("<header><p class=\"brand\">gnomon · session report</p><h1>" as StaticString)
    page.append(isolated: title)
    page.append("</h1><p class=\"facts\"><b>" as StaticString)
    page.append(story.profile.rawValue)
    page.append("</b> profile" as StaticString)
    var facts: [String] = []
    if let startedAt { facts.append(startedAt) }
    if !isAnonymous, let origin = plan?.origin {
      facts.append("\(shown(origin.latitude.value, 5))°, \(shown(origin.longitude.value, 5))°")
    }
    if isAnonymous { facts.append("anonymised: no place, time of day or device") }
    for fact in facts {
      page.append(" · " as StaticString)
      page.append(isolated: fact)
    }
    page.append("</p></header>\n" as StaticString)
  }

  // MARK: cards

  private func writeCards(to page: inout TextBuffer) {
    page.append("<ul class=\"cards\">" as StaticString)
    func card(_ name: StaticString, _ value: String, _ remark: String, _ style: String = "") {
      page.append("<li\(style.isEmpty ? "" : " class=\"\(style)\"")><span>")
      page.append(name)
      page.append("</span><b>" as StaticString)
      page.append(escaped: value)
      page.append("</b><small>" as StaticString)
      page.append(escaped: remark)
      page.append("</small></li>" as StaticString)
    }
    let last = story.lastPose
    card("duration", clock(story.duration.value), story.duration.value < 3600 ? "min:s" : "h:min:s")
    card("distance", length(story.distance.value), story.measuredDistance == nil ? "of the fused place" : "by odometry")
    if let sigma = last?.yawSigma, let last {
      let error = story.errors.headingRMS.map { "rms error \(shown($0.degrees, 1))°" } ?? "σ at the end"
      card("heading", "± \(shown(sigma.degrees, 1))°", "\(error), yaw \(shown(last.yaw.wrapped.degrees, 1))°")
    } else {
      card("heading", "unknown", "never known")
    }
    if let radius = last?.horizontalAccuracy {
      let error = story.errors.placeRMS.map { "rms error \(length($0.value))" } ?? "68 % radius, at the end"
      card("place", "± \(length(radius.value))", error)
    } else {
      card("place", "unknown", "no place was found")
    }
    let shownFixes = story.fixes.count { !$0.isWithheld }
    card(
      "fixes", "\(shownFixes)",
      shownFixes < story.fixes.count ? "and \(story.fixes.count - shownFixes) left out" : "used")
    if !story.corrections.isEmpty {
      card("corrections", "\(story.corrections.count)", "largest turn \(largestTurn)")
    }
    if let last {
      let isJudged = last.localization.phase != .none
      card(
        "state", isJudged ? last.localization.text : last.tracking.text,
        isJudged ? "tracking \(last.tracking.text)" : "tracking, at the end")
    }
    page.append("</ul>\n" as StaticString)
  }

  private var largestTurn: String {
    let turns = story.corrections.map { ($0.newYaw - $0.oldYaw).wrapped.magnitude.degrees }
    return "\(shown(turns.max() ?? 0, 1))°"
  }
}
