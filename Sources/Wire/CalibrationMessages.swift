public import Text

/// A number with its unit and, if there is one, its limit.
public struct FigureMessage: Equatable, Sendable {
  public var name: String
  public var value: Double
  public var unit: String
  public var bar: Double?

  public init(name: String, value: Double, unit: String = "", bar: Double? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.bar = bar
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "figure")
    name = try members.text("name")
    value = try members.number("value")
    unit = try members.text("unit")
    bar = try members.numberIfAny("bar")
  }

  public var json: JSONValue {
    // JSON has no numbers that are not finite.
    ["name": .string(name), "value": .finite(value), "unit": .string(unit), "bar": bar.map { .finite($0) } ?? .null]
  }
}

/// A sentence: a code for programs, its numbers, and the English text.
public struct PhraseMessage: Equatable, Sendable {
  public var code: String
  public var figures: [FigureMessage]
  public var english: String

  public init(code: String, figures: [FigureMessage] = [], english: String) {
    self.code = code
    self.figures = figures
    self.english = english
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "phrase")
    code = try members.text("code")
    figures = try each(members.elements("figures"), FigureMessage.init(json:))
    english = try members.text("english")
  }

  public var json: JSONValue {
    ["code": .string(code), "figures": .array(figures.map(\.json)), "english": .string(english)]
  }
}

/// The progress of a calibration, and the wearer's next action.
public struct CalibrationProgressMessage: Equatable, Sendable {
  public var fraction: Double
  public var isComplete: Bool
  /// Elapsed seconds by the samples' clock.
  public var elapsed: Double
  public var instruction: PhraseMessage
  public var warnings: [PhraseMessage]
  public var figures: [FigureMessage]
  /// Number of readings per cell of the sphere, for kinds that have one.
  public var coverage: [Int]

  public init(
    fraction: Double, isComplete: Bool, elapsed: Double, instruction: PhraseMessage, warnings: [PhraseMessage] = [],
    figures: [FigureMessage] = [], coverage: [Int] = []
  ) {
    self.fraction = fraction
    self.isComplete = isComplete
    self.elapsed = elapsed
    self.instruction = instruction
    self.warnings = warnings
    self.figures = figures
    self.coverage = coverage
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "progress")
    fraction = try members.number("fraction")
    isComplete = try members.flag("is_complete")
    elapsed = try members.number("elapsed")
    instruction = try PhraseMessage(json: json["instruction"] ?? .null)
    warnings = try each(members.elements("warnings"), PhraseMessage.init(json:))
    figures = try each(members.elements("figures"), FigureMessage.init(json:))
    coverage = try each(members.elements("coverage")) { (value) throws(MessageFault) in
      guard let count = value.integer else { throw MessageFault(member: "coverage", expected: "whole numbers") }
      return Int(clamping: count)
    }
  }

  public var json: JSONValue {
    [
      "fraction": .finite(fraction), "is_complete": .bool(isComplete), "elapsed": .finite(elapsed),
      "instruction": instruction.json, "warnings": .array(warnings.map(\.json)),
      "figures": .array(figures.map(\.json)), "coverage": .array(coverage.map { .integer(Int64($0)) }),
    ]
  }
}

/// The result of a calibration; it is used only after it is accepted.
public struct CalibrationResultMessage: Equatable, Sendable {
  public var grade: String
  /// The error for this grade.
  public var promise: FigureMessage
  public var evidence: [FigureMessage]
  public var remarks: [PhraseMessage]
  /// The record to store.
  public var record: JSONValue

  public init(
    grade: String, promise: FigureMessage, evidence: [FigureMessage], remarks: [PhraseMessage], record: JSONValue
  ) {
    self.grade = grade
    self.promise = promise
    self.evidence = evidence
    self.remarks = remarks
    self.record = record
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "result")
    grade = try members.text("grade")
    promise = try FigureMessage(json: json["promise"] ?? .null)
    evidence = try each(members.elements("evidence"), FigureMessage.init(json:))
    remarks = try each(members.elements("remarks"), PhraseMessage.init(json:))
    record = json["record"] ?? .null
  }

  public var json: JSONValue {
    [
      "grade": .string(grade), "promise": promise.json, "evidence": .array(evidence.map(\.json)),
      "remarks": .array(remarks.map(\.json)), "record": record,
    ]
  }
}

/// The failure of a calibration: its reason, the finding, and the remedy.
public struct CalibrationFailureMessage: Equatable, Sendable {
  public var reason: String
  public var figures: [FigureMessage]
  public var finding: String
  public var remedy: String

  public init(reason: String, figures: [FigureMessage], finding: String, remedy: String) {
    self.reason = reason
    self.figures = figures
    self.finding = finding
    self.remedy = remedy
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "failure")
    reason = try members.text("reason")
    figures = try each(members.elements("figures"), FigureMessage.init(json:))
    finding = try members.text("finding")
    remedy = try members.text("remedy")
  }

  public var json: JSONValue {
    [
      "reason": .string(reason), "figures": .array(figures.map(\.json)), "finding": .string(finding),
      "remedy": .string(remedy),
    ]
  }
}

/// One reply of a running calibration: its progress, result or failure.
public struct CalibrationMessage: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    case progress(CalibrationProgressMessage)
    case result(CalibrationResultMessage)
    case failure(CalibrationFailureMessage)
  }
  public var run: Int
  public var content: Content

  public init(run: Int, _ content: Content) {
    self.run = run
    self.content = content
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    run = Int(try members.integer("run"))
    if let value = json["progress"], !value.isNull {
      content = .progress(try CalibrationProgressMessage(json: value))
    } else if let value = json["result"], !value.isNull {
      content = .result(try CalibrationResultMessage(json: value))
    } else if let value = json["failure"], !value.isNull {
      content = .failure(try CalibrationFailureMessage(json: value))
    } else {
      throw MessageFault(member: "progress", expected: "a progress, a result or a failure")
    }
  }

  public var json: JSONValue {
    var progress = JSONValue.null, result = JSONValue.null, failure = JSONValue.null
    switch content {
    case .progress(let message): progress = message.json
    case .result(let message): result = message.json
    case .failure(let message): failure = message.json
    }
    return ["run": .integer(Int64(run)), "progress": progress, "result": result, "failure": failure]
  }
}

/// The verdict on a calibration in use.
public struct CalibrationVerdictMessage: Equatable, Sendable {
  public var kind: String
  /// good, drifting, redo, unknown.
  public var verdict: String
  public var figures: [FigureMessage]
  public var english: String

  public init(kind: String, verdict: String, figures: [FigureMessage], english: String) {
    self.kind = kind
    self.verdict = verdict
    self.figures = figures
    self.english = english
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "verdict")
    kind = try members.text("kind")
    verdict = try members.text("verdict")
    figures = try each(members.elements("figures"), FigureMessage.init(json:))
    english = try members.text("english")
  }

  public var json: JSONValue {
    [
      "kind": .string(kind), "verdict": .string(verdict), "figures": .array(figures.map(\.json)),
      "english": .string(english),
    ]
  }
}

private func each<Element>(
  _ values: [JSONValue], _ read: (JSONValue) throws(MessageFault) -> Element
) throws(MessageFault) -> [Element] {
  var elements: [Element] = []
  for value in values { elements.append(try read(value)) }
  return elements
}

extension JSONValue {
  /// Returns a number, or null if it is not finite.
  static func finite(_ value: Double) -> JSONValue { value.isFinite ? .number(value) : .null }
}
