public import Geometry
public import Samples

/// The search for up before the filter starts: at once if the device lies still, else from the force averaged over a second or so
/// in a frame that the gyroscope tracks. The filter then runs over all collected samples, from a start that is near enough for
/// its linearization, so no sample is lost. An owner that has collected earlier samples runs the filter itself.
///
/// In motion a single reading may point anywhere. Averaged with a weight w(t), the acceleration contributes ∫ w a dt = −∫ ẇ v dt,
/// and a raised-cosine w (zero at both ends) makes that small for any motion faster than the window; gravity is kept in full.
public struct AttitudeStart: Sendable {
  private struct Step {
    var rate: AngularVelocity<Body>
    var interval: TimeSpan
    var force: Acceleration<Body>?
  }

  /// Averaging time of a start in motion: longer than a walker's step, so that the step's acceleration averages out.
  private static let averaging = TimeSpan(1.5)
  /// Time of quiet that is enough for a start at once, and the largest deviation of the force and rate in it.
  private static let quietTime = TimeSpan(0.1), quietForce = AccelerationSize(0.3), quietRate = AngularRate.degrees(6)
  /// 1 σ of the tilt after a start at once: 0.3 m/s² of motion tilt the force by 2°.
  private static let quietTilt = Angle.degrees(3)

  private let parameters: AttitudeParameters
  /// Remembered bias with which the filter starts.
  public var remembered: BiasBelief?
  /// Time of the current sample; set by the owner. It is used only as the time of the aids.
  public var now = BootInstant(nanoseconds: .min)
  /// Whether the returned filter has already run over the collected samples.
  private let runs: Bool
  private var steps: [Step] = []
  /// The body's turn since the first sample: body now → body then.
  private var turned = Rotation<Body, Body>.aligned
  private var weighted = SIMD3<Double>.zero
  private var time = 0.0
  private var meanForce = SIMD3<Double>.zero
  private var forces = 0.0
  private var isQuiet = true

  public init(_ parameters: AttitudeParameters, runs: Bool = true) {
    self.parameters = parameters
    self.runs = runs
  }

  /// Adds a sample; returns the filter once up is found.
  public mutating func add(
    rate: AngularVelocity<Body>, force: Acceleration<Body>?, over interval: TimeSpan
  ) -> AttitudeFilter? {
    // The first sample opens the first interval: there is no information on the time before it.
    if runs, time > 0 || interval > .zero { steps.append(Step(rate: rate, interval: interval, force: force)) }
    turned = turned * Rotation<Body, Body>.exp(rate * interval)
    time += interval.value
    guard let force else { return nil }
    forces += 1
    let off = force.components - meanForce
    if forces > 1 {
      let quietForce = Self.quietForce.value, quietRate = Self.quietRate.radians
      isQuiet = isQuiet && dot(off, off) < quietForce * quietForce && rate.squaredNorm < quietRate * quietRate
    }
    meanForce += off / forces
    let duration = Self.averaging.value
    weighted += turned(force).components * (1 - cos(2 * .pi * min(time, duration) / duration))
    if isQuiet && forces > 1 && time >= Self.quietTime.value {
      return filter(up: meanForce, sigma: Self.quietTilt)
    }
    return time >= duration ? filter(up: weighted, sigma: parameters.initialTilt) : nil
  }

  /// Creates the filter; up is given in body axes of the first moment.
  private func filter(up: SIMD3<Double>, sigma: Angle) -> AttitudeFilter {
    var filter = AttitudeFilter(
      parameters, orientation: AttitudeFilter.level(Acceleration(up)), tilt: sigma, remembered: remembered)
    filter.now = now
    for step in steps { filter.advance(rate: step.rate, over: step.interval, force: step.force) }
    return filter
  }
}
