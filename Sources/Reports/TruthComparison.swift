import Geodesy
public import Geometry
public import Samples
public import Tracking

/// Errors of poses against the truth of their recording: places at the truth's own time, interpolated between the poses around it;
/// orientations at the nearest pose. The report and `gnomon replay --score` state figures of these.
public struct TruthComparison: Sendable {
  public struct PlaceError: Sendable {
    public var time: BootInstant
    public var truth: Reference.Place
    public var estimate: Reference.Place
    /// Offset from the truth to the estimate.
    public var offset: Displacement<Level>
    public var hasHeight: Bool { truth.height != nil && estimate.height != nil }
    public var horizontal: Length { .metres((offset.x * offset.x + offset.z * offset.z).squareRoot()) }
  }
  /// The rotation from the truth to the estimate, seen from the Earth.
  public struct OrientationError: Sendable {
    public var time: BootInstant
    public var total: Angle
    /// The twist about up, clockwise, in [−180°, 180°].
    public var heading: Angle
    /// The rest.
    public var inclination: Angle
  }

  public private(set) var places: [PlaceError] = []
  private var allOrientations: [OrientationError] = []
  /// The times of truths without a pose near them.
  private var withoutPlace: [BootInstant] = [], withoutOrientation: [BootInstant] = []
  public private(set) var references = 0, poses = 0
  private var firstFix: BootInstant?
  /// References from `next` on are later than the newest pose.
  private var waiting: [Reference] = [], next = 0
  private var before: Known?, newest: Known?

  private struct Known: Sendable {
    var time: BootInstant
    var orientation: Rotation<Body, Level>
    var place: Reference.Place?
  }

  /// Longest time between poses for an interpolated place, and between a reference and the pose for its orientation.
  static let placeReach = TimeSpan(1.5), orientationReach = TimeSpan(0.05)
  /// The engine is not asked before this time after the first fix.
  private static let settling = TimeSpan(5)

  public init() {}

  // MARK: figures

  private func isAsked(_ time: BootInstant) -> Bool { firstFix.map { time >= $0 + Self.settling } ?? true }

  /// Errors of the orientation, without those in the first 5 s after the first fix.
  public var orientations: [OrientationError] { allOrientations.filter { isAsked($0.time) } }
  /// The number of truths in that time without a pose near them; of places only after a fix.
  public var missingOrientations: Int { withoutOrientation.count(where: isAsked) }
  public var missingPlaces: Int { firstFix == nil ? 0 : withoutPlace.count(where: isAsked) }
  /// The number of truths without a place between two times.
  public func missingPlaces(from start: BootInstant, to end: BootInstant) -> Int {
    withoutPlace.count { $0 >= start && $0 <= end }
  }

  public var placeRMS: Length? { Self.rms(places.map(\.horizontal.value)).map(Length.init) }
  public var heightRMS: Length? { Self.rms(places.filter(\.hasHeight).map(\.offset.y)).map(Length.init) }
  public var headingRMS: Angle? { Self.rms(orientations.map(\.heading.value)).map(Angle.init) }

  public static func rms(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  // MARK: recording

  /// Records a line of the recording; others than references and fixes have no part in it.
  public mutating func record(_ line: RecordingLine) {
    switch line {
    case .reference(let reference): record(reference)
    case .sample(.fix(let fix)): record(fix)
    default: break
    }
  }

  mutating func record(_ fix: Fix) { if firstFix == nil { firstFix = fix.arrival } }

  mutating func record(_ reference: Reference) {
    references += 1
    if let newest, reference.time <= newest.time { compare(reference) } else { waiting.append(reference) }
  }

  public mutating func record(_ pose: TrackedPose) {
    record(
      at: pose.time, pose.earthOrientation,
      pose.place.map { Reference.Place(latitude: $0.latitude, longitude: $0.longitude, height: $0.height) })
  }

  /// Records a pose; poses come in the order of time.
  public mutating func record(at time: BootInstant, _ orientation: Rotation<Body, Level>, _ place: Reference.Place?) {
    poses += 1
    before = newest
    newest = Known(time: time, orientation: orientation, place: place)
    while next < waiting.count, waiting[next].time <= time {
      compare(waiting[next])
      next += 1
    }
    if next == waiting.count, next > 0 {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    }
  }

  /// Compares the references after the last pose.
  public mutating func close() {
    for reference in waiting[next...] { compare(reference) }
    waiting = []
    next = 0
  }

  private mutating func compare(_ truth: Reference) {
    if let place = truth.place {
      if let estimate = estimate(at: truth.time) {
        var offset = Geodetic(latitude: place.latitude, longitude: place.longitude)
          .smallOffset(to: Geodetic(latitude: estimate.latitude, longitude: estimate.longitude))
        offset.y = place.height.flatMap { height in estimate.height.map { ($0 - height).value } } ?? 0
        places.append(PlaceError(time: truth.time, truth: place, estimate: estimate, offset: offset))
      } else {
        withoutPlace.append(truth.time)
      }
    }
    guard let orientation = truth.orientation else { return }
    let candidates = [before, newest].compactMap { $0 }
    guard let near = candidates.min(by: { ($0.time - truth.time).magnitude < ($1.time - truth.time).magnitude }),
      (near.time - truth.time).magnitude <= Self.orientationReach
    else { return withoutOrientation.append(truth.time) }
    // Counter-clockwise is positive about up.
    let e = (near.orientation * orientation.rotation.inverse).quaternion
    allOrientations.append(
      OrientationError(
        time: truth.time,
        total: .radians(2 * atan2((e.x * e.x + e.y * e.y + e.z * e.z).squareRoot(), e.w.magnitude)),
        heading: Angle(-2 * atan2(e.y, e.w)).wrapped, inclination: .radians(2 * atan2(hypot(e.x, e.z), hypot(e.w, e.y)))
      ))
  }

  private func estimate(at time: BootInstant) -> Reference.Place? {
    guard let newest, let end = newest.place, newest.time >= time else { return nil }
    if newest.time == time { return end }
    guard let before, let start = before.place, before.time <= time else { return nil }
    let span = newest.time - before.time
    guard span <= Self.placeReach, span > .zero else { return nil }
    let share = (time - before.time) / span
    let turn = (end.longitude.value - start.longitude.value).remainder(dividingBy: 360)
    return Reference.Place(
      latitude: start.latitude + (end.latitude - start.latitude) * share,
      longitude: start.longitude + Degrees(turn * share),
      height: start.height.flatMap { low in end.height.map { low + ($0 - low) * share } })
  }
}
