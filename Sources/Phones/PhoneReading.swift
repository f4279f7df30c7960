import Geometry
public import Loggers
import Samples

/// One reading of a telephone's sensor, in the body's axes (x right, y up, z out of the screen), by the telephone's own clock.
public struct PhoneReading: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case force, rate, field, pressure, location

    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  public enum Value: Sendable {
    /// m/s², with gravity: at rest it points up.
    case force(SIMD3<Double>)
    /// rad/s
    case rate(SIMD3<Double>)
    /// µT
    case field(SIMD3<Double>)
    /// hPa
    case pressure(Double)
    case location(StatedLocation)
  }

  /// Nanoseconds of the telephone's clock, from any origin.
  public var stamp: Int64
  public var value: Value

  public init(_ stamp: Int64, _ value: Value) { (self.stamp, self.value) = (stamp, value) }

  public var kind: Kind {
    switch value {
    case .force: .force
    case .rate: .rate
    case .field: .field
    case .pressure: .pressure
    case .location: .location
    }
  }

  /// The sample with its time. A location has the time at which the telephone got it, as in a telephone's log.
  func sample(at time: BootInstant) -> Sample {
    switch value {
    case .force(let v): .accelerometer(AccelerometerSample(time: time, force: .init(v.x, v.y, v.z)))
    case .rate(let v): .gyroscope(GyroscopeSample(time: time, rate: .init(v.x, v.y, v.z)))
    case .field(let v): .magnetometer(MagnetometerSample(time: time, field: .init(v.x, v.y, v.z)))
    case .pressure(let value): .barometer(BarometerSample(time: time, pressure: Pressure(value * 100)))
    case .location(let location): .fix(location.fix(at: time.nanoseconds))
    }
  }
}
