/// A reader of varlink's interface definitions, only as much as the test needs: the fields of each type, method and error.
struct InterfaceParser: Sendable {
  struct Field: Equatable {
    var name: String
    /// Type without `?` and `[]`.
    var type: String
    var isNullable: Bool
    var members: [Field] = []
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
      var isNullable = false
      while ["?", "[", "]"].contains(peek) { isNullable = next() == "?" || isNullable }
      if peek == "(" {
        fields.append(Field(name: name, type: "struct", isNullable: isNullable, members: self.fields()))
      } else {
        fields.append(Field(name: name, type: next(), isNullable: isNullable))
      }
      if peek == "," { _ = next() }
    }
    _ = next()
    return fields
  }
}
