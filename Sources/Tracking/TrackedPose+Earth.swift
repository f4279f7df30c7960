public import Geodesy
public import Geometry
public import Samples

extension TrackedPose {
  /// Orientation of the body in east, up, south at the place: the scene pose turned by the yaw that ties the scene to the Earth.
  public var earthOrientation: Rotation<Body, Level> { Rotation<Scene, Level>.yaw(yaw) * pose.rotation }

  /// Whether the pose on Earth is usable: the place is known, the accuracies are within the limits, motion is tracked normally.
  public var isLocated: Bool { place != nil && isWithinLimits && tracking == .normal }

  /// Returns the pose in OGC's form, with our accuracies added; nil until the place is known.
  public func geoPose(_ clock: CivilClock) -> GeoPose? {
    guard let place, var answer = try? GeoPose(place: place, orientation: earthOrientation) else { return nil }
    answer.horizontalAccuracy = horizontalAccuracy
    answer.verticalAccuracy = verticalAccuracy
    answer.headingAccuracy = yawSigma
    answer.isValid = isLocated
    answer.nanosecondsSinceBoot = time.nanoseconds
    answer.utc = clock.utc(at: time)
    return answer
  }
}

/// Civil time from the last fix that contained it.
///
/// UTC = that of the fix + the time since the fix. Without a hardware time stamp the time counts from the fix's arrival, and the
/// result is late by the delay of the fix.
public struct CivilClock: Sendable {
  private var known: (utc: UTC, time: BootInstant)?

  public init() {}

  public mutating func ingest(_ fix: Fix) {
    if let utc = fix.utc { known = (utc, fix.time) }
  }

  public func utc(at time: BootInstant) -> UTC? {
    guard let known else { return nil }
    let (since, tooLong) = time.nanoseconds.subtractingReportingOverflow(known.time.nanoseconds)
    let (utc, beyond) = known.utc.nanosecondsSince1970.addingReportingOverflow(since)
    return tooLong || beyond ? nil : UTC(nanosecondsSince1970: utc)
  }
}
