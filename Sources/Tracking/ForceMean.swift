import Geometry
import Samples

/// The mean of the forces since it was asked last; the last one again where the accelerometer is the slower of the two; none
/// once it has fallen silent, since an old force would be a lie about gravity.
struct ForceMean: Sendable {
  private var sum = SIMD3<Double>.zero
  private var count = 0.0
  private var last: (force: Acceleration<Body>, time: BootInstant)?
  /// Set once it has spoken, and then not for a while.
  private(set) var isSilent = false
  private static let patience = TimeSpan(0.25)

  mutating func add(_ sample: AccelerometerSample) {
    sum += sample.force.components
    count += 1
    last = (sample.force, sample.time)
  }

  mutating func take(at time: BootInstant) -> Acceleration<Body>? {
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
