public import Allan
import Calibrators
import Geometry
public import Text

/// Allan deviations over the averaging time, both on logarithmic axes: a line for each axis, and the interval that holds 95 % of
/// the estimate.
enum AllanCharts {
  static func charts(_ reports: [AllanReport]) -> [TimeChart] { reports.compactMap(chart) }

  private static func chart(_ report: AllanReport) -> TimeChart? {
    let isGyroscope = report.sensor == .gyroscope
    let factor = isGyroscope ? 180 / Double.pi : 1, unit = isGyroscope ? "°/s" : "m/s²"
    let points = report.axes.flatMap(\.points).filter { $0.deviation > 0 && $0.upper.isFinite }
    guard let first = points.map(\.time.value).min(), let last = points.map(\.time.value).max(), last > first,
      let low = points.map(\.lower).min(), let high = points.map(\.upper).max(), low > 0
    else { return nil }
    var layers: [TimeChart.Layer] = []
    for (index, axis) in report.axes.enumerated() {
      let shown = axis.points.filter { $0.deviation > 0 && $0.upper.isFinite }
      func line(_ value: (AllanVariance.Point) -> Double) -> [[SIMD2<Double>]] {
        [shown.map { SIMD2($0.time.value, value($0) * factor) }]
      }
      layers.append(.init(shape: .area, style: "band", pieces: line(\.upper), lower: line(\.lower)))
      layers.append(
        .init(
          shape: .line, style: "series s\(index + 1)", label: label(index, axis, isGyroscope), pieces: line(\.deviation)
        ))
    }
    // Bands lie below lines.
    layers = layers.filter { $0.shape == .area } + layers.filter { $0.shape != .area }
    let mine = report.recommendations.map(\.line).joined(separator: ", ")
    return TimeChart(
      identifier: "allan-\(report.sensor.rawValue)", title: isGyroscope ? "Gyroscope" : "Accelerometer", unit: unit,
      remark:
        "Allan deviation over the averaging time; \(clock(report.duration.value)) at \(shown(1 / report.interval.value)) Hz."
        + (mine.isEmpty ? "" : " The values for the filter are larger than those measured at rest: \(mine)."),
      span: first...last, isOverDurations: true, scale: .logarithmic(low * factor * 0.8...high * factor * 1.25),
      height: 260,
      layers: layers)
  }

  /// `x: white 0.0081 °/√s, instability 0.0014 °/s`
  private static func label(_ index: Int, _ axis: AllanVariance, _ isGyroscope: Bool) -> String {
    let factor = isGyroscope ? 180 / Double.pi : 1
    var parts: [String] = []
    func add(_ name: String, _ value: AllanVariance.Coefficient?, _ unit: String) {
      guard let value else { return }
      parts.append("\(name) \(shown(value.value * factor, 6)) \(unit)")
    }
    add("white", axis.whiteNoise, isGyroscope ? "°/√s" : "m/s/√s")
    add("instability", axis.instability, isGyroscope ? "°/s" : "m/s²")
    add("walk", axis.walk, isGyroscope ? "°/s/√s" : "m/s²/√s")
    return ["x", "y", "z"][index] + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }
}

/// A self-contained page about the noise of a recording at rest, with the style and the content policy of the session's report.
public struct AllanPage {
  private let reports: [AllanReport]
  private let title: String
  private let generator: String

  public init(_ reports: [AllanReport], title: String, generator: String) {
    self.reports = reports
    self.title = title
    self.generator = generator
  }

  public func write(to page: inout TextBuffer) {
    ReportPage.writeHead("\(title) – gnomon noise", to: &page)
    page.append("<body><main>\n<header><p class=\"brand\">gnomon · noise at rest</p><h1>" as StaticString)
    page.append(escaped: title)
    page.append("</h1></header>\n<section><h2>Allan deviation</h2>\n" as StaticString)
    for chart in AllanCharts.charts(reports) { chart.write(to: &page) }
    page.append("</section>\n<footer><p>" as StaticString)
    page.append(escaped: generator)
    page.append(
      " · IEEE Std 952; bands hold 95 %. White noise falls with slope −1/2, instability is flat, a random walk rises with +1/2. This page loads nothing.</p></footer>\n</main></body></html>\n"
        as StaticString)
  }
}
