import Geometry
import Text

/// A chart over the time of the session, as one figure.
///
/// The drawing is stretched to the available width, but its strokes are not; dots are lines of zero length with round or square
/// ends. The text along the axes stands beside the drawing and is never stretched, so that it has one size on a phone and on a
/// desk.
struct TimeChart {
  enum Shape { case line, dots, area, steps }

  struct Layer {
    var shape: Shape
    /// Class of the style sheet.
    var style: String
    /// Entry of the legend; empty for none.
    var label = ""
    /// Points: seconds since the start, and value. Lines are given in pieces.
    var pieces: [[SIMD2<Double>]] = []
    /// The other edge of an area, point by point.
    var lower: [[SIMD2<Double>]] = []
    /// Texts that appear when the pointer is on a dot, dot by dot.
    var notes: [String] = []
  }

  enum Scale {
    case linear(ClosedRange<Double>)
    case logarithmic(ClosedRange<Double>)
    /// Both sides of zero by the square root, so that small values can be told apart while large ones have room.
    case root(Double)
  }

  var identifier: String
  var title: String
  var unit: String
  var remark = ""
  var span: ClosedRange<Double>
  /// Whether the horizontal axis shows durations, by decades, instead of moments of the session.
  var isOverDurations = false
  var scale: Scale
  var height = 190
  var layers: [Layer]
  /// Levels with a meaning, and the meaning.
  var thresholds: [(value: Double, label: String)] = []

  /// The width of the drawing in its own units; its height is in tenths of a pixel.
  static let width = 4000.0

  func x(_ time: Double) -> Double { axis.part(time) * Self.width }

  private var axis: TimeAxis { TimeAxis(span: span, isOverDurations: isOverDurations) }

  /// Returns units downward from the top, limited for values far outside.
  func y(_ value: Double) -> Double {
    let part: Double
    switch scale {
    case .linear(let range): part = (value - range.lowerBound) / max(1e-12, range.upperBound - range.lowerBound)
    case .root(let reach): part = 0.5 + (value < 0 ? -0.5 : 0.5) * (value.magnitude / reach).squareRoot()
    case .logarithmic(let range):
      part = log(max(value, 1e-9) / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }
    return (1 - max(-3, min(4, part))) * Double(height) * 10
  }

  /// The round values along the axis that have room for their text, whatever the height of the font, the most wanted first.
  private var ticks: [Double] {
    let wanted =
      switch scale {
      case .linear(let range): Ticks.linear(range, about: Double(height) / 36)
      case .logarithmic(let range): Ticks.logarithmic(range, factors: [1]) + Ticks.logarithmic(range)
      case .root(let reach): Ticks.turns(upTo: reach)
      }
    var shown: [Double] = []
    for tick in wanted where !shown.contains(where: { (textPlace($0) - textPlace(tick)).magnitude < Self.leastApart }) {
      shown.append(tick)
    }
    return shown.sorted()
  }

  /// Pixels between two texts along the axis: text of 12 px is 14 px high in DejaVu Sans, 16.4 in Noto Sans, and 20 in some fonts.
  private static let leastApart = 20.0

  /// The height of a value's text, in pixels from the top: at the value, and inside the drawing.
  private func textPlace(_ value: Double) -> Double { max(9, min(Double(height) - 3, y(value) / 10 + 4)) }

  func write(to page: inout TextBuffer) {
    page.append("<figure class=\"chart\" id=\"\(identifier)\"><figcaption><h3>\(title)<span>\(unit)</span></h3>")
    if !remark.isEmpty {
      page.append("<p>" as StaticString)
      page.append(escaped: remark)
      page.append("</p>" as StaticString)
    }
    writeLegend(to: &page)
    page.append("</figcaption><div class=\"frame\">" as StaticString)
    writeValues(to: &page)
    page.append(
      "<svg class=\"plot\" height=\"\(height)\" viewBox=\"0 0 \(Int(saturating: Self.width)) \(height * 10)\" "
        + "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"")
    page.append(escaped: spoken)
    page.append("\">" as StaticString)
    writeGrid(to: &page)
    for layer in layers { write(layer, to: &page) }
    page.append("</svg>" as StaticString)
    axis.write(to: &page)
    page.append("</div></figure>\n" as StaticString)
  }

  /// Text about the chart, for a screen reader: ends and range of each line, number and range of marks.
  private var spoken: String {
    var text = unit.isEmpty || unit == "count" ? title : "\(title) in \(unit)"
    for layer in layers where !layer.label.isEmpty && layer.shape != .area {
      let points = layer.pieces.joined()
      guard let first = points.first, let last = layer.pieces.last(where: { !$0.isEmpty })?.last else { continue }
      let low = points.map(\.y).min() ?? 0, high = points.map(\.y).max() ?? 0
      let range = "between \(shown(low)) and \(shown(high))"
      text +=
        layer.shape == .dots
        ? "; \(layer.label): \(points.count) marks \(range)"
        : "; \(layer.label): from \(shown(first.y)) to \(shown(last.y)), \(range)"
    }
    return text
  }

  private func writeLegend(to page: inout TextBuffer) {
    let named = layers.filter { !$0.label.isEmpty && $0.pieces.contains { !$0.isEmpty } }
    guard !named.isEmpty else { return }
    page.append("<ul class=\"legend\">" as StaticString)
    for layer in named {
      page.append("<li>" as StaticString)
      page.append(Swatch.svg(layer.shape, layer.style))
      page.append(escaped: layer.label)
      page.append("</li>" as StaticString)
    }
    page.append("</ul>" as StaticString)
  }

  private func writeValues(to page: inout TextBuffer) {
    page.append("<svg class=\"values\" height=\"\(height)\" aria-hidden=\"true\">")
    for tick in ticks {
      page.append("<text x=\"100%\" dx=\"-6\" y=\"\(shown(textPlace(tick), 1))\">\(tickText(tick))</text>")
    }
    page.append("</svg>" as StaticString)
  }

  private func tickText(_ value: Double) -> String {
    value.magnitude >= 10_000
      ? "\(shown(value / 1000, 1))k" : shown(value, value.magnitude < 0.00095 ? 7 : value.magnitude < 0.095 ? 3 : 2)
  }

  private func writeGrid(to page: inout TextBuffer) {
    page.append("<path class=\"grid\" d=\"" as StaticString)
    for tick in ticks { page.append("M0 \(Int(saturating: y(tick)))H\(Int(saturating: Self.width))") }
    for tick in axis.ticks { page.append("M\(Int(saturating: x(tick))) 0V\(height * 10)") }
    page.append("\"/>" as StaticString)
    for threshold in thresholds {
      page.append(
        "<path class=\"threshold\" d=\"M0 \(Int(saturating: y(threshold.value)))H\(Int(saturating: Self.width))\"><title>\(threshold.label)</title></path>"
      )
    }
  }

  private func write(_ layer: Layer, to page: inout TextBuffer) {
    let pieces = layer.pieces.filter { !$0.isEmpty }
    guard !pieces.isEmpty else { return }
    if layer.shape == .dots && !layer.notes.isEmpty {
      for (point, note) in zip(pieces.joined(), layer.notes) {
        page.append(
          "<path class=\"\(layer.style)\" d=\"M\(Int(saturating: x(point.x))) \(Int(saturating: y(point.y)))h0\"><title>"
        )
        page.append(escaped: note)
        page.append("</title></path>" as StaticString)
      }
      return
    }
    page.append("<path class=\"\(layer.style)\" d=\"")
    for (index, piece) in pieces.enumerated() {
      switch layer.shape {
      case .dots: for point in piece { page.append("M\(Int(saturating: x(point.x))) \(Int(saturating: y(point.y)))h0") }
      case .line: write(Thinning.series(piece, bins: 1000), to: &page)
      case .steps:
        for (index, point) in piece.enumerated() {
          page.append(
            index == 0
              ? "M\(Int(saturating: x(point.x))) \(Int(saturating: y(point.y)))"
              : "H\(Int(saturating: x(point.x)))V\(Int(saturating: y(point.y)))")
        }
      case .area:
        guard index < layer.lower.count else { continue }
        write(Thinning.series(piece, bins: 500), to: &page)
        for point in Thinning.series(layer.lower[index], bins: 500).reversed() {
          page.append("L\(Int(saturating: x(point.x))) \(Int(saturating: y(point.y)))")
        }
        page.append("Z" as StaticString)
      }
    }
    page.append("\"/>" as StaticString)
  }

  private func write(_ piece: [SIMD2<Double>], to page: inout TextBuffer) {
    page.appendPath(piece.map { (Int(saturating: x($0.x)), Int(saturating: y($0.y))) })
  }
}

/// The times below a chart.
struct TimeAxis {
  var span: ClosedRange<Double>
  var isOverDurations = false
  /// Most ticks, for the width of a phone; from an hour on two fewer, because their text is longer.
  var most = 6.0
  var ticks: [Double] {
    isOverDurations ? Ticks.logarithmic(span) : Ticks.time(span, atMost: span.upperBound < 3600 ? most : most - 2)
  }

  /// Returns the place along the axis, from 0 to 1.
  func part(_ time: Double) -> Double {
    isOverDurations
      ? log(max(time, 1e-9) / span.lowerBound) / max(1e-9, log(span.upperBound / span.lowerBound))
      : (time - span.lowerBound) / max(1e-9, span.upperBound - span.lowerBound)
  }

  func write(to page: inout TextBuffer) {
    page.append("<svg class=\"times\" height=\"20\" aria-hidden=\"true\">" as StaticString)
    for tick in ticks {
      let part = part(tick) * 100
      let anchor = part < 4 ? " class=\"first\"" : part > 94 ? " class=\"last\"" : ""
      page.append(
        "<text x=\"\(shown(part, 2))%\" y=\"14\"\(anchor)>\(isOverDurations ? "\(shown(tick, 3)) s" : clock(tick))</text>"
      )
    }
    page.append("</svg>" as StaticString)
  }
}

/// A sample of a line or mark, for legends.
enum Swatch {
  static func svg(_ shape: TimeChart.Shape, _ style: String) -> String {
    let path =
      switch shape {
      case .line: "M2 7H28"
      case .steps: "M2 11H15V4H28"
      case .dots: "M15 7h0"
      case .area: "M2 2H28V12H2Z"
      }
    return
      "<svg class=\"swatch\" width=\"30\" height=\"14\" aria-hidden=\"true\"><path class=\"\(style)\" d=\"\(path)\"/></svg>"
  }
}

extension TextBuffer {
  /// Appends a path of whole coordinates, each point relative to the one before, without repeated points.
  mutating func appendPath(_ points: [(x: Int, y: Int)]) {
    guard var last = points.first else { return }
    append("M\(last.x) \(last.y)")
    if points.count == 1 { append("h0") }
    for point in points.dropFirst() where point != last {
      append(UInt8(ascii: "l"))
      append(point.x - last.x)
      append(UInt8(ascii: " "))
      append(point.y - last.y)
      last = point
    }
  }
}
