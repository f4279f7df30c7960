import Geometry
import Odometry
import Samples

/// The body's turning during a calibration: the gyroscope's and accelerometer's readings in short steps, and the orientation at
/// the end of each. Gravity holds its tilt; its heading drifts.
///
/// The attitude filter runs along (`AttitudeFilter`). In the end it runs backwards over the steps and forwards again, with the
/// bias and the errors of scale and axes learned from all steps (with time reversed, a rate changes its sign and a force does
/// not), and the two runs are averaged, as in a fixed-interval smoother: the first second is then as good as the last.
struct MotionTrack: Sendable {
  struct Step: Sendable {
    /// Time of its end, in seconds since the start.
    var time: Double
    var duration: Double
    /// Rotation vector of the turn by the gyroscope.
    var turn: SIMD3<Double>
    var force: SIMD3<Double>?
    var orientation: Rotation<Body, Scene>
  }

  /// The shortest step, in seconds: slower sensors make longer ones.
  static let shortestStep = 0.019
  static let capacity = 12_000

  private(set) var steps: [Step] = []
  private let parameters: AttitudeParameters
  private var starting: AttitudeStart
  private var startingSince = 0.0
  private(set) var filter: AttitudeFilter?
  /// The current step.
  private var turn = Rotation<Body, Body>.aligned
  private var duration = 0.0
  private var force = SIMD3<Double>.zero
  private var forces = 0.0
  /// Path that the body has turned so far, in radians, for any direction.
  private(set) var path = 0.0
  private(set) var time = 0.0
  private(set) var rate = SIMD3<Double>.zero

  init() {
    var parameters = AttitudeParameters()
    parameters.initialAccelerometerBias = AccelerationSize(0.1)
    parameters.initialScale = 0.015
    self.parameters = parameters
    starting = AttitudeStart(parameters)
    steps.reserveCapacity(4096)
  }

  var isStarted: Bool { filter != nil }

  mutating func add(force value: SIMD3<Double>) {
    force += value
    forces += 1
  }

  /// Adds a reading of the gyroscope that covers the interval just past.
  mutating func add(rate value: SIMD3<Double>, over interval: Double) {
    turn = turn * Rotation<Body, Body>.exp(RotationVector(value * interval))
    duration += interval
    time += interval
    rate = value
    path += dot(value, value).squareRoot() * interval
    if duration >= Self.shortestStep { closeStep() }
  }

  private mutating func closeStep() {
    let vector = turn.logarithm.components
    let mean = forces > 0 ? force / forces : nil
    let rate = AngularVelocity<Body>(vector / duration)
    let felt = mean.map { Acceleration<Body>($0) }
    if filter == nil {
      // `starting` keeps all readings until up is known; without an accelerometer it never is.
      if time - startingSince > 30 { (starting, startingSince) = (AttitudeStart(parameters), time) }
      filter = starting.add(rate: rate, force: felt, over: TimeSpan(duration))
    } else {
      filter?.advance(rate: rate, over: TimeSpan(duration), force: felt)
    }
    if steps.count == Self.capacity { steps.removeFirst(Self.capacity / 4) }
    steps.append(
      Step(
        time: time, duration: duration, turn: vector, force: mean, orientation: filter?.orientation ?? .aligned))
    turn = .aligned
    duration = 0
    force = .zero
    forces = 0
  }

  /// Time from which on orientations are kept.
  var beginning: Double { steps.first.map { $0.time - $0.duration } ?? 0 }

  /// Returns the track with orientations smoothed over all steps; nil until up is known.
  func smoothed() -> MotionTrack? {
    guard let filter, let first = steps.first, let last = steps.last, last.time - first.time > 1 else { return nil }
    // The biases that the forward pass learned are subtracted from the readings; only small changes are allowed afterwards.
    var parameters = parameters
    parameters.initialBias = .degrees(0.05)
    parameters.initialAccelerometerBias = AccelerationSize(0.02)
    parameters.initialScale = 0.002
    parameters.initialCross = 0.002
    func readings(_ step: Step) -> (rate: SIMD3<Double>, force: Acceleration<Body>?) {
      let unbiased = step.turn / step.duration - filter.bias.components
      return (
        unbiased - filter.errorMatrix * unbiased, step.force.map { Acceleration($0) - filter.accelerometerBias }
      )
    }
    var result = self
    var backward = AttitudeFilter(parameters, orientation: filter.orientation, tilt: .degrees(1))
    var backwards = [Rotation<Body, Scene>](repeating: .aligned, count: steps.count)
    for i in steps.indices.reversed() {
      backwards[i] = backward.orientation
      let (rate, force) = readings(steps[i])
      backward.advance(rate: AngularVelocity(-rate), over: TimeSpan(steps[i].duration), force: force)
    }
    var forward = AttitudeFilter(parameters, orientation: backward.orientation, tilt: .degrees(0.5))
    for i in steps.indices {
      let (rate, force) = readings(steps[i])
      forward.advance(rate: AngularVelocity(rate), over: TimeSpan(steps[i].duration), force: force)
      result.steps[i].orientation = backwards[i].interpolated(to: forward.orientation, fraction: 0.5)
    }
    return result
  }

  /// Returns the path turned in each of a row of intervals, in radians; element 0 is the path before the first.
  func path(by interval: Double, from start: Double, count: Int) -> [Double] {
    var result = [Double](repeating: 0, count: count)
    for step in steps {
      let j = Int(saturating: ((step.time - start) / interval).rounded(.up))
      if result.indices.contains(j) { result[j] += dot(step.turn, step.turn).squareRoot() }
    }
    return result
  }

  /// Returns orientation and rate at a moment, within the turn of its step; nil outside.
  func pose(at time: Double, near hint: inout Int) -> (orientation: Rotation<Body, Scene>, rate: SIMD3<Double>)? {
    guard steps.count > 1, time >= steps[0].time, let last = steps.last, time <= last.time + 0.1 else { return nil }
    var i = min(max(1, hint), steps.count - 1)
    while i > 1, steps[i - 1].time > time { i -= 1 }
    while i < steps.count - 1, steps[i].time < time { i += 1 }
    hint = i
    let before = steps[i - 1].orientation, after = steps[i].orientation
    let turn = before.difference(to: after)
    let share = (time - steps[i - 1].time) / steps[i].duration
    return (before * Rotation<Body, Body>.exp(turn * share), turn.components / steps[i].duration)
  }
}
