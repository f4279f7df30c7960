public import Geometry

/// A sentence for the wearer: a code for programs, its numbers, and the English text.
public struct CalibrationPhrase: Equatable, Sendable {
  /// The code of a result's remark that it explains the readings no better than they do by themselves: it may be right, and nobody
  /// should put it in force without looking.
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

/// A number that is shown, by name and unit, with what it is held against where there is a bar.
public struct CalibrationFigure: Equatable, Sendable {
  /// In words with hyphens, the unit not in the name: `holdout-residual`.
  public var name: String
  public var value: Double
  /// `µT`, `°`, `m/s²`, `°/s`, `s`, `%` …, empty for a count or a ratio.
  public var unit: String
  /// What it ought not to pass, or ought to reach.
  public var bar: Double?

  public init(_ name: String, _ value: Double, _ unit: String = "", bar: Double? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.bar = bar
  }

  /// A quantity, written in its own unit.
  public init<U: Unit>(_ name: String, _ value: Quantity<U>, bar: Quantity<U>? = nil) {
    self.init(name, value.value, U.symbol, bar: bar?.value)
  }
}

/// How far a calibration is.
public struct CalibrationProgress: Equatable, Sendable {
  /// 0 … 1, never falling while nothing is thrown away.
  public var fraction: Double
  /// There is enough: more makes it no better by much.
  public var isComplete: Bool
  /// The next thing to do.
  public var instruction: CalibrationPhrase
  /// What is going wrong just now ("you are moving", "a magnet is near"), empty if all is well.
  public var warnings: [CalibrationPhrase]
  /// What is measured so far: residual, field, rate, poses …
  public var figures: [CalibrationFigure]
  /// Of a sphere of directions which cells have been seen, where the kind has one: counts by cell.
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
