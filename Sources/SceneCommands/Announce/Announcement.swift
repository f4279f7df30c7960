import Text
import Wire

/// Something to be said aloud: what a person has to know of the scene at the moment it happens.
struct Announcement: Equatable {
  var text: String
  /// What was to be said before it is of no use any more.
  var isUrgent: Bool

  /// What events are made of that are said.
  static let parts: SceneParts = [.announcements, .proximity, .route]
  /// Longer names than this are nothing to listen to.
  private static let longest = 300

  /// nil for what is news for programs alone: a step counted, a route loaded.
  init?(_ event: SceneEventMessage) {
    switch event.kind {
    case "announcement", "proximity": break
    case "route": guard event.code == "back-on-route" else { return nil }
    default: return nil
    }
    text = Self.sayable(event.english)
    isUrgent = event.kind == "announcement" && ["off-route", "turn-now"].contains(event.code)
    if text.isEmpty { return nil }
  }

  /// Without what drives terminals or turns the direction of writing: names come from files and servers.
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
