public import Geometry

/// A sentence for the wearer: a code for programs, its numbers, and the English text.
public struct CalibrationPhrase: Equatable, Sendable {
  /// Code of a result's remark that the calibration explains the readings no better than without it: it may still be right, but
  /// must not take effect without a person's decision.
  public static let noBetter = "no-better"

  public var code: String
  public var figures: [CalibrationFigure]
  public var english: String

  public init(_ code: String, _ figures: [CalibrationFigure] = [], english: String) {
    self.code = code
    self.figures = figures
    self.english = english
  }
}

/// A number to show, with its name and unit, and with a bar to compare it with, if there is one.
public struct CalibrationFigure: Equatable, Sendable {
  /// Words with hyphens, without the unit: `holdout-residual`.
  public var name: String
  public var value: Double
  /// `µT`, `°`, `m/s²`, `°/s`, `s`, `%` …, empty for a count or a ratio.
  public var unit: String
  /// The value that it should not exceed, or should reach.
  public var bar: Double?

  public init(_ name: String, _ value: Double, _ unit: String = "", bar: Double? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.bar = bar
  }

  /// Creates a figure from a quantity, in the quantity's unit.
  public init<U: Unit>(_ name: String, _ value: Quantity<U>, bar: Quantity<U>? = nil) {
    self.init(name, value.value, U.symbol, bar: bar?.value)
  }
}

/// Progress of a calibration.
public struct CalibrationProgress: Equatable, Sendable {
  /// 0 … 1; never falls unless data are discarded.
  public var fraction: Double
  /// True if there is enough: more improves it only a little.
  public var isComplete: Bool
  /// The next thing to do.
  public var instruction: CalibrationPhrase
  /// Problems of the moment ("you are moving", "a magnet is near"), empty if all is well.
  public var warnings: [CalibrationPhrase]
  /// Measurements so far: residual, field, rate, poses …
  public var figures: [CalibrationFigure]
  /// Counts for each cell of a sphere of directions, for the kinds that have one.
  public var coverage: [UInt16]

  public init(
    fraction: Double, isComplete: Bool, instruction: CalibrationPhrase, warnings: [CalibrationPhrase] = [],
    figures: [CalibrationFigure] = [], coverage: [UInt16] = []
  ) {
    self.fraction = fraction
    self.isComplete = isComplete
    self.instruction = instruction
    self.warnings = warnings
    self.figures = figures
    self.coverage = coverage
  }
}
