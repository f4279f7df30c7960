import Geometry

/// The Earth's field by the magnetic model: the declination in radians, clockwise from true north, and the strengths in µT.
public struct EarthMagnetism: Sendable {
  public var declination: Double
  public var horizontal: Double
  public var up: Double

  public init(declination: Double, horizontal: Double, up: Double) {
    (self.declination, self.horizontal, self.up) = (declination, horizontal, up)
  }
}

/// A window of the compass, in the axes of the steady scene.
public struct CompassReading: Sendable {
  /// Mean field, in µT.
  public var field: SIMD3<Double>
  /// Spread of the direction within the window, in radians.
  public var spread: Double
  /// Mean directions of the body's axes: the contributions of a field fixed to the body to east, north and up.
  public var bodyEast: SIMD3<Double>
  public var bodyNorth: SIMD3<Double>
  public var bodyUp: SIMD3<Double>

  public init(
    field: SIMD3<Double>, spread: Double, bodyEast: SIMD3<Double>, bodyNorth: SIMD3<Double>, bodyUp: SIMD3<Double>
  ) {
    (self.field, self.spread) = (field, spread)
    (self.bodyEast, self.bodyNorth, self.bodyUp) = (bodyEast, bodyNorth, bodyUp)
  }

  /// The field (east, north, up) without the device's own.
  func field(without device: SIMD3<Double>) -> SIMD3<Double> {
    field - SIMD3(dot(bodyEast, device), dot(bodyNorth, device), dot(bodyUp, device))
  }
}

@inline(__always) func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
