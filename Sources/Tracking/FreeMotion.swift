import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples

/// Motion without assumptions: attitude filter and compass; the scene moves by an outside tracker's poses, if there are any, and
/// the place is that of the best fix. The tracker's way against the fixes gives a heading where no compass does.
struct FreeMotion: HeadingInputMotion {
  private let parameters: TrackerParameters
  private var start: AttitudeStart
  private var attitude: AttitudeFilter?
  private var output: AttitudeFilter.Output?
  private var compass: HeadingFilter
  private var earth: EarthField?
  private var fixes = HeldFix()
  private var outside = OutsideOdometry()
  /// Since the first pose of an outside tracker.
  private var tied: OutsideWay?
  private var position = Displacement<Scene>.zero
  private var velocity = Velocity<Scene>.zero
  private var shown: ShownOrientation?
  private var bodyHeading = BodyHeading()
  private var lastYaw = Angle.zero
  /// Whether the compass may change the heading: not before another source has given the first one, if `heading.start` asks for
  /// that.
  private var usesCompass: Bool
  /// Sum of the scene's turns as seen by an outside tracker, with the opposite sign.
  private var drift = Angle.zero
  var log = AlignmentLog()
  private var now = BootInstant(nanoseconds: .min)

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters
    start = AttitudeStart(parameters.attitude)
    compass = HeadingFilter(parameters.heading)
    usesCompass = parameters.alignment.start == .compass
  }

  mutating func advance(_ step: InertialStep, into tracked: inout TrackedPose) -> Bool {
    guard let output = stepped(step) else { return false }
    self.output = output
    now = step.time
    if output.closedWindow != nil {
      log.grounds.usesCompass = compass.yaw != nil
      log.grounds.isHeadingMagnetic = earth == nil
      log.grounds.disturbance = compass.yaw.map { _ in compass.disturbance }
    }
    if let window = output.closedWindow, usesCompass {
      let before = compass.yaw
      let readings = CorrectionGrounds.Readings(Int(compass.count), from: now - window.time, to: now)
      compass.now = now
      compass.closeWindow(window.time, headingGrowth: window.headingGrowth)
      if let before, let after = compass.yaw, after != before {
        let rest = alignmentRest(output.headingCorrection)
        log.record(
          .compass, at: now, from: (before + rest).wrapped, to: (after + rest).wrapped, sigma: yawSigma,
          grounds: CorrectionGrounds(compass.aids.decisive(since: now) ?? compass.aids[0], readings))
      }
    }

    // The filter's turns about up go into the alignment: the scene turns only with the body.
    let fold = output.headingCorrection
    let filtered = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: fold) * output.orientation
    if shown == nil { shown = ShownOrientation(filtered) }
    shown?.advance(by: output.turn, toward: filtered, lost: output.lostTilt, over: step.interval)
    let orientation = shown?.value ?? filtered
    let before = velocity
    velocity = outside.advance(step.interval) ?? .zero
    let moved = (before + velocity) * 0.5 * step.interval
    position += moved
    if !outside.isSilent { tied?.advance(by: moved, over: step.interval, at: step.time) }
    tracked.pose = Pose(rotation: orientation, position: position)
    tracked.velocity = velocity
    tracked.rate = output.rate
    if outside.isLost { tracked.tracking.insert(.odometryLost) }
    if let yaw = compass.yaw {
      tracked.yaw = (yaw + alignmentRest(fold)).wrapped
      tracked.yawSigma = yawSigma
    }
    tracked.tiltSigma = attitude?.tiltSigma
    if attitude?.isUpLost ?? false { tracked.tracking.insert(.saturated) }
    lastYaw = tracked.yaw
    tracked.drift = drift
    tracked.sceneTurn = drift
    if let place = fixes.place(at: step.time, scene: position, yaw: tracked.yaw, tracked: !outside.isSilent) {
      tracked.place = place.place
      tracked.horizontalAccuracy = place.horizontal
      tracked.verticalAccuracy = place.vertical
    }
    tracked.heading = bodyHeading.update(orientation).map { ($0 + tracked.yaw).azimuth }
    return true
  }

  private mutating func stepped(_ step: InertialStep) -> AttitudeFilter.Output? {
    attitude?.now = step.time
    if let output = attitude?.advance(
      rate: step.rate, over: step.interval, force: step.force, missing: step.missing)
    {
      return output
    }
    start.now = step.time
    attitude = start.add(rate: step.rate, force: step.force, over: step.interval)
    return attitude?.output
  }

  mutating func ingest(_ observation: MotionObservation) {
    switch observation {
    case .magnetometer(let sample):
      if let output { compass.add(sample.field, orientation: output.sampled, rate: output.rate) }
    case .barometer, .ground: break  // reported as off by `account`
    case .fix(let fix): ingest(fix)
    case .outside(let pose, let then):
      guard let orientation = shown?.value else { return }
      guard let (turn, time) = outside.ingest(pose, orientation: then ?? orientation) else { return }
      drift -= turn
      if tied == nil { tied = OutsideWay(parameters) }
      tied?.ingest(turn: turn, over: time)
    case .heading(let input): ingest(input)
    }
  }

  private mutating func ingest(_ fix: FixReading) {
    // Before the first gyroscope sample the time is that of the fix's arrival.
    if now.nanoseconds == .min { now = fix.arrival }
    let before = whereabouts(now)
    defer { logShift(from: before, at: fix.arrival) }
    guard fixes.ingest(fix, scene: position) else { return }
    earth = EarthField(at: fix.place, utc: fix.utc, assumedYear: parameters.walking.tie.year) ?? earth
    tied?.ingest(fix)
    adoptTied(fix)
  }

  /// 1 σ of a heading above which it is unknown, and of that by the tie up to which it is adopted instead.
  private static let unknownHeading = Angle.degrees(80), knownHeading = Angle.degrees(15)

  /// Adopts the heading of the tracker's way against the fixes where no compass gives one.
  private mutating func adoptTied(_ fix: FixReading) {
    guard compass.yaw == nil || yawSigma > Self.unknownHeading else { return }
    guard let yaw = tied?.yaw, let sigma = tied?.sigma, sigma < Self.knownHeading else { return }
    log.record(
      .fix, at: now, from: lastYaw, to: yaw, sigma: sigma, shift: .zero,
      grounds: CorrectionGrounds(fixes.aid, .init(at: fix.held)))
    ingest(.adopted(yaw: yaw, sigma: sigma))
    lastYaw = yaw
  }

  /// 1 σ of the yaw, including an error that does not average out while the device stays in one place: the surroundings' field,
  /// estimated from its strength and upward part against the Earth's. A prior of two degrees of freedom and a reading of as many,
  /// as Student's t.
  private var yawSigma: Angle {
    let usual = parameters.heading.distortion.value, prior = usual * usual
    guard let earth else { return compass.sigma(besides: 2 * prior) }
    let north = compass.north - earth.horizontal, up = compass.up - earth.up
    return compass.sigma(besides: prior + 0.5 * (north * north + up * up))
  }

  private mutating func whereabouts(_ time: BootInstant) -> Geodetic? {
    fixes.place(at: time, scene: position, yaw: lastYaw, tracked: !outside.isSilent)?.place
  }

  private mutating func logShift(from before: Geodetic?, at arrival: BootInstant) {
    guard let before, let after = whereabouts(now), after != before else { return }
    log.record(
      .fix, at: now, from: lastYaw, to: lastYaw, sigma: compass.yaw == nil ? .radians(.pi) : yawSigma,
      shift: TangentPlane(origin: before).level(after), grounds: CorrectionGrounds(fixes.aid, .init(at: arrival)))
  }

  /// The difference between the compass filter's yaw and the alignment's: the declination (unknown until a fix gives the place;
  /// until then the yaw is magnetic), and the turns about up that the attitude filter has made and the shown orientation has not.
  private func alignmentRest(_ fold: Angle) -> Angle {
    .radians(earth?.declination ?? 0) + fold + (shown?.yawLeft ?? .zero)
  }

  mutating func ingest(_ input: HeadingInput) {
    switch input {
    case .adopted(let yaw, let sigma, _):
      guard let fold = output?.headingCorrection else { return }
      compass.adopt(yaw: yaw - alignmentRest(fold), sigma: sigma)
      usesCompass = true
    // A free device may have been moved since the last session, and need not be carried along a leg.
    case .remembered, .leg, .doubted: break
    }
  }

  mutating func apply(_ knowledge: MotionKnowledge) {
    start.remembered = knowledge.bias
  }

  var knowledge: MotionKnowledge { MotionKnowledge(bias: attitude?.biasBelief ?? start.remembered) }

  var account: MotionAccount {
    let unused = ["barometer", "leg", "remembered-heading"].map { Aid.off($0, .notInProfile) }
    var compass = compass.aids
    if !usesCompass { for i in compass.indices { compass[i].switchOff(.headingElsewhere) } }
    return MotionAccount(
      aids: (attitude?.aids ?? AttitudeFilter.freshAids()) + compass + [fixes.aid, outside.aid] + unused,
      states: self.compass.states + (attitude?.states ?? []))
  }
}
