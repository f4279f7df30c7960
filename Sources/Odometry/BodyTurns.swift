import Geometry

/// How a body turns: what it may have turned while no gyroscope has shown it, in a gap, by an axis that repeats itself, or until
/// the first pose of a new scene.
///
/// The rate about each axis is taken for an Ornstein-Uhlenbeck process: 1 standard deviation r while the body turns, which it keeps
/// for a time m. Between the rates a and b, T apart: turn = (a + b) m tanh(T/2m), variance = 4 r² m² (T/2m − tanh(T/2m)). That is
/// the mean rate for a short T, and a variance of r² T³/6m. (The integral of a Gaussian process, conditioned on its ends: Rasmussen
/// and Williams, "Gaussian Processes for Machine Learning", 2006, appendices A.2 and B.)
public struct BodyTurns: Sendable {
  /// In rad/s, and in s.
  private let rate: Double, memory: Double

  private init(_ rate: Angle, keeping memory: Double) { (self.rate, self.memory) = (rate.radians, memory) }

  /// Heads, hands, chests and swinging feet while they turn. In one second one of a hundred turns by 50 to 230°; most often
  /// nothing turns, which is the tie's matter.
  public static let body = BodyTurns(.degrees(200), keeping: 0.3)
  /// A car, a bicycle.
  public static let vehicle = BodyTurns(.degrees(20), keeping: 2)

  /// Whether a turn lasts longer than any gap: the rate after it stands for it, and the filter knows the rest.
  public var lasts: Bool { memory >= 2 }

  /// Share of a rate that still turns the body, in s.
  private func lasting(_ time: Double) -> Double { memory * tanh(time / (2 * memory)) }

  /// Mean turn in a time without samples, by the rates at its ends.
  public func turn(from first: SIMD3<Double>, to last: SIMD3<Double>, over time: Double) -> SIMD3<Double> {
    (first + last) * lasting(time)
  }

  /// Variance of that turn on an axis.
  public func variance(over time: Double) -> Double { 4 * rate * rate * memory * (0.5 * time - lasting(time)) }
}
