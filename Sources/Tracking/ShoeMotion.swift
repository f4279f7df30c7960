import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples

/// A wearer with the device on a shoe. The shoe's filter gives the path in the scene; the planar filter ties it to the Earth, as
/// it does for an outside tracker's path: scale, yaw and drift of the scene are its states.
///
/// The error of the path grows with each stride: by a random part (`foot.way_noise`), by one that all strides share
/// (`stride.scale`: the foot rolls about another point than assumed), by the wander of the heading (`yaw.walk`) and by a share of
/// each turn (`foot.turn_share`). The shoe filter's own covariance counts only what its stances cannot measure.
struct ShoeMotion: HeadingInputMotion {
  let parameters: TrackerParameters
  private var start: ShoeStart
  private var filter: ShoeFilter?
  private var output: ShoeFilter.Output?
  private var shown: ShownOrientation?
  private var path: ShownPath?
  private var bodyHeading = BodyHeading()
  var surroundings = EarthSurroundings()
  var planar: PlanarFilter
  private var height: HeightFilter
  /// The path that the planar filter has received, for late fixes.
  private var trail = StepTrail()
  private var handed = Handed()
  private var turnToEarth = KeptTurn()
  private var sinceHandover = TimeSpan.zero
  private var floor = FloorWatch()
  var log = AlignmentLog()
  private var now = BootInstant(nanoseconds: .min)

  /// The filter's state at the last handover.
  private struct Handed: Sendable {
    /// Place along the scene's east and north, and the height.
    var place = SIMD2(0.0, 0.0)
    var height = 0.0
    var variance = 0.0
    /// Turn about up since then, anticlockwise.
    var turned = 0.0
  }

  /// Interval of handovers while the shoe stands; in a swing the variance is that of an unfinished stride, so it waits longer.
  private static let handoverInterval = TimeSpan(0.1), longestHandover = TimeSpan(1)

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters
    start = ShoeStart(parameters.walking.shoe)
    planar = PlanarFilter(parameters.walking.planar, travel: parameters.walking.travel)
    height = HeightFilter(parameters.walking.height)
    planar.startsByCompass = parameters.alignment.start == .compass
  }

  mutating func advance(_ step: InertialStep, into pose: inout TrackedPose) -> Bool {
    now = step.time
    guard filter != nil else {
      filter = start.add(rate: step.rate, force: step.force, at: step.time, over: step.interval)
      output = filter?.collectOutput(step.interval)
      guard let output else { return false }
      shown = ShownOrientation(output.orientation, followsHeading: true)
      path = ShownPath(output.place.components)
      publish(into: &pose)
      return true
    }
    move(step)
    sinceHandover += step.interval
    let isDue = sinceHandover >= (output?.isStanding ?? false ? Self.handoverInterval : Self.longestHandover)
    if isDue { handOver() }
    if let mean = surroundings.compass.advance(step.interval, length: parameters.walking.planar.compassWindow) {
      handOver()
      surroundings.recordDisturbance(mean, deviceField: planar.hardIron)
      fuse(
        .compass(mean, surroundings.field), of: .init(mean.readings, from: now - mean.span, to: now), as: .compass)
      updateGrounds()
    }
    publish(into: &pose)
    return true
  }

  private mutating func move(_ step: InertialStep) {
    filter?.advance(to: step.time, rate: step.rate, over: step.interval, force: step.force)
    output = filter?.collectOutput(step.interval)
    guard let output else { return }
    let rate = step.rate - output.bias
    shown?.advance(by: .exp(rate * step.interval), toward: output.orientation, over: step.interval)
    handed.turned += output.orientation(rate).y * step.interval.value
    if floor.advance(stood: output.stood, over: step.interval) { updateFloor() }
    path?.advance(
      position: output.place.components, velocity: output.velocity.components, corrected: output.corrected,
      over: step.interval.value)
  }

  /// Passes the path since the last time to the planar filter, and propagates it to the present.
  private mutating func handOver() {
    guard let output, sinceHandover > .zero else { return }
    let time = sinceHandover
    sinceHandover = .zero
    planar.advance(time)
    planar.now = now
    height.advance(time)
    surroundings.advance(time)
    let place = output.place, here = SIMD2(place.x, -place.z), way = here - handed.place
    let length = hypot(way.x, way.y), shoe = parameters.walking.shoe
    let variance = output.placeVariance
    let grown = max(0, variance - handed.variance) + shoe.wayNoise.value * shoe.wayNoise.value * length
    trail.add(way, over: time, until: now)
    planar.move(by: way, sigma: grown.squareRoot())
    planar.widenYaw(by: .radians(shoe.turnShare * handed.turned))
    height.climb(by: Length(place.y - handed.height))
    handed = Handed(place: here, height: place.y, variance: variance, turned: 0)
    updateGrounds()
  }

  private mutating func updateGrounds() {
    log.grounds = LocalizationGrounds(
      usesCompass: planar.usesCompass, isHeadingMagnetic: planar.isYawMagnetic && surroundings.field == nil,
      isHeadingOfCompass: planar.isYawMagnetic, isHeadingUnconfirmed: planar.isYawRemembered,
      disturbance: surroundings.disturbance, deviceFieldSigma: planar.deviceFieldSigma)
  }

  private mutating func publish(into tracked: inout TrackedPose) {
    guard let output, let shown, let path else { return }
    tracked.pose = Pose(rotation: shown.value, position: Displacement(path.position))
    tracked.velocity = Velocity(path.velocity)
    if output.isLost || floor.isUnmeasured(at: now) { tracked.tracking.insert(.odometryLost) }
    tracked.tiltSigma = output.tiltSigma
    tracked.yaw = (Angle.radians(planar.yaw) + shown.yawLeft).wrapped
    tracked.yawSigma = .radians(planar.statedYawSigma)
    tracked.drift = .radians(planar.drift)
    tracked.driftSigma = AngularRate(planar.driftSigma)
    let ahead = SIMD2(path.position.x, -path.position.z) - handed.place
    let reached = planar.place + turnToEarth(ahead, by: planar.yaw)
    if let place = surroundings.place(at: reached, height: height.height ?? .zero) {
      tracked.place = place
      tracked.horizontalAccuracy = Length(planar.radius)
      tracked.verticalAccuracy = height.accuracy
      tracked.spread = planar.spread
    }
    tracked.heading = bodyHeading.update(tracked.pose.rotation).map { ($0 + tracked.yaw).azimuth }
  }

  /// Fuses an event in the planar filter, and logs the resulting change of the alignment.
  private mutating func fuse(
    _ event: PlanarFilter.Event, of readings: CorrectionGrounds.Readings, as source: Correction.Source
  ) {
    let yaw = planar.yaw, before = arrived
    let grounds = planar.fuse(event, of: readings, at: now)
    logChange(from: yaw, before, as: source, grounds: grounds)
  }

  private mutating func logChange(
    from yaw: Double, _ before: SIMD2<Double>, as source: Correction.Source, grounds: CorrectionGrounds
  ) {
    let shift = arrived - before
    guard planar.yaw != yaw || shift != .zero else { return }
    log.record(
      source, at: now, from: .radians(yaw), to: .radians(planar.yaw), sigma: .radians(planar.statedYawSigma),
      shift: Displacement(shift.x, 0, -shift.y), grounds: grounds)
  }

  /// Place on Earth of the scene's position.
  private var arrived: SIMD2<Double> {
    guard let path else { return planar.place }
    return planar.place + turned(SIMD2(path.position.x, -path.position.z) - handed.place, by: planar.yaw)
  }
}

extension ShoeMotion {
  mutating func ingest(_ observation: MotionObservation) {
    switch observation {
    case .magnetometer(let sample):
      if let output { surroundings.compass.add(sample.field, output.orientation) }
    case .barometer(let sample):
      height.ingest(sample.pressure, at: sample.time)
      ingestFloor(sample)
    case .fix(let fix, let held): ingest(fix, held: held)
    case .outside, .ground: break  // reported as off by `account`
    case .heading(let input): ingest(input)
    }
  }

  private mutating func ingest(_ fix: Fix, held: BootInstant) {
    // Before the first gyroscope sample the time is that of the fix's arrival.
    if now.nanoseconds == .min { now = fix.arrival }
    handOver()
    planar.now = now
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
    guard place.isFinite else { return planar.refuse(.notFinite, of: "fix", at: now) }
    let (frame, moved) = surroundings.frame(at: place, walker: planar.place)
    if let moved { planar.moveOrigin(by: moved) }
    learnField(place, fix.utc)
    if let fixHeight = fix.height { height.ingest(.fix(fixHeight, error: fix.verticalError), at: now) }
    let radius = fix.radius(assuming: parameters.fixes.assumptions)
    let since = trail.position - trail.position(at: held)
    let reading = PlanarFilter.FixReading(
      place: frame.offset(of: place), radius: radius.value, isPrecise: radius < parameters.fixes.precise, since: since,
      counted: trail.position - since)
    fuse(.fix(reading), of: .init(at: held), as: .fix)
    ingestFloor(fix)
  }

  /// Ingests the height of a floor that carries the standing shoe.
  private mutating func ingestFloor(_ sample: BarometerSample) {
    guard let output else { return }
    let reading = floor.ingest(sample, stood: output.stood)
    updateFloor()
    guard let reading else { return }
    filter?.ingest(lift: .init(climb: reading.climb, sigma: reading.sigma, age: now - reading.time))
  }

  /// Ingests the velocity of a floor that carries the standing shoe over the ground. While the yaw is unknown, the path stands, and the
  /// place may be anywhere on the way.
  private mutating func ingestFloor(_ fix: Fix) {
    guard let output else { return }
    let last = floor.lastDrive, reading = floor.ingest(fix, stood: output.stood)
    updateFloor()
    guard let reading else { return }
    let speed = hypot(reading.velocity.x, reading.velocity.y), yawSigma = planar.statedYawSigma
    guard yawSigma < FloorWatch.knownYaw.radians else {
      return planar.move(by: .zero, sigma: speed * min(2, last.map { (now - $0).value } ?? 1))
    }
    var axes = floor.axes
    axes.movesLevel = true
    filter?.set(floor: axes)
    let level = turned(reading.velocity, by: -planar.yaw), aside = yawSigma * speed
    filter?.ingest(
      floor: .init(
        velocity: SIMD2(level.x, -level.y), sigma: (reading.sigma * reading.sigma + aside * aside).squareRoot()))
  }

  /// Passes a floor that begins to rise, or stands again, to the filter. That it drives needs a known yaw.
  private mutating func updateFloor() {
    // Not bound by name: the filter is large, and that would copy it.
    let alreadyMovesLevel = filter?.floor.movesLevel ?? false
    var axes = floor.axes
    axes.movesLevel = axes.movesLevel && alreadyMovesLevel
    filter?.set(floor: axes)
  }

  /// Updates the Earth's field for the place and date; the first one turns a magnetic heading to the true one.
  private mutating func learnField(_ place: Geodetic, _ utc: UTC?) {
    let year = parameters.walking.planar.year
    guard let declination = surroundings.learnField(place, utc, assumedYear: year) else { return }
    let before = planar.yaw, arrived = arrived
    planar.turnToTrueNorth(declination: declination.radians)
    logChange(from: before, arrived, as: .compass, grounds: CorrectionGrounds(.declination, .init(at: now)))
  }

  mutating func ingest(_ input: HeadingInput) {
    handOver()
    let left = shown?.yawLeft ?? .zero
    switch input {
    case .adopted(let yaw, let sigma): planar.adopt(yaw: yaw - left, sigma: sigma)
    case .remembered(let yaw, let sigma): planar.ingest(.remembered(yaw - left, sigma: sigma), at: now)
    case .leg(let reading): fuse(.leg(reading), of: .init(at: now), as: .leg)
    case .source(let sources): planar.yawFollows = sources
    }
  }

  mutating func apply(_ command: MotionCommand) {
    switch command {
    case .begin(let knowledge):
      start.remembered = knowledge.bias
      // The stride of a walker's steps is another quantity than the scale of a shoe's path.
      var knowledge = knowledge
      knowledge.stride = nil
      planar.restore(knowledge)
    case .resetPlace:
      handOver()
      planar.resetPlace()
      surroundings.resetFrame()
    case .forgetCells: break  // there are none
    }
  }

  var knowledge: MotionKnowledge {
    MotionKnowledge(bias: filter?.biasBelief ?? start.remembered, deviceField: planar.fieldBelief)
  }

  /// The last stride, for display: its length and climb with the path's own error, and the cadence.
  private var strideStates: [FilterState] {
    guard let gait = filter?.strides, let stride = gait.last else { return [] }
    let noise = parameters.walking.shoe.wayNoise.value, length = stride.length.value
    let variance =
      noise * noise * length + parameters.walking.planar.stride * parameters.walking.planar.stride * length * length
    return [
      FilterState("stride", unit: "m", length, variance: variance),
      FilterState("stride climb", unit: "m", stride.climb.value, variance: variance),
      FilterState("cadence", unit: "1/min", stride.cadence, variance: 0),
      FilterState("stance", unit: "%", 100 * stride.stance, variance: 0),
      FilterState("strides", unit: "", Double(gait.count), variance: 0),
      FilterState("strides up stairs", unit: "", Double(gait.stairs.up), variance: 0),
      FilterState("ascent", unit: "m", gait.stairs.ascent.value, variance: 0),
      FilterState("strides down stairs", unit: "", Double(gait.stairs.down), variance: 0),
      FilterState("descent", unit: "m", gait.stairs.descent.value, variance: 0),
    ] + levelStates
  }

  /// The remembered levels, for display.
  private var levelStates: [FilterState] {
    guard let levels = filter?.rememberedLevels else { return [] }
    return [
      FilterState("levels", unit: "", Double(levels.kept), variance: 0),
      FilterState("levels forgotten", unit: "", Double(levels.forgotten), variance: 0),
    ]
  }

  var account: MotionAccount {
    let used: Set = ["fix", "compass", "compass-field", "field-strength", "leg", "remembered-heading"]
    let unused = ["outside-odometry"].map { Aid.off($0, .notInProfile) }
    let aids = (filter?.aids ?? ShoeFilter.freshAids()) + planar.aids.filter { used.contains($0.description.name) }
    let heights = height.aids.filter { $0.description.name != "terrain" } + [height.barometer]
    // The speed of a floor that moves is the shoe's while it stands.
    let floors =
      floor.axes.isStill
      ? [] : [FilterState("floor", unit: "m/s", output?.velocity.norm.value ?? 0, variance: 0)]
    return MotionAccount(
      aids: aids + heights + unused,
      states: strideStates + floors + planar.states + (filter?.states ?? []) + height.states)
  }
}

extension PlanarFilter {
  /// Adds the error of a turn to the yaw.
  mutating func widenYaw(by sigma: Angle) {
    let variance = sigma.radians * sigma.radians
    covariance.add(variance, to: Index.yaw)
    yawVarianceByFixes = min(10, yawVarianceByFixes + variance)
  }
}
