import Fusion
import Geometry
import Odometry
import Samples

/// The direction of walking in the scene, an azimuth. In the hand the device points there. On a body that looks about it is
/// learned: straight on by default, measured by the gait's bounce, and weakly by the mean gaze.
struct WalkingCourse: Sendable {
  private let parameters: TravelParameters
  private(set) var azimuth = Angle.zero
  private var variance = 0.0
  private var isKnown = false
  private var sinceGaze = TimeSpan.zero
  private(set) var gait = Aid(AidDescription("gait", unit: "rad", axes: ["azimuth"], patience: TimeSpan(20)))
  private(set) var gaze = Aid(AidDescription("gaze", unit: "rad", axes: ["azimuth"], patience: TimeSpan(5)))

  private static let gazeInterval = TimeSpan(1)
  /// Random walk of the course, and the factor by which it is faster while the wearer stands.
  private static let walk = AngleWalk.degrees(4), standing = 12.0
  /// 1 σ of the gaze about the course, and the time for which it stays on one side.
  private static let gazeSigma = Angle.degrees(40), gazeTime = TimeSpan(4)
  /// 1 σ of the gait's direction in a window, and the surprise in standard deviations that is a corner.
  private static let gaitSigma = Angle.degrees(8), corner = 2.5

  init(_ parameters: TravelParameters) { self.parameters = parameters }

  /// Sets the course to the device's direction.
  mutating func point(_ azimuth: Angle) { self.azimuth = azimuth }

  /// Ingests the gaze over the time since the last sample.
  mutating func ingest(
    gaze travel: borrowing TravelDirection, walking: Bool, steppedLately: Bool, over step: TimeSpan, at now: BootInstant
  ) {
    sinceGaze += step
    guard sinceGaze >= Self.gazeInterval else { return }
    let time = sinceGaze
    sinceGaze = .zero
    let pointing = travel.pointing
    // After standing the course may be any near the gaze.
    let walk = Self.walk.radians * (walking ? 1 : Self.standing)
    variance += walk * walk * time.value
    let own = Self.gazeSigma.radians * Self.gazeSigma.radians
    guard isKnown, steppedLately else {
      // The gaze of a standing wearer is unrelated to the path; the course restarts from it.
      isKnown = true
      azimuth = pointing
      variance = own
      gaze.wait(.notStarted)
      return
    }
    // Its error lasts for `gazeTime`, so one second has the weight 1/(2 gazeTime) of a white measurement.
    let correlation = max(1, 2 * Self.gazeTime.value / max(time.value, 1e-3))
    gaze.record(.fused(fuse(pointing, variance: own * correlation)), at: now)
  }

  /// Ingests the gait's direction over a window. A surprise is a corner, and is followed at once.
  mutating func ingest(_ window: GaitDirection.Window, at now: BootInstant) {
    guard window.coherence >= parameters.coherence else { return gait.refuse(.incoherent, at: now) }
    let noise = Self.gaitSigma.radians * Self.gaitSigma.radians
    let innovation = (window.azimuth - azimuth).wrapped.radians
    if innovation * innovation > Self.corner * Self.corner * (variance + noise) {
      variance += innovation * innovation
    }
    gait.record(.fused(fuse(window.azimuth, variance: noise)), at: now)
  }

  private mutating func fuse(_ measured: Angle, variance noise: Double) -> Fused {
    let innovation = (measured - azimuth).wrapped.radians, sum = variance + noise
    azimuth = (azimuth + .radians(innovation * variance / sum)).wrapped
    var fused = Fused(measured.radians)
    fused.variance.x = noise
    fused.innovation.x = innovation
    fused.innovationVariance.x = sum
    fused.ratio = innovation * innovation / (9 * sum)
    variance *= noise / sum
    return fused
  }
}
