import Text

extension InterfaceParser.Field {
  /// A number within the limits, which is the same after a conversion to radians and back.
  var example: Double {
    guard let limits = expected.firstMatch(of: /(?:from|of) (-?[\d.]+) to (-?[\d.]+)/),
      let least = Double(limits.1), let most = Double(limits.2)
    else { return 90 }
    return [90, 1].first { (least...most).contains($0) } ?? most
  }
}

/// A reader of varlink's interface definitions, only as much as the test needs: the fields of each type, method and error.
struct InterfaceParser: Sendable {
  struct Field: Equatable {
    var name: String
    /// Type without `?` and `[]`.
    var type: String
    var isNullable: Bool
    var isList = false
    var members: [Field] = []
    /// The comment beside it, with its limits.
    var expected = ""
  }
  private(set) var types: [String: [Field]] = [:]
  private(set) var methods: [String: (input: [Field], output: [Field])] = [:]
  private(set) var errors: [String: [Field]] = [:]
  private(set) var name = ""
  private var words: [String] = []
  private var place = 0

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let code = line.prefix { $0 != "#" }
      var word = ""
      for character in code {
        if character.isLetter || character.isNumber || "_.".contains(character) {
          word.append(character)
          continue
        }
        if !word.isEmpty { words.append(word) }
        word = ""
        if !character.isWhitespace { words.append(String(character)) }
      }
      if !word.isEmpty { words.append(word) }
      if code.count < line.count, code.contains(where: { !$0.isWhitespace }) {
        words.append(String(line.dropFirst(code.count)))
      }
    }
    while place < words.count {
      switch next() {
      case "interface": name = next()
      case "type": types[next()] = fields()
      case "error": errors[next()] = fields()
      case "method":
        let method = next(), input = fields()
        _ = (next(), next())  // - >
        methods[method] = (input, fields())
      default: break
      }
    }
  }

  /// The fields of a type, of the parameters of a method (METHODCall) or of its reply (METHODReply).
  func fields(of name: String) -> [Field]? {
    if let type = types[name] { return type }
    if name.hasSuffix("Call"), let method = methods[String(name.dropLast(4))] { return method.input }
    return name.hasSuffix("Reply") ? methods[String(name.dropLast(5))]?.output : nil
  }

  /// An object of that type, with all members or with as few as allowed.
  func sample(_ fields: [Field], of owner: String, isFull: Bool) -> JSONValue {
    .object(
      fields.filter { isFull || !$0.isNullable }.map { field in
        JSONMember(field.name, sample(field, of: owner, isFull: isFull))
      })
  }

  private func sample(_ field: Field, of owner: String, isFull: Bool) -> JSONValue {
    switch (owner, field.name) {
    // Words of sets: others are skipped.
    case ("TrackingState", "reasons"): return ["no-gyro", "stale"]
    case ("LocalizationState", "reasons"): return ["poor-fix"]
    case (_, "streams"): return ["pose", "aids"]
    case ("SubscribeCall", "include"), ("GetFrameCall", "include"): return ["arrows", "line"]
    case ("Covariance", _): return .array((1...9).map { .integer($0) })
    case (_, "payload"): return ["a": 1]
    case ("Screen", "where"): return "outside"
    case ("GetPoseReply", "kind"): return "stale"
    default: break
    }
    let one: JSONValue
    switch field.type {
    case "int": one = 7
    case "float": one = .number(field.example)
    case "string": one = "word"
    case "bool": one = true
    case "object": one = ["a": 1]
    case "Quaternion": one = ["x": 0, "y": 0.6, "z": 0, "w": 0.8]
    case "struct": one = sample(field.members, of: "\(owner).\(field.name)", isFull: isFull)
    default: one = sample(types[field.type] ?? [], of: field.type, isFull: isFull)
    }
    return field.isList ? (isFull || field.expected.contains("array of 1 to") ? [one] : []) : one
  }

  private mutating func next() -> String {
    place += 1
    return place <= words.count ? words[place - 1] : ""
  }
  private var peek: String { place < words.count ? words[place] : "" }

  private mutating func fields() -> [Field] {
    var fields: [Field] = []
    guard next() == "(" else { return [] }
    while peek != ")" && peek != "" {
      let name = next()
      _ = next()  // :
      var isNullable = false, isList = false
      while ["?", "[", "]"].contains(peek) {
        switch next() {
        case "?": isNullable = true
        default: isList = true
        }
      }
      if peek == "(" {
        fields.append(
          Field(name: name, type: "struct", isNullable: isNullable, isList: isList, members: self.fields()))
      } else {
        fields.append(Field(name: name, type: next(), isNullable: isNullable, isList: isList))
      }
      if peek == "," { _ = next() }
      if peek.hasPrefix("#") { fields[fields.count - 1].expected = next() }
    }
    _ = next()
    return fields
  }
}
