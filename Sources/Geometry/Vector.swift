/// A vector: three components in one unit and one frame.
@frozen public struct Vector<U: Unit, F: Frame>: Hashable, Sendable {
  /// The components as plain numbers for formulas, in SI units (or the unit's own).
  public var components: SIMD3<Double>

  @inlinable public init(_ components: SIMD3<Double>) { self.components = components }
  @inlinable public init(_ x: Double, _ y: Double, _ z: Double) { components = SIMD3(x, y, z) }

  @inlinable public static var zero: Self { Self(SIMD3(0, 0, 0)) }
  @inlinable public var x: Double {
    get { components.x }
    set { components.x = newValue }
  }
  @inlinable public var y: Double {
    get { components.y }
    set { components.y = newValue }
  }
  @inlinable public var z: Double {
    get { components.z }
    set { components.z = newValue }
  }

  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
  @inlinable public var squaredNorm: Double { Geometry.dot(components, components) }
  @inlinable public var norm: Quantity<U> { Quantity(squaredNorm.squareRoot()) }

  /// The direction; nil for a vector without a direction.
  @inlinable public var direction: Direction<F>? {
    let length = squaredNorm.squareRoot()
    return length > 0 && length.isFinite ? Direction(components / length) : nil
  }

  @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.components + b.components) }
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.components - b.components) }
  @inlinable public static prefix func - (a: Self) -> Self { Self(-a.components) }
  @inlinable public static func * (a: Self, factor: Double) -> Self { Self(a.components * factor) }
  @inlinable public static func * (factor: Double, a: Self) -> Self { Self(a.components * factor) }
  @inlinable public static func / (a: Self, divisor: Double) -> Self { Self(a.components / divisor) }
  @inlinable public static func += (a: inout Self, b: Self) { a.components += b.components }
  @inlinable public static func -= (a: inout Self, b: Self) { a.components -= b.components }

  /// Returns the component along a direction of the same frame.
  @inlinable public func along(_ direction: Direction<F>) -> Quantity<U> {
    Quantity(Geometry.dot(components, direction.components))
  }
  /// Returns the angle to another vector of the same frame, exact also near 0 and π: atan2(‖a × b‖, a·b).
  @inlinable public func angle<V: Unit>(to other: Vector<V, F>) -> Angle {
    let normal = Geometry.cross(components, other.components)
    return .arcTangent(Geometry.dot(normal, normal).squareRoot(), Geometry.dot(components, other.components))
  }
}

public typealias Direction<F: Frame> = Vector<One, F>
public typealias RotationVector<F: Frame> = Vector<Radian, F>
public typealias AngularVelocity<F: Frame> = Vector<RadianPerSecond, F>
public typealias Displacement<F: Frame> = Vector<Metre, F>
public typealias Velocity<F: Frame> = Vector<MetrePerSecond, F>
public typealias Acceleration<F: Frame> = Vector<MetrePerSecondSquared, F>
public typealias MagneticField<F: Frame> = Vector<Microtesla, F>

extension Vector where U == MetrePerSecond {
  @inlinable public static func * (a: Self, time: TimeSpan) -> Displacement<F> { .init(a.components * time.value) }
}
extension Vector where U == MetrePerSecondSquared {
  @inlinable public static func * (a: Self, time: TimeSpan) -> Velocity<F> { .init(a.components * time.value) }
}
extension Vector where U == RadianPerSecond {
  @inlinable public static func * (a: Self, time: TimeSpan) -> RotationVector<F> { .init(a.components * time.value) }
}
extension Vector where U == Metre {
  @inlinable public static func / (a: Self, time: TimeSpan) -> Velocity<F> { .init(a.components / time.value) }
}

// The two changes of axes that are fixed by definition: scene from ENU is (e, u, −n).
extension Vector where F == Level {
  @inlinable public init(_ enu: Vector<U, ENU>) { self.init(enu.x, enu.z, -enu.y) }
}
extension Vector where F == ENU {
  @inlinable public init(_ level: Vector<U, Level>) { self.init(level.x, -level.z, level.y) }
}

@inlinable public func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
@inlinable public func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
