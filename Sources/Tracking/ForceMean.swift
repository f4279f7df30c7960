import Geometry
import Samples

/// The mean of the forces since the last call of `popMean`; the last mean again where the accelerometer is the slower sensor; nil
/// once it is silent, since an old force would give a wrong gravity.
struct ForceMean: Sendable {
  private var sum = SIMD3<Double>.zero
  private var count = 0.0
  private var last: (force: Acceleration<Body>, time: BootInstant)?
  /// Whether there were samples, but none for longer than `patience`.
  private(set) var isSilent = false
  private static let patience = TimeSpan(0.25)

  mutating func add(_ sample: AccelerometerSample) {
    sum += sample.force.components
    count += 1
    last = (sample.force, sample.time)
  }

  mutating func popMean(at time: BootInstant) -> Acceleration<Body>? {
    guard var newest = last else { return nil }
    if count > 0 {
      newest.force = Acceleration(sum / count)
      last = newest
      sum = .zero
      count = 0
    }
    isSilent = time - newest.time > Self.patience
    return isSilent ? nil : newest.force
  }
}
