import Phrases
import Wire

extension Phrases {
  /// A word of a call.
  static func word<Word: RawRepresentable & CaseIterable>(_ text: String, of member: String) throws(MessageFault)
    -> Word
  where Word.RawValue == String {
    guard let word = Word(rawValue: text) else {
      throw MessageFault(member: member, expected: Word.allCases.map(\.rawValue).joined(separator: " or "))
    }
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
    let measured = try units.map { (text) throws(MessageFault) -> Units in try word(text, of: "units") }
    let told = try directions.map { (text) throws(MessageFault) -> Directions in try word(text, of: "directions") }
    return Phrases(spoken, measured ?? Units(locale: language ?? ""), told ?? .sides)
  }
}
