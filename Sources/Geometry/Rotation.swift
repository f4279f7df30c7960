/// A rotation that converts coordinates from one frame to another (see `Frame`), always a unit quaternion.
///
/// Invariant: |‖q‖ − 1| stays within rounding, because each initializer from outside numbers normalizes them and
/// `renormalized` removes the rounding errors of long products. q and −q are the same rotation.
/// Formulas: Solà, "Quaternion kinematics for the error-state Kalman filter" (2017), §1 and §2, Hamilton convention.
@frozen public struct Rotation<From: Frame, To: Frame>: Sendable {
  /// (x, y, z, w), w the scalar part.
  public private(set) var quaternion: SIMD4<Double>

  @usableFromInline init(unit quaternion: SIMD4<Double>) { self.quaternion = quaternion }

  /// The rotation of a quaternion of any norm, which is scaled to one; nil if the norm is zero or not finite.
  @inlinable public init?(x: Double, y: Double, z: Double, w: Double) {
    let norm = (x * x + y * y + z * z + w * w).squareRoot()
    guard norm > 0, norm.isFinite else { return nil }
    self.init(unit: SIMD4(x, y, z, w) / norm)
  }

  /// The rotation of a quaternion that was written with eight decimals or more: of length 1 to their rounding it stays as it is,
  /// because scaling it could change its last digit with each writing and reading. Any other is scaled.
  @inlinable public init?(writtenX x: Double, y: Double, z: Double, w: Double) {
    let length = (x * x + y * y + z * z + w * w).squareRoot()
    if (length - 1).magnitude <= 1.1e-8 {
      self.init(unit: SIMD4(x, y, z, w))
    } else {
      self.init(x: x, y: y, z: z, w: w)
    }
  }

  /// The rotation between frames whose axes coincide.
  @inlinable public static var aligned: Self { Self(unit: SIMD4(0, 0, 0, 1)) }

  /// The right-handed rotation about an axis (of any length but zero).
  @inlinable public init(about axis: Direction<From>, by angle: Angle) {
    let half = 0.5 * angle.radians
    let unit = axis.direction?.components ?? SIMD3(0, 0, 0)
    let v = sin(half) * unit
    self.init(unit: SIMD4(v.x, v.y, v.z, cos(half)))
  }

  /// The rotation of a direction cosine matrix (columns: the axes of `From` in `To`); nil unless the determinant is near 1. The
  /// largest of the four components is computed first, to avoid a division by a small one (S. W. Shepperd, J. Guidance 1(3),
  /// 1978).
  public init?(_ m: Matrix3) {
    let trace = m.c0.x + m.c1.y + m.c2.z
    guard (m.determinant - 1).magnitude < 0.1 else { return nil }
    let squares = SIMD4(m.c0.x, m.c1.y, m.c2.z, trace)
    let q: SIMD4<Double>
    switch squares.max() {
    case trace: q = SIMD4(m.c1.z - m.c2.y, m.c2.x - m.c0.z, m.c0.y - m.c1.x, 1 + trace)
    case m.c0.x: q = SIMD4(1 + 2 * m.c0.x - trace, m.c0.y + m.c1.x, m.c2.x + m.c0.z, m.c1.z - m.c2.y)
    case m.c1.y: q = SIMD4(m.c0.y + m.c1.x, 1 + 2 * m.c1.y - trace, m.c1.z + m.c2.y, m.c2.x - m.c0.z)
    default: q = SIMD4(m.c2.x + m.c0.z, m.c1.z + m.c2.y, 1 + 2 * m.c2.z - trace, m.c0.y - m.c1.x)
    }
    self.init(x: q.x, y: q.y, z: q.z, w: q.w)
  }

  @inlinable public var inverse: Rotation<To, From> {
    .init(unit: SIMD4(-quaternion.x, -quaternion.y, -quaternion.z, quaternion.w))
  }

  /// The Hamilton product q_CB ⊗ q_BA (Solà eq. 12): the right factor is applied first.
  @inlinable @inline(__always) public static func * <Start: Frame>(
    second: Self, first: Rotation<Start, From>
  ) -> Rotation<Start, To> {
    let a = second.quaternion, b = first.quaternion
    return .init(
      unit: SIMD4(
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z))
  }

  /// Returns the same vector in the other frame: v + 2w(u × v) + 2u × (u × v) with q = (u, w).
  @inlinable @inline(__always) public func callAsFunction<U: Unit>(_ v: Vector<U, From>) -> Vector<U, To> {
    let u = SIMD3(quaternion.x, quaternion.y, quaternion.z)
    let t = 2 * cross(u, v.components)
    return .init(v.components + quaternion.w * t + cross(u, t))
  }

  /// The direction cosine matrix: column i is axis i of `From` in `To`.
  @inlinable public var matrix: Matrix3 {
    let x = quaternion.x, y = quaternion.y, z = quaternion.z, w = quaternion.w
    let xx = 2 * x * x, yy = 2 * y * y, zz = 2 * z * z, xy = 2 * x * y, yz = 2 * y * z, zx = 2 * z * x
    let wx = 2 * w * x, wy = 2 * w * y, wz = 2 * w * z
    return Matrix3(
      columns: SIMD3(1 - (yy + zz), xy + wz, zx - wy), SIMD3(xy - wz, 1 - (zz + xx), yz + wx),
      SIMD3(zx + wy, yz - wx, 1 - (xx + yy)))
  }

  @inlinable public var isFinite: Bool { (quaternion.x + quaternion.y + quaternion.z + quaternion.w).isFinite }

  /// The angle of the rotation, in [0, π].
  @inlinable public var angle: Angle {
    let v = SIMD3(quaternion.x, quaternion.y, quaternion.z)
    return .radians(2 * atan2(dot(v, v).squareRoot(), quaternion.w.magnitude))
  }

  /// The rotation scaled to unit norm; use it from time to time after long products.
  @inlinable public var renormalized: Self {
    let q = quaternion
    return Self(unit: q / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).squareRoot())
  }

  /// Returns the rotation at a fraction of the shortest way to another, at constant rate (Shoemake 1985).
  @inlinable public func interpolated(to other: Self, fraction: Double) -> Self {
    let step = (inverse * other).logarithm
    return self * Rotation<From, From>.exp(step * fraction)
  }

  /// Returns the rotation vector, in `From`, that takes self to other.
  @inlinable public func difference(to other: Self) -> RotationVector<From> { (inverse * other).logarithm }
}

extension Rotation where From == To {
  /// The exponential map: the rotation by ‖v‖ about v (Solà eq. 101). Rotations of one sample, below 0.2 rad, use the series of
  /// cosine and sinc in the squared half angle; the omitted terms are below half a unit in the last place.
  @inlinable public static func exp(_ v: RotationVector<From>) -> Self {
    let half = 0.5 * v.components
    let x = dot(half, half)
    if x < 0.01 {
      let cosine = 1 - x * (1 / 2.0 - x * (1 / 24.0 - x * (1 / 720.0 - x / 40320)))
      let sinc = 1 - x * (1 / 6.0 - x * (1 / 120.0 - x * (1 / 5040.0 - x / 362_880)))
      return Self(unit: SIMD4(half.x * sinc, half.y * sinc, half.z * sinc, cosine))
    }
    let angle = x.squareRoot()
    let sinc = sin(angle) / angle
    return Self(unit: SIMD4(half.x * sinc, half.y * sinc, half.z * sinc, cos(angle)))
  }

  /// The logarithm: the shortest rotation vector, ‖v‖ ≤ π; exp(log R) = R (Solà eq. 103, by atan2). Small ones use the series of
  /// the arc tangent; the omitted terms are below half a unit in the last place.
  @inlinable public var logarithm: RotationVector<From> {
    let q = quaternion.w < 0 ? -quaternion : quaternion
    let v = SIMD3(q.x, q.y, q.z)
    let square = dot(v, v)
    if square < 4e-4 {
      let x = square / (q.w * q.w)
      return RotationVector((2 / q.w * (1 - x * (1 / 3.0 - x * (1 / 5.0 - x * (1 / 7.0 - x / 9))))) * v)
    }
    let sine = square.squareRoot()
    return RotationVector((2 * atan2(sine, q.w) / sine) * v)
  }
}

extension Rotation where From == Level, To == Level {
  /// The rotation of the level frame by an azimuth: clockwise seen from above, so about −y.
  @inlinable public static func azimuth(_ angle: Angle) -> Self {
    let half = -0.5 * angle.radians
    return Self(unit: SIMD4(0, sin(half), 0, cos(half)))
  }
}

extension Rotation where From == Scene, To == Level {
  /// The rotation from scene to level: true azimuth = scene azimuth + yaw, positive clockwise seen from above.
  @inlinable public static func yaw(_ angle: Angle) -> Self {
    let half = -0.5 * angle.radians
    return Self(unit: SIMD4(0, sin(half), 0, cos(half)))
  }
}

extension Rotation: Equatable {
  /// True for equal or opposite quaternions, which are the same rotation.
  @inlinable public static func == (a: Self, b: Self) -> Bool {
    a.quaternion == b.quaternion || a.quaternion == -b.quaternion
  }
}
