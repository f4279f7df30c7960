import Alignment
import Fusion
import Geodesy
import Geometry
import Learned
import Odometry
import Samples
import Tie

/// A wearer with the device on a shoe. The shoe's filter gives the path in the scene, which is tied to the Earth like any other.
///
/// The error of the path grows with each stride: by a random part (`foot.way_noise`), by one that all strides share
/// (`stride.scale`: the foot rolls about another point than assumed), by the wander of the heading (`yaw.walk`) and by a share of
/// each turn (`foot.turn_share`). The shoe filter's own covariance counts only what its stances cannot measure.
struct ShoeMotion: HeadingInputMotion {
  let parameters: TrackerParameters
  private var start: ShoeStart
  private var filter: ShoeOdometry?
  private var output: ShoeOdometry.Output?
  private var shown: ShownOrientation?
  private var path: ShownPath?
  private var bodyHeading = BodyHeading()
  private(set) var earth: TiedWay
  private var height: HeightTie
  private var handed = Handed()
  private var sinceHandover = TimeSpan.zero
  private var floor = FloorWatch()
  private var jump = FieldJump()
  private var now = BootInstant(nanoseconds: .min)
  private var moment = OdometryMoment(time: BootInstant(nanoseconds: .min))
  private var shownPlace = SIMD2(0.0, 0.0)

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
    start = ShoeStart(parameters.walking.shoe, parameters.attitude)
    earth = TiedWay(parameters)
    height = HeightTie(parameters.walking.height)
    moment.isMeasured = true
  }

  var log: AlignmentLog {
    // In place: it is large.
    _read { yield earth.log }
    _modify { yield &earth.log }
  }

  mutating func advance(_ step: InertialStep, into pose: inout ScenePose) -> Bool {
    now = step.time
    earth.now = step.time
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
    sumPath()
    earth.advanceCompass(step.interval)
    publish(into: &pose)
    return true
  }

  private mutating func move(_ step: InertialStep) {
    // Nearly always nothing is missing, and it would be copied.
    if step.missing.isNone {
      filter?.advance(to: step.time, rate: step.rate, over: step.interval, force: step.force)
    } else {
      filter?.advance(to: step.time, rate: step.rate, over: step.interval, force: step.force, missing: step.missing)
    }
    guard let output = filter?.collectOutput(step.interval) else { return }
    self.output = output
    if step.isGap { earth.dropCompassWindow() }
    if step.missing.unseen != .zero {
      let up = output.orientation.inverse(Direction<Scene>(0, 1, 0)).components
      earth.turn(unseen: dot(up * up, step.missing.unseen))
    }
    let rate = step.rate - output.bias
    shown?.advance(by: .exp(rate * step.interval), toward: output.orientation, over: step.interval)
    handed.turned += output.orientation(rate).y * step.interval.value
    if floor.advance(stood: output.stood, over: step.interval) { updateFloor() }
    path?.advance(
      position: output.place.components, velocity: output.velocity.components, corrected: output.corrected,
      over: step.interval.value)
  }

  /// Adds the shown path to the odometer's sums.
  private mutating func sumPath() {
    guard let path else { return }
    let here = SIMD2(path.position.x, -path.position.z)
    moment.time = now
    moment.way += here - shownPlace
    shownPlace = here
    earth.ingest(moment)
  }

  /// Passes the error of the path since the last time on, and propagates the slow filters to the present.
  private mutating func handOver() {
    guard let output, sinceHandover > .zero else { return }
    let time = sinceHandover
    sinceHandover = .zero
    height.advance(time)
    earth.advance(time)
    let place = output.place, here = SIMD2(place.x, -place.z), way = here - handed.place
    let length = hypot(way.x, way.y), shoe = parameters.walking.shoe
    let variance = output.placeVariance
    moment.wayVariance +=
      max(0, variance - handed.variance) + shoe.wayNoise.value * shoe.wayNoise.value * length
    let turned = shoe.turnShare * handed.turned
    earth.turn(by: .zero, variance: turned * turned)
    height.climb(by: Length(place.y - handed.height))
    handed = Handed(place: here, height: place.y, variance: variance, turned: 0)
    earth.updateGrounds()
  }

  private mutating func publish(into pose: inout ScenePose) {
    guard let output, let shown, let path else { return }
    bodyHeading.ingest(shown.value)
    pose.pose = Pose(rotation: shown.value, position: Displacement(path.position))
    pose.velocity = Velocity(path.velocity)
    if output.isLost || floor.isUnmeasured(at: now) { pose.tracking.insert(.odometryLost) }
    earth.publish(into: &pose, height: height.accuracy != nil ? height.height ?? .zero : nil, left: shown.yawLeft)
  }

  mutating func locate(_ tracked: inout TrackedPose) {
    guard let output, let shown else { return }
    tracked.tiltSigma = output.tiltSigma
    if earth.locate(&tracked, height: height.height, left: shown.yawLeft) {
      tracked.verticalAccuracy = height.accuracy
      tracked.standing = height.standing
    }
    tracked.heading = bodyHeading.heading(shown.value).map { ($0 + tracked.yaw).azimuth }
  }
}

extension ShoeMotion {
  mutating func ingest(_ observation: MotionObservation) {
    switch observation {
    case .magnetometer(let sample):
      guard let output else { return }
      if jump.ingest(sample.field, output.orientation, at: sample.time) {
        earth.dropCompassWindow()
        earth.turn(unseen: FieldJump.anyTurn)
      }
      earth.add(sample.field, output.orientation)
    case .barometer(let sample):
      height.ingest(sample.pressure, at: sample.time)
      ingestFloor(sample)
    case .fix(let fix): ingest(fix)
    case .heading(let input): ingest(input)
    default: break  // reported as off by `account`
    }
  }

  private mutating func ingest(_ fix: FixReading) {
    // Before the first gyroscope sample the time is that of the fix's arrival.
    if now.nanoseconds == .min { now = fix.arrival }
    handOver()
    earth.ingest(fix)
    if let fixHeight = fix.height { height.ingest(fix: fixHeight, sigma: fix.heightSigma, at: now) }
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

  /// Ingests the velocity of a floor that carries the standing shoe over the ground. While the yaw is unknown, the path stands, and
  /// the place may be anywhere on the way.
  private mutating func ingestFloor(_ fix: FixReading) {
    guard let output else { return }
    let last = floor.lastDrive, reading = floor.ingest(fix, stood: output.stood)
    updateFloor()
    guard let reading else { return }
    let speed = hypot(reading.level.x, reading.level.y), yawSigma = earth.yawSigma.radians
    guard yawSigma < FloorWatch.knownYaw.radians else {
      let driven = speed * min(2, last.map { (now - $0).value } ?? 1)
      moment.wayVariance += driven * driven
      return
    }
    var axes = floor.axes
    axes.movesLevel = true
    filter?.set(floor: axes)
    let level = turned(reading.level, by: -earth.yaw.radians), aside = yawSigma * speed
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

  mutating func ingest(_ input: HeadingInput) {
    handOver()
    earth.ingest(input, left: shown?.yawLeft ?? .zero)
  }

  mutating func apply(_ knowledge: MotionKnowledge) {
    start.remembered = knowledge.bias
    // The stride of a walker's steps is another quantity than the scale of a shoe's path.
    var knowledge = knowledge
    knowledge.stride = nil
    earth.restore(knowledge)
  }

  var knowledge: MotionKnowledge {
    MotionKnowledge(
      bias: filter?.biasBelief ?? start.remembered,
      deviceField: earth.tie.deviceBelief.map { LearnedField(.init($0.field), sigma: .init($0.sigma)) })
  }

  /// The last stride, for display: its length and climb with the path's own error, and the cadence.
  private var strideStates: [FilterState] {
    guard let gait = filter?.strides, let stride = gait.last else { return [] }
    let noise = parameters.walking.shoe.wayNoise.value, length = stride.length.value
    let variance =
      noise * noise * length + parameters.walking.tie.stride * parameters.walking.tie.stride * length * length
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
    let used: Set = ["fix", "compass", "leg", "remembered-heading", "given-heading"]
    let unused = ["outside-odometry"].map { Aid.off($0, .notInProfile) }
    let aids = (filter?.aids ?? ShoeOdometry.freshAids()) + earth.aids.all.filter { used.contains($0.description.name) }
    let heights = [height.fix, height.barometer]
    // The speed of a floor that moves is the shoe's while it stands.
    let floors =
      floor.axes.isStill
      ? [] : [FilterState("floor", unit: "m/s", output?.velocity.norm.value ?? 0, variance: 0)]
    return MotionAccount(
      aids: aids + heights + unused,
      states: strideStates + floors + earth.tie.states + (filter?.states ?? []) + height.states,
      hypotheses: earth.hypotheses, incidents: earth.incidents)
  }
}
