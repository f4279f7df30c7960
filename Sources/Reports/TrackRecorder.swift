public import Formats
import Geodesy
public import Geometry
public import Samples
public import Tracking

/// The tracks of a session, from its poses and fixes.
public struct TrackRecorder: Sendable {
  /// Time between fixes above which a new segment begins: the receiver was without reception.
  private static let reception = TimeSpan(10)
  /// Speed below which the course is noise.
  private static let slowest = Speed(0.3)

  private var fused = Track(.fused), drawn = Track(.drawn), fixes = Track(.fixes)
  private let step: TimeSpan
  private var next = BootInstant(nanoseconds: .min)
  private var scene: Int?
  private var lastFix: BootInstant?
  /// UTC less the recording's time, of each fix with UTC, and the last of these UTC times.
  private var offsets: [Int64] = [], lastUTC: UTC?
  private var separations: [(time: BootInstant, value: Length)] = []

  public init(step: TimeSpan) { self.step = step }

  public var hasFixes: Bool { fixes.count > 0 }
  public var knowsUTC: Bool { !offsets.isEmpty }
  public var knowsSeparation: Bool { !separations.isEmpty }

  public mutating func record(_ fix: Fix) {
    if let utc = fix.utc { offsets.append(utc.nanosecondsSince1970 &- fix.time.nanoseconds) }
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
    let isLate = lastFix.map { fix.arrival - $0 > Self.reception } ?? true
    // The receiver's clock was set back: a new segment begins, because time increases within a segment.
    let isSet = if let utc = fix.utc, let lastUTC { utc <= lastUTC } else { false }
    fixes.append(point, isBroken: isLate || isSet)
    lastFix = fix.arrival
    lastUTC = fix.utc ?? lastUTC
  }

  public mutating func record(_ pose: TrackedPose) {
    guard let place = pose.place, pose.time >= next else { return }
    // The times lie on a grid, so that thinning does not drift against the samples.
    next = next.nanoseconds == .min || pose.time - next > step ? pose.time + step : next + step
    let isBroken = scene != pose.scene
    scene = pose.scene
    var point = Track.Point(time: pose.time, utc: nil, place: place)
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
    // The drawn place and heading differ from the fused ones by the corrections that have not been eased in yet.
    if pose.appliedShift != .zero { point.place = TangentPlane(origin: place).geodetic(pose.appliedShift) }
    let turn = pose.appliedYaw - pose.yaw
    point.heading = point.heading.map { $0 + turn }
    point.course = point.course.map { $0 + turn }
    drawn.append(point, isBroken: isBroken)
  }

  /// Completes the tracks and returns them: knowledge from later fixes applies to earlier points, too. UTC is the recording's
  /// time plus the median of the fixes' offsets: one clock for the whole track, with any delay of single fixes.
  public mutating func finish() -> [Track] {
    let offset = offsets.isEmpty ? nil : offsets.sorted()[offsets.count / 2]
    return [fused, drawn, fixes].map { track in
      var track = track
      if let offset { track.complete { UTC(nanosecondsSince1970: $0.nanoseconds &+ offset) } }
      track.complete(separations: separations)
      return track
    }
  }
}
