public import Geometry
public import Samples

/// The search for up before a shoe's filter starts: the mean force over a tenth of a second in which the shoe stands. A shoe that
/// does not stand within a second starts with the mean force of that second, in a frame that the gyroscope carries along, and a
/// large error of the tilt: the first stances correct it.
public struct ShoeStart: Sendable {
  /// Remembered bias with which the filter starts.
  public var remembered: BiasBelief?
  private let parameters: ShoeParameters
  private let sensors: AttitudeParameters
  private var window = InertialWindow(ShoeStart.quiet)
  /// The filter's detector, which has seen the samples of the start too: they may be the only rest for long.
  private var detector: StanceDetector
  /// The body's turn since the first sample, and the sum of the forces in its first axes.
  private var turned = Rotation<Body, Body>.aligned
  private var pushed = SIMD3(0.0, 0.0, 0.0)
  private var elapsed = 0.0

  private static let quiet = TimeSpan(0.1), longest = 0.9, movingTilt = Angle.degrees(10)

  public init(_ parameters: ShoeParameters, _ sensors: AttitudeParameters = .init()) {
    self.parameters = parameters
    self.sensors = sensors
    detector = StanceDetector(parameters)
  }

  /// Ingests a sample. Returns the filter once there is an up.
  public mutating func add(
    rate: AngularVelocity<Body>, force: Acceleration<Body>?, at time: BootInstant, over interval: TimeSpan
  ) -> ShoeOdometry? {
    guard let force else { return nil }
    turned = turned * Rotation<Body, Body>.exp(rate * interval)
    pushed += turned(force).components
    elapsed += interval.value
    let bias = remembered?.bias.components ?? .zero
    detector.add(rate: rate.components, force: force.components, bias: bias, at: time, over: interval.value)
    window.add(.init(time: time, rate: rate.components, force: force.components))
    func filter(_ up: Acceleration<Body>, _ tilt: Angle) -> ShoeOdometry? {
      guard up.direction != nil else { return nil }
      return ShoeOdometry(
        parameters, sensors, orientation: AttitudeFilter.level(up), tilt: tilt, bias: remembered, rate: rate,
        force: force,
        at: time, detector: detector)
    }
    let turn = ShoeParameters.standingRate.radians, push = ShoeParameters.standingForce.value
    if window.isFull, window.rateScatter < turn * turn, window.forceScatter < push * push,
      dot(window.meanRate, window.meanRate) < turn * turn
    {
      return filter(Acceleration(window.meanForce), ShoeParameters.initialTilt)
    }
    guard elapsed >= Self.longest else { return nil }
    return filter(turned.inverse(Acceleration<Body>(pushed)), Self.movingTilt)
  }
}
