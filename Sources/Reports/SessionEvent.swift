import Alignment
import Geometry
public import Samples
import Text
import Tracking

/// An event of a session, as one line of its story.
public struct SessionEvent: Equatable, Sendable {
  /// The kind of an event, for programs and for its lane.
  public enum Kind: String, CaseIterable, Sendable {
    case start, end
    case firstFix = "first-fix"
    case tracking, localization, scene, correction, compass, guidance, gap, input, route, announcement, place
  }

  public var time: BootInstant
  public var kind: Kind
  public var text: String
  /// Whether the event is a fault.
  public var isGrave = false

  public init(_ time: BootInstant, _ kind: Kind, _ text: String, isGrave: Bool = false) {
    self.time = time
    self.kind = kind
    self.text = text
    self.isGrave = isGrave
  }
}

extension SessionStory {
  /// Turn of the heading from which a correction is always an event.
  static let toldTurn = Angle.degrees(10)
  /// Length of a sensor gap, and time without a fix, above which it is an event.
  static let toldGap = TimeSpan(0.1), toldFixGap = TimeSpan(10)
  /// Most events on the page; more are chosen evenly, with a remark.
  static let mostEvents = 400

  /// Returns the events in the order of time. Anonymous ones name no place.
  public func events(anonymous: Bool) -> [SessionEvent] {
    guard let start, let end else { return [] }
    var events = [SessionEvent(start, .start, "the recording begins"), SessionEvent(end, .end, "the recording ends")]
    tellFixes(&events)
    tellStates(&events)
    tellCorrections(&events)
    tellCompass(&events)
    for change in guidance where !change.state.isEmpty {
      events.append(SessionEvent(change.time, .guidance, "asked: \(Self.sentence(change.state))"))
    }
    for (tag, gap) in sensorGaps {
      let text = "no \(tag.title) for \(seconds(gap.length))"
      events.append(SessionEvent(gap.time, .gap, text, isGrave: gap.length > Self.silence))
    }
    for input in inputs where input.kind != RecordedRoute.kind && input.kind != "leg" && input.kind != "terrain" {
      events.append(SessionEvent(input.time, .input, Self.sentence(input)))
    }
    for one in scene.happenings {
      events.append(SessionEvent(one.time, one.kind, anonymous ? one.plain : one.text, isGrave: one.isGrave))
    }
    let order = Dictionary(uniqueKeysWithValues: SessionEvent.Kind.allCases.enumerated().map { ($1, $0) })
    return events.enumerated().sorted { a, b in
      func rank(_ event: SessionEvent) -> Int {
        event.kind == .start ? -1 : event.kind == .end ? 99 : order[event.kind] ?? 0
      }
      return (a.element.time, rank(a.element), a.offset) < (b.element.time, rank(b.element), b.offset)
    }.map(\.element)
  }

  private func tellFixes(_ events: inout [SessionEvent]) {
    let taken = fixes.filter { !$0.isWithheld }
    if let first = taken.first {
      let radius =
        first.fix.horizontalError.map { ", ± \(length(($0 / RadiusPerSigma.of95Per68).value))" }
        ?? ", of unknown accuracy"
      events.append(SessionEvent(first.fix.arrival, .firstFix, "first fix\(radius)"))
    }
    if let first = moments.first(where: { $0.place != nil }) {
      let radius = first.horizontal.map { ": ± \(length($0.value))" } ?? ""
      events.append(SessionEvent(first.time, .firstFix, "the place is known\(radius)"))
    }
  }

  /// Adds the changes of tracking and localization, and the starts of new scenes.
  private func tellStates(_ events: inout [SessionEvent]) {
    for change in tracking.dropFirst(tracking.first?.state == .normal ? 1 : 0) {
      let text = "tracking: \(TrackingState.name(of: change.state))"
      events.append(SessionEvent(change.time, .tracking, text, isGrave: change.state?.isLimited ?? true))
    }
    for change in localization {
      guard let state = change.state, state.phase != .none else { continue }
      events.append(SessionEvent(change.time, .localization, state.words, isGrave: state.phase == .lost))
    }
    var scene = moments.first?.scene
    for moment in moments where moment.scene != scene {
      scene = moment.scene
      events.append(SessionEvent(moment.time, .scene, "tracking was lost: a new scene begins", isGrave: true))
    }
  }

  /// Returns the advice to the wearer at one moment as a sentence.
  static func sentence(_ asked: [Guidance]) -> String { asked.map(\.english).joined(separator: "; ") }

  /// Adds corrections: in each scene the first effective one of each source, and all large turns, relocations and nudges.
  private func tellCorrections(_ events: inout [SessionEvent]) {
    var seen: Set<Correction.Source> = []
    for correction in corrections {
      if correction.source == .restart {
        seen.removeAll()
        continue
      }
      let turn = (correction.newYaw - correction.oldYaw).wrapped
      let shift = hypot(correction.shift.x, correction.shift.z)
      let hasEffect = turn.magnitude >= SessionPlan.leastTurn || shift >= 0.5 || correction.source == .fix
      let isFirst = hasEffect && seen.insert(correction.source).inserted
      let isTold = correction.source == .relocation || correction.source == .nudge
      guard isFirst || isTold || turn.magnitude >= Self.toldTurn else { continue }
      var text = "\(isFirst ? "first correction by" : "corrected by") \(correction.name)"
      if turn.magnitude.degrees >= 0.05 { text += ": heading \(turn > .zero ? "+" : "")\(shown(turn.degrees, 1))°" }
      if shift >= 0.5 { text += "\(turn.magnitude.degrees >= 0.05 ? "," : ":") place by \(length(shift))" }
      text += ", σ \(shown(correction.sigma.degrees, 1))°"
      let isGrave = correction.source == .relocation || (!isFirst && turn.magnitude >= .degrees(30))
      events.append(SessionEvent(correction.time, .correction, text, isGrave: isGrave))
    }
  }

  private func tellCompass(_ events: inout [SessionEvent]) {
    for stretch in disturbances where stretch.most >= disturbed * 2 || stretch.end - stretch.start >= TimeSpan(20) {
      let text =
        "the magnetic field is disturbed for \(seconds(stretch.end - stretch.start)), by up to \(shown(stretch.most.value, 0)) µT"
      events.append(SessionEvent(stretch.start, .compass, text))
    }
  }

  private static func sentence(_ input: InputEvent) -> String {
    switch input.kind {
    case "reset": return "a new scene was requested"
    case "release": return "the heading was released"
    case "forget": return "the data of places was erased"
    case "nudge":
      let degrees = (try? JSONValue(reading: input.json))?["degrees"]?.double
      return degrees.map { "turned by hand, by \(shown($0, 1))°" } ?? "turned by hand"
    default: return "a command: \(input.kind.prefix(20).filter { $0.isLetter || $0 == "-" })"
    }
  }

  /// A stretch in which the horizontal magnetic field differs from the Earth's by more than the compass accepts.
  struct Disturbance: Equatable {
    var start: BootInstant
    var end: BootInstant
    var most: FluxDensity
  }
  /// Least length of a disturbance; shorter pauses do not divide it.
  static let disturbedTime = TimeSpan(3)

  var disturbances: [Disturbance] {
    var found: [Disturbance] = []
    for moment in moments {
      guard let field = moment.disturbance, field >= disturbed else { continue }
      if let last = found.last, moment.time - last.end <= Self.disturbedTime {
        found[found.count - 1].end = moment.time
        found[found.count - 1].most = max(last.most, field)
      } else {
        found.append(Disturbance(start: moment.time, end: moment.time, most: field))
      }
    }
    return found.filter { $0.end - $0.start >= Self.disturbedTime }
  }

  static let timed: [LineTag] = [.accelerometer, .gyroscope, .magnetometer, .barometer, .fix]

  /// Gaps of the sensors that are long enough for an event.
  var sensorGaps: [(tag: LineTag, gap: SampleRates.Gap)] {
    Self.timed.flatMap { tag in
      let least = tag == .fix ? Self.toldFixGap : Self.toldGap
      return rates[tag].gaps.filter { $0.length > least }.map { (tag, $0) }
    }
  }
}

/// Returns a time span for people: milliseconds below a second, minutes from two minutes on.
func seconds(_ span: TimeSpan) -> String {
  switch span.value.magnitude {
  case ..<0.9995: "\(shown(span.value * 1000, 0)) ms"
  case ..<9.95: "\(shown(span.value, 1)) s"
  case ..<119.5: "\(shown(span.value, 0)) s"
  default: "\(clock(span.value)) min"
  }
}
