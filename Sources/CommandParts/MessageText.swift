public import Geodesy
public import Geometry
import Phrases
import Text
public import Wire

// Text for people from messages of the daemon.

extension PoseMessage {
  /// `heading 30.5° ± 8.2°`
  public var headingText: String {
    guard let heading, let headingSigma else { return "heading unknown" }
    return "heading \(text(heading.degrees, 1))° ± \(text(headingSigma.degrees, 1))°"
  }
  /// `48.2083800° 16.3739250° ± 4.6 m`; nil while the place is unknown.
  public var placeText: String? {
    place.map {
      "\(text($0.latitude.value, 7))° \(text($0.longitude.value, 7))° ± \(horizontalAccuracy.map { text($0.value, 1) } ?? "?") m"
    }
  }
  /// `localized, normal`, `localizing (waiting for fix, not enough motion yet), normal`
  public var stateText: String { "\(localization.plainText), \(tracking.text)" }
}

extension LocalizationReport {
  /// `lost (poor fix), pinned`
  public var plainText: String {
    let reasons = plainReasons.joined(separator: ", ")
    return state.word + (reasons.isEmpty ? "" : " (\(reasons))") + (isPinned ? ", pinned" : "")
  }
}

extension StatusMessage {
  /// The session that the daemon plays in place of this machine's sensors: `simulate city-blocks`, `replay walk.gnomon`.
  public var played: String? {
    sources.map(\.name).first { $0.hasPrefix("simulate ") || $0.hasPrefix("replay ") }
  }
}

extension GroundsMessage {
  /// `compass: 25 readings in 0.5 s, azimuth 12.3° ± 4.5°`
  public var text: String {
    let span = Double(lastTime - firstTime) / 1e9
    var text = "\(source): \(readings) reading\(readings == 1 ? "" : "s")"
    if span >= 0.05 { text += " in \(CommandParts.text(span, 1)) s" }
    let unit = unit == "°" || unit.isEmpty ? unit : " \(unit)"
    for (axis, name) in axes.enumerated() where axis < innovation.count {
      text +=
        ", \(name) \(CommandParts.text(innovation.values[axis], 2))\(unit) ± \(CommandParts.text(innovationSigma.values[axis], 2))\(unit)"
    }
    return text
  }
}

/// `48.208380° 16.373925° 222.7 m ± 4.6 m`
public func placeText(_ place: Geodetic?, _ accuracy: Length?) -> String {
  guard let place else { return "place unknown" }
  return "\(text(place.latitude.value, 7))° \(text(place.longitude.value, 7))° \(text(place.height.value, 1)) m"
    + " ± \(accuracy.map { text($0.value, 1) } ?? "?") m"
}

/// Returns a length in the user's units.
public func distanceText(_ length: Length) -> String {
  switch Environment.units {
  case .metric: length.value < 10_000 ? "\(text(length.value, 0)) m" : "\(text(length.value / 1000, 1)) km"
  case .imperial:
    length.value < 300
      ? "\(text(length.value / Phrases.Units.foot, 0)) ft" : "\(text(length.value / Phrases.Units.mile, 1)) mi"
  }
}

/// The character that stands for a place in a list and on a radar; the nearest has rank 0.
public func radarSign(_ rank: Int) -> Character {
  let signs = Array("123456789abcdefghijklmnopqrstuvwxyz")
  return signs.indices.contains(rank) ? signs[rank] : "+"
}

extension AidMessage {
  /// "compass: fusing, ratio 0.12, turned the heading 3.2°", "fix: refused, not finite (so far 12 × not finite)".
  public var line: String {
    var parts = ["\(name): \(state)"]
    if let english { parts.append(english) }
    if state == .fusing, let ratio { parts.append("ratio \(text(ratio, 2))") }
    if turnedInAll >= .degrees(0.05) { parts.append("turned the heading \(text(turned.degrees, 1))°") }
    let counts = refused.map { "\($0.count) × \($0.english)" }.joined(separator: "; ")
    return parts.joined(separator: ", ") + (counts.isEmpty ? "" : " (so far \(counts))")
  }
}

extension PendingMessage {
  /// `for a heading within 15° (now 30°) and a place within 25 m (now 6 m): walk 10 m more, straight`
  public var line: String {
    func part(_ name: String, _ limit: String, _ now: String?) -> String {
      "a \(name) within \(limit) (now \(now ?? "unknown"))"
    }
    func degrees(_ angle: Angle) -> String { "\(CommandParts.text(angle.degrees, 0))°" }
    let heading = part("heading", degrees(headingLimit), headingSigma.map(degrees))
    let place = part("place", distanceText(radiusLimit), horizontalAccuracy.map { distanceText($0) })
    return "for \(heading) and \(place)" + (english.map { ": \($0)" } ?? "")
  }
}
