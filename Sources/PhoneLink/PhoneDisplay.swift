import CommandParts
import Phones
import Text
import Wire

/// The display of a telephone's session: a line that is redrawn, and lines of their own for changes. With `--json` an object each
/// second.
final class PhoneDisplay {
  struct State {
    var feed: PhoneFeed
    var advice: [PhoneAdvice]
    var pose: PoseMessage?
    var accepted: Int
    var refused: [String: Int]
    /// Parts of the app's messages without use.
    var unused: [String: Int]

    /// The next step of the person: wait for samples, repair a setting, walk, or nothing more.
    var step: String {
      if feed.streams.isEmpty { return "waiting" }
      if advice.contains(where: \.isFatal) || !feed.isPassing { return "checking" }
      return pose?.localization.state == .localized ? "pose" : "walk"
    }
  }

  private let isJSON: Bool
  private var line = LiveLine()
  private var shown: [PhoneAdvice.Kind] = []
  private var lastStep = ""
  private let start: Int64

  /// The address that a telephone needs, or that of the telephone.
  private let address: String

  init(isJSON: Bool, at start: Int64, address: String) {
    (self.isJSON, self.start, self.address) = (isJSON, start, address)
  }

  func announce(_ text: String) {
    guard !isJSON else { return }
    line.end()
    Terminal.inform(text)
  }

  func show(_ state: State, at now: Int64) {
    if isJSON { return Terminal.print(Self.json(state), layout: .compact) }
    let kinds = state.advice.map(\.kind)
    if kinds != shown {
      line.end()
      for one in state.advice where !shown.contains(one.kind) { Terminal.inform("to do: \(one.english)") }
      shown = kinds
    }
    if state.step != lastStep {
      lastStep = state.step
      line.end()
      switch state.step {
      case "walk": Terminal.inform("walk: some thirty meters, and round a corner; the heading is found meanwhile")
      case "pose": Terminal.inform("the heading is known; Ctrl-C ends")
      default: break
      }
    }
    let seconds = Int((now - start) / 1_000_000_000)
    line.show(state.feed.streams.isEmpty ? "waiting, \(seconds) s: \(address)" : Self.text(state))
  }

  func end() { line.end() }

  /// At most 80 columns with the usual numbers, the most important first.
  static func text(_ state: State) -> String {
    let feed = state.feed
    if state.step == "pose" || state.step == "walk", let pose = state.pose {
      let rates = names.map { rate(feed, $0.0) }.joined(separator: " ")
      guard let place = pose.place else { return "\(pose.headingText) · place unknown · \(rates) Hz" }
      let error = pose.horizontalAccuracy.map { text($0.value, 1) } ?? "?"
      return
        "\(text(place.latitude.value, 5))° \(text(place.longitude.value, 5))° ± \(error) m · \(pose.headingText) · \(rates) Hz"
    }
    var line = names.map { "\($0.1) \(rate(feed, $0.0))" }.joined(separator: " ") + " Hz"
    if let error = feed.placeError { line += " ± \(text(error, 0)) m" }
    if let gravity = feed.gravity.length { line += " · g \(text(gravity, 2))" }
    if let field = feed.field {
      line += " · \(text(field, 1)) µT" + (feed.expectedField.map { " (here \(text($0, 1)))" } ?? "")
    }
    return line
  }

  private static let names: [(PhoneReading.Kind, String)] = [
    (.force, "acc"), (.rate, "gyro"), (.field, "mag"), (.pressure, "baro"), (.location, "fix"),
  ]

  private static func rate(_ feed: PhoneFeed, _ kind: PhoneReading.Kind) -> String {
    guard let stream = feed.streams[kind] else { return "–" }
    return stream.rate.map { text($0, 0) } ?? "…"
  }

  private static func text(_ value: Double, _ decimals: Int) -> String { CommandParts.text(value, decimals) }

  private static func json(_ state: State) -> JSONValue {
    let feed = state.feed
    func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    func counts(_ counts: [String: Int]) -> JSONValue {
      .object(counts.sorted { $0.key < $1.key }.map { JSONMember($0.key, .integer(Int64($0.value))) })
    }
    var rates: [JSONMember] = [], totals: [JSONMember] = []
    for (kind, _) in names {
      rates.append(JSONMember(kind.rawValue, number(feed.streams[kind]?.rate)))
      totals.append(JSONMember(kind.rawValue, .integer(Int64(feed.streams[kind]?.count ?? 0))))
    }
    let advice = state.advice.map { one -> JSONValue in
      ["kind": .string(one.kind.rawValue), "english": .string(one.english), "is_fatal": .bool(one.isFatal)]
    }
    return .object([
      JSONMember("step", .string(state.step)), JSONMember("app", .string(feed.app.rawValue)),
      JSONMember("rates_hz", .object(rates)), JSONMember("counts", .object(totals)),
      JSONMember("gravity", number(feed.gravity.length)), JSONMember("is_gravity_found", .bool(feed.isPassing)),
      JSONMember("field_ut", number(feed.field)), JSONMember("field_here_ut", number(feed.expectedField)),
      JSONMember("fix_accuracy", number(feed.placeError)), JSONMember("batch_period", number(feed.period)),
      JSONMember("advice", .array(advice)), JSONMember("accepted", .integer(Int64(state.accepted))),
      JSONMember("refused", counts(state.refused)), JSONMember("unused", counts(state.unused)),
      JSONMember("pose", state.pose?.json ?? .null),
    ])
  }
}
