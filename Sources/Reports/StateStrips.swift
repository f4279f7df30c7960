import Geometry
import Samples
import Text

/// States and sensors over time: one row each, with colored stretches.
struct StateStrips {
  struct Row {
    var name: String
    /// Stretches: start and end in seconds, style.
    var spans: [(from: Double, to: Double, style: String, note: String)]
    /// Moments: seconds, style.
    var ticks: [(time: Double, style: String, note: String)] = []
  }

  let story: SessionStory
  private let charts: ReportCharts
  let start: BootInstant
  let span: ClosedRange<Double>
  let events: [SessionEvent]

  init(_ charts: ReportCharts, events: [SessionEvent] = []) {
    self.events = events
    self.charts = charts
    story = charts.story
    start = charts.start
    span = charts.span
  }

  private func seconds(_ time: BootInstant) -> Double { (time - start).value }

  private func row<State: ReportedState>(_ name: String, _ changes: [SessionStory.StateChange<State?>]) -> Row {
    Row(
      name: name,
      spans: changes.enumerated().map { index, change in
        let until = index + 1 < changes.count ? seconds(changes[index + 1].time) : span.upperBound
        return (
          seconds(change.time), until, State.color(of: change.state).rawValue, State.name(of: change.state)
        )
      })
  }

  var states: [Row] {
    var rows: [Row] = []
    if !story.tracking.isEmpty { rows.append(row("tracking", story.tracking)) }
    if story.isLocalizationKnown {
      rows.append(row("localization", story.localization))
    }
    if story.sceneCount > 1 {
      var scenes: [(from: Double, to: Double, style: String, note: String)] = []
      for moment in story.moments where scenes.isEmpty || scenes[scenes.count - 1].note != "scene \(moment.scene)" {
        if !scenes.isEmpty { scenes[scenes.count - 1].to = seconds(moment.time) }
        scenes.append(
          (seconds(moment.time), span.upperBound, moment.scene % 2 == 0 ? "even" : "odd", "scene \(moment.scene)"))
      }
      rows.append(Row(name: "scene", spans: scenes))
    }
    let withheld = story.fixes.filter(\.isWithheld).map { seconds($0.fix.time) }
    if !withheld.isEmpty {
      var stretches: [(from: Double, to: Double, style: String, note: String)] = []
      for time in withheld {
        if let last = stretches.last, time - last.to <= 2 {
          stretches[stretches.count - 1].to = time
        } else {
          stretches.append((time, time, "fair", "fixes withheld"))
        }
      }
      rows.append(Row(name: "fixes withheld", spans: stretches))
    }
    return rows
  }

  /// Rows of events by kind, and of advice and magnetic disturbances over time.
  var lanes: [Row] {
    var rows: [Row] = []
    func lane<Item>(
      _ name: String, _ style: String, _ changes: [SessionStory.StateChange<[Item]>], _ note: ([Item]) -> String
    ) {
      var spans: [(from: Double, to: Double, style: String, note: String)] = []
      for (index, change) in changes.enumerated() where !change.state.isEmpty {
        let until = index + 1 < changes.count ? seconds(changes[index + 1].time) : span.upperBound
        spans.append((seconds(change.time), until, style, note(change.state)))
      }
      if !spans.isEmpty { rows.append(Row(name: name, spans: spans)) }
    }
    lane("asked", "odd", story.guidance) { SessionStory.sentence($0) }
    lane("doubted", "fair", story.doubts) { "\($0.joined(separator: ", ")): perhaps wrong, and used less for that" }
    let disturbed = story.disturbances.map {
      (seconds($0.start), seconds($0.end), "fair", "the field is off by up to \(shown($0.most.value, 0)) µT")
    }
    if !disturbed.isEmpty { rows.append(Row(name: "compass disturbed", spans: disturbed)) }
    let turns = charts.largeCorrections.map {
      (seconds($0.time), "tick \(MarkStyle.of($0.source))", CorrectionText.sentence($0, start: start))
    }
    if !turns.isEmpty { rows.append(Row(name: "turned by over 1°", spans: [], ticks: turns)) }
    func lane(_ name: String, _ style: String, _ kinds: [SessionEvent.Kind]) {
      let ticks = events.filter { kinds.contains($0.kind) }.map {
        (seconds($0.time), "tick \($0.isGrave ? "c1" : style)", $0.text)
      }
      if !ticks.isEmpty { rows.append(Row(name: name, spans: [], ticks: ticks)) }
    }
    lane("gaps of sensors", "c1", [.gap])
    lane("route", "c4", [.route, .announcement])
    lane("places", "c3", [.place])
    lane("by hand", "c6", [.input])
    return rows
  }

  /// Rows of sensors: a stretch with less than half the usual number of lines is pale, one without any is empty.
  var sensors: [Row] {
    LineTag.allCases.filter { $0 != .metadata && !story.rates[$0].isEmpty }.map { tag in
      let stream = story.rates[tag], width = story.rates.width.value
      let usual = stream.bins.filter { $0 > 0 }.sorted()
      let median = usual.isEmpty ? 0 : usual[usual.count / 2]
      var spans: [(from: Double, to: Double, style: String, note: String)] = []
      for (index, count) in stream.bins.enumerated() where count > 0 {
        let style = 2 * count < median ? "scarce" : "present"
        let from = Double(index) * width, to = min(from + width, span.upperBound)
        if let last = spans.last, last.style == style, last.to >= from - 1e-9 {
          spans[spans.count - 1].to = to
        } else {
          spans.append((from, to, style, style == "scarce" ? "less than half the usual rate" : ""))
        }
      }
      // A slow sensor, with fewer than two lines per stretch, counts as present.
      if let rate = stream.rate, rate * width < 2 {
        spans = spans.map { ($0.from, $0.to, "present", "") }
      }
      return Row(name: tag.title, spans: spans)
    }
  }

  /// Text about the row, for a screen reader: the time of each state, or the number of events.
  private func spoken(_ row: Row) -> String {
    guard row.ticks.isEmpty else { return "\(row.name): \(row.ticks.count) times" }
    var held: [(note: String, time: Double)] = []
    for piece in row.spans {
      let note = piece.note.isEmpty ? "there" : piece.note
      if let index = held.firstIndex(where: { $0.note == note }) {
        held[index].time += piece.to - piece.from
      } else {
        held.append((note, piece.to - piece.from))
      }
    }
    return "\(row.name): " + held.prefix(8).map { "\($0.note) \(clock($0.time))" }.joined(separator: ", ")
  }

  func write(_ rows: [Row], _ identifier: String, to page: inout TextBuffer) {
    guard !rows.isEmpty else { return }
    page.append("<div class=\"strips\" id=\"\(identifier)\">")
    for row in rows {
      page.append("<span>\(row.name)</span><svg class=\"strip\" height=\"16\" viewBox=\"0 0 4000 16\" ")
      page.append("preserveAspectRatio=\"none\" role=\"img\" aria-label=\"")
      page.append(escaped: spoken(row))
      page.append("\">" as StaticString)
      for piece in row.spans {
        let x = Int(saturating: (piece.from - span.lowerBound) / (span.upperBound - span.lowerBound) * 4000)
        let end = Int(saturating: (piece.to - span.lowerBound) / (span.upperBound - span.lowerBound) * 4000)
        page.append("<path class=\"\(piece.style)\" d=\"M\(x) 0H\(max(end, x + 6))V16H\(x)Z\">")
        if !piece.note.isEmpty {
          page.append("<title>" as StaticString)
          page.append(escaped: "\(clock(piece.from)) – \(clock(piece.to)) \(piece.note)")
          page.append("</title>" as StaticString)
        }
        page.append("</path>" as StaticString)
      }
      for tick in row.ticks {
        let x = (tick.time - span.lowerBound) / (span.upperBound - span.lowerBound) * 4000
        page.append("<path class=\"\(tick.style)\" d=\"M\(Int(saturating: x)) 0V16\"><title>")
        page.append(escaped: "\(clock(tick.time)) \(tick.note)")
        page.append("</title></path>" as StaticString)
      }
      page.append("</svg>" as StaticString)
    }
    page.append("<span></span>" as StaticString)
    TimeAxis(span: span, most: 4).write(to: &page)
    page.append("</div>\n" as StaticString)
  }
}
