/// A unit of measurement, as a type: quantities of different units do not mix.
public protocol Unit: Sendable {
  /// How the unit is written behind a number.
  static var symbol: String { get }
}

/// No unit: a ratio, or the components of a direction.
public enum One: Unit { public static let symbol = "" }
public enum Radian: Unit { public static let symbol = "rad" }
/// Degrees are a unit of their own where a figure must come back bit for bit (latitudes in files);
/// `Angle`, in radians, is what one calculates with.
public enum Degree: Unit { public static let symbol = "°" }
/// As `Degree`, of a rate.
public enum DegreePerSecond: Unit { public static let symbol = "°/s" }
public enum RadianPerSecond: Unit { public static let symbol = "rad/s" }
public enum Second: Unit { public static let symbol = "s" }
public enum Metre: Unit { public static let symbol = "m" }
public enum MetrePerSecond: Unit { public static let symbol = "m/s" }
public enum MetrePerSecondSquared: Unit { public static let symbol = "m/s²" }
public enum Microtesla: Unit { public static let symbol = "µT" }
public enum Pascal: Unit { public static let symbol = "Pa" }
public enum Celsius: Unit { public static let symbol = "°C" }
public enum Hertz: Unit { public static let symbol = "Hz" }
/// Of a length that grows with a frequency.
public enum MetreSecond: Unit { public static let symbol = "m·s" }
public enum SquareMetrePerSquareSecond: Unit { public static let symbol = "m²/s²" }
/// A random walk: what a value wanders by in a second, and in the square root of any other time.
public enum PerRootSecond<U: Unit>: Unit { public static var symbol: String { "\(U.symbol)/√s" } }
/// A white noise: the error of a mean over a second, and less by the square root of any other time.
public enum TimesRootSecond<U: Unit>: Unit { public static var symbol: String { "\(U.symbol)·√s" } }
public enum PerMicrotesla<U: Unit>: Unit { public static var symbol: String { "\(U.symbol)/µT" } }
/// For each rad/s of rotation.
public enum PerRate<U: Unit>: Unit { public static var symbol: String { "\(U.symbol) per rad/s" } }

/// For each m/s² of an acceleration.
public enum PerAcceleration<U: Unit>: Unit { public static var symbol: String { "\(U.symbol) per m/s²" } }

/// A unit with an angle in it, which people write in degrees.
public protocol AngularUnit: Unit {
  static var symbolInDegrees: String { get }
}
extension Radian: AngularUnit { public static var symbolInDegrees: String { "°" } }
extension RadianPerSecond: AngularUnit { public static var symbolInDegrees: String { "°/s" } }
extension PerRootSecond: AngularUnit where U: AngularUnit {
  public static var symbolInDegrees: String { "\(U.symbolInDegrees)/√s" }
}
extension TimesRootSecond: AngularUnit where U: AngularUnit {
  public static var symbolInDegrees: String { "\(U.symbolInDegrees)·√s" }
}
extension PerMicrotesla: AngularUnit where U: AngularUnit {
  public static var symbolInDegrees: String { "\(U.symbolInDegrees)/µT" }
}
extension PerRate: AngularUnit where U: AngularUnit {
  public static var symbolInDegrees: String { "\(U.symbolInDegrees) per rad/s" }
}

/// A number with its unit. `value` is the number in that unit; there is no other way to read it.
@frozen public struct Quantity<U: Unit>: Hashable, Comparable, Sendable {
  public var value: Double

  @inlinable public init(_ value: Double) { self.value = value }

  @inlinable public static var zero: Self { Self(0) }
  @inlinable public var isFinite: Bool { value.isFinite }
  @inlinable public var magnitude: Self { Self(value.magnitude) }

  // All four, because the standard library makes `a <= b` of `!(b < a)`, which lets NaN through a gate.
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
  @inlinable public static func <= (a: Self, b: Self) -> Bool { a.value <= b.value }
  @inlinable public static func > (a: Self, b: Self) -> Bool { a.value > b.value }
  @inlinable public static func >= (a: Self, b: Self) -> Bool { a.value >= b.value }
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.value + b.value) }
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.value - b.value) }
  @inlinable public static prefix func - (a: Self) -> Self { Self(-a.value) }
  @inlinable public static func * (a: Self, factor: Double) -> Self { Self(a.value * factor) }
  @inlinable public static func * (factor: Double, a: Self) -> Self { Self(factor * a.value) }
  @inlinable public static func / (a: Self, divisor: Double) -> Self { Self(a.value / divisor) }
  @inlinable public static func / (a: Self, b: Self) -> Double { a.value / b.value }
  @inlinable public static func += (a: inout Self, b: Self) { a.value += b.value }
  @inlinable public static func -= (a: inout Self, b: Self) { a.value -= b.value }
}

extension Quantity: CustomStringConvertible {
  public var description: String { U.symbol.isEmpty ? "\(value)" : "\(value) \(U.symbol)" }
}

public typealias Length = Quantity<Metre>
public typealias TimeSpan = Quantity<Second>
public typealias Speed = Quantity<MetrePerSecond>
public typealias AngularRate = Quantity<RadianPerSecond>
/// The size of an acceleration; as a vector it is an `Acceleration`.
public typealias AccelerationSize = Quantity<MetrePerSecondSquared>
public typealias Frequency = Quantity<Hertz>
/// Random walks, per √s, and white noises, times √s.
public typealias TimeWalk = Quantity<PerRootSecond<Second>>
public typealias LengthWalk = Quantity<PerRootSecond<Metre>>
public typealias SpeedWalk = Quantity<PerRootSecond<MetrePerSecond>>
public typealias AccelerationWalk = Quantity<PerRootSecond<MetrePerSecondSquared>>
public typealias AngleWalk = Quantity<PerRootSecond<Radian>>
public typealias AngularRateWalk = Quantity<PerRootSecond<RadianPerSecond>>
public typealias FluxDensityWalk = Quantity<PerRootSecond<Microtesla>>
public typealias SpeedNoise = Quantity<TimesRootSecond<MetrePerSecond>>
public typealias AngularRateNoise = Quantity<TimesRootSecond<RadianPerSecond>>
public typealias FluxDensity = Quantity<Microtesla>
public typealias Pressure = Quantity<Pascal>
public typealias Temperature = Quantity<Celsius>
public typealias Degrees = Quantity<Degree>
public typealias DegreesPerSecond = Quantity<DegreePerSecond>

// The products and quotients of units that occur here. Anything else needs `value`, and so stands out.
extension Quantity where U == Metre {
  @inlinable public static func metres(_ value: Double) -> Self { Self(value) }
  @inlinable public static func / (distance: Self, time: TimeSpan) -> Speed { Speed(distance.value / time.value) }
  @inlinable public static func / (distance: Self, speed: Speed) -> TimeSpan { TimeSpan(distance.value / speed.value) }
}
extension Quantity where U == MetrePerSecond {
  @inlinable public static func * (speed: Self, time: TimeSpan) -> Length { Length(speed.value * time.value) }
}
extension Quantity where U == Second {
  @inlinable public static func seconds(_ value: Double) -> Self { Self(value) }
}
extension Quantity where U == RadianPerSecond {
  @inlinable public static func * (rate: Self, time: TimeSpan) -> Angle { Angle(rate.value * time.value) }
}
extension Quantity where U == Degree {
  @inlinable public init(_ angle: Angle) { self.init(angle.degrees) }
}
