import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples

// With precise fixes the strapdown filter carries the walk: before it has a heading, only the published place follows its path on
// Earth. The planar filter goes on with steps and fixes as if the strapdown filter did not exist, because a bank of copies that
// finds no heading must not affect it. Once the strapdown filter has a heading, it leads: the yaw of the alignment is the
// difference between its attitude and the scene, the scene moves with it, and the planar filter adopts its yaw, its path and,
// where places are precise, its place. So steps can take over at any moment. With precise velocities only, the place remains the
// planar filter's once there is a heading.

/// The strapdown filter, and the state of its lead.
struct LeadingStrapdown: Sendable {
  var filter: CarriedStrapdown
  /// Whether the published path on Earth is its own, whether it leads as well, and whether its place is published.
  fileprivate(set) var carries = false
  fileprivate(set) var leads = false
  fileprivate(set) var leadsPlace = false
  /// Its place as published, east and north; nil while the planar filter's is published.
  fileprivate(set) var place: SIMD2<Double>?
  /// The filter's own place at the last sample, while only its path is published.
  fileprivate var reached: SIMD2<Double>?
  /// Whether the filter has started and its path is not published yet.
  fileprivate var isFresh = false
  /// The velocity of the last precise fix, and the planar filter's place at that time.
  fileprivate var moved: (time: BootInstant, velocity: SIMD2<Double>, place: SIMD2<Double>)?
  /// Yaw of the alignment by this filter, at the last sample.
  fileprivate var yaw = 0.0
  /// Its velocity along the scene's east and north; and whether it was corrected since the last sample.
  fileprivate var velocity = SIMD2(0.0, 0.0)
  fileprivate var hasJumped = false
  /// Path in the scene that the planar filter has not received yet, and its time.
  fileprivate var way = SIMD2(0.0, 0.0)
  fileprivate var wayTime = TimeSpan.zero
  /// Variance of the filter's place per axis at the last handover.
  fileprivate var handedVariance: Double?

  init(_ parameters: StrapdownParameters) { filter = CarriedStrapdown(parameters) }

  fileprivate mutating func judge(at now: BootInstant) {
    carries = filter.isRunning && filter.carries(at: now)
    leads = carries && filter.leads(at: now)
    leadsPlace = carries && filter.hasPlace(at: now)
  }

  mutating func move(origin: SIMD2<Double>) {
    filter.move(origin: origin)
    place = place.map { $0 - origin }
    reached = reached.map { $0 - origin }
    if let moved { self.moved?.place = moved.place - origin }
  }

  mutating func restart() {
    filter.restart()
    carries = false
    leads = false
    place = nil
    reached = nil
    moved = nil
    isFresh = false
    leadsPlace = false
  }

  /// Updates the yaw of `level from scene`: its twist about y, (0, y, 0, w) of a quaternion.
  fileprivate mutating func align(_ scene: Rotation<Body, Scene>) {
    let between = (filter.orientation * scene.inverse).quaternion
    yaw = Angle.radians(-2 * atan2(between.y, between.w)).wrapped.radians
  }
}

extension WalkingMotion {
  /// Published yaw and place of the alignment, without the lag of the shown orientation.
  private var alignedYaw: Double { strapdown.leads ? strapdown.yaw : planar.yaw }
  private var alignedPlace: SIMD2<Double> { strapdown.place ?? planar.place }

  mutating func advanceStrapdown(_ step: InertialStep) {
    guard strapdown.filter.isRunning else {
      log.followsPreciseFixes = false
      return
    }
    strapdown.filter.advance(to: step.time, rate: step.rate, over: step.interval, force: step.force)
    guard strapdown.carries else { return }
    let led = strapdown.leads, before = alignedPlace
    strapdown.judge(at: clock.now)
    if led && !strapdown.leads { endLead() }
    log.followsPreciseFixes = strapdown.leads
    followPlace()
    if strapdown.place == nil && !led {
      logChange(
        from: alignedYaw, before, grounds: CorrectionGrounds(.handover, .init(0, from: clock.now, to: clock.now)))
    }
    guard strapdown.leads else { return }
    // A change between corrections is drift of the scene.
    let yaw = strapdown.yaw
    strapdown.align(body.orientation)
    planar.drift += Angle.radians(strapdown.yaw - yaw).wrapped.radians
  }

  /// Updates the place that is published instead of the planar filter's: with precise places the filter's own; with velocities,
  /// until there is a heading, the path since its start, moved toward fixes as slowly as their error changes.
  private mutating func followPlace() {
    let reached = strapdown.reached
    strapdown.reached = nil
    if strapdown.leadsPlace {
      strapdown.place = strapdown.filter.place
    } else if strapdown.carries && !strapdown.leads {
      // A velocity also corrects the path since the one before, which a sum of velocities would miss.
      let now = strapdown.filter.place
      strapdown.place = (strapdown.place ?? planar.place) + (now - (reached ?? now))
      strapdown.reached = now
    } else {
      strapdown.place = nil
    }
  }

  /// Starts the lead: the scene moves on from its position, without the rest of the last step.
  private mutating func beginLead() {
    way.add(PlanarFilter.SceneStep(way.pace.position - way.trail.position), over: Self.stepTime, until: clock.now)
    strapdown.handedVariance = strapdown.filter.wayVariance
  }
  private static let stepTime = TimeSpan(0.5)

  /// Ends the lead: steps go on from the planar filter's place.
  private mutating func endLead() {
    handOverWay()
    planar.yaw = strapdown.yaw
    guard strapdown.filter.isRunning else { return }
    planar.adopt(yawSigma: strapdown.filter.headingSigma)
  }

  /// Propagates the planar filter to the present.
  mutating func advancePlanar(_ time: TimeSpan) {
    let drift = planar.drift
    planar.advance(time)
    if strapdown.leads {
      planar.drift = drift
      planar.yaw = strapdown.yaw
    }
    if strapdown.leads && strapdown.leadsPlace {
      planar.adopt(place: strapdown.filter.place, sigma: strapdown.filter.placeSigma)
    }
  }

  mutating func restStrapdown() {
    guard strapdown.leads, let belief = body.biasBelief else { return }
    strapdown.filter.ingest(rest: belief, at: clock.now)
  }

  /// Moves the scene with the strapdown filter.
  mutating func followStrapdown(_ step: InertialStep) {
    let motion = turned(strapdown.filter.velocity, by: -strapdown.yaw)
    let before = strapdown.hasJumped ? motion : strapdown.velocity
    strapdown.way += (before + motion) * (0.5 * step.interval.value)
    strapdown.wayTime += step.interval
    way.pace.advance(
      motion, toward: way.trail.position + strapdown.way, hasJumped: strapdown.hasJumped, over: step.interval)
    strapdown.velocity = motion
    strapdown.hasJumped = false
    if strapdown.wayTime >= parameters.walking.outside.interval { flushStrapdown() }
  }

  /// Updates the trail and the planar filter with the strapdown filter's path.
  mutating func flushStrapdown() {
    guard strapdown.leads else { return }
    propagate()
    handOverWay()
  }

  /// Passes the path to the planar filter; its error is the growth of the strapdown filter's own place variance.
  private mutating func handOverWay() {
    guard strapdown.wayTime > .zero else { return }
    let place = planar.place
    way.add(PlanarFilter.SceneStep(strapdown.way), over: strapdown.wayTime, until: clock.now)
    let variance = strapdown.filter.isRunning ? strapdown.filter.wayVariance : nil
    let grown = variance.map { max(0, $0 - (strapdown.handedVariance ?? $0)) } ?? 1
    strapdown.handedVariance = variance
    planar.carry(by: turned(strapdown.way, by: strapdown.yaw), variance: grown)
    if strapdown.leadsPlace { planar.place = place }
    strapdown.way = .zero
    strapdown.wayTime = .zero
  }

  mutating func publishStrapdown(into tracked: inout TrackedPose, height: Length?) {
    if strapdown.leads {
      tracked.yaw = (Angle.radians(strapdown.yaw) + body.yawLeft).wrapped
      tracked.yawSigma = strapdown.filter.headingSigma
    }
    guard let reached = strapdown.place else { return }
    // The scene's position, which lags for a moment after a correction.
    var ahead = SIMD2(0.0, 0.0)
    if strapdown.leads {
      ahead = turned(way.pace.position - way.trail.position - strapdown.way, by: strapdown.yaw)
    }
    guard let place = surroundings.place(at: reached + ahead, height: height ?? .zero) else { return }
    tracked.place = place
    guard strapdown.leadsPlace else { return }
    tracked.horizontalAccuracy = Length(RadiusPerSigma.of68 * strapdown.filter.placeSigma)
  }

  /// Fuses the precise parts of a fix. Returns whether the planar filter must not fuse it.
  mutating func ingestStrapdown(_ fix: Fix, _ reading: PlanarFilter.FixReading, held: BootInstant) -> Bool {
    guard planar.yawFollows == .everything else {
      strapdown.restart()
      return false
    }
    guard let precise = precise(fix, reading, held: held) else { return false }
    let yaw = alignedYaw, place = alignedPlace
    let start = startOfStrapdown(fix, precise.velocity)
    let hadBegun = strapdown.filter.isRunning
    strapdown.filter.ingest(precise, at: clock.now) { start }
    strapdown.isFresh = strapdown.filter.isRunning && (strapdown.isFresh || !hadBegun)
    strapdown.moved = precise.velocity.map { (clock.now, SIMD2($0.velocity.x, -$0.velocity.z), planar.place) }
    let led = strapdown.leads
    strapdown.judge(at: clock.now)
    if led && !strapdown.leads { endLead() }
    log.followsPreciseFixes = strapdown.leads
    defer { logChange(from: yaw, place, grounds: grounds(of: precise)) }
    guard strapdown.carries else {
      strapdown.place = nil
      return false
    }
    if strapdown.isFresh && !strapdown.leadsPlace {
      // Use the filter's place: the planar filter's steps before a heading may have missed its path.
      strapdown.place = strapdown.filter.place
      strapdown.reached = strapdown.place
    }
    strapdown.isFresh = false
    guard strapdown.leads else {
      followPlace()
      if !strapdown.leadsPlace { drawPlace(to: reading) }
      return false
    }
    strapdown.align(body.orientation)
    strapdown.hasJumped = true
    planar.yaw = strapdown.yaw
    planar.adopt(yawSigma: strapdown.filter.headingSigma)
    if !led {
      // A heading was found: the planar filter continues from the published place.
      if let place = strapdown.place { planar.adopt(place: place, besides: reading) }
      beginLead()
    }
    followPlace()
    if strapdown.leadsPlace {
      planar.adopt(place: strapdown.filter.place, sigma: strapdown.filter.placeSigma)
      planar.bestRadius = min(planar.bestRadius, reading.radius)
    }
    return strapdown.leadsPlace && reading.isPrecise
  }

  private mutating func drawPlace(to reading: PlanarFilter.FixReading) {
    guard let place = strapdown.place else { return }
    let share = min(1, planar.sinceFix / planar.parameters.biasTime.value)
    strapdown.place = place + (reading.place - place) * share
  }

  /// Returns the grounds of a correction by precise fixes: the source of the filter that decided, or the planar filter's.
  private func grounds(of fix: StrapdownFix) -> CorrectionGrounds {
    let readings = CorrectionGrounds.Readings(at: fix.place?.held ?? fix.velocity?.held ?? clock.now)
    guard let aid = strapdown.filter.aids.decisive(since: clock.now) else {
      return CorrectionGrounds(AidingSource<PlanarFilter>.fix.description, readings)
    }
    return CorrectionGrounds(aid, readings)
  }

  private mutating func logChange(from yaw: Double, _ place: SIMD2<Double>, grounds: CorrectionGrounds) {
    let shift = alignedPlace - place
    guard yaw != alignedYaw || shift != .zero else { return }
    log.record(
      .fix, at: clock.now, from: .radians(yaw), to: .radians(alignedYaw), sigma: .radians(planar.yawSigma),
      shift: Displacement(shift.x, 0, -shift.y), grounds: grounds)
  }

  private func startOfStrapdown(_ fix: Fix, _ velocity: StrapdownFix.Motion?) -> CarriedStrapdown.Start? {
    guard !strapdown.filter.isRunning, body.hasOrientation else { return nil }
    let gravity = Ellipsoid.normalGravity(at: fix.latitude, height: fix.height ?? .zero).value
    return CarriedStrapdown.Start(
      orientation: Rotation<Scene, Level>.yaw(.radians(planar.yaw)) * body.orientation,
      place: placeOfStart(velocity), bias: body.biasBelief, gravity: gravity)
  }

  /// Returns the place of a walk whose first meters were too slow for a start: by the velocities of the last two fixes.
  private func placeOfStart(_ velocity: StrapdownFix.Motion?) -> SIMD2<Double> {
    guard let velocity, let last = strapdown.moved, clock.now - last.time < Self.nextFix else { return planar.place }
    let now = SIMD2(velocity.velocity.x, -velocity.velocity.z)
    return last.place + (last.velocity + now) * (0.5 * (clock.now - last.time).value)
  }
  private static let nextFix = TimeSpan(1.5)

  /// Returns the precise parts of a fix; nil if neither place nor velocity is precise. A velocity without a stated error is not
  /// precise: telephones smooth theirs for seconds and do not say so.
  private func precise(_ fix: Fix, _ reading: PlanarFilter.FixReading, held: BootInstant) -> StrapdownFix? {
    var precise = StrapdownFix(place: nil, velocity: nil)
    let strapdown = parameters.walking.strapdown
    if reading.isPrecise, reading.radius > 0 {
      let sigma = reading.radius / RadiusPerSigma.of68
      let up = fix.verticalError.flatMap { $0 > .zero ? $0.value / RadiusPerSigma.axisOf95 : nil }
      precise.place = StrapdownFix.Place(
        east: reading.place.x, north: reading.place.y, up: fix.height?.value, sigma: sigma, sigmaUp: up ?? 1.7 * sigma,
        held: held)
    }
    if hasPreciseVelocity(fix), let east = fix.velocityEast, let north = fix.velocityNorth, let error = fix.speedError {
      precise.velocity = StrapdownFix.Motion(
        east: east.value, north: north.value, up: fix.velocityUp?.value, sigma: error.value / RadiusPerSigma.of95,
        held: unsmoothed(fix, held: held) - strapdown.velocityLag)
    }
    return precise.place == nil && precise.velocity == nil ? nil : precise
  }
}

extension WalkingMotion {
  func hasPreciseVelocity(_ fix: Fix) -> Bool {
    guard parameters.walking.strapdown.isUsed, fix.velocityEast != nil, fix.velocityNorth != nil else { return false }
    return fix.speedError.map { $0 > .zero && $0 < parameters.walking.strapdown.preciseVelocity } ?? false
  }

  /// Returns the time of a fix for a receiver that does not smooth as telephones do; a receiver with a precise velocity is no
  /// telephone.
  func unsmoothed(_ fix: Fix, held: BootInstant) -> BootInstant {
    let fixes = parameters.fixes
    let isLate = fix.time == fix.arrival && fix.radius(assuming: fixes.assumptions) >= fixes.precise
    return isLate ? held + fixes.latency - fixes.preciseLatency : held
  }
}

extension PlanarFilter {
  /// Adopts the yaw's variance of another filter.
  mutating func adopt(yawSigma sigma: Angle) {
    let variance = sigma.radians * sigma.radians
    covariance.reset(Index.yaw, variance: variance)
    yawVarianceByFixes = min(yawVarianceByFixes, variance)
    hasCompass = true
    isYawMagnetic = false
    isYawRemembered = false
  }

  /// Moves the place by a path on Earth, east and north, independent of stride and yaw, with its variance on each axis.
  mutating func carry(by way: SIMD2<Double>, variance: Double) {
    place += way
    for i in 0..<2 { covariance.add(variance, to: Index.place + i) }
    let distance = (way * way).sum().squareRoot()
    self.way += distance
    leaveGround(distance)
  }

  /// Adopts the place of another filter.
  mutating func adopt(place: SIMD2<Double>, sigma: Double) {
    self.place = place
    for i in 0..<2 { covariance.reset(Index.place + i, variance: sigma * sigma) }
    sinceFix = 0
  }
}
