public import Geometry

/// A parameter of a target's `Parameters` struct: its name, meaning and range, defined in one place. The configuration files,
/// `--set`, `--help` and the manual are made from tables of these.
public struct Parameter<Root>: Sendable {
  /// Name in lower case with dots: `gyroscope.noise`.
  public let name: String
  /// Its meaning, with a hint when to change it.
  public let meaning: String
  /// Unit of its number; empty for ratios, switches and choices.
  public let unit: String
  public let kind: Kind
  /// A hint when to change it, if the meaning does not contain one.
  public private(set) var advice = ""

  public enum Kind: Sendable {
    case number(ClosedRange<Double>)
    /// on | off
    case flag
    case choice([String])
    case text
  }

  /// Returns the value as written in a configuration file.
  public let text: @Sendable (Root) -> String
  let assign: @Sendable (inout Root, String) throws(ParameterFault) -> Void

  /// A number stored as a quantity; it is written in the unit's own symbol.
  public init<U: Unit>(
    _ name: String, _ path: any WritableKeyPath<Root, Quantity<U>> & Sendable, in range: ClosedRange<Double>,
    _ meaning: String
  ) {
    self.init(name, unit: U.symbol, range, meaning, get: { $0[keyPath: path].value }) { $0[keyPath: path].value = $1 }
  }

  /// A number stored without a unit type: a ratio, or a density whose unit is given as text.
  public init(
    _ name: String, _ path: any WritableKeyPath<Root, Double> & Sendable, unit: String = "",
    in range: ClosedRange<Double>, _ meaning: String
  ) {
    self.init(name, unit: unit, range, meaning, get: { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
  }

  /// A quantity with an angle, written in degrees.
  public init<U: AngularUnit>(
    degrees name: String, _ path: any WritableKeyPath<Root, Quantity<U>> & Sendable, in range: ClosedRange<Double>,
    _ meaning: String
  ) {
    self.init(name, unit: U.symbolInDegrees, range, meaning, get: { $0[keyPath: path].degrees }) {
      $0[keyPath: path] = .degrees($1)
    }
  }

  private init(
    _ name: String, unit: String, _ range: ClosedRange<Double>, _ meaning: String,
    get: @escaping @Sendable (Root) -> Double, set: @escaping @Sendable (inout Root, Double) -> Void
  ) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    kind = .number(range)
    text = { root in
      // The conversion from radians to degrees adds digits from rounding; nine decimals are enough for every parameter.
      let value = (get(root) * 1e9).rounded() / 1e9 == 0 ? get(root) : (get(root) * 1e9).rounded() / 1e9
      return value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    }
    assign = { root, text throws(ParameterFault) in
      guard let value = Double(text), value.isFinite else { throw .notANumber(name: name, text: text) }
      guard range.contains(value) else { throw .outOfRange(name: name, value: value, range: range, unit: unit) }
      set(&root, value)
    }
  }

  /// A switch.
  public init(_ name: String, _ path: any WritableKeyPath<Root, Bool> & Sendable, _ meaning: String) {
    self.name = name
    self.meaning = meaning
    unit = ""
    kind = .flag
    text = { $0[keyPath: path] ? "on" : "off" }
    assign = { root, text throws(ParameterFault) in
      switch text {
      case "on", "yes", "true", "1": root[keyPath: path] = true
      case "off", "no", "false", "0": root[keyPath: path] = false
      default: throw .notAChoice(name: name, text: text, choices: ["on", "off"])
      }
    }
  }

  /// A choice from a closed set.
  public init<Choice>(
    _ name: String, _ path: any WritableKeyPath<Root, Choice> & Sendable, _ meaning: String
  ) where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    let choices = Choice.allCases.map(\.rawValue)
    self.name = name
    self.meaning = meaning
    unit = ""
    kind = .choice(choices)
    text = { $0[keyPath: path].rawValue }
    assign = { root, text throws(ParameterFault) in
      guard let choice = Choice(rawValue: text) else { throw .notAChoice(name: name, text: text, choices: choices) }
      root[keyPath: path] = choice
    }
  }
}

extension Parameter {
  /// A text such as a name, a path or an address. `check` returns the error of a text, or nil.
  public init(
    text name: String, _ path: any WritableKeyPath<Root, String> & Sendable, _ meaning: String,
    check: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.init(
      name: name, meaning: meaning, unit: "", kind: .text, text: { $0[keyPath: path] },
      assign: { root, text throws(ParameterFault) in
        if let sentence = check(text) { throw .unfit(name: name, sentence: sentence) }
        root[keyPath: path] = text
      })
  }

  /// Returns the same parameter for a struct that contains this parameter's struct.
  public func lifted<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> Parameter<Outer> {
    let inner = assign, text = text
    var outer = Parameter<Outer>(
      name: name, meaning: meaning, unit: unit, kind: Parameter<Outer>.Kind(kind), text: { text($0[keyPath: path]) },
      assign: { root, value throws(ParameterFault) in try inner(&root[keyPath: path], value) })
    outer.advice = advice
    return outer
  }

  /// Returns the same parameter with a hint when to change it.
  public func changed(_ advice: String) -> Self {
    var same = self
    same.advice = advice
    return same
  }

  private init(
    name: String, meaning: String, unit: String, kind: Kind, text: @escaping @Sendable (Root) -> String,
    assign: @escaping @Sendable (inout Root, String) throws(ParameterFault) -> Void
  ) {
    self.name = name
    self.meaning = meaning
    self.unit = unit
    self.kind = kind
    self.text = text
    self.assign = assign
  }
}

extension Parameter.Kind {
  fileprivate init<Other>(_ kind: Parameter<Other>.Kind) {
    switch kind {
    case .number(let range): self = .number(range)
    case .flag: self = .flag
    case .choice(let choices): self = .choice(choices)
    case .text: self = .text
    }
  }
}

/// All parameters of one struct.
public struct ParameterTable<Root>: Sendable {
  public let parameters: [Parameter<Root>]

  public init(_ parameters: [Parameter<Root>]) {
    precondition(Set(parameters.map(\.name)).count == parameters.count, "two parameters of one name")
    self.parameters = parameters
  }

  /// Sets one parameter from text; the fault says what to correct.
  public func set(_ name: String, to text: String, in root: inout Root) throws(ParameterFault) {
    guard let parameter = parameters.first(where: { $0.name == name }) else {
      throw .unknown(name: name, nearest: nearest(to: name, among: parameters.map(\.name)))
    }
    try parameter.assign(&root, text)
  }

  /// Sets one parameter from `name=value`.
  public func set(_ assignment: String, in root: inout Root) throws(ParameterFault) {
    guard let equals = assignment.firstIndex(of: "=") else { throw .noEquals(assignment) }
    try set(
      String(assignment[..<equals]), to: String(assignment[assignment.index(after: equals)...]), in: &root)
  }
}

/// The reasons why a parameter was not set.
public enum ParameterFault: Error, Equatable, Sendable {
  case unknown(name: String, nearest: String?)
  case notANumber(name: String, text: String)
  case outOfRange(name: String, value: Double, range: ClosedRange<Double>, unit: String)
  case notAChoice(name: String, text: String, choices: [String])
  case noEquals(String)
  case unfit(name: String, sentence: String)
}

extension ParameterFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknown(let name, let nearest?): "no parameter '\(name)'; did you mean '\(nearest)'?"
    case .unknown(let name, nil): "no parameter '\(name)'"
    case .notANumber(let name, let text): "\(name) must be a number, not '\(text)'"
    case .outOfRange(let name, let value, let range, let unit):
      "\(name) = \(value) is outside \(range.lowerBound) … \(range.upperBound)\(unit.isEmpty ? "" : " " + unit)"
    case .notAChoice(let name, let text, let choices):
      "\(name) must be \(choices.joined(separator: " | ")), not '\(text)'"
    case .unfit(let name, let sentence): "\(name): \(sentence)"
    case .noEquals(let text): "'\(text)' is not of the form NAME=VALUE"
    }
  }
}

/// Returns the name with the fewest edits from a word (Levenshtein 1966, and two neighbours exchanged as one edit: Damerau 1964);
/// nil if these are too many for a typing error.
public func nearest(to word: String, among names: [String]) -> String? {
  func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = [], last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var edits = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { edits = min(edits, before[j - 1] + 1) }
        row.append(edits)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
  let letters = Array(word.utf8)
  // A longer text is no misspelled name, and the cost of the distance grows with the product of the lengths.
  guard letters.count <= 100 else { return nil }
  // Two edits, of a short word one, of a long one a third.
  let most = letters.count < 4 ? 1 : max(2, letters.count / 3)
  let ranked = names.map { (name: $0, edits: distance(letters, Array($0.utf8))) }.min { $0.edits < $1.edits }
  guard let best = ranked, best.edits <= most else { return nil }
  return best.name
}
