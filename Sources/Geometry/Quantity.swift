/// A unit of measurement, as a type: quantities of different units do not mix.
public protocol Unit: Sendable {
  /// The symbol written after a number.
  static var symbol: String { get }
}

/// No unit: a ratio, or the components of a direction.
public enum One: Unit { public static let symbol = "" }
public enum Radian: Unit { public static let symbol = "rad" }
/// Degrees, for values that have to be reproduced bit for bit (latitudes in files). Calculations use `Angle`, in radians.
public enum Degree: Unit { public static let symbol = "°" }
/// Degrees per second, for the same purpose as `Degree`.
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
/// The unit of a length that is proportional to a frequency.
public enum MetreSecond: Unit { public static let symbol = "m·s" }
public enum SquareMetrePerSquareSecond: Unit { public static let symbol = "m²/s²" }
/// The unit of a random walk: its standard deviation after 1 s; it grows with the square root of time.
public enum PerRootSecond<U: Unit>: Unit { public static var symbol: String { "\(U.symbol)/√s" } }
/// The unit of white noise: the standard deviation of a mean over 1 s; it falls with the square root of time.
public enum TimesRootSecond<U: Unit>: Unit { public static var symbol: String { "\(U.symbol)·√s" } }
public enum PerMicrotesla<U: Unit>: Unit { public static var symbol: String { "\(U.symbol)/µT" } }
/// A unit per rad/s of rotation.
public enum PerRate<U: Unit>: Unit { public static var symbol: String { "\(U.symbol) per rad/s" } }

/// A unit per m/s² of acceleration.
public enum PerAcceleration<U: Unit>: Unit { public static var symbol: String { "\(U.symbol) per m/s²" } }

/// A unit that contains an angle and is written in degrees in texts.
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

/// A number with its unit. `value` is the number in that unit, and the only access to it.
@frozen public struct Quantity<U: Unit>: Hashable, Comparable, Sendable {
  public var value: Double

  @inlinable public init(_ value: Double) { self.value = value }

  @inlinable public static var zero: Self { Self(0) }
  @inlinable public var isFinite: Bool { value.isFinite }
  @inlinable public var magnitude: Self { Self(value.magnitude) }

  // All four are defined: the standard library derives `a <= b` from `!(b < a)`, so NaN would pass a limit.
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
/// The magnitude of an acceleration; as a vector it is an `Acceleration`.
public typealias AccelerationSize = Quantity<MetrePerSecondSquared>
public typealias Frequency = Quantity<Hertz>
/// Random walks, per √s, and white noises, times √s.
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

// The products and quotients of units that are used. Others need `value`, so they are easy to see.
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
