import Formats
import Geodesy
import Geometry
import Samples
import Tracking

/// Makes tracks of a replay's poses and fixes.
struct TrackRecorder {
  /// Fixes farther apart do not hold together: the receiver was without reception.
  private static let reception = TimeSpan(10)
  /// Below this the course is noise.
  private static let slowest = Speed(0.3)

  private var fused = Track(.fused), drawn = Track(.drawn), fixes = Track(.fixes)
  private let step: TimeSpan
  private var next = BootInstant(nanoseconds: .min)
  private var scene: Int?
  private var lastFix: BootInstant?
  private var clock = CivilClock(), firstClock: CivilClock?
  private var separations: [(time: BootInstant, value: Length)] = []

  init(step: TimeSpan) { self.step = step }

  var hasFixes: Bool { fixes.count > 0 }
  var knowsUTC: Bool { firstClock != nil }
  var knowsSeparation: Bool { !separations.isEmpty }

  mutating func note(_ fix: Fix) {
    // Fixes are late by now more and now less: one clock goes on until it is half a second off, so that times do not run backwards.
    if let utc = fix.utc, clock.utc(at: fix.time).map({ utc.since($0).magnitude > TimeSpan(0.5) }) ?? true {
      clock.note(fix)
    }
    if firstClock == nil, fix.utc != nil { firstClock = clock }
    if let separation = fix.geoidSeparation, separations.last.map({ $0.value != separation }) ?? true {
      separations.append((fix.time, separation))
    }
    var point = Track.Point(
      time: fix.time, utc: fix.utc,
      place: Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero))
    point.hasHeight = fix.height != nil
    point.separation = fix.geoidSeparation
    if fix.statesRadius { point.horizontalAccuracy = fix.radius(assuming: FixAssumptions()) }
    point.verticalAccuracy = fix.verticalError.map { $0 / RadiusPerSigma.axisOf95 }
    point.mode = fix.mode
    if let east = fix.velocityEast, let north = fix.velocityNorth {
      let speed = Speed(hypot(east.value, north.value))
      point.speed = speed
      if speed >= Self.slowest { point.course = .arcTangent(east.value, north.value) }
    }
    fixes.append(point, isBroken: lastFix.map { fix.arrival - $0 > Self.reception } ?? true)
    lastFix = fix.arrival
  }

  mutating func note(_ pose: TrackedPose) {
    guard let place = pose.place, pose.time >= next else { return }
    // On a grid, so that thinning does not drift against the samples.
    next = next.nanoseconds == .min || pose.time - next > step ? pose.time + step : next + step
    let isBroken = scene != pose.scene
    scene = pose.scene
    var point = Track.Point(time: pose.time, utc: clock.utc(at: pose.time), place: place)
    point.hasHeight = pose.verticalAccuracy != nil
    point.horizontalAccuracy = pose.horizontalAccuracy
    point.verticalAccuracy = pose.verticalAccuracy
    let speed = Speed(hypot(pose.velocity.x, pose.velocity.z))
    point.speed = speed
    if pose.yawSigma != nil {
      point.heading = pose.heading
      point.headingAccuracy = pose.heading == nil ? nil : pose.yawSigma
      if speed >= Self.slowest { point.course = .arcTangent(pose.velocity.x, -pose.velocity.z) + pose.yaw }
    }
    fused.append(point, isBroken: isBroken)
    // What is drawn is moved and turned by what has not been eased in yet.
    if pose.appliedShift != .zero { point.place = TangentPlane(origin: place).geodetic(pose.appliedShift) }
    let turn = pose.appliedYaw - pose.yaw
    point.heading = point.heading.map { $0 + turn }
    point.course = point.course.map { $0 + turn }
    drawn.append(point, isBroken: isBroken)
  }

  /// Times and separations that became known later hold for the points before, too.
  mutating func finish() -> [Track] {
    [fused, drawn, fixes].map { track in
      var track = track
      if let firstClock { track.complete { firstClock.utc(at: $0) } }
      track.complete(separations: separations)
      return track
    }
  }
}
