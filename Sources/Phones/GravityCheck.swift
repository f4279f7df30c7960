import Geometry

/// Whether the force that a telephone sends is that of an accelerometer: with gravity, in m/s², up at rest.
///
/// The length of its mean over a second tells the unit, and whether gravity is in it. The sign cannot be seen in it: Apple's is the
/// opposite of Android's. Therefore the telephone has to be held upright or with its screen up at first. Later the magnetic field
/// can tell: at a known place its dip below the horizon is known, and with the wrong sign it is mirrored.
public struct GravityCheck: Equatable, Sendable {
  public enum Verdict: Equatable, Sendable {
    /// Less than two seconds have come.
    case waiting
    case found
    /// The mean is far from 9.8 m/s² and from the others: it moves.
    case unsteady
    case withoutGravity
    /// In units of g.
    case inG
    /// Upside down, or the sign of Apple.
    case reversed
    /// Neither upright nor with the screen up.
    case sideways
    /// The magnetic field contradicts the sign.
    case mirrored
  }

  public private(set) var verdict = Verdict.waiting
  /// The length of the last second's mean, m/s².
  public private(set) var length: Double?
  private var sum = SIMD3<Double>.zero, count = 0, begin: Int64 = 0
  private var agreeing = 0
  private var dipSum = 0.0, dipCount = 0, opposed = 0

  static let window: Int64 = 1_000_000_000
  /// Seconds that have to agree, and readings of one.
  static let needed = 2, fewest = 4
  /// Seconds with a mirrored dip after which it counts.
  static let opposedNeeded = 10

  public init() {}

  public var isFound: Bool { verdict == .found }

  /// Records a force by its stamp in nanoseconds.
  mutating func record(_ force: SIMD3<Double>, at stamp: Int64) {
    if count == 0 || stamp < begin || stamp - begin > 3 * Self.window { (begin, sum, count) = (stamp, .zero, 0) }
    sum += force
    count += 1
    guard stamp - begin >= Self.window, count >= Self.fewest else { return }
    let mean = sum / Double(count)
    count = 0
    length = (mean.x * mean.x + mean.y * mean.y + mean.z * mean.z).squareRoot()
    // Once it is found, only the magnetic field can refute it: a walker may hold the telephone in any way.
    guard verdict != .found, verdict != .mirrored else { return }
    let next = Self.verdict(mean)
    agreeing = next == .found ? agreeing + 1 : 0
    if next != .found || agreeing >= Self.needed { verdict = next }
  }

  private static func verdict(_ mean: SIMD3<Double>) -> Verdict {
    switch (mean.x * mean.x + mean.y * mean.y + mean.z * mean.z).squareRoot() {
    case 9.0...10.6: mean.y > 3 || mean.z > 3 ? .found : mean.y < -3 || mean.z < -3 ? .reversed : .sideways
    case 0.9...1.1: .inG
    case ..<4: .withoutGravity
    default: .unsteady
    }
  }

  /// Records a magnetic field beside a force, and the sine of the dip at this place.
  mutating func record(field: SIMD3<Double>, force: SIMD3<Double>, sineOfDip: Double, isNewSecond: Bool) {
    func length(_ v: SIMD3<Double>) -> Double { (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot() }
    let product = length(field) * length(force)
    guard product > 0, verdict == .found || verdict == .mirrored else { return }
    let along = field * force
    dipSum -= (along.x + along.y + along.z) / product
    dipCount += 1
    guard isNewSecond else { return }
    let sine = dipSum / Double(dipCount)
    (dipSum, dipCount) = (0, 0)
    // Near the magnetic equator both signs look the same.
    guard sineOfDip.magnitude > 0.5 else { return }
    opposed = sine * sineOfDip < -0.25 ? min(opposed + 1, Self.opposedNeeded) : max(0, opposed - 2)
    if opposed >= Self.opposedNeeded { verdict = .mirrored } else if opposed == 0 { verdict = .found }
  }
}
