// The only import of libm. All pure targets use its elementary functions through this file, so a port to another mathematics
// library changes this file only.
public import Glibc

@inlinable public func sin(_ x: Double) -> Double { Glibc.sin(x) }
@inlinable public func cos(_ x: Double) -> Double { Glibc.cos(x) }
@inlinable public func tan(_ x: Double) -> Double { Glibc.tan(x) }
@inlinable public func asin(_ x: Double) -> Double { Glibc.asin(x) }
@inlinable public func acos(_ x: Double) -> Double { Glibc.acos(x) }
@inlinable public func atan(_ x: Double) -> Double { Glibc.atan(x) }
@inlinable public func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
@inlinable public func tanh(_ x: Double) -> Double { Glibc.tanh(x) }
@inlinable public func atanh(_ x: Double) -> Double { Glibc.atanh(x) }
@inlinable public func exp(_ x: Double) -> Double { Glibc.exp(x) }
@inlinable public func log(_ x: Double) -> Double { Glibc.log(x) }
@inlinable public func log1p(_ x: Double) -> Double { Glibc.log1p(x) }
@inlinable public func pow(_ x: Double, _ y: Double) -> Double { Glibc.pow(x, y) }
@inlinable public func hypot(_ x: Double, _ y: Double) -> Double { Glibc.hypot(x, y) }
@inlinable public func cbrt(_ x: Double) -> Double { Glibc.cbrt(x) }
@inlinable public func erf(_ x: Double) -> Double { Glibc.erf(x) }
@inlinable public func erfc(_ x: Double) -> Double { Glibc.erfc(x) }

/// 1 − e^(−x): the share of a new value in a running mean after x of its time constants. For small x by the series, whose error is
/// below 1e-10.
@inlinable public func fading(_ x: Double) -> Double {
  x > 0.06
    ? 1 - Glibc.exp(-x) : x * (1 - x * (0.5 - x * (1.0 / 6 - x * (1.0 / 24 - x * (1.0 / 120 - x * (1.0 / 720))))))
}
