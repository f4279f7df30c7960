public import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
public import Samples
public import Tracking

/// The heading by one method alone, beside the tracker: it replaces heading, yaw and its standard deviation of the published
/// poses, and changes nothing in the tracker.
///
/// The method compares fixes with the path without the scene's known drift, so the published yaw is the method's last one and the
/// drift. Before the first result, and in a new scene, the tracker's heading is published.
public struct MethodComparison: Sendable {
  /// A yaw of the path without drift.
  struct Found {
    var yaw: Angle
    var sigma: Angle
    /// Standard deviation of the measurement itself; that of one pair for pairs.
    var measuredSigma: Angle
    var pairs = 0
    var baseline = Length.zero
    var readings: CorrectionGrounds.Readings
  }

  public let method: HeadingMethod
  /// The change of the yaw by the last sample; nil for none.
  public private(set) var correction: Correction?
  private let parameters: TrackerParameters
  private let calibration: CalibrationSet
  private var timing: FixTiming
  private var buffer: EstimateBuffer
  private var history = PoseHistory()
  private var path = SteadyPath()
  private var pairing: PairHeading?
  private var compass = CompassHeading()
  private var hasDeclination = false
  private var found: (yaw: Angle, sigma: Angle)?
  /// The tracker's last pose.
  private var latest: TrackedPose?
  /// Count of fixes and time since the pair algorithm ran.
  private var fixesSincePairs = 0
  private var lastPairs: BootInstant?
  private var fits = Tally<RigidFit.Refusal>(), pairRefusals = Tally<PairHeading.Refusal>()
  private var velocities = Tally<VelocityHeading.Refusal>()

  public init(_ method: HeadingMethod, _ parameters: TrackerParameters, calibration: CalibrationSet = .init()) {
    self.method = method
    self.parameters = parameters
    self.calibration = calibration
    timing = FixTiming(parameters.fixes)
    buffer = EstimateBuffer(parameters.estimates)
    pairing = method.pairs.map { PairHeading($0) }
  }

  /// The pairs of the last result.
  public var pairs: [PairAngle] { pairing?.pairs ?? [] }

  /// Counts of the fixes after which the method gave no heading, by reason.
  public var refusals: [(reason: String, count: Int)] {
    switch method {
    case .fit: fits.list("method")
    case .velocity: velocities.list("method")
    case .pairsRandom, .pairsDisjoint, .pairsWeighted, .pairsAll: pairRefusals.list("method")
    case .compass: []
    }
  }

  /// Ingests a sample that has passed a `Door` and the tracker, and replaces the heading of the pose that the tracker made of it.
  public mutating func ingest(_ sample: Sample, _ pose: inout TrackedPose?) {
    correction = nil
    switch sample {
    case .magnetometer(let sample): ingest(sample)
    case .fix(let fix): ingest(fix)
    default: break
    }
    guard let tracked = pose else { return }
    ingest(tracked)
    guard let found else { return }
    let yaw = (found.yaw + tracked.drift).wrapped
    if let heading = tracked.heading { pose?.heading = (heading + yaw - tracked.yaw).azimuth }
    pose?.yaw = yaw
    pose?.yawSigma = found.sigma
  }

  private mutating func ingest(_ pose: TrackedPose) {
    if let latest, latest.scene != pose.scene { restart() }
    history.append(pose.pose, at: pose.time, velocity: pose.velocity, rate: pose.rate)
    path.advance(to: pose.pose.position, drift: pose.drift, at: pose.time)
    latest = pose
  }

  /// Restarts for a new scene, to which positions in the old one do not apply.
  private mutating func restart() {
    history.removeAll()
    path.removeAll()
    buffer.removeAll()
    compass.clear()
    found = nil
    fixesSincePairs = 0
    lastPairs = nil
  }

  private mutating func ingest(_ sample: MagnetometerSample) {
    guard method == .compass, let latest else { return }
    guard let mean = compass.add(calibration.corrected(sample), latest.pose.rotation) else { return }
    adopt(
      Found(
        yaw: mean.yaw - latest.drift, sigma: Self.compassSigma, measuredSigma: Self.compassSigma,
        readings: .init(mean.readings, from: min(mean.first, latest.time), to: min(mean.last, latest.time))),
      as: .compass, .compassAlone, in: latest)
  }
  /// Error of the direction of a field that is not the Earth's alone.
  private static let compassSigma = Angle.degrees(15)

  private mutating func ingest(_ fix: Fix) {
    let held = timing.held(fix, radius: fix.radius(assuming: parameters.fixes.assumptions))
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
    guard method != .compass else { return learnDeclination(place, fix.utc) }
    guard let latest, let estimate = estimate(fix, place, held: held, latest) else { return }
    buffer.add(estimate)
    let yaw = found?.yaw ?? latest.yaw - latest.drift
    switch method {
    case .fit: adoptFit(latest)
    case .velocity: adoptVelocity(latest)
    case .pairsRandom, .pairsDisjoint, .pairsWeighted, .pairsAll: adoptPairs(latest, yaw)
    case .compass: break
    }
  }

  private mutating func learnDeclination(_ place: Geodetic, _ utc: UTC?) {
    guard !hasDeclination,
      let field = EarthField(at: place, utc: utc, assumedYear: parameters.walking.tie.year)
    else { return }
    hasDeclination = true
    compass.declination = .radians(field.declination)
  }

  /// Returns the estimate of a fix that was valid at `held`; nil without a pose of that time.
  private func estimate(_ fix: Fix, _ place: Geodetic, held: BootInstant, _ latest: TrackedPose) -> Estimate? {
    guard let scene = history.position(at: held).flatMap({ path.position($0, at: held) }) else { return nil }
    var estimate = Estimate(
      time: held, place: place, radius: fix.radius(assuming: parameters.fixes.assumptions), scene: scene, way: .zero)
    estimate.driftSigma = latest.driftSigma
    if let east = fix.velocityEast, let north = fix.velocityNorth, let velocity = history.velocity(at: held) {
      let steady = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: -latest.drift)
      let sigma = fix.speedError.map { $0 / RadiusPerSigma.of95 } ?? Speed(0.3)
      estimate.velocity = VelocityPair(
        earth: Velocity(east.value, 0, -north.value), scene: steady(velocity), sigma: max(sigma, Speed(0.05)))
    }
    return estimate
  }

  private mutating func adoptFit(_ latest: TrackedPose) {
    switch buffer.rigidFit() {
    case .failure(let reason): fits.record(reason)
    case .success(let fit):
      adopt(
        Found(
          yaw: fit.yaw, sigma: fit.sigma, measuredSigma: fit.sigma, baseline: fit.baseline,
          readings: readings(fit.estimates, latest)), as: .fit, .fit, in: latest)
    }
  }

  private mutating func adoptVelocity(_ latest: TrackedPose) {
    switch buffer.velocityHeading() {
    case .failure(let reason): velocities.record(reason)
    case .success(let heading):
      adopt(
        Found(
          yaw: heading.yaw, sigma: heading.sigma, measuredSigma: heading.sigma,
          readings: readings(heading.estimates, latest)), as: .velocity, .velocity, in: latest)
    }
  }

  /// Runs the pair algorithm when ten fixes or ten seconds have passed since its last run.
  private mutating func adoptPairs(_ latest: TrackedPose, _ yaw: Angle) {
    fixesSincePairs += 1
    let since = lastPairs.map { latest.time - $0 }
    if lastPairs == nil { lastPairs = latest.time }
    guard fixesSincePairs >= 10 || (since ?? .zero) >= TimeSpan(10) else { return }
    fixesSincePairs = 0
    lastPairs = latest.time
    switch pairing?.mean(of: buffer, yaw: yaw) {
    case nil: break
    case .failure(let reason): pairRefusals.record(reason)
    case .success(let mean):
      adopt(
        Found(
          yaw: yaw + mean.angle, sigma: mean.sigma, measuredSigma: mean.spread, pairs: mean.pairs,
          baseline: mean.baseline, readings: readings(mean.estimates, latest)), as: .pairs, .pairs, in: latest)
    }
  }

  private func readings(_ count: Int, _ latest: TrackedPose) -> CorrectionGrounds.Readings {
    .init(
      count, from: buffer.estimates.first?.time ?? latest.time, to: buffer.estimates.last?.time ?? latest.time)
  }

  /// Adopts a result, and makes the correction: from the yaw published so far to this one.
  private mutating func adopt(
    _ result: Found, as source: Correction.Source, _ aid: AidDescription, in latest: TrackedPose
  ) {
    let new = (result.yaw + latest.drift).wrapped
    let old = found.map { ($0.yaw + latest.drift).wrapped } ?? latest.yaw
    let known = (found?.sigma ?? latest.yawSigma ?? .radians(.pi)).radians, sigma = result.measuredSigma.radians
    var fused = Fused(new.radians)
    fused.variance.x = sigma * sigma
    fused.innovation.x = (new - old).wrapped.radians
    fused.innovationVariance.x = sigma * sigma + known * known
    fused.ratio = fused.innovation.x * fused.innovation.x / (9 * fused.innovationVariance.x)
    var correction = Correction(
      time: latest.time, scene: latest.scene, source: source, oldYaw: old, newYaw: new, sigma: result.sigma)
    correction.measured = new
    correction.measuredSigma = result.measuredSigma
    if source != .compass { correction.estimates = result.readings.count }
    correction.pairs = result.pairs
    correction.baseline = result.baseline
    correction.grounds = CorrectionGrounds(aid, result.readings, fused: fused)
    self.correction = correction
    found = (result.yaw.wrapped, result.sigma)
  }
}

extension AidDescription {
  static let pairs = yawMethod("pairs"), velocity = yawMethod("velocity"), compassAlone = yawMethod("compass-alone")
}
