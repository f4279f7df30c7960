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

/// Returns the smallest eigenvalue of a symmetric matrix, by the trigonometric solution of its characteristic cubic (O. K. Smith,
/// Comm. ACM 4(4), 1961).
func smallestEigenvalue(_ m: Matrix3) -> Double {
  let mean = (m.c0.x + m.c1.y + m.c2.z) / 3
  let off = m - .identity * mean
  let p = ((dot(off.c0, off.c0) + dot(off.c1, off.c1) + dot(off.c2, off.c2)) / 6).squareRoot()
  guard p > 1e-12 * max(1, mean.magnitude) else { return mean }
  let r = max(-1, min(1, (off * (1 / p)).determinant / 2))
  return mean + 2 * p * cos(acos(r) / 3 + 2 * .pi / 3)
}
func largestEigenvalue(_ m: Matrix3) -> Double { -smallestEigenvalue(-m) }
