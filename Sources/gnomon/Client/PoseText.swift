import Geodesy
import Geometry
import Text
import Wire

// Messages of the daemon for people.

extension PoseMessage {
  /// `heading 30.5° ± 8.2°`
  var headingText: String {
    guard let heading else { return "heading unknown" }
    return "heading \(text(heading.degrees, 1))° ± \(headingSigma.map { text($0.degrees, 1) } ?? "?")°"
  }
  /// `localized, normal`
  var stateText: String { "\(localization.text), \(tracking.text)" }
}

/// `48.208380° 16.373925° 222.7 m ± 4.6 m`
func placeText(_ place: Geodetic?, _ accuracy: Length?) -> String {
  guard let place else { return "place unknown" }
  return "\(text(place.latitude.value, 7))° \(text(place.longitude.value, 7))° \(text(place.height.value, 1)) m"
    + " ± \(accuracy.map { text($0.value, 1) } ?? "?") m"
}
