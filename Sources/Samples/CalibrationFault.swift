public import Geometry

/// The unit of a sensor that can be calibrated, with what a calibration of such a sensor may hold.
public protocol CalibratedUnit: Unit {
  static var calibrationLimits: CalibrationLimits { get }
}

/// The largest numbers that a calibration may hold: those of any sensor made for phones and wearables. Larger ones are damage, an
/// error of unit or an attack, and would give poses that mean nothing.
public struct CalibrationLimits: Sendable {
  /// The full range of the sensor, in its unit.
  public var offset: Double
  /// The unit per kelvin, about ten times what the worst data sheets state.
  public var slope: Double

  /// The scale of a matrix in any direction. The margin is for rounding.
  public static let scale = 0.5 * (1 - 1e-9)...2 * (1 + 1e-9)
  /// The temperature of a calibration.
  public static let celsius = -100.0...200.0
}

extension MetrePerSecondSquared: CalibratedUnit {
  /// 16 g.
  public static var calibrationLimits: CalibrationLimits { CalibrationLimits(offset: 157, slope: 1) }
}
extension RadianPerSecond: CalibratedUnit {
  /// 2000 °/s.
  public static var calibrationLimits: CalibrationLimits { CalibrationLimits(offset: 35, slope: 0.1) }
}
extension Microtesla: CalibratedUnit {
  /// 5 mT, a hundred times the Earth's field.
  public static var calibrationLimits: CalibrationLimits { CalibrationLimits(offset: 5000, slope: 50) }
}

/// Why a set of numbers is no calibration.
public enum CalibrationFault: Error, Equatable, Sendable {
  case notFinite(String)
  case outOfRange(String, Double, ClosedRange<Double>, String)
  case notPositiveDefinite
  case scale(Double)
  case shape(String)
  /// One of the faults above in the calibration of a named sensor.
  indirect case of(String, CalibrationFault)
}

extension CalibrationFault: CustomStringConvertible {
  public var description: String { text("the calibration's ") }

  private func text(_ owner: String) -> String {
    switch self {
    case .notFinite(let what): "\(owner)\(what) is not finite: correct it, or calibrate again"
    case .outOfRange(let what, let value, let range, let unit):
      "\(owner)\(what) is \(value), beyond \(range.lowerBound) … \(range.upperBound) \(unit): correct it, or calibrate again"
    case .notPositiveDefinite:
      "\(owner)matrix is not positive definite, so it would reverse or lose an axis: check the mount, calibrate again"
    case .scale(let value):
      "\(owner)matrix scales a direction by \(value), beyond 0.5 … 2: not a sensor's error but a mistake of unit; calibrate again"
    case .shape(let what): "not a calibration: \(what)"
    case .of(let name, let fault): fault.text("\(name).")
    }
  }
}
