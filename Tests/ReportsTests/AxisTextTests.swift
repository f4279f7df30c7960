import Testing
import Text

@testable import Reports

@Suite struct AxisTextTests {
  /// The values along an axis have room in fonts that are higher than those of this machine.
  @Test func textsAreApart() {
    var scales: [TimeChart.Scale] = []
    for step in 0...60 {
      let size = Double(step)
      scales.append(.root(1 + 0.05 * size * size))
      scales.append(.linear(-1...0.7 * size))
      scales.append(.logarithmic(0.8...1 + 0.4 * size * size * size))
    }
    for scale in scales {
      for height in [100, 110, 170, 190, 240] {
        let chart = TimeChart(
          identifier: "c", title: "t", unit: "", span: 0...60, scale: scale, height: height, layers: [])
        var page = TextBuffer()
        chart.write(to: &page)
        let axis = page.string.matches(of: /<text x="100%" dx="-6" y="([0-9.]+)">/).map { Double($0.1) ?? .nan }
        let apart = zip(axis, axis.dropFirst()).map { ($0 - $1).magnitude }.min() ?? 20
        #expect(apart >= 19.8 && !axis.isEmpty, "\(scale), \(height): \(axis)")
      }
    }
  }
}
