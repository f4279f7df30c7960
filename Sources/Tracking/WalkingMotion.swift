import Geodesy
import Geometry
import Odometry
import Samples

/// Somebody who walks with the device on the head, the chest or in the hand: attitude, steps, and the planar filter that
/// ties the way walked to the Earth.
struct WalkingMotion: Motion {
  private let parameters: TrackerParameters
  private var start: AttitudeStart
  private var attitude: AttitudeFilter?
  private var shown: ShownOrientation?
  private var fold = Angle.zero
  private var bias = AngularVelocity<Body>.zero
  private var driftVariance = 0.0
  private var detector: StepDetector
  private var travel: TravelDirection
  private var trail = StepTrail()
  private var pace = ScenePace()
  private var climb = SceneClimb()
  private var outside = OutsideOdometry()
  /// What the outside tracker has told since it was last handed on.
  private var told = SIMD2(0.0, 0.0)
  private var toldTime = TimeSpan.zero
  private var planar: PlanarFilter
  private var height: HeightFilter
  private var compass = CompassWindow()
  private var frame: TangentFrame?
  private var earth: EarthField?
  private var earthAge = TimeSpan.zero
  private var bodyHeading = BodyHeading()
  private var orientation = Rotation<Body, Scene>.aligned
  private var sinceAdvance = TimeSpan.zero
  private var sinceGaze = TimeSpan.zero

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters
    start = AttitudeStart(parameters.attitude)
    detector = StepDetector(parameters.walking.gait)
    travel = TravelDirection(parameters.walking.travel)
    planar = PlanarFilter(parameters.walking.planar)
    height = HeightFilter(parameters.walking.height)
  }

  mutating func advance(_ step: InertialStep) -> TrackedPose? {
    guard turn(step) else { return nil }
    walk(step)
    climb.advance(toward: height.relative, over: step.interval)
    sinceAdvance += step.interval
    if sinceAdvance.value >= 0.1 { catchUp() }
    if let mean = compass.advance(step.interval, length: parameters.walking.planar.compassWindow) {
      catchUp()
      planar.fuse(compass: mean, earth: earth)
      planar.fuse(strengthOf: mean, earth: earth)
    }
    return published(step.time)
  }

  /// Orientation; false while there is none. The scene turns only with the body: what the filter has turned about up is taken
  /// off again, and what it learned of the drift is handed on.
  private mutating func turn(_ step: InertialStep) -> Bool {
    if attitude == nil {
      attitude = start.add(rate: step.rate, force: step.force, over: step.interval)
    } else {
      attitude?.advance(rate: step.rate, over: step.interval, force: step.force)
    }
    guard let output = attitude?.output else { return false }
    let lesson = parameters.walking.planar.restTeaches
    if lesson == .heading {
      planar.yaw = (Angle.radians(planar.yaw) + output.headingCorrection - fold).wrapped.radians
    }
    fold = output.headingCorrection
    let unfold = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: fold)
    orientation = unfold * output.sampled
    if shown == nil { shown = ShownOrientation(unfold * output.orientation) }
    shown?.advance(by: output.turn, toward: unfold * output.orientation, over: step.interval)
    guard lesson == .drift, let window = output.closedWindow else { return true }
    let change = orientation(window.bias - bias).y
    bias = window.bias
    catchUp()
    planar.correct(drift: change)
    if window.isResting { planar.fuse(restDrift: change, from: driftVariance, to: window.driftVariance) }
    driftVariance = window.driftVariance
    return true
  }

  private mutating func walk(_ step: InertialStep) {
    let felt = step.force.map { orientation($0) }
    let tie = parameters.walking.travel
    let window = travel.advance(orientation, felt: felt, walking: detector.isWalking, over: step.interval)
    if tie.tie != .learned { planar.point(travel.pointing) }
    sinceGaze += step.interval
    if tie.tie == .learned, sinceGaze.value >= 1 {
      catchUp()
      planar.wander(sinceGaze, walking: detector.isWalking, tie)
      planar.fuse(gaze: travel.pointing, over: sinceGaze, tie)
      sinceGaze = .zero
    }
    if let window {
      catchUp()
      planar.fuse(gait: window.azimuth, coherence: window.coherence, tie)
    }
    let up = Quantity<MetrePerSecondSquared>((felt?.y ?? standardGravity) - standardGravity)
    if let event = detector.advance(up: up, rate: step.rate, over: step.interval) {
      catchUp()
      let length = parameters.walking.gait.length(of: event.interval)
      // While an outside tracker speaks its word counts, and steps are only looked at.
      for index in (0..<event.count).reversed() where outside.isSilent {
        let moved = planar.step(
          length: length.value, directionSigma: parameters.walking.planar.stepAcross.radians)
        trail.add(moved, over: event.interval, until: step.time - event.interval * Double(index))
      }
    }
    if let velocity = outside.advance(step.interval) { return follow(velocity, step) }
    let isWalking = detector.isWalking && detector.timeSinceStep.value < 1.5 * detector.meanInterval.value
    pace.advance(
      toward: trail.position + (isWalking ? trail.ahead(at: step.time) : .zero),
      walking: isWalking ? trail.velocity : .zero, over: step.interval)
  }

  /// The way that an outside tracker tells, handed to the planar filter a few times a second.
  private mutating func follow(_ velocity: Velocity<Scene>, _ step: InertialStep) {
    let flat = SIMD2(velocity.x, -velocity.z)
    told += flat * step.interval.value
    toldTime += step.interval
    if toldTime.value >= 0.3 {
      catchUp()
      planar.move(by: told, sigma: 0.01 + 0.03 * hypot(told.x, told.y))
      trail.add(told, over: toldTime, until: step.time)
      told = .zero
      toldTime = .zero
    }
    pace.advance(toward: trail.position + told, walking: flat, over: step.interval)
  }

  /// Brings the planar filter up to now.
  private mutating func catchUp() {
    planar.advance(sinceAdvance)
    height.advance(sinceAdvance)
    earthAge += sinceAdvance
    sinceAdvance = .zero
  }

  private mutating func published(_ time: BootInstant) -> TrackedPose {
    let position = Displacement<Scene>(pace.position.x, climb.height, -pace.position.y)
    var tracked = TrackedPose(
      time: time, pose: Pose(rotation: shown?.value ?? orientation, position: position),
      velocity: Velocity(pace.velocity.x, climb.velocity, -pace.velocity.y))
    if let frame {
      // Where the scene, not the steps, has arrived: the same point in both frames.
      let place = planar.place + turned(pace.position - trail.position, by: planar.yaw)
      tracked.place = frame.place(at: place, height: height.height ?? .zero)
      tracked.horizontalAccuracy = Length(planar.radius)
      tracked.verticalAccuracy = height.accuracy
    }
    tracked.yaw = (Angle.radians(planar.yaw) + (shown?.yawLeft ?? .zero)).wrapped
    tracked.yawSigma = .radians(planar.yawSigma)
    tracked.appliedYaw = tracked.yaw
    tracked.heading = bodyHeading.update(Rotation<Scene, Level>.yaw(tracked.yaw) * tracked.pose.rotation)
    return tracked
  }

  mutating func take(_ sample: MagnetometerSample) {
    guard attitude != nil else { return }
    compass.add(sample.field, orientation)
  }

  var refusals: [(reason: String, count: Int)] { planar.refusals.list + outside.refusals }

  mutating func take(_ sample: BarometerSample) { height.take(sample.pressure) }
  mutating func take(_ pose: OutsidePose) {
    guard attitude != nil else { return }
    outside.take(pose, orientation: orientation)
  }

  mutating func take(_ fix: Fix) {
    let planarParameters = parameters.walking.planar
    catchUp()
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
    guard place.isFinite else { return }
    var frame = self.frame ?? TangentFrame(origin: place)
    if let moved = frame.follow(planar.place, beyond: Length(5000)) { planar.place -= moved }
    self.frame = frame
    learnField(place, fix.utc)
    if let fixHeight = fix.height { height.fuse(fix: fixHeight, error: fix.verticalError) }

    let assumed =
      fix.mode == .threeDimensional ? planarParameters.assumedError3D : planarParameters.assumedError2D
    let radius = (fix.horizontalError ?? assumed).value / radius95Per68
    let latency =
      radius < planarParameters.preciseFix.value ? planarParameters.preciseLatency : planarParameters.fixLatency
    let held = fix.time < fix.arrival ? fix.time : fix.arrival - latency
    planar.fuse(fix: frame.offset(of: place), radius: radius, since: trail.position - trail.position(at: held))
  }

  /// The Earth's field here and now, looked up again after a minute.
  private mutating func learnField(_ place: Geodetic, _ utc: UTC?) {
    guard earth == nil || earthAge.value > 60 else { return }
    guard let field = EarthField(at: place, utc: utc, assumedYear: parameters.walking.planar.year) else { return }
    earthAge = .zero
    if earth == nil { planar.turnToTrueNorth(declination: field.declination) }
    earth = field
  }
}

private let standardGravity = 9.80665
