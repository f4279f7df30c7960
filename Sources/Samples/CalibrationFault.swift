public import Geometry

/// The unit of a sensor that can be calibrated, with the limits of its calibration.
public protocol CalibratedUnit: Unit {
  static var calibrationLimits: CalibrationLimits { get }
}

/// The largest values in a calibration, beyond those of any sensor for phones and wearables. Larger values come from damage, a
/// wrong unit or an attack, and would give meaningless poses.
public struct CalibrationLimits: Sendable {
  /// The full range of the sensor, in its unit.
  public var offset: Double
  /// The largest slope, in the unit per kelvin: about ten times the worst value in data sheets.
  public var slope: Double

  /// The range of the matrix's scale in any direction, with a margin for rounding.
  public static let scale = 0.5 * (1 - 1e-9)...2 * (1 + 1e-9)
  /// The range of a calibration's temperature.
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

/// The reasons why values are not a valid calibration.
public enum CalibrationFault: Error, Equatable, Sendable {
  case notFinite(String)
  case outOfRange(String, Double, ClosedRange<Double>, String)
  case notPositiveDefinite
  case scale(Double)
  case shape(String)
  /// A fault of the calibration of a named sensor.
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
      "\(owner)matrix scales a direction by \(value), beyond 0.5 … 2, probably because of a wrong unit; calibrate again"
    case .shape(let what): "not a calibration: \(what)"
    case .of(let name, let fault): fault.text("\(name).")
    }
  }
}
