import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples

/// The part of the alignment beside the profile's filter: estimates, the best of them, and the headings computed from the walked
/// path and the fixes. It ingests each fix once and proposes a yaw; the filter remains the single estimate.
struct AlignmentStage: Sendable {
  /// A yaw to be adopted, in the published scene.
  struct Advice: Sendable {
    var yaw: Angle
    var sigma: Angle
    var source: Correction.Source
    var measured: Angle
    var measuredSigma: Angle
    var estimates: Int
    var pairs = 0
    var baseline: Length

    init(_ fit: RigidFit) {
      self.init(
        yaw: fit.yaw, sigma: fit.sigma, source: .fit, measured: fit.yaw, measuredSigma: fit.sigma,
        estimates: fit.estimates, baseline: fit.baseline)
    }

    init(
      yaw: Angle, sigma: Angle, source: Correction.Source, measured: Angle, measuredSigma: Angle, estimates: Int,
      pairs: Int = 0, baseline: Length
    ) {
      (self.yaw, self.sigma, self.source) = (yaw, sigma, source)
      (self.measured, self.measuredSigma) = (measured, measuredSigma)
      (self.estimates, self.pairs, self.baseline) = (estimates, pairs, baseline)
    }
  }

  /// Events in which this stage left a fix out, or doubted a heading.
  enum Incident: String, CountedReason {
    case assumed = "fixes of assumed accuracy"
    case withoutPose = "fixes without a pose"
    case doubted = "headings doubted because another explains the fixes far better"
  }

  private let parameters: AlignmentParameters
  private let fixes: FixParameters
  /// A vehicle's filter needs no rescue: it starts from its fixes and restarts by itself.
  private let isVehicle: Bool
  private(set) var timing: FixTiming
  private(set) var buffer: EstimateBuffer
  private(set) var pairing: PairHeading?
  private(set) var best: Estimate?
  /// Longest distance in the scene between the wearer and an estimate.
  private(set) var baseline = Length.zero
  private(set) var path = SteadyPath()
  private var relocation: RelocationWatch
  private var bestTime: BootInstant?
  private(set) var incidents = Tally<Incident>()
  private var fits = Tally<RigidFit.Refusal>(), pairs = Tally<PairHeading.Refusal>()
  private var velocities = Tally<VelocityHeading.Refusal>()
  private(set) var scale: AccuracyScale
  /// Factor applied to the radius of the current fix.
  private var appliedScale = 1.0
  private var hasFix = false
  /// Count of fixes and time since the pair algorithm ran.
  private var fixesSincePairs = 0
  private var lastPairs: BootInstant?
  private var lastFit: BootInstant?
  /// Number of times in a row that another heading has explained the fixes far better.
  private var doubted = 0
  /// Whether another heading explained the fixes far better at the last comparison.
  private(set) var isHeadingContradicted = false

  init(_ parameters: TrackerParameters, profile: Profile) {
    self.parameters = parameters.alignment
    isVehicle = profile == .vehicle
    fixes = parameters.fixes
    timing = FixTiming(parameters.fixes)
    buffer = EstimateBuffer(parameters.estimates)
    relocation = RelocationWatch(parameters.alignment.relocation)
    pairing = parameters.alignment.method.pairs.map { PairHeading($0) }
    scale = AccuracyScale(correlationTime: parameters.estimates.biasTime)
  }

  /// Returns the fix with its radius multiplied by the learned scale of the receiver. Precise fixes are used as stated, and no
  /// other fix becomes precise by the scale.
  mutating func believed(_ fix: Fix, remembering memory: SessionMemory) -> Fix {
    if !hasFix {
      hasFix = true
      let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude)
      if let known = memory.accuracy(at: place) { scale.restore(known.scale, span: known.span) }
    }
    appliedScale = 1
    let radius = fix.radius(assuming: fixes.assumptions)
    guard fixes.learnsScale, scale.value != 1, radius >= fixes.precise, radius > .zero else { return fix }
    appliedScale = max(scale.value, fixes.precise / radius)
    var believed = fix
    believed.horizontalError = radius * (appliedScale * RadiusPerSigma.of95 / RadiusPerSigma.of68)
    return believed
  }

  /// Restarts for a new scene, to which positions in the old one do not apply.
  mutating func restart() {
    buffer.removeAll()
    path.removeAll()
    relocation.clear()
    scale.restart()
    best = nil
    bestTime = nil
    doubted = 0
    isHeadingContradicted = false
    lastFit = nil
    baseline = .zero
    fixesSincePairs = 0
    lastPairs = nil
  }

  mutating func held(_ fix: Fix) -> BootInstant {
    if !fix.statesRadius { incidents.record(.assumed) }
    return timing.held(fix, radius: fix.radius(assuming: fixes.assumptions))
  }

  // A pose is large, and passing one would copy it: the arguments are only the needed parts.
  mutating func advance(to scene: Displacement<Scene>, drift: Angle, at time: BootInstant) {
    path.advance(to: scene, drift: drift, at: time)
  }

  /// Whether this fix overrules the place; several fixes have to agree for that.
  mutating func overrulesPlace(
    _ fix: Fix, radius: Length, held: BootInstant, history: PoseHistory, _ latest: TrackedPose
  ) -> Bool {
    guard let scene = history.position(at: held), let position = path.position(scene, at: held) else { return false }
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: latest.place?.height ?? .zero)
    let overrulesPlace = relocation.ingest(
      place, radius: radius, position: position, held: held, believed: latest.place,
      accuracy: latest.horizontalAccuracy,
      yaw: latest.yaw - latest.drift)
    if overrulesPlace { buffer.keepNewest(Int(parameters.relocation.agreeing) - 1) }
    return overrulesPlace
  }

  /// The fixes that last replaced the place.
  var agreeing: CorrectionGrounds.Readings? { relocation.agreeing }

  /// Grounds of a correction by a method beside the filter: the estimates, and the measured yaw against the filter's.
  func grounds(
    of advice: Advice, filtered: (yaw: Angle, sigma: Angle?), at now: BootInstant
  ) -> CorrectionGrounds {
    let first = buffer.estimates.first?.time ?? now, last = buffer.estimates.last?.time ?? now
    let source: AidDescription =
      switch advice.source {
      case .pairs: .pairs
      case .velocity: .velocity
      default: .fit
      }
    var fused = Fused(advice.measured.radians)
    let sigma = advice.measuredSigma.radians, known = (filtered.sigma ?? .radians(.pi)).radians
    fused.variance.x = sigma * sigma
    fused.innovation.x = (advice.measured - filtered.yaw).wrapped.radians
    fused.innovationVariance.x = sigma * sigma + known * known
    fused.ratio = fused.innovation.x * fused.innovation.x / (9 * fused.innovationVariance.x)
    return CorrectionGrounds(source, .init(advice.estimates, from: first, to: last), fused: fused)
  }

  /// Adds an estimate from a fix that was valid at `held`.
  mutating func add(_ fix: Fix, held: BootInstant, history: PoseHistory, latest: TrackedPose?, way: Length) {
    guard let latest, let scene = history.position(at: held).flatMap({ path.position($0, at: held) }) else {
      incidents.record(.withoutPose)
      return
    }
    var estimate = Estimate(
      time: held,
      place: Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero),
      radius: fix.radius(assuming: fixes.assumptions), scene: scene, way: way)
    if let east = fix.velocityEast, let north = fix.velocityNorth, let velocity = history.velocity(at: held) {
      let steady = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: -latest.drift)
      let sigma = fix.speedError.map { $0 / RadiusPerSigma.of95 } ?? Speed(0.3)
      estimate.velocity = VelocityPair(
        earth: Velocity(east.value, 0, -north.value), scene: steady(velocity), sigma: max(sigma, Speed(0.05)))
    }
    estimate.driftSigma = latest.driftSigma
    let stated = estimate.radius / appliedScale
    if stated >= fixes.precise {
      scale.add(estimate, stated: stated, yaw: latest.yaw - latest.drift, sigma: latest.yawSigma)
    }
    buffer.add(estimate)
  }

  /// Chooses the best estimate for the wearer's position: on each fix, and once a second.
  mutating func choose(from scene: Displacement<Scene>, way: Length, at time: BootInstant, after fix: Bool) {
    if !fix, let bestTime, time - bestTime < TimeSpan(1) { return }
    guard let position = path.position(scene, at: time) else { return }
    bestTime = time
    best = buffer.best(from: position, way: way)
    baseline = buffer.longestWay(from: position)
  }

  /// Returns the yaw of the chosen method after a fix. `filtered` is the filter's present yaw; its `sigma` is nil while there is
  /// none.
  mutating func advice(_ latest: TrackedPose, filtered: (yaw: Angle, sigma: Angle?)) -> Advice? {
    let time = latest.time, yaw = (filtered.yaw - latest.drift).wrapped, sigma = filtered.sigma
    guard var advice = advice(at: time, yaw, sigma) else { return nil }
    // From the drift-free path to the scene as it is.
    advice.yaw = (advice.yaw + latest.drift).wrapped
    advice.measured = (advice.measured + latest.drift).wrapped
    return advice
  }

  private mutating func advice(at time: BootInstant, _ yaw: Angle, _ sigma: Angle?) -> Advice? {
    switch parameters.method {
    case .filter: return isVehicle ? nil : rescue(at: time, yaw, sigma)
    case .fit: return (try? fit().get()).map { Advice($0) }
    case .velocity: return byVelocity()
    case .pairsRandom, .pairsDisjoint, .pairsWeighted, .pairsAll: return byPairs(at: time, yaw)
    case .compass: return nil
    }
  }

  private mutating func fit() -> Result<RigidFit, RigidFit.Refusal> {
    let result = buffer.rigidFit()
    if case .failure(let reason) = result { fits.record(reason) }
    return result
  }

  /// The fit, where the filter needs it. Without a usable heading the fit gives one, with twice its standard deviation, because
  /// its model of the fixes is approximate too. A heading that explains the fixes of the whole path far worse than another is
  /// doubted: its standard deviation becomes the difference of the two, and compass and fixes decide. A linear filter finds
  /// neither case by itself.
  private mutating func rescue(at time: BootInstant, _ yaw: Angle, _ sigma: Angle?) -> Advice? {
    let known = sigma ?? .radians(.pi), isKnown = known <= parameters.fitNeeded
    // A known heading is compared only from time to time.
    if isKnown, let lastFit, time - lastFit < Self.doubtInterval { return nil }
    lastFit = time
    guard case .success(let fit) = fit() else {
      doubted = 0
      isHeadingContradicted = false
      return nil
    }
    var advice = Advice(fit)
    advice.sigma = fit.sigma * 2
    guard isKnown else {
      isHeadingContradicted = false
      return advice.sigma <= parameters.fitEnough ? advice : nil
    }
    let apart = (fit.yaw - yaw).wrapped.magnitude
    // ln of the ratio of the two headings' likelihoods, by fixes whose errors are correlated.
    let worse = fit.agreement * (1 - cos(apart.radians))
    isHeadingContradicted = worse > parameters.fitMargin
    guard isHeadingContradicted, apart.radians > 3 * hypot(known.radians, advice.sigma.radians) else {
      doubted = 0
      return nil
    }
    doubted += 1
    guard doubted >= Self.doubts else { return nil }
    doubted = 0
    incidents.record(.doubted)
    advice.yaw = yaw
    advice.sigma = apart
    return advice
  }

  /// Interval at which a known heading is compared with the fit, and how many times in a row the fit must be far better.
  private static let doubtInterval = TimeSpan(3), doubts = 4

  private mutating func byVelocity() -> Advice? {
    switch buffer.velocityHeading() {
    case .failure(let reason):
      velocities.record(reason)
      return nil
    case .success(let heading):
      return Advice(
        yaw: heading.yaw, sigma: heading.sigma, source: .velocity, measured: heading.yaw,
        measuredSigma: heading.sigma, estimates: heading.estimates, baseline: .zero)
    }
  }

  /// Runs the pair algorithm when ten estimates or ten seconds have passed since its last run.
  private mutating func byPairs(at time: BootInstant, _ yaw: Angle) -> Advice? {
    fixesSincePairs += 1
    let since = lastPairs.map { time - $0 }
    if lastPairs == nil { lastPairs = time }
    guard fixesSincePairs >= 10 || (since ?? .zero) >= TimeSpan(10) else { return nil }
    fixesSincePairs = 0
    lastPairs = time
    switch pairing?.mean(of: buffer, yaw: yaw) {
    case nil: return nil
    case .failure(let reason):
      pairs.record(reason)
      return nil
    case .success(let mean):
      return Advice(
        yaw: (yaw + mean.angle).wrapped, sigma: mean.sigma, source: .pairs, measured: (yaw + mean.angle).wrapped,
        measuredSigma: mean.spread, estimates: mean.estimates, pairs: mean.pairs, baseline: mean.baseline)
    }
  }

  /// The reasons of `refusals` that only mean: not yet.
  var unneeded: Set<String> {
    Set([RigidFit.Refusal.tooFew, .standing].map { "fit: \($0.text)" })
  }

  var refusals: [(reason: String, count: Int)] {
    var list: [(reason: String, count: Int)] = [
      ("steps of UTC", timing.steps), ("estimates refused", buffer.refused),
      ("estimates crowded out", buffer.crowdedOut), ("estimates too old", buffer.agedOut),
      ("places replaced by fixes that agree", relocation.count),
    ]
    list += incidents.list()
    list += fits.list("fit")
    list += pairs.list("pairs")
    list += velocities.list("velocity")
    return list
  }
}
