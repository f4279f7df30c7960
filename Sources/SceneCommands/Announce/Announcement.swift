import Text
import Wire

/// An event of the scene as a sentence to be spoken.
struct Announcement: Equatable {
  var text: String
  /// Whether it makes earlier announcements useless.
  var isUrgent: Bool

  /// Parts of the scene whose events are announced.
  static let parts: SceneParts = [.announcements, .proximity]
  /// Most characters: longer names are of no use to a listener.
  private static let longest = 300

  /// A guidance.
  init(_ text: String) {
    self.text = text
    isUrgent = false
  }

  /// Returns nil for events that are only for programs.
  init?(_ event: SceneEventMessage) {
    switch event.kind {
    case "announcement", "proximity": break
    default: return nil
    }
    text = Self.sayable(event.text ?? event.english)
    isUrgent = event.kind == "announcement" && ["off-route", "wrong-way", "turn-now"].contains(event.code)
    if text.isEmpty { return nil }
  }

  /// Returns the text without characters that control terminals or the direction of writing: names come from files and servers.
  static func sayable(_ text: String) -> String {
    var clean = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: clean += " "
      case .format, .surrogate, .privateUse, .unassigned: break
      default: clean.unicodeScalars.append(scalar)
      }
    }
    return clean.split(separator: " ").joined(separator: " ").prefixed(longest)
  }
}
