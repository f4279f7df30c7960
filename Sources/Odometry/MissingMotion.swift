import Geometry

/// What sensors have not shown: a turn by the gyroscope, in a gap, by a stuck axis or beyond the end of its range (`BodyTurns`); a
/// change of velocity by the accelerometer, beyond the end of its range.
// No optionals, which would be copied to be read: nearly always nothing is missing.
public struct MissingMotion: Sendable {
  public var turn: Missing, velocity: Missing
  /// Variance of the turn in a gap, or by a stuck axis, along the body's axes in rad². Other than at the end of a range, nothing
  /// tells its size or its side.
  public var unseen = SIMD3<Double>.zero
  public var isNone: Bool { turn.isNone && velocity.isNone && unseen == .zero }

  public init(turn: Missing = .init(), velocity: Missing = .init(), unseen: SIMD3<Double> = .zero) {
    (self.turn, self.velocity, self.unseen) = (turn, velocity, unseen)
  }

  /// The part that one sensor has not shown, along the body's axes, in rad or m/s.
  public struct Missing: Sendable {
    /// Amount that is put back with this sample.
    public private(set) var amount = SIMD3<Double>.zero
    /// Growth of its variance with this sample.
    public private(set) var variance = SIMD3<Double>.zero
    public private(set) var isNone = true

    public init() {}
    public init(amount: SIMD3<Double>, variance: SIMD3<Double>) {
      (self.amount, self.variance, isNone) = (amount, variance, false)
    }

    public static func += (a: inout Self, b: Self) {
      if b.isNone { return }
      a = Self(amount: a.amount + b.amount, variance: a.variance + b.variance)
    }

    /// Returns the covariance in a frame to which `matrix` turns the body's axes.
    func covariance(in matrix: Matrix3) -> Matrix3 { matrix * Matrix3(diagonal: variance) * matrix.transposed }
  }
}

extension SymmetricMatrix {
  /// Adds a block to the covariance of three states in a row.
  mutating func add(_ block: Matrix3, at first: Int) {
    for i in 0..<3 {
      for j in 0...i { self[first + i, first + j] = self[first + i, first + j] + block[i, j] }
    }
  }
}
