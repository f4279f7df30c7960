import Geometry
import Samples

/// A sensor's temperatures during a calibration.
struct TemperatureRange: Sendable {
  private var sum = 0.0
  private var count = 0
  private var lowest = Double.infinity
  private var highest = -Double.infinity
  private(set) var latest: Temperature?

  mutating func add(_ temperature: Temperature) {
    guard temperature.isFinite else { return }
    sum += temperature.value
    count += 1
    lowest = min(lowest, temperature.value)
    highest = max(highest, temperature.value)
    latest = temperature
  }

  var mean: Temperature? { count > 0 ? Temperature(sum / Double(count)) : nil }
  var span: Double? { count > 0 ? highest - lowest : nil }
}

func length(_ v: SIMD3<Double>) -> Double { dot(v, v).squareRoot() }
/// Returns the cosine of the angle between two vectors.
func unitDot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { dot(a, b) / (length(a) * length(b)) }
func rms(_ values: [Double]) -> Double {
  values.isEmpty ? 0 : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}
