public import Alignment
public import Fusion
import Geodesy
import Geometry
import Odometry
public import Samples
public import Tracking

/// The heading, or the place, by one method alone, beside the tracker: it replaces heading, yaw and its standard deviation, or the
/// place and its radius, of the published poses, and changes nothing in the tracker.
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
    var baseline = Length.zero
    var readings: CorrectionGrounds.Readings
  }

  public let method: ComparedMethod
  /// The change of the yaw by the last sample; nil for none.
  public private(set) var correction: Correction?
  private let parameters: TrackerParameters
  private let calibration: CalibrationSet
  private let own: MethodParameters
  private var reader: FixReader
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
  /// The best estimate, when it was chosen, and the length of the way so far.
  private var best: Estimate?
  private var lastChoice: BootInstant?
  private var way = Length.zero
  private var lastPairs: BootInstant?
  private var fits = Tally<RigidFit.Refusal>(), pairRefusals = Tally<PairHeading.Refusal>()
  private var velocities = Tally<VelocityHeading.Refusal>()

  public init(
    _ method: ComparedMethod, _ parameters: TrackerParameters, own: MethodParameters = .init(),
    calibration: CalibrationSet = .init()
  ) {
    self.method = method
    self.parameters = parameters
    self.calibration = calibration
    self.own = own
    // These methods learn no age: theirs is that of a receiver that does not smooth.
    var fixes = parameters.fixes
    if fixes.latency == .zero { fixes.latency = fixes.preciseLatency }
    reader = FixReader(fixes)
    buffer = EstimateBuffer(own)
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
    case .compass, .estimate: []
    }
  }

  /// Ingests a sample that has passed a `Door` and the tracker, and replaces the heading of the pose that the tracker made of it.
  public mutating func ingest(_ sample: Sample, _ pose: inout TrackedPose?) {
    correction = nil
    switch sample {
    case .magnetometer(let sample): ingest(sample)
    case .fix(let fix): if let reading = reader.read(fix) { ingest(reading) }
    default: break
    }
    guard let tracked = pose else { return }
    ingest(tracked)
    if method == .estimate { return reckon(&pose) }
    guard let found else { return }
    let yaw = (found.yaw + tracked.drift).wrapped
    if let heading = tracked.heading { pose?.heading = (heading + yaw - tracked.yaw).azimuth }
    pose?.yaw = yaw
    pose?.yawSigma = found.sigma
  }

  /// Replaces a pose's place by the best estimate's and the way since, with the drift of that way in its radius.
  private func reckon(_ pose: inout TrackedPose?) {
    guard let tracked = pose, let best, let position = path.position(tracked.pose.position, at: tracked.time) else {
      return
    }
    var place = best.deadReckoned(to: position, yaw: tracked.yaw - tracked.drift)
    if let height = tracked.place?.height { place.height = height }
    pose?.place = place
    pose?.horizontalAccuracy = Length(hypot(best.radius.value, own.drift * (way - best.way).value))
  }

  /// Chooses the best estimate for the wearer's position: on each fix, and once a second.
  private mutating func choose(from pose: TrackedPose, after fix: Bool) {
    guard method == .estimate else { return }
    if !fix, let lastChoice, pose.time - lastChoice < TimeSpan(1) { return }
    guard let position = path.position(pose.pose.position, at: pose.time) else { return }
    lastChoice = pose.time
    best = buffer.best(from: position, way: way)
  }

  private mutating func ingest(_ pose: TrackedPose) {
    if let latest, latest.scene != pose.scene { restart() }
    if let latest { way = way + pose.velocity.norm * (pose.time - latest.time) }
    history.append(pose.pose, at: pose.time, velocity: pose.velocity, rate: pose.rate)
    path.advance(to: pose.pose.position, drift: pose.drift, at: pose.time)
    latest = pose
    choose(from: pose, after: false)
    if fixesSincePairs > 0 { adoptPairs(pose) }
  }

  /// Restarts for a new scene, to which positions in the old one do not apply.
  private mutating func restart() {
    history.removeAll()
    path.removeAll()
    buffer.removeAll()
    compass.clear()
    found = nil
    (fixesSincePairs, lastPairs) = (0, nil)
    (best, lastChoice) = (nil, nil)
  }

  private mutating func ingest(_ sample: MagnetometerSample) {
    guard method == .compass, let latest else { return }
    guard let mean = compass.add(calibration.corrected(sample), latest.pose.rotation) else { return }
    adopt(
      Found(
        yaw: mean.yaw - latest.drift, sigma: Self.compassSigma, measuredSigma: Self.compassSigma,
        readings: .init(mean.readings, from: min(mean.first, latest.time), to: min(mean.last, latest.time))),
      as: .compassAlone, in: latest)
  }
  /// Error of the direction of a field that is not the Earth's alone.
  private static let compassSigma = Angle.degrees(15)

  private mutating func ingest(_ fix: FixReading) {
    guard method != .compass else { return learnDeclination(fix.place, fix.utc) }
    guard let latest, let estimate = estimate(fix, latest) else { return }
    buffer.add(estimate)
    (fixesSincePairs, lastPairs) = (fixesSincePairs + 1, lastPairs ?? latest.time)
    switch method {
    case .fit: adoptFit(latest)
    case .velocity: adoptVelocity(latest)
    case .pairsRandom, .pairsDisjoint, .pairsWeighted, .pairsAll: adoptPairs(latest)
    case .estimate: choose(from: latest, after: true)
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

  /// Returns the estimate of a fix; nil without a pose of its time.
  private func estimate(_ fix: FixReading, _ latest: TrackedPose) -> Estimate? {
    guard let scene = history.position(at: fix.held).flatMap({ path.position($0, at: fix.held) }) else { return nil }
    var estimate = Estimate(time: fix.held, place: fix.place, radius: fix.radius, scene: scene, way: way)
    estimate.driftSigma = latest.driftSigma
    if let stated = fix.velocity, let velocity = history.velocity(at: fix.held) {
      let steady = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: -latest.drift)
      estimate.velocity = VelocityPair(
        earth: Velocity(stated.level.x, 0, -stated.level.y), scene: steady(velocity),
        sigma: Speed(max(stated.sigma, 0.05)))
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
          readings: readings(fit.estimates, latest)), as: .fit, in: latest)
    }
  }

  private mutating func adoptVelocity(_ latest: TrackedPose) {
    switch buffer.velocityHeading() {
    case .failure(let reason): velocities.record(reason)
    case .success(let heading):
      adopt(
        Found(
          yaw: heading.yaw, sigma: heading.sigma, measuredSigma: heading.sigma,
          readings: readings(heading.estimates, latest)), as: .velocity, in: latest)
    }
  }

  /// Runs the pair algorithm when enough fixes have come since its last run, or enough time has passed, without the next fix too.
  private mutating func adoptPairs(_ latest: TrackedPose) {
    let since = lastPairs.map { latest.time - $0 } ?? .zero
    guard fixesSincePairs >= Int(own.pairFixes) || since >= own.pairTime else { return }
    let yaw = found?.yaw ?? latest.yaw - latest.drift
    (fixesSincePairs, lastPairs) = (0, latest.time)
    switch pairing?.mean(of: buffer, yaw: yaw) {
    case nil: break
    case .failure(let reason): pairRefusals.record(reason)
    case .success(let mean):
      adopt(
        Found(
          yaw: yaw + mean.angle, sigma: mean.sigma, measuredSigma: mean.spread,
          baseline: mean.baseline, readings: readings(mean.estimates, latest)), as: .pairs, in: latest)
    }
  }

  private func readings(_ count: Int, _ latest: TrackedPose) -> CorrectionGrounds.Readings {
    .init(
      count, from: buffer.estimates.first?.time ?? latest.time, to: buffer.estimates.last?.time ?? latest.time)
  }

  /// Adopts a result, and makes the correction: from the yaw published so far to this one.
  private mutating func adopt(
    _ result: Found, as aid: AidDescription, in latest: TrackedPose
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
      time: latest.time, scene: latest.scene, source: .method, oldYaw: old, newYaw: new, sigma: result.sigma)
    correction.measured = new
    correction.measuredSigma = result.measuredSigma
    correction.baseline = result.baseline
    correction.grounds = CorrectionGrounds(aid, result.readings, fused: fused)
    self.correction = correction
    found = (result.yaw.wrapped, result.sigma)
  }
}

extension AidDescription {
  public static let pairs = yawMethod("pairs")
  static let fit = yawMethod("fit"), velocity = yawMethod("velocity"), compassAlone = yawMethod("compass-alone")
}
