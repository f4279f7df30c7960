public import Geometry

/// A parameter of some target's `Parameters` struct: what it is called, means and may be, said once. The configuration
/// files, `--set`, `--help` and the manual all come from tables of these.
public struct Parameter<Root>: Sendable {
  /// Dotted, lower case: `gyroscope.noise`.
  public let name: String
  /// What it is, and when to change it.
  public let meaning: String
  /// The unit its number is written in; empty for ratios, switches and choices.
  public let unit: String
  public let kind: Kind
  /// When it is to be changed, where its meaning does not say so.
  public private(set) var advice = ""
  /// What its values do.
  public internal(set) var effects = ParameterEffects.none

  public enum Kind: Sendable {
    case number(ClosedRange<Double>)
    /// on | off
    case flag
    case choice([String])
    case text
  }

  /// As it would be written in a configuration file.
  public let text: @Sendable (Root) -> String
  let assign: @Sendable (inout Root, String) throws(ParameterFault) -> Void

  /// A number held as a quantity; written in the unit's own symbol.
  public init<U: Unit>(
    _ name: String, _ path: any WritableKeyPath<Root, Quantity<U>> & Sendable, in range: ClosedRange<Double>,
    _ meaning: String
  ) {
    self.init(name, unit: U.symbol, range, meaning, get: { $0[keyPath: path].value }) { $0[keyPath: path].value = $1 }
  }

  /// A number held bare: a ratio, or a density whose unit is spelled out here.
  public init(
    _ name: String, _ path: any WritableKeyPath<Root, Double> & Sendable, unit: String = "",
    in range: ClosedRange<Double>, _ meaning: String
  ) {
    self.init(name, unit: unit, range, meaning, get: { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
  }

  /// A quantity with an angle in it, written in degrees.
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
      // Degrees come from radians with a last digit too many; no parameter means its thirteenth.
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

  /// One of a closed set.
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
  /// Text that somebody else reads: a name, a path, an address. `check` says what is wrong with it, or nothing.
  public init(
    text name: String, _ path: any WritableKeyPath<Root, String> & Sendable, _ meaning: String,
    check: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.init(
      name: name, meaning: meaning, unit: "", kind: .text, text: { $0[keyPath: path] },
      assign: { root, text throws(ParameterFault) in
        if let complaint = check(text) { throw .unfit(name: name, complaint: complaint) }
        root[keyPath: path] = text
      })
  }

  /// The same parameter of a struct that holds this one's.
  public func lifted<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> Parameter<Outer> {
    let inner = assign, text = text
    var outer = Parameter<Outer>(
      name: name, meaning: meaning, unit: unit, kind: Parameter<Outer>.Kind(kind), text: { text($0[keyPath: path]) },
      assign: { root, value throws(ParameterFault) in try inner(&root[keyPath: path], value) })
    outer.advice = advice
    outer.effects = effects
    return outer
  }

  /// The same, with a word on when it is to be changed.
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
  public private(set) var parameters: [Parameter<Root>]
  /// Names in the effects that no parameter has; a test wants none.
  private(set) var unknownEffects: [String] = []

  public init(_ parameters: [Parameter<Root>]) {
    precondition(Set(parameters.map(\.name)).count == parameters.count, "two parameters of one name")
    self.parameters = parameters
  }

  /// The same table with what the values of its parameters do; lifted parameters bring that with them.
  public func explained(by effects: ParameterEffectTable) -> Self {
    var same = self
    for (name, effects) in effects {
      if let index = parameters.firstIndex(where: { $0.name == name }) {
        same.parameters[index].effects = effects
      } else {
        same.unknownEffects.append(name)
      }
    }
    return same
  }

  /// Sets one parameter from text; the fault names what to mend.
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

/// Why a parameter was not set.
public enum ParameterFault: Error, Equatable, Sendable {
  case unknown(name: String, nearest: String?)
  case notANumber(name: String, text: String)
  case outOfRange(name: String, value: Double, range: ClosedRange<Double>, unit: String)
  case notAChoice(name: String, text: String, choices: [String])
  case noEquals(String)
  case unfit(name: String, complaint: String)
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
    case .unfit(let name, let complaint): "\(name): \(complaint)"
    case .noEquals(let text): "'\(text)' is not of the form NAME=VALUE"
    }
  }
}

/// The name a typist may have meant: the one with the fewest edits (Levenshtein 1966), if they are few.
public func nearest(to word: String, among names: [String]) -> String? {
  func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for i in 0..<a.count {
      var diagonal = row[0]
      row[0] = i + 1
      for j in 0..<b.count {
        let substitution = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
  let letters = Array(word.utf8)
  // A name that was meant is not as long, and the distance costs the product of the lengths.
  guard letters.count <= 100 else { return nil }
  let ranked = names.map { (name: $0, edits: distance(letters, Array($0.utf8))) }.min { $0.edits < $1.edits }
  guard let best = ranked, best.edits <= max(2, word.utf8.count / 3) else { return nil }
  return best.name
}
