import Geometry
import Odometry
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
  private var clipping = ClippedSensor.accelerometer
  private var missing = MissingMotion.Missing()
  private var watched: BootInstant?
  /// Number of samples with a component at the end of its range.
  private(set) var clipped = 0

  /// Forgets the forces, not what is known of the sensor.
  mutating func restart() {
    sum = .zero
    count = 0
    last = nil
    missing = .init()
  }

  /// Watches for the end of the sensor's range, before any calibration.
  mutating func watch(_ sample: AccelerometerSample) {
    let interval = watched.map { max(0, (sample.time - $0).value) } ?? 0
    watched = sample.time
    clipping.ingest(sample.force.components, over: interval)
    if !clipping.missing.isNone { missing += clipping.missing }
    if clipping.isClipped { clipped += 1 }
  }

  /// Adds what the forces since the last call have not shown.
  mutating func popMissing(into step: inout InertialStep) {
    guard !missing.isNone else { return }
    step.missing.velocity = missing
    missing = .init()
  }

  mutating func add(_ sample: AccelerometerSample) {
    sum += sample.force.components
    count += 1
    last = (sample.force, sample.time)
  }

  /// The last force, where there is one.
  var newest: SIMD3<Double> { last?.force.components ?? .zero }

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
