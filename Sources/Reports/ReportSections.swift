import Alignment
import Geometry
import Samples
import Text

// The sections with drawings.
extension ReportPage {
  func section(_ identifier: String, _ figures: [TimeChart?], to page: inout TextBuffer) {
    let present = figures.compactMap { $0 }
    guard !present.isEmpty else { return }
    beginSection(identifier, to: &page)
    for chart in present { chart.write(to: &page) }
    page.append("</section>\n" as StaticString)
  }

  func writePlan(to page: inout TextBuffer) {
    beginSection("way", to: &page)
    defer { page.append("</section>\n" as StaticString) }
    guard let plan, !(plan.after.isEmpty && plan.truth.isEmpty && plan.fixes.isEmpty) else {
      return page.append("<p class=\"empty\">There is nothing to draw: no fix, no truth, no place.</p>" as StaticString)
    }
    let drawing = PlanDrawing(plan, start: charts.start, isAnonymous: isAnonymous)
    page.append("<figure class=\"way\">" as StaticString)
    drawing.write(to: &page)
    page.append("<figcaption><ul class=\"legend tall\">" as StaticString)
    func entry(_ shape: TimeChart.Shape, _ style: String, _ name: String, _ facts: [String?]) {
      page.append("<li>" as StaticString)
      page.append(Swatch.svg(shape, style))
      page.append("<span><b>" as StaticString)
      page.append(escaped: name)
      page.append("</b>" as StaticString)
      let known = facts.compactMap { $0 }.joined(separator: " · ")
      if !known.isEmpty {
        page.append("<small>" as StaticString)
        page.append(escaped: known)
        page.append("</small>" as StaticString)
      }
      page.append("</span></li>" as StaticString)
    }
    func rms(_ length: Length?) -> String? { length.map { "\(Reports.length($0.value)) rms from the truth" } }
    func long(_ pieces: [[SessionPlan.Point]]) -> String { length(SessionPlan.length(pieces).value) }
    if !plan.after.isEmpty {
      entry(.line, "after", "after correction", [long(plan.after), rms(story.errors.placeRMS)])
    }
    if !plan.before.isEmpty {
      let track = plan.before.flatMap { $0 }
      entry(
        .line, "before", "before correction",
        [
          long(plan.before), rms(plan.distanceFromTruth(track, reach: TruthComparison.placeReach)),
          "the scene with its first alignment",
        ])
    }
    if !plan.routes.isEmpty { entry(.line, "route", "the route", []) }
    if !plan.places.isEmpty { entry(.dots, "spot", "places", ["\(plan.places.count)"]) }
    let shownFixes = plan.fixes.filter { !$0.isWithheld }
    if !shownFixes.isEmpty {
      entry(
        .dots, "fix", "fixes, with 68 % circles",
        ["\(shownFixes.count)", rms(plan.distanceFromTruth(shownFixes.map(\.point), reach: TimeSpan(2.5)))])
    }
    if shownFixes.count < plan.fixes.count {
      entry(.dots, "fix withheld", "fixes left out", ["\(plan.fixes.count - shownFixes.count)"])
    }
    if !plan.truth.isEmpty {
      entry(
        drawing.isTruthSparse ? .dots : .line, drawing.isTruthSparse ? "truth-mark" : "truth", "truth",
        drawing.isTruthSparse ? ["\(story.truth.count) surveyed marks"] : [long(plan.truth)])
    }
    if !plan.turns.isEmpty {
      page.append(
        "<li><svg class=\"swatch\" width=\"30\" height=\"20\" aria-hidden=\"true\"><g class=\"turn c1\"><path class=\"sector\" d=\"M15 19V3A16 16 0 0 1 26 8Z\"/><path class=\"hand\" d=\"M15 19L26 8\"/></g></svg><span><b>heading corrected by over 1°</b><small>from the scene's north before to that after; coloured by source</small></span></li>"
          as StaticString)
    }
    page.append("</ul>" as StaticString)
    page.append(
      "<p class=\"remark\">\(drawing.frame.isInKilometres ? "Kilometres" : "Metres") east and north of the first fix.")
    let remarks = drawing.remarks.joined(separator: "; ")
    if let first = remarks.first {
      page.append(" ")
      page.append(escaped: first.uppercased() + remarks.dropFirst() + ".")
    }
    page.append("</p></figcaption></figure>\n" as StaticString)
  }
}
