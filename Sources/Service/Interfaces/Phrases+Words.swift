import Phrases
import Wire

extension Phrases {
  /// The language and units of a call's sentences; nil if the caller names neither.
  static func asked(_ language: String?, _ units: String?) throws(MessageFault) -> Phrases? {
    guard language != nil || units != nil else { return nil }
    guard let spoken = language.map({ Phrases.Language(code: $0) }) ?? .english else {
      throw MessageFault(
        member: "language", expected: Phrases.Language.allCases.map(\.rawValue).joined(separator: " or "))
    }
    guard let measured = units.map({ Phrases.Units(rawValue: $0) }) ?? Phrases.Units(locale: language ?? "") else {
      throw MessageFault(member: "units", expected: Phrases.Units.allCases.map(\.rawValue).joined(separator: " or "))
    }
    return Phrases(spoken, measured)
  }
}
