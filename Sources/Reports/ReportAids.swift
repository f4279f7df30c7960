import Fusion
import Geometry
import Samples
import Text

// The section about the aiding sources: their turns of the heading, their measurements, and whether their stated errors are
// right.
extension ReportPage {
  func writeAids(to page: inout TextBuffer) {
    let sources = story.aids.byTurn
    guard !sources.isEmpty else { return }
    beginSection("sources", to: &page)
    page.append("<p>" as StaticString)
    page.append(escaped: AidText.lead(sources))
    page.append("</p>" as StaticString)
    table(
      [
        "source", "turned the heading", "fused", "refused", "trusted less", "within 1 σ", "at the end, and why refused",
      ],
      sources.map { source in
        [
          source.name, AidText.turns(source), "\(source.counts.fused)", "\(source.refused)", "\(source.trustedLess)",
          source.shareWithin.map(AidText.percent) ?? "–", AidText.ending(source),
        ]
      }, to: &page)
    page.append(
      "<p class=\"remark\">Turned: summed clockwise, and without signs in brackets; sources of attitude (stillness, gravity, rest) turn the attitude filter's own heading, the others the alignment. Within 1 σ: the share of innovations (measured less expected) no larger than their own 1 σ; where the stated errors are right it is 68\u{a0}%, above it they are stated too large, below it too small.</p>"
        as StaticString)
    for source in story.aids.sources { charts.innovations(of: source)?.write(to: &page) }
    page.append("</section>\n" as StaticString)
  }
}

extension ReportCharts {
  /// Largest innovation, in standard deviations, that is drawn; larger ones are marked at the edge.
  private static let widest = 8.0

  /// Returns the chart of a source's innovations over their standard deviations; nil without any comparison or refusal.
  func innovations(of source: AidHistory.Source) -> TimeChart? {
    let points = source.series.map { $0.points.map { SIMD2(seconds($0.time), $0.value) } }
    guard points.contains(where: { !$0.isEmpty }) || !source.marks.isEmpty else { return nil }
    let most = points.joined().reduce(0) { max($0, $1.y.magnitude) }
    let reach = min(Self.widest, max(3.6, most * 1.1))
    func band(_ sigmas: Double, _ label: String) -> TimeChart.Layer {
      let ends = [span.lowerBound, span.upperBound]
      return .init(
        shape: .area, style: "band", label: label, pieces: [ends.map { SIMD2($0, sigmas) }],
        lower: [ends.map { SIMD2($0, -sigmas) }])
    }
    var layers = [band(3, "± 3 σ"), band(1, "± 1 σ")]
    for (axis, line) in points.enumerated() where !line.isEmpty {
      let name = axis < source.description.axes.count ? source.description.axes[axis] : "\(axis + 1)"
      let width = source.series[axis].width.value
      layers += lines(line, "series s\(axis + 1)", name, gap: max(Self.gap, 3 * width))
    }
    layers += marks(source, reach: reach, isLess: true) + marks(source, reach: reach, isLess: false)
    return TimeChart(
      identifier: "aid-\(source.name)", title: "Innovation of \(source.name)", unit: "σ",
      remark: AidText.remark(source), span: span, scale: .linear(-reach...reach), height: 110, layers: layers,
      thresholds: [3, 1, -1, -3].map { ($0, "\(shown($0, 0)) σ") })
  }

  /// Returns dense points as lines, and isolated points as dots.
  private func lines(_ points: [SIMD2<Double>], _ style: String, _ label: String, gap: Double) -> [TimeChart.Layer] {
    var pieces: [[SIMD2<Double>]] = []
    for point in points {
      if let last = pieces.last?.last, point.x - last.x <= gap {
        pieces[pieces.count - 1].append(point)
      } else {
        pieces.append([point])
      }
    }
    let alone = pieces.filter { $0.count == 1 }.flatMap { $0 }, stretches = pieces.filter { $0.count > 1 }
    var layers: [TimeChart.Layer] = []
    if !stretches.isEmpty { layers.append(.init(shape: .line, style: style, label: label, pieces: stretches)) }
    if !alone.isEmpty {
      layers.append(.init(shape: .dots, style: "pair", label: stretches.isEmpty ? label : "", pieces: [alone]))
    }
    return layers
  }

  private func marks(_ source: AidHistory.Source, reach: Double, isLess: Bool) -> [TimeChart.Layer] {
    let marks = source.marks.filter { ($0.reason == .trustedLess) == isLess }
    guard !marks.isEmpty else { return [] }
    let edge = reach * 0.94
    let count = isLess ? source.trustedLess : source.refused
    return [
      TimeChart.Layer(
        shape: .dots, style: isLess ? "mark small c5 round" : "mark small c1 square",
        label: "\(isLess ? "trusted less" : "refused") (\(count))",
        pieces: [marks.map { SIMD2(seconds($0.time), max(-edge, min(edge, $0.surprise?.sigmas ?? -edge))) }],
        notes: marks.map { AidText.caption($0, source, at: seconds($0.time)) })
    ]
  }
}

/// Text about a source.
enum AidText {
  static func percent(_ share: Double) -> String { "\(shown(100 * share, 0))\u{a0}%" }

  static func signed(_ angle: Angle) -> String {
    let text = shown(angle.degrees, 1)
    return angle > .zero && text != "0" ? "+\(text)°" : "\(text)°"
  }

  /// `+3.2° (12.4°)`
  static func turns(_ source: AidHistory.Source) -> String {
    let counts = source.counts
    return counts.turnedInAll == .zero ? "–" : "\(signed(counts.turned)) (\(shown(counts.turnedInAll.degrees, 1))°)"
  }

  static func lead(_ sources: [AidHistory.Source]) -> String {
    guard let first = sources.first, first.counts.turnedInAll > .degrees(0.05) else {
      return "No source turned the heading."
    }
    let all = sources.reduce(Angle.zero) { $0 + $1.counts.turnedInAll }
    return "Of all the turning of the heading, \(percent(first.counts.turnedInAll / all)) was by \(first.name): "
      + "\(signed(first.counts.turned)) in sum, \(shown(first.counts.turnedInAll.degrees, 1))° without signs."
  }

  /// `refused: beyond the gate; 12 × beyond the gate`
  static func ending(_ source: AidHistory.Source) -> String {
    let state = source.state.rawValue + (source.reason.map { ": \($0.text)" } ?? "")
    let reasons = refusals(source)
    return reasons.isEmpty ? state : "\(state); \(reasons)"
  }

  static func refusals(_ source: AidHistory.Source) -> String {
    AidReason.allCases.filter { $0 != .trustedLess && source.count($0) > 0 }.map { "\(source.count($0)) × \($0.text)" }
      .joined(separator: ", ")
  }

  static func remark(_ source: AidHistory.Source) -> String {
    var parts: [String] = []
    if let share = source.shareWithin {
      parts.append("\(percent(share)) within 1 σ (68\u{a0}% where the errors are as stated)")
    }
    parts.append("\(source.counts.fused) fused")
    let reasons = refusals(source)
    parts.append(reasons.isEmpty ? "none refused" : "\(source.refused) refused (\(reasons))")
    if source.trustedLess > 0 { parts.append("\(source.trustedLess) trusted less") }
    if source.counts.turnedInAll > .zero { parts.append("turned the heading by \(turns(source))") }
    let unit = source.description.shownUnit.symbol, axes = source.description.axes
    let sigmas = axes.indices.compactMap { axis in
      source.typicalSigma(axis).flatMap { sigma in
        sigma > 0 ? "\(axes[axis]) \(sigma < 0.1 ? shown(sigma, 4) : shown(sigma))" : nil
      }
    }
    if !sigmas.isEmpty { parts.append("1 σ is typically \(sigmas.joined(separator: ", ")) \(unit)") }
    return parts.joined(separator: "; ") + "."
  }

  static func caption(_ mark: AidHistory.Mark, _ source: AidHistory.Source, at seconds: Double) -> String {
    var text = "\(clock(seconds)) \(mark.reason == .trustedLess ? "" : "refused: ")\(mark.reason.text)"
    guard let surprise = mark.surprise else { return text }
    let axes = source.description.axes, unit = source.description.shownUnit.symbol
    let axis = surprise.axis < axes.count ? "\(axes[surprise.axis]) " : ""
    text += ", \(axis)\(shown(surprise.innovation, 2))\(unit.isEmpty ? "" : " \(unit)")"
    return text + " (\(shown(surprise.sigmas, 1)) σ)"
  }
}

extension AidHistory {
  /// The sources, for a program. Nothing in it reveals the place of the session.
  var json: JSONValue {
    func number(_ value: Double?) -> JSONValue {
      value.flatMap { $0.isFinite ? .number(($0 * 1e6).rounded() / 1e6) : nil } ?? .null
    }
    func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }
    func refusals(_ source: Source) -> JSONValue {
      .array(
        AidReason.allCases.filter { source.count($0) > 0 }.map { reason -> JSONValue in
          [
            "reason": .string(reason.name), "english": .string(reason.text), "count": count(source.count(reason)),
          ]
        })
    }
    func figures(_ source: Source) -> JSONValue {
      let axes = source.description.axes, counts = source.counts
      let sigmas = axes.indices.map { source.series.count > $0 ? number(source.typicalSigma($0)) : .null }
      return [
        "name": .string(source.name), "unit": .string(source.description.shownUnit.symbol),
        "axes": .array(axes.map { .string($0) }), "state": .string(source.state.rawValue),
        "reason": source.reason.map { .string($0.name) } ?? .null,
        "english": source.reason.map { .string($0.text) } ?? .null, "fused": count(counts.fused),
        "refused": count(source.refused), "trusted_less": count(source.trustedLess), "refusals": refusals(source),
        "innovations": count(source.components), "within_1_sigma": number(source.shareWithin),
        "sigma": .array(sigmas), "turned_deg": number(counts.turned.degrees),
        "turned_in_all_deg": number(counts.turnedInAll.degrees),
      ]
    }
    return .array(sources.map(figures))
  }
}
