import Geodesy
public import Geometry
public import Samples
import Tracking

/// Errors of the poses against the truth: places at the truth's own time, interpolated between the poses around it; headings at
/// the nearest pose. The same figures as `gnomon replay --score`.
public struct TruthComparison: Sendable {
  public struct PlaceError: Sendable {
    public var time: BootInstant
    /// Offset from the truth to the estimate.
    public var offset: Displacement<Level>
    public var hasHeight: Bool
    public var horizontal: Length { .metres((offset.x * offset.x + offset.z * offset.z).squareRoot()) }
  }
  public struct HeadingError: Sendable {
    public var time: BootInstant
    /// Clockwise from the truth to the estimate, in [−180°, 180°].
    public var angle: Angle
  }

  public private(set) var places: [PlaceError] = []
  private var allHeadings: [HeadingError] = []
  private var firstFix: BootInstant?
  /// References later than the newest pose, and the two newest poses.
  private var waiting: [Reference] = []
  private var before: Known?, newest: Known?

  private struct Known: Sendable {
    var time: BootInstant
    var orientation: Rotation<Body, Level>
    var place: Geodetic?
  }

  /// Longest time between poses for an interpolated place, and between a reference and the pose for its orientation.
  static let placeReach = TimeSpan(1.5), orientationReach = TimeSpan(0.05)

  /// Errors of the heading, without those in the first 5 s after the first fix.
  public var headings: [HeadingError] {
    guard let firstFix else { return allHeadings }
    return allHeadings.filter { $0.time >= firstFix + TimeSpan(5) }
  }

  public var placeRMS: Length? { Self.rms(places.map(\.horizontal.value)).map(Length.init) }
  public var heightRMS: Length? { Self.rms(places.filter(\.hasHeight).map(\.offset.y)).map(Length.init) }
  public var headingRMS: Angle? { Self.rms(headings.map(\.angle.value)).map(Angle.init) }

  mutating func record(_ fix: Fix) { if firstFix == nil { firstFix = fix.arrival } }

  mutating func record(_ reference: Reference) {
    if let newest, reference.time <= newest.time { compare(reference) } else { waiting.append(reference) }
  }

  mutating func record(_ pose: TrackedPose) {
    before = newest
    newest = Known(
      time: pose.time, orientation: Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation, place: pose.place)
    guard let first = waiting.first, first.time <= pose.time else { return }
    let due = waiting.prefix { $0.time <= pose.time }
    waiting.removeFirst(due.count)
    for reference in due { compare(reference) }
  }

  private mutating func compare(_ truth: Reference) {
    guard let newest else { return }
    if let place = truth.place, let estimate = estimate(at: truth.time) {
      let known = Geodetic(
        latitude: place.latitude, longitude: place.longitude, height: place.height ?? estimate.height)
      places.append(
        PlaceError(time: truth.time, offset: known.smallOffset(to: estimate), hasHeight: place.height != nil))
    }
    guard let orientation = truth.orientation else { return }
    let candidates = [before, newest].compactMap { $0 }
    guard let near = candidates.min(by: { ($0.time - truth.time).magnitude < ($1.time - truth.time).magnitude }),
      (near.time - truth.time).magnitude <= Self.orientationReach
    else { return }
    // The twist about up of the rotation from the truth to the estimate; counter-clockwise is positive about up.
    let e = (near.orientation * orientation.rotation.inverse).quaternion
    allHeadings.append(HeadingError(time: truth.time, angle: Angle(-2 * atan2(e.y, e.w)).wrapped))
  }

  private func estimate(at time: BootInstant) -> Geodetic? {
    guard let newest, let end = newest.place else { return nil }
    if newest.time == time { return end }
    guard let before, let start = before.place, before.time <= time else { return nil }
    let span = newest.time - before.time
    guard span <= Self.placeReach, span > .zero else { return nil }
    return start.moved(by: start.smallOffset(to: end) * ((time - before.time) / span))
  }

  private static func rms(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }
}
