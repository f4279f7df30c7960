public import Geodesy
public import Geometry
public import Samples

extension TrackedPose {
  /// Body in east, up, south at the place: the scene pose turned by the yaw that ties the scene to the Earth.
  public var earthOrientation: Rotation<Body, Level> { Rotation<Scene, Level>.yaw(yaw) * pose.rotation }

  /// Whether the pose on Earth can be used: the place is known, the accuracies are within the limits, motion is tracked normally.
  public var isLocated: Bool { place != nil && isWithinLimits && tracking == .normal }

  /// As OGC has it, with our accuracies beside it; nil until the place is known.
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

/// Civil time as the last fix that knew it told it.
///
/// UTC = that of the fix + the time since the fix held. Where hardware did not stamp the fix, it counts from its arrival,
/// and the answer is late by as much as the fix was.
public struct CivilClock: Sendable {
  private var known: (utc: UTC, time: BootInstant)?

  public init() {}

  public mutating func note(_ fix: Fix) {
    if let utc = fix.utc { known = (utc, fix.time) }
  }

  public func utc(at time: BootInstant) -> UTC? {
    guard let known else { return nil }
    let (since, tooLong) = time.nanoseconds.subtractingReportingOverflow(known.time.nanoseconds)
    let (utc, beyond) = known.utc.nanosecondsSince1970.addingReportingOverflow(since)
    return tooLong || beyond ? nil : UTC(nanosecondsSince1970: utc)
  }
}
