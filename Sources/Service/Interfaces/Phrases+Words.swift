import Phrases
import Wire

extension Phrases {
  /// A word of a call.
  static func word<Word: RawRepresentable>(
    _ text: String, of member: String, _ expected: String
  ) throws(MessageFault) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: text) else { throw MessageFault(member: member, expected: expected) }
    return word
  }

  /// The language, units and directions of a call's sentences; nil if the caller names none of them.
  static func asked(
    _ language: String?, _ units: String?, _ directions: String? = nil
  ) throws(MessageFault) -> Phrases? {
    guard language != nil || units != nil || directions != nil else { return nil }
    guard let spoken = language.map({ Phrases.Language(code: $0) }) ?? .english else {
      throw MessageFault(
        member: "language", expected: Phrases.Language.allCases.map(\.rawValue).joined(separator: " or "))
    }
    guard let measured = units.map({ Phrases.Units(rawValue: $0) }) ?? Phrases.Units(locale: language ?? "") else {
      throw MessageFault(member: "units", expected: Phrases.Units.allCases.map(\.rawValue).joined(separator: " or "))
    }
    let told = try directions.map { (text) throws(MessageFault) in
      try Self.word(text, of: "directions", "sides, compass or clock") as Directions
    }
    return Phrases(spoken, measured, told ?? .sides)
  }
}
