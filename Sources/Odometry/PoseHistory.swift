import Fusion
public import Geometry
public import Samples

/// The scene poses of the last seconds, with a lookup for any moment: a fix is valid for a past time, a display needs a future
/// one.
///
/// A ring of fixed size: nothing is allocated after `init`. Poses closer together than `grain` are left out, so that a fast
/// gyroscope does not shorten the time it covers.
public struct PoseHistory: Sendable {
  /// Result of a lookup.
  public enum Answer: Equatable, Sendable {
    /// A pose of exactly that moment.
    case exact(Pose<Body, Scene>)
    /// Interpolated between two poses whose gap is at most `longestGap`.
    case interpolated(Pose<Body, Scene>)
    /// The last pose, extrapolated with its velocity and rate.
    case predicted(Pose<Body, Scene>, by: TimeSpan)
    /// Too far ahead for a prediction: the last pose is this old.
    case stale(TimeSpan)
    /// Before the first stored pose of this scene, or within a gap that is too long.
    case none
  }

  private struct Entry: Momentary {
    var time = BootInstant(nanoseconds: .min)
    var pose = Pose<Body, Scene>.aligned
  }

  public static let longestPrediction = TimeSpan(0.1), longestGap = TimeSpan(2), grain = TimeSpan(0.0024)
  private var entries: MomentRing<Entry>
  /// The latest pose, stored in the ring or left out, with its motion.
  private var last: (time: BootInstant, pose: Pose<Body, Scene>)?
  private var velocity = Velocity<Scene>.zero
  private var rate = AngularVelocity<Body>.zero

  /// Creates a ring that covers at least this span.
  public init(span: TimeSpan = TimeSpan(4)) {
    entries = MomentRing(capacity: Int((span / Self.grain).rounded(.up)) + 2)
  }

  /// Appends the next pose; one that is not later than the last clears the ring first.
  public mutating func append(
    _ pose: Pose<Body, Scene>, at time: BootInstant, velocity: Velocity<Scene>, rate: AngularVelocity<Body>
  ) {
    if let last, time <= last.time { entries.removeAll() }
    if entries.lastTime.map({ time - $0 >= Self.grain }) ?? true { entries.append(Entry(time: time, pose: pose)) }
    last = (time, pose)
    self.velocity = velocity
    self.rate = rate
  }

  /// Removes all poses: a new scene has begun.
  public mutating func removeAll() {
    entries.removeAll()
    last = nil
  }

  public func pose(at time: BootInstant) -> Answer {
    guard let last else { return .none }
    if time == last.time { return .exact(last.pose) }
    if time > last.time {
      let ahead = time - last.time
      guard ahead <= Self.longestPrediction else { return .stale(ahead) }
      let turned = last.pose.rotation * Rotation<Body, Body>.exp(rate * ahead)
      return .predicted(Pose(rotation: turned, position: last.pose.position + velocity * ahead), by: ahead)
    }
    guard let age = entries.age(at: time) else { return .none }
    let before = entries[age]
    if before.time == time { return .exact(before.pose) }
    let after = age + 1 < entries.count ? entries[age + 1] : Entry(time: last.time, pose: last.pose)
    let span = after.time - before.time
    guard span <= Self.longestGap else { return .none }
    return .interpolated(before.pose.interpolated(to: after.pose, fraction: (time - before.time) / span))
  }

  /// Returns the wearer's position, up to a little ahead of the last pose; nil outside the stored poses.
  public func position(at time: BootInstant) -> Displacement<Scene>? {
    switch pose(at: time) {
    case .exact(let pose), .interpolated(let pose), .predicted(let pose, _): pose.position
    case .stale, .none: nil
    }
  }

  /// Returns the mean velocity within a tenth of a second before and after a moment; nil outside the stored poses.
  public func velocity(at time: BootInstant) -> Velocity<Scene>? {
    guard let last else { return nil }
    let late = min(time + TimeSpan(0.1), last.time), early = time - TimeSpan(0.1)
    guard late > early, let first = position(at: early), let second = position(at: late) else { return nil }
    return (second - first) / (late - early)
  }
}
