import Calibrators
import Geometry
import Samples
import Text

// The sections about compass and calibrations, about rates and gaps of the sensors, and about places and route.
extension ReportPage {
  func writeCompass(to page: inout TextBuffer) {
    beginSection("compass", to: &page)
    charts.field?.write(to: &page)
    page.append("<h3>Calibrations in force</h3>" as StaticString)
    let calibration = story.calibration
    var rows = [
      row("accelerometer", calibration.accelerometer, 1, "m/s²", 3),
      row("gyroscope", calibration.gyroscope, 180 / .pi, "°/s", 3),
      row("magnetometer", calibration.magnetometer, 1, "µT", 1),
    ]
    if let health = story.compassHealth {
      rows[2][3] = isAnonymous ? health.verdict?.rawValue ?? "unknown" : health.reason
      if let verdict = health.verdict { rows[2][3] = "\(verdict.rawValue)\(isAnonymous ? "" : ": \(health.reason)")" }
    }
    if let bias = story.learnedBias?.belief {
      let rate = Angle(bias.bias.norm.value).degrees, sigma = Angle(bias.sigma.norm.value).degrees
      rows[1][3] = isAnonymous ? "bias learned" : "bias learned by the end: \(shown(rate, 3)) ± \(shown(sigma, 3)) °/s"
    }
    let head = ["sensor", "in force", "correction", "in this session"]
    table(head, isAnonymous ? rows.map { [$0[0], $0[1], "–", $0[3]] } : rows, to: &page)
    page.append("</section>\n" as StaticString)
  }

  private func row<U: CalibratedUnit>(
    _ name: String, _ calibration: Calibration<U>?, _ factor: Double, _ unit: String, _ decimals: Int
  ) -> [String] {
    guard let calibration else { return [name, "none", "–", "–"] }
    return [name, "yes", "\(shown(calibration.offset.norm.value * factor, decimals)) \(unit)", "–"]
  }

  func writeSensors(to page: inout TextBuffer) {
    beginSection("sensors", to: &page)
    let strips = StateStrips(charts)
    if !strips.sensors.isEmpty {
      page.append("<h3>Data over time</h3>" as StaticString)
      strips.write(strips.sensors, "sensor-strips", to: &page)
      page.append(
        "<p class=\"remark\">Pale: less than half the usual rate. Open: no data.</p>" as StaticString)
    }
    let streams = LineTag.allCases.filter { $0 != .metadata && !story.rates[$0].isEmpty }
    if !streams.isEmpty {
      page.append("<h3>Rates and gaps</h3>" as StaticString)
      table(
        ["what", "count", "Hz", "intervals", "longest gap", "gaps"],
        streams.map { tag in
          let stream = story.rates[tag], isTimed = SessionStory.timed.contains(tag)
          let usual = stream.spacing.usual.map { seconds($0) } ?? "–"
          let jitter = stream.spacing.jitter.map { " ± \(shown($0.value * 1000, 2)) ms" } ?? ""
          return [
            tag.title, "\(stream.count)", stream.rate.map { shown($0, 2) } ?? "–", isTimed ? usual + jitter : "–",
            stream.count > 1 ? "\(shown(stream.longestGap.value, 3)) s" : "–", isTimed ? "\(stream.gapCount)" : "–",
          ]
        }, to: &page)
      page.append(
        "<p class=\"remark\">Intervals: mean ± 1 σ, without gaps. A gap is longer than three mean intervals.</p>"
          as StaticString)
    }
    if let refusals = charts.refusals {
      refusals.write(to: &page)
    } else {
      page.append("<p class=\"empty\">Nothing was refused.</p>" as StaticString)
    }
    page.append("</section>\n" as StaticString)
  }

  func writeScene(to page: inout TextBuffer) {
    let scene = story.scene
    guard !scene.isEmpty else { return }
    beginSection("scene", to: &page)
    if let status = scene.status, let last = scene.routes.last {
      let name = isAnonymous || last.track.route.name.isEmpty ? "The route" : "The route to \(last.track.route.name)"
      var text = "\(name) is \(length(last.track.length.value)) long; at the end: \(status.rawValue)"
      if let remaining = scene.remaining, status != .arrived { text += ", \(length(remaining.value)) to go" }
      page.append("<p>" as StaticString)
      page.append(escaped: text + ".")
      page.append("</p>" as StaticString)
      charts.routeDistance?.write(to: &page)
    }
    let visits = scene.visits.filter { $0.nearest != nil }.sorted { ($0.nearest ?? .zero) < ($1.nearest ?? .zero) }
    if !scene.visits.isEmpty {
      let shownCount = scene.visits.count { $0.shownAt != nil }
      page.append("<p>\(shownCount) of \(scene.visits.count) places were shown.</p>")
      table(
        ["place", "nearest", "at", "shown first", "for"],
        visits.prefix(100).enumerated().map { index, visit in
          [
            isAnonymous || visit.place.name.isEmpty ? "place \(index + 1)" : visit.place.name,
            visit.nearest.map { length($0.value) } ?? "–", visit.nearestAt.map { clock(charts.seconds($0)) } ?? "–",
            visit.shownAt.map { clock(charts.seconds($0)) } ?? "never",
            visit.shownAt == nil ? "–" : clock(visit.shown.value),
          ]
        }, to: &page)
      if visits.count > 100 { page.append("<p class=\"remark\">The nearest 100 of \(visits.count).</p>") }
    }
    if scene.crowdedOut > 0 { page.append("<p class=\"remark\">\(scene.crowdedOut) later events are left out.</p>") }
    page.append("</section>\n" as StaticString)
  }
}
