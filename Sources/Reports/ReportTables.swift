import Alignment
import Geometry
import Samples
import Text

/// The figures behind the drawings, in folded tables.
extension ReportPage {
  /// Most corrections in the table, chosen evenly: a longer table is not read on a phone.
  static let mostRows = 500

  func writeTables(to page: inout TextBuffer) {
    beginSection("figures", to: &page)
    let rows = Thinning.choose(story.corrections, atMost: Self.mostRows)
    table(
      rows.count < story.corrections.count
        ? "Corrections (\(rows.count) of \(story.corrections.count))" : "Corrections (\(rows.count))",
      ["time", "source", "yaw", "turn", "σ", "said", "moved", "from"],
      rows.map { row(of: $0) }, to: &page)
    table(
      "Refused or trusted less", ["reason", "count"],
      (story.refusals.reasons.map { ($0.name, $0.count) }
        + story.refusals.lines.map { ("line: \($0.reason)", $0.count) })
        .filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map { [$0.0, "\($0.1)"] }, to: &page)
    table(
      "Parameters that differ from the defaults", ["name", "here", "default", "meaning"],
      story.changedParameters.map { parameter in
        let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
        return [parameter.name, parameter.value + unit, parameter.usual + unit, parameter.meaning]
      }, to: &page)
    if !isAnonymous {
      table(
        "Metadata of the recording", ["key", "value"], story.metadata.map { [$0.key, Self.cut($0.value)] }, to: &page)
    }
    page.append("</section>\n" as StaticString)
  }

  private static func cut(_ text: String) -> String { text.count > 2000 ? "\(text.prefix(2000))…" : text }

  private func row(of correction: Correction) -> [String] {
    let turn = (correction.newYaw - correction.oldYaw).wrapped.degrees
    var grounds: [String] = []
    if let found = correction.grounds { grounds.append(CorrectionText.grounds(found, start: charts.start)) }
    if correction.baseline > .zero { grounds.append("over \(length(correction.baseline.value))") }
    var said = correction.measured.map { "\(shown($0.degrees, 1))°" } ?? "–"
    if let sigma = correction.measuredSigma { said += " ± \(shown(sigma.degrees, 1))°" }
    return [
      clock((correction.time - charts.start).value), correction.name,
      "\(shown(correction.newYaw.degrees, 1))°", "\(turn > 0 ? "+" : "")\(shown(turn, 2))°",
      "\(shown(correction.sigma.degrees, 1))°", said, length(hypot(correction.shift.x, correction.shift.z)),
      grounds.isEmpty ? "–" : grounds.joined(separator: ", "),
    ]
  }

  private func table(
    _ title: String, _ head: [String], _ rows: [[String]], to page: inout TextBuffer
  ) {
    guard !rows.isEmpty else { return }
    page.append("<details><summary>" as StaticString)
    page.append(escaped: title)
    page.append("</summary>" as StaticString)
    table(head, rows, to: &page)
    page.append("</details>\n" as StaticString)
  }

  func table(_ head: [String], _ rows: [[String]], to page: inout TextBuffer) {
    page.append("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>" as StaticString)
    for name in head {
      page.append("<th scope=\"col\">" as StaticString)
      page.append(escaped: name)
      page.append("</th>" as StaticString)
    }
    page.append("</tr></thead><tbody>" as StaticString)
    for row in rows {
      page.append("<tr>" as StaticString)
      for cell in row {
        page.append("<td>" as StaticString)
        page.append(isolated: cell)
        page.append("</td>" as StaticString)
      }
      page.append("</tr>\n" as StaticString)
    }
    page.append("</tbody></table></div>\n" as StaticString)
  }
}
