public import Geometry
public import Samples

/// The scene poses of the last seconds, to be asked for any moment: a fix holds for a time already past, a display for one
/// still to come.
///
/// A ring of fixed size: nothing is allocated once it is made. Poses closer together than its grain are left out, so that a
/// fast gyroscope does not shorten it.
public struct PoseHistory: Sendable {
  /// What is known of a moment.
  public enum Answer: Equatable, Sendable {
    /// A pose of that very moment.
    case exact(Pose<Body, Scene>)
    /// Between two poses no farther apart than a gap that is bridged.
    case interpolated(Pose<Body, Scene>)
    /// The last pose carried on at its velocity and rate.
    case predicted(Pose<Body, Scene>, by: TimeSpan)
    /// Too far ahead to be predicted: the last pose is this old.
    case stale(TimeSpan)
    /// Before the first pose that is kept, or in another scene.
    case none
  }

  private struct Entry {
    var time = BootInstant(nanoseconds: .min)
    var pose = Pose<Body, Scene>.aligned
  }

  public static let longestPrediction = TimeSpan(0.1), longestGap = TimeSpan(2), grain = TimeSpan(0.0024)
  private var entries: [Entry]
  private var newest = -1
  private var count = 0
  /// The latest pose, kept or left out, with its motion.
  private var last: (time: BootInstant, pose: Pose<Body, Scene>)?
  private var velocity = Velocity<Scene>.zero
  private var rate = AngularVelocity<Body>.zero

  /// Holds at least this much time.
  public init(span: TimeSpan = TimeSpan(4)) {
    entries = Array(repeating: Entry(), count: Int((span / Self.grain).rounded(.up)) + 2)
  }

  /// The next pose; one that is not later than the last begins anew.
  public mutating func append(
    _ pose: Pose<Body, Scene>, at time: BootInstant, velocity: Velocity<Scene>, rate: AngularVelocity<Body>
  ) {
    if let last, time <= last.time { count = 0 }
    if count == 0 || time - entries[newest].time >= Self.grain {
      newest = (newest + 1) % entries.count
      entries[newest] = Entry(time: time, pose: pose)
      count = min(count + 1, entries.count)
    }
    last = (time, pose)
    self.velocity = velocity
    self.rate = rate
  }

  /// Forgets everything: a new scene has begun.
  public mutating func removeAll() {
    count = 0
    last = nil
  }

  public func pose(at time: BootInstant) -> Answer {
    guard let last, count > 0 else { return .none }
    if time == last.time { return .exact(last.pose) }
    if time > last.time {
      let ahead = time - last.time
      guard ahead <= Self.longestPrediction else { return .stale(ahead) }
      let turned = last.pose.rotation * Rotation<Body, Body>.exp(rate * ahead)
      return .predicted(Pose(rotation: turned, position: last.pose.position + velocity * ahead), by: ahead)
    }
    guard time >= entry(0).time else { return .none }
    // the last entry at or before the moment, by bisection
    var low = 0, high = count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if entry(middle).time <= time { low = middle } else { high = middle - 1 }
    }
    let before = entry(low)
    if before.time == time { return .exact(before.pose) }
    let after = low + 1 < count ? entry(low + 1) : Entry(time: last.time, pose: last.pose)
    let span = after.time - before.time
    guard span <= Self.longestGap else { return .none }
    return .interpolated(before.pose.interpolated(to: after.pose, fraction: (time - before.time) / span))
  }

  /// Where the wearer was or, a little ahead, will be; nil where the poses do not reach.
  public func position(at time: BootInstant) -> Displacement<Scene>? {
    switch pose(at: time) {
    case .exact(let pose), .interpolated(let pose), .predicted(let pose, _): pose.position
    case .stale, .none: nil
    }
  }

  /// The mean velocity in the tenths of a second around a moment; nil where the poses do not reach.
  public func velocity(at time: BootInstant) -> Velocity<Scene>? {
    guard let last else { return nil }
    let late = min(time + TimeSpan(0.1), last.time), early = time - TimeSpan(0.1)
    guard late > early, let first = position(at: early), let second = position(at: late) else { return nil }
    return (second - first) / (late - early)
  }

  /// By age: 0 is the oldest.
  private func entry(_ index: Int) -> Entry {
    entries[(newest + 1 - count + index + entries.count) % entries.count]
  }
}
