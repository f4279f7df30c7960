import Geometry
import Samples

/// A three-axis sensor's readings at even intervals, without holes: the input of an Allan variance.
///
/// One to five lost samples are bridged by a straight line and counted; a longer hole begins a new stretch, and the longest one
/// is kept. A full record averages neighbors in pairs: the interval doubles, and averages over longer times, which the Allan
/// variance is computed from, do not change.
struct EvenRecord: Sendable {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  private(set) var z: [Double] = []
  private(set) var filled = 0
  private var first: BootInstant?
  private var last: BootInstant?
  private var lastValue = SIMD3<Double>.zero
  /// Number of the device's samples that are averaged to one reading of the record.
  private var pair = 1
  private var partial = SIMD3<Double>.zero
  private var partialCount = 0
  private var taken = 0
  let capacity: Int

  static let mostFilled = 5

  init(capacity: Int) { self.capacity = max(64, capacity & ~1) }

  var count: Int { x.count }
  var duration: Double {
    guard let first, let last else { return 0 }
    return (last - first).value
  }
  /// Interval between two of the device's samples.
  private var deviceInterval: Double { taken > 1 ? duration / Double(taken - 1) : 0 }
  var interval: Double { deviceInterval * Double(pair) }

  /// Returns false if a hole is too long: the reading belongs to a new stretch.
  mutating func append(_ v: SIMD3<Double>, at time: BootInstant) -> Bool {
    if let last {
      let step = (time - last).value
      let usual = taken >= 20 ? deviceInterval : step
      let missing = usual > 0 ? Int(saturating: min(1e6, (step / usual).rounded())) - 1 : 0
      guard missing <= Self.mostFilled, step < 1 || missing == 0 else { return false }
      if missing > 0 {
        filled += missing
        for k in 1...missing {
          push(lastValue + (v - lastValue) * (Double(k) / Double(missing + 1)))
        }
      }
    } else {
      first = time
    }
    last = time
    lastValue = v
    push(v)
    return true
  }

  private mutating func push(_ v: SIMD3<Double>) {
    taken += 1
    partial += v
    partialCount += 1
    guard partialCount == pair else { return }
    if x.count == capacity {
      halve()
      return
    }
    let mean = partial / Double(pair)
    partial = .zero
    partialCount = 0
    x.append(mean.x)
    y.append(mean.y)
    z.append(mean.z)
  }

  private mutating func halve() {
    Self.averagePairs(&x)
    Self.averagePairs(&y)
    Self.averagePairs(&z)
    // `partial` holds a mean of the old number of samples: it is the first half of the next one.
    pair *= 2
  }

  private static func averagePairs(_ readings: inout [Double]) {
    let half = readings.count / 2
    readings.withUnsafeMutableBufferPointer { r in for i in 0..<half { r[i] = 0.5 * (r[2 * i] + r[2 * i + 1]) } }
    readings.removeLast(readings.count - half)
  }
}
