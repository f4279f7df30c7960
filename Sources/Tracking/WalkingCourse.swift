import Fusion
import Geometry
import Odometry
import Samples

/// The direction of walking in the scene, an azimuth. In the hand the device points there. On a body that looks about it is
/// learned: a course that turns at a nearly constant rate, measured by the gait's bounce, whose window shows its own middle, and
/// weakly by the mean gaze; the gaze's turn tells of the rate.
///
///     θ ← θ + ω T    ω ← e^(−T/30 s) ω
struct WalkingCourse: Sendable {
  private let parameters: TravelParameters
  private var turn = TurningCourse()
  /// The course at the last step, for a device that points along it.
  private var pointed: Angle?
  private var isKnown = false
  private var sinceGaze = TimeSpan.zero
  private var lastGaze = Angle.zero
  private(set) var gait = Aid(AidDescription("gait", unit: "rad", axes: ["azimuth"], patience: TimeSpan(20)))
  private(set) var gaze = Aid(AidDescription("gaze", unit: "rad", axes: ["azimuth"], patience: TimeSpan(5)))

  private static let gazeInterval = TimeSpan(1)
  /// Random walk of the course beside its turn, and the factor by which it is faster while the wearer stands.
  private static let walk = AngleWalk.degrees(2), standing = 24.0
  /// 1 σ of the gaze about the course, and the time for which it stays on one side.
  private static let gazeSigma = Angle.degrees(40), gazeTime = TimeSpan(4)
  /// 1 σ of the gait's direction in a window, how long ago the middle of the window was (half of it, and the delay of the filters),
  /// and the surprise in standard deviations that is a corner.
  private static let gaitSigma = Angle.degrees(8), gaitAge = TravelDirection.window * 0.5 + TimeSpan(0.1), corner = 2.5

  init(_ parameters: TravelParameters) { self.parameters = parameters }

  /// The course now.
  var azimuth: Angle { pointed ?? turn.azimuth(ago: -sinceGaze) }

  /// Whether an unseen turn has left no course: nothing but the gaze tells where the steps lead.
  private(set) var isLost = false
  /// 1 σ below which there is one: that of a step's direction.
  private static let lost = Angle.degrees(30)

  /// Ingests the variance of an unseen turn of the scene. The walk goes on where it did on Earth, but not in the scene.
  mutating func turn(unseen variance: Double) {
    turn.widen(by: variance)
    guard variance > Self.lost.radians * Self.lost.radians else { return }
    (isKnown, isLost, sinceGaze) = (false, true, Self.gazeInterval)
  }

  private mutating func judge() { if isLost { isLost = turn.sigma > Self.lost } }

  /// Sets the course to the device's direction.
  mutating func point(_ azimuth: Angle) { (pointed, isLost) = (azimuth, false) }

  /// Ingests the gaze over the time since the last sample.
  mutating func ingest(
    gaze travel: borrowing TravelDirection, walking: Bool, steppedLately: Bool, over step: TimeSpan, at now: BootInstant
  ) {
    sinceGaze += step
    guard sinceGaze >= Self.gazeInterval else { return }
    let time = sinceGaze
    sinceGaze = .zero
    let pointing = travel.pointing, turned = (pointing - lastGaze).wrapped
    lastGaze = pointing
    let own = Self.gazeSigma.radians * Self.gazeSigma.radians
    guard isKnown, steppedLately else {
      // The gaze of a standing wearer is unrelated to the path; the course restarts from it.
      isKnown = true
      turn = TurningCourse(pointing, variance: own)
      gaze.wait(.notStarted)
      return
    }
    // After standing the course may be any near the gaze.
    turn.advance(time, walk: Self.walk.radians * (walking ? 1 : Self.standing))
    // Over a time T the gaze turns with the course, give or take its own turn: its variance is 2 σ² (1 − e^(−T/4 s)).
    turn.ingest(
      rate: turned.radians / time.value,
      variance: 2 * own * (fading(time / Self.gazeTime)) / (time.value * time.value))
    // Its error lasts for `gazeTime`, so one second has the weight 1/(2 gazeTime) of a white measurement.
    let correlation = max(1, 2 * Self.gazeTime.value / max(time.value, 1e-3))
    gaze.record(.fused(turn.ingest(pointing, ago: .zero, variance: own * correlation)), at: now)
    judge()
  }

  /// Ingests the gait's direction over a window. A surprise is a corner, and is followed at once.
  mutating func ingest(_ window: GaitDirection.Window, at now: BootInstant) {
    guard window.coherence >= parameters.coherence else { return gait.refuse(.incoherent, at: now) }
    let noise = Self.gaitSigma.radians * Self.gaitSigma.radians
    let ago = Self.gaitAge - sinceGaze
    turn.widen(ifBeyond: Self.corner, window.azimuth, ago: ago, variance: noise)
    gait.record(.fused(turn.ingest(window.azimuth, ago: ago, variance: noise)), at: now)
    judge()
  }
}

/// A course that turns at a rate: the estimate of both, at the moment of its last advance.
struct TurningCourse: Sendable {
  private var azimuth = Angle.zero
  private var rate = 0.0
  /// Variances of both, and their covariance.
  private var variance = 0.0, rateVariance = Self.turns * Self.turns, mixed = 0.0

  /// 1 σ of the rate of a way that turns, and how long a rate lasts: a ring of 10 m is walked at 8° a second, and a bend of a
  /// street lasts some tens of metres.
  private static let turns = AngularRate.degrees(8).value, lasting = TimeSpan(30)

  init() {}

  var sigma: Angle { .radians(variance.squareRoot()) }
  mutating func widen(by more: Double) { variance += more }

  init(_ azimuth: Angle, variance: Double) { (self.azimuth, self.variance) = (azimuth, variance) }

  func azimuth(ago time: TimeSpan) -> Angle { (azimuth - .radians(rate * time.value)).wrapped }

  /// Advances by a time; `walk` is the random walk of the course beside its turn.
  mutating func advance(_ time: TimeSpan, walk: Double) {
    let t = time.value, keep = 1 - fading(time / Self.lasting), own = Self.turns * Self.turns
    azimuth = (azimuth + .radians(rate * t)).wrapped
    variance += walk * walk * t + 2 * t * mixed + t * t * rateVariance
    mixed = (mixed + t * rateVariance) * keep
    rate *= keep
    rateVariance = own + (rateVariance - own) * keep * keep
  }

  mutating func ingest(rate measured: Double, variance noise: Double) {
    let off = measured - rate, sum = rateVariance + noise
    azimuth = (azimuth + .radians(mixed / sum * off)).wrapped
    rate += rateVariance / sum * off
    variance -= mixed * mixed / sum
    mixed *= noise / sum
    rateVariance *= noise / sum
  }

  /// Ingests the azimuth of a moment so long ago: the course less what it has turned since.
  mutating func ingest(_ measured: Angle, ago time: TimeSpan, variance noise: Double) -> Fused {
    let off = innovation(measured, ago: time), t = time.value
    let withAzimuth = variance - t * mixed, withRate = mixed - t * rateVariance,
      sum = withAzimuth - t * withRate + noise
    azimuth = (azimuth + .radians(off * withAzimuth / sum)).wrapped
    rate += off * withRate / sum
    variance -= withAzimuth * withAzimuth / sum
    mixed -= withAzimuth * withRate / sum
    rateVariance -= withRate * withRate / sum
    return Fused(measured.radians, off, noise: noise, spread: sum)
  }

  /// Adds a turn of the course by as much as an azimuth is off, if that is beyond so many standard deviations.
  mutating func widen(ifBeyond sigmas: Double, _ measured: Angle, ago time: TimeSpan, variance noise: Double) {
    let off = innovation(measured, ago: time), t = time.value
    guard off * off > sigmas * sigmas * (variance - 2 * t * mixed + t * t * rateVariance + noise) else { return }
    variance += off * off
  }

  private func innovation(_ measured: Angle, ago time: TimeSpan) -> Double {
    (measured - azimuth(ago: time)).wrapped.radians
  }
}
