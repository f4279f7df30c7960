import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples

/// The part of the alignment beside the profile's filter: estimates, the best of them, and the fit that gives a free device its
/// first heading. It ingests each fix once; the filter remains the single estimate.
struct AlignmentStage: Sendable {
  /// Events in which this stage assumed something of a fix, or left it out.
  enum Incident: String, CountedReason {
    case assumed = "fixes of assumed accuracy"
    case withoutPose = "fixes without a pose"
  }

  private let parameters: AlignmentParameters
  private let fixes: FixParameters
  /// Whether the device is free: the other filters find their heading by themselves.
  private let isFree: Bool
  private(set) var timing: FixTiming
  private(set) var buffer: EstimateBuffer
  private(set) var best: Estimate?
  /// Longest distance in the scene between the wearer and an estimate.
  private(set) var baseline = Length.zero
  private(set) var path = SteadyPath()
  private var bestTime: BootInstant?
  private(set) var incidents = Tally<Incident>()
  private var fits = Tally<RigidFit.Refusal>()
  private(set) var scale: AccuracyScale
  private var hasFix = false

  init(_ parameters: TrackerParameters, profile: Profile) {
    self.parameters = parameters.alignment
    isFree = profile == .free
    fixes = parameters.fixes
    timing = FixTiming(parameters.fixes)
    buffer = EstimateBuffer(parameters.estimates)
    scale = AccuracyScale(correlationTime: parameters.estimates.biasTime)
  }

  /// Restores what is known of the receiver's radii, at the first fix.
  private mutating func recallScale(at fix: Fix, from memory: SessionMemory) {
    guard !hasFix else { return }
    hasFix = true
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude)
    if let known = memory.accuracy(at: place) { scale.restore(known.scale, span: known.span) }
  }

  /// Restarts for a new scene, to which positions in the old one do not apply.
  mutating func restart() {
    buffer.removeAll()
    path.removeAll()
    scale.restart()
    best = nil
    bestTime = nil
    baseline = .zero
  }

  mutating func held(_ fix: Fix, remembering memory: SessionMemory) -> BootInstant {
    recallScale(at: fix, from: memory)
    if !fix.statesRadius { incidents.record(.assumed) }
    return timing.held(fix, radius: fix.radius(assuming: fixes.assumptions))
  }

  // A pose is large, and passing one would copy it: the arguments are only the needed parts.
  mutating func advance(to scene: Displacement<Scene>, drift: Angle, at time: BootInstant) {
    path.advance(to: scene, drift: drift, at: time)
  }

  /// Grounds of a correction by the fit: the estimates, and the fit's yaw against the filter's.
  func grounds(of fit: RigidFit, filtered: (yaw: Angle, sigma: Angle?), at now: BootInstant) -> CorrectionGrounds {
    let first = buffer.estimates.first?.time ?? now, last = buffer.estimates.last?.time ?? now
    var fused = Fused(fit.yaw.radians)
    let sigma = fit.sigma.radians, known = (filtered.sigma ?? .radians(.pi)).radians
    fused.variance.x = sigma * sigma
    fused.innovation.x = (fit.yaw - filtered.yaw).wrapped.radians
    fused.innovationVariance.x = sigma * sigma + known * known
    fused.ratio = fused.innovation.x * fused.innovation.x / (9 * fused.innovationVariance.x)
    return CorrectionGrounds(.fit, .init(fit.estimates, from: first, to: last), fused: fused)
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
    estimate.driftSigma = latest.driftSigma
    if estimate.radius >= fixes.precise {
      scale.add(estimate, yaw: latest.yaw - latest.drift, sigma: latest.yawSigma)
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

  /// Returns the fit of the path to the fixes, with the yaw of the scene as it is, where a free device has no heading and an outside
  /// tracker gives its path. `sigma` is that of the filter's yaw; nil while there is none.
  mutating func startingFit(drift: Angle, sigma: Angle?) -> RigidFit? {
    guard isFree, (sigma ?? .radians(.pi)) > parameters.fitNeeded else { return nil }
    switch buffer.rigidFit() {
    case .failure(let reason):
      fits.record(reason)
      return nil
    case .success(var fit):
      guard fit.sigma * Self.caution <= parameters.fitEnough else { return nil }
      fit.yaw = (fit.yaw + drift).wrapped
      return fit
    }
  }
  /// Factor on the fit's standard deviation as a heading's: its model of the fixes is approximate too.
  static let caution = 2.0

  /// The reasons of `refusals` that only mean: not yet.
  var unneeded: Set<String> {
    Set([RigidFit.Refusal.tooFew, .standing].map { "fit: \($0.text)" })
  }

  var refusals: [(reason: String, count: Int)] {
    var list: [(reason: String, count: Int)] = [
      ("steps of UTC", timing.steps), ("estimates refused", buffer.refused),
      ("estimates crowded out", buffer.crowdedOut), ("estimates too old", buffer.agedOut),
    ]
    list += incidents.list()
    list += fits.list("fit")
    return list
  }
}
