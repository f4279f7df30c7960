import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples
import Tie

/// A way through the scene and its tie to the Earth: the odometer's sums come in, with fixes, windows of the compass and headings;
/// place and yaw go out, and every change of the alignment is logged.
struct TiedWay: Sendable {
  private let assumedYear: Double
  private let compassUse: CompassUse
  private(set) var tie: EarthTie
  /// What the tie says, for its last event.
  private(set) var estimate: TieEstimate
  private(set) var aids = TieAids()
  private(set) var surroundings = EarthSurroundings()
  private(set) var moment = OdometryMoment(time: BootInstant(nanoseconds: .min))
  /// Turn from the scene to the steady scene, clockwise: what rest or an outside tracker has shown of the scene's drift.
  private(set) var steady = Angle.zero
  /// The drift that the tie has followed.
  private var followed = 0.0
  /// Number of poses so far, up to two.
  private var published = 0
  /// Whether a remembered heading has not been compared with the compass yet.
  private var isHeadingUnconfirmed = false
  /// Whether anything but compass and fixes has told the heading: a person, a configuration, a route.
  private var isHeadingTold = false
  /// Whether the next pose has to say so.
  private var hasTurnedUnseen = false
  /// Place of the last fix, and how often it has come since; more often than this it is held.
  private var heldPlace: Geodetic?
  private var heldCount = 0
  private static let repeats = 10
  private var turnToSteady = KeptTurn()
  /// 1 σ of the tilt.
  private var tilt = Angle.zero
  var log = AlignmentLog()

  init(_ parameters: TrackerParameters) {
    assumedYear = parameters.walking.tie.year
    compassUse = parameters.walking.tie.compass
    tie = EarthTie(parameters.walking.tie)
    estimate = tie.estimate()
    tie.usesCompass = compassUse != .off
  }

  /// Time of the reports; set by the owner at each step.
  var now = BootInstant(nanoseconds: .min)
  /// Place east and north of the frame's origin, now.
  var reached: SIMD2<Double> { estimate.place(at: moment) }
  /// Yaw of the scene as it is.
  var yaw: Angle { (Angle.radians(estimate.yaw) + steady).wrapped }
  var yawSigma: Angle { .radians(estimate.yawSigma) }

  /// Returns a level vector of the scene in the axes of the steady scene.
  mutating func steadied(_ v: SIMD2<Double>) -> SIMD2<Double> { turnToSteady(v, by: steady.radians) }

  /// Ingests the odometer's sums.
  mutating func ingest(_ next: OdometryMoment) {
    moment = next
    now = next.time
    tie.ingest(next)
    if tie.isPredictionDue { predict() }
  }

  /// Predicts the tie to the present, and takes over what it says; before a reading, after which it says more, only by the motion
  /// since.
  mutating func predict(beforeReading isReading: Bool = false) {
    tie.predict()
    if isReading { estimate.advance(to: moment) } else { estimate = tie.estimate() }
    if tie.hasPlace { surroundings.prepare(around: reached) }
    guard let look = tie.lookFused else { return }
    tie.lookFused = nil
    aids.record(look, .steps, at: now)
  }

  /// Advances what changes with time only.
  mutating func advance(_ time: TimeSpan) {
    surroundings.advance(time)
    followed += estimate.drift * time.value
  }

  /// Ingests a turn of the scene that is known beside the tie.
  mutating func turn(by angle: Angle, variance: Double = 0) {
    steady += angle
    if variance > 0 { tie.turnScene(variance: variance) }
  }

  /// Sets 1 σ of the tilt, and adds the variance of a turn that the gyroscope has not shown.
  mutating func set(tilt sigma: Angle, missing variance: Double) {
    tilt = sigma
    guard variance > 0 else { return }
    predict()
    tie.turnScene(variance: variance)
    estimate = tie.estimate()
  }

  /// Adds the variance of an unseen turn.
  mutating func turn(unseen variance: Double) {
    predict()
    tie.turn(unseen: variance)
    estimate = tie.estimate()
    hasTurnedUnseen = true
  }

  /// Forgets the readings of the compass's window at hand: they were taken in another orientation.
  mutating func dropCompassWindow() { surroundings.compass = CompassWindow() }

  mutating func setTurnMeasured(_ isMeasured: Bool) { tie.isTurnMeasured = isMeasured }
  /// Ingests a peak of the gait, which tells hypotheses on the steps apart. What moves less weight than is worth a doubt shows with
  /// the next reading.
  mutating func ingest(peak isEven: Bool) {
    guard tie.ingest(peak: isEven) > EarthTie.worthDoubting else { return }
    predict(beforeReading: true)
    let before = estimate
    estimate = tie.estimate()
    logChange(from: before, as: .gait, grounds: CorrectionGrounds(aids[.steps].description, .init(at: now)))
  }
  /// Ingests the way's direction by the gait's bounce, clockwise from the device's; nil where it shows none.
  mutating func ingest(bounce angle: Angle?, over window: TimeSpan) {
    predict(beforeReading: true)
    let before = estimate
    tie.ingest(bounce: angle, over: window)
    estimate = tie.estimate()
    logChange(from: before, as: .gait, grounds: CorrectionGrounds(aids[.steps].description, .init(at: now)))
  }

  /// Moves the drift of all hypotheses alike.
  mutating func correct(drift: Double) {
    tie.correct(drift: drift)
    estimate.correct(drift: drift, at: moment)
  }
  mutating func set(driftSigma: Double, turning more: Double = 0) {
    tie.set(driftSigma: driftSigma, turning: more)
    estimate = tie.estimate()
  }

  mutating func ingest(drift: Double, variance: Double) {
    fuse(.rest, aid: .rest, of: readings(1, over: .zero)) { $0.ingest(drift: drift, variance: variance) }
  }

  /// Ingests the turn of the scene against an outside tracker's frame, clockwise.
  mutating func ingest(outsideTurn turn: Angle, over time: TimeSpan) {
    setTurnMeasured(true)
    let walk = tie.parameters.outsideWalk.radians
    self.turn(by: -turn, variance: walk * walk * time.value)
    aids.record(Fused(-turn.radians / time.value), .outsideTurn, at: now)
  }

  /// Ingests what a filter of the heading has learned.
  mutating func ingest(_ learned: LearnedYaw, grounds: CorrectionGrounds) {
    predict(beforeReading: true)
    let before = estimate
    tie.ingest(learned)
    estimate = tie.estimate()
    logChange(from: before, as: .compass, grounds: grounds)
  }

  mutating func ingest(_ fix: FixReading) {
    // Before the first gyroscope sample the time is that of the fix's arrival.
    if now.nanoseconds == .min {
      now = fix.arrival
      moment.time = fix.arrival
      tie.ingest(moment)
    }
    guard fix.place.isFinite else { return aids.refuse(.notFinite, .fix, at: now) }
    let (frame, moved) = surroundings.frame(at: fix.place, walker: estimate.place)
    if let moved {
      tie.move(origin: moved)
      estimate.place -= moved
    }
    learnField(fix.place, fix.utc)
    // The very same place again and again: a receiver that holds its place, or has frozen, does not measure it anew.
    let isSame = heldPlace.map { $0.latitude == fix.place.latitude && $0.longitude == fix.place.longitude } ?? false
    heldPlace = fix.place
    heldCount = isSame ? heldCount + 1 : 0
    // Without an odometer nothing says that the device has moved meanwhile.
    guard heldCount <= Self.repeats || tie.isCarried([]) else { return aids.refuse(.poorQuality, .fix, at: now) }
    let place = frame.offset(of: fix.place)
    var fix = fix
    if heldCount > Self.repeats { fix.velocity = nil }
    fuse(.fix, aid: .fix, of: .init(at: fix.held)) { $0.ingest(fix, at: place) }
    recordVelocity(fix)
  }

  private mutating func recordVelocity(_ reading: FixReading) {
    if let fused = tie.velocityFused {
      aids.record(fused, .velocity, at: now)
    } else if let velocity = reading.statedVelocity, !(velocity.sigma < FixReading.usefulVelocity) {
      aids.refuse(.poorQuality, .velocity, at: now)
    }
  }

  /// Adds a reading of the magnetometer to the window.
  mutating func add(_ field: MagneticField<Body>, _ orientation: Rotation<Body, Scene>) {
    surroundings.compass.add(field, orientation)
  }

  /// Advances the compass's window, and ingests it when it is full.
  mutating func advanceCompass(_ interval: TimeSpan) {
    guard surroundings.compass.advance(interval, length: tie.parameters.window),
      let mean = surroundings.compass.popMean()
    else { return }
    surroundings.recordDisturbance(mean, deviceField: tie.deviceField)
    guard compassUse != .off else { return aids.switchOff(.switchedOff, .compass) }
    let reading = CompassReading(mean, turned: steady, tilt: tilt)
    fuse(.compass, aid: .compass, of: readings(mean.readings, over: mean.span), refusal: .tooWeak) {
      $0.ingest(reading)
    }
    isHeadingUnconfirmed = false
    updateGrounds(isUndecided: log.grounds.isWalkUndecided)
  }

  /// Updates the Earth's field for the place and date. The first one turns a magnetic heading to the true one.
  private mutating func learnField(_ place: Geodetic, _ utc: UTC?) {
    let declination = surroundings.learnField(place, utc, assumedYear: assumedYear)
    guard let field = surroundings.field else { return }
    let before = estimate
    tie.set(earth: EarthMagnetism(declination: field.declination, horizontal: field.horizontal, up: field.up))
    guard declination != nil else { return }
    estimate = tie.estimate()
    logChange(from: before, as: .compass, grounds: CorrectionGrounds(.declination, .init(at: now)))
  }

  private func readings(_ count: Int, over span: TimeSpan) -> CorrectionGrounds.Readings {
    CorrectionGrounds.Readings(count, from: now - span, to: now)
  }

  /// Ingests a heading from elsewhere. `left` is the turn that the published orientation has not made yet.
  mutating func ingest(_ input: HeadingInput, left: Angle) {
    let rest = steady + left
    switch input {
    case .adopted, .antennas(.success), .leg(.success): isHeadingTold = true
    case .antennas(.failure): aids.refuse(.noEffect, .antennas, at: now)
    case .remembered, .doubted, .leg(.failure): break
    }
    switch input {
    case .adopted(let yaw, let sigma, let wrong):
      // The configuration gives a heading to the first pose, a person to a later one, who sees as often as not that what is shown
      // is off.
      let isPerson = published > 1
      fuse(isPerson ? .nudge : .memory, aid: .given, of: readings(1, over: .zero)) {
        $0.ingest(yaw: yaw - rest, sigma: sigma, wrong: wrong, news: isPerson ? 0.5 : 0)
      }
    case .remembered(let yaw, let sigma):
      isHeadingUnconfirmed = true
      fuse(.memory, aid: .remembered, of: readings(1, over: .zero)) {
        $0.ingest(yaw: yaw - rest, sigma: sigma, wrong: 0.1, news: 0)
      }
    case .doubted(let sigma):
      isHeadingTold = false
      predict()
      tie.widenYaw(variance: sigma.radians * sigma.radians)
      estimate = tie.estimate()
    case .antennas(.failure): break
    case .antennas(.success(let seen)):
      fuse(.antennas, aid: .antennas, of: readings(1, over: .zero)) {
        $0.ingest(antennas: seen.yaw - rest, sigma: seen.sigma, noise: seen.noise)
      }
    case .leg(.failure(let refusal)): aids.refuse(AidReason(refusal), .leg, at: now)
    case .leg(.success(let leg)):
      fuse(.leg, aid: .leg, of: readings(1, over: .zero)) {
        $0.ingest(yaw: leg.yaw - rest, sigma: leg.sigma, wrong: $0.parameters.wrong, news: 0, ofWay: true)
      }
    }
  }

  mutating func restore(_ knowledge: MotionKnowledge) {
    if let stride = knowledge.stride { tie.set(stride: stride.logarithm, sigma: stride.sigma) }
    if let device = knowledge.deviceField {
      tie.set(device: device.field.components, sigma: device.sigma.components)
    }
    if let compass = knowledge.compass {
      tie.set(chip: compass.angle, sigma: compass.sigma, walked: compass.walked)
    }
  }

  /// Fuses a reading, and logs the change of the alignment by it.
  private mutating func fuse(
    _ source: Correction.Source, aid: TieAids.Source, of readings: CorrectionGrounds.Readings,
    refusal: AidReason = .notFinite, _ ingest: (inout EarthTie) -> Fused?
  ) {
    predict(beforeReading: true)
    let before = estimate
    guard let fused = ingest(&tie) else { return aids.refuse(refusal, aid, at: now) }
    estimate = tie.estimate()
    aids.record(fused, aid, turning: (Angle.radians(estimate.yaw) - .radians(before.yaw)).wrapped, at: now)
    logChange(from: before, as: source, grounds: CorrectionGrounds(aids[aid], readings))
  }

  private mutating func logChange(
    from before: TieEstimate, as source: Correction.Source, grounds: CorrectionGrounds
  ) {
    let shift = tie.hasPlace ? estimate.place(at: moment) - before.place(at: moment) : .zero
    guard estimate.yaw != before.yaw || shift != .zero else { return }
    // The place has been given up for that of other fixes.
    let isRelocation = source == .fix && (shift * shift).sum() > 9 * before.radius * before.radius
    log.record(
      isRelocation ? .relocation : source, at: now, from: (Angle.radians(before.yaw) + steady).wrapped, to: yaw,
      sigma: yawSigma,
      shift: Displacement(shift.x, 0, -shift.y), grounds: grounds)
  }

  /// Returns the place on Earth, now; nil before the first fix.
  mutating func place(height: Length) -> Geodetic? {
    tie.hasPlace ? surroundings.place(at: reached, height: height) : nil
  }

  /// Writes into the next pose what each needs of the tie; `height` is nil without an accuracy.
  @inline(__always)
  mutating func publish(into pose: inout ScenePose, height: Length?, left: Angle) {
    published = min(2, published &+ 1)
    pose.height = tie.hasPlace ? height : nil
    pose.sceneTurn = .radians(estimate.turned(at: moment)) + steady + left
    pose.hasCorrections = !log.isEmpty
    if hasTurnedUnseen { (pose.hasTurnedUnseen, hasTurnedUnseen) = (true, false) }
    let sum = estimate.yaw + estimate.place.x + estimate.place.y + (pose.height?.value ?? 0)
    pose.isFiniteOnEarth = sum.isFinite
  }

  /// Writes the place at a height, and the heading, into a pose; true if there is a place.
  mutating func locate(_ tracked: inout TrackedPose, height: Length?, left: Angle) -> Bool {
    let place = place(height: height ?? .zero)
    if let place {
      tracked.place = place
      tracked.horizontalAccuracy = Length(estimate.radius)
      let (place, yaw) = (estimate.spread, estimate.yawSpread)
      tracked.spread = PlaceSpread(
        east: place.east, north: place.north, mixed: place.mixed, eastYaw: yaw.east, northYaw: yaw.north, yaw: yaw.yaw)
    }
    tracked.yaw = (Angle.radians(estimate.yaw(at: moment)) + steady + left).wrapped
    tracked.yawSigma = yawSigma
    tracked.drift = .radians(followed) + steady
    tracked.driftSigma = AngularRate(tie.isTurnMeasured ? 0 : estimate.driftSigma)
    return place != nil
  }

  static let roomless = "tie: hypotheses without room"
  var incidents: [(reason: String, count: Int)] { [(Self.roomless, tie.unborn)] }

  /// The hypotheses, with their yaw in the scene.
  var hypotheses: [TieHypothesis] {
    tie.hypotheses(estimate).map { one in
      var one = one
      one.yaw = (one.yaw + steady).wrapped
      return one
    }
  }

  /// Updates the grounds of the heading. `isUndecided` is whether steps are counted that may be no progress.
  mutating func updateGrounds(isUndecided: Bool = false) {
    var grounds = LocalizationGrounds()
    grounds.usesCompass = tie.usesCompass && tie.hasHeading
    grounds.isHeadingMagnetic = grounds.usesCompass && surroundings.field == nil
    grounds.isHeadingUnconfirmed = isHeadingUnconfirmed
    grounds.disturbance = surroundings.disturbance
    let seen = tie.grounds()
    grounds.deviceFieldSigma = seen.deviceFieldSigma
    grounds.isWalkUndecided = isUndecided
    grounds.isHeadingContradicted = estimate.contradiction > SourceDoubts.counting && tie.hasPlace
    grounds.awaitsTurn = seen.awaitsTurn
    grounds.isCompassProven = seen.isCompassProven
    grounds.restsOnCompass = grounds.usesCompass && !isHeadingTold && !grounds.isCompassProven
    grounds.doubts = seen.doubts
    grounds.isReceiverDoubted = estimate.isReaching
    log.grounds = grounds
  }
}

/// Input from other stages on the yaw of the alignment, in the motion's own scene.
enum HeadingInput: Sendable {
  /// A yaw that was given, set by hand, or found by a free device's tie; and the probability that it is wrong.
  case adopted(yaw: Angle, sigma: Angle, wrong: Double = 0.1)
  /// The yaw of an earlier session.
  case remembered(yaw: Angle, sigma: Angle)
  /// The azimuth of a receiver's antennas; refused while their line is steep.
  case antennas(Result<ShownYaw, SteepLine>)
  /// A heading set by hand is taken back: what is known of the heading may be off by this 1 σ.
  case doubted(by: Angle)
  /// A route's leg compared with the walk along it.
  case leg(Result<(yaw: Angle, sigma: Angle), LegBearing.Refusal>)
}
