import CommandParts
import Geodesy
import Geometry
import Wire

/// States, accuracies, alignment, the last correction, the last fix: each always in the same row.
enum StatePane {
  static let label = 10

  static func draw(_ model: WatchModel, _ grid: inout CellGrid) {
    for (row, line) in lines(model, grid.columns - label, grid.style).enumerated() where row < grid.rows {
      grid.write(line.name, row, 0, width: label, .dim)
      grid.write(line.text, row, label, line.emphasis)
    }
  }

  struct Line: Equatable {
    var name: String
    var text: String
    var emphasis = TerminalStyle.Emphasis.none
  }

  static func lines(_ model: WatchModel, _ width: Int, _ style: TerminalStyle) -> [Line] {
    [
      localization(model), Line(name: "", text: reasons(model, width), emphasis: .warning), motion(model),
      heading(model),
    ]
      + [Line(name: "place", text: place(model, width)), Line(name: "", text: accuracy(model, width, style))]
      + alignment(model) + correction(model) + [fix(model)]
  }

  private static func localization(_ model: WatchModel) -> Line {
    guard let state = model.localization else { return Line(name: "where", text: "not known", emphasis: .dim) }
    let emphasis: TerminalStyle.Emphasis =
      switch state.state {
      case .localized: .good
      case .lost: .bad
      case .none, .localizing, .unlisted: .warning
      }
    return Line(
      name: "where", text: was(model) + state.state.word + (state.isPinned ? ", pinned" : ""),
      emphasis: emphasis)
  }

  /// Old states are shown in the past tense.
  private static func was(_ model: WatchModel) -> String { model.lag > .zero ? "was " : "" }

  /// Returns the first reasons, as many as there is room for.
  private static func reasons(_ model: WatchModel, _ width: Int) -> String {
    var text = ""
    for reason in model.localization?.plainReasons ?? [] {
      let longer = text.isEmpty ? reason : "\(text), \(reason)"
      guard text.isEmpty || longer.count <= width else { return text + ", ..." }
      text = longer
    }
    return text
  }

  private static func motion(_ model: WatchModel) -> Line {
    guard let state = model.tracking else { return Line(name: "motion", text: "not known", emphasis: .dim) }
    let reasons = WatchText.reasons(state.text)
    return Line(
      name: "motion", text: was(model) + state.state.word + (reasons.isEmpty ? "" : ": \(reasons)"),
      emphasis: state.state == .normal ? .good : .warning)
  }

  private static func heading(_ model: WatchModel) -> Line {
    guard let heading = model.pose?.heading else {
      return Line(name: "heading", text: "not known", emphasis: .warning)
    }
    let sigma = model.pose?.headingSigma.map { steady($0.degrees, 1) } ?? "?"
    return Line(
      name: "heading", text: "\(steady(heading.degrees, 1))° ± \(sigma)°",
      emphasis: model.isHeadingKnown ? .bold : .warning)
  }

  /// Returns latitude and longitude to 0.1 m if there is room, else to 1 m.
  private static func place(_ model: WatchModel, _ width: Int) -> String {
    guard let place = model.place else { return "not known" }
    func words(_ decimals: Int) -> String {
      "\(steady(place.latitude.value, decimals)) \(steady(place.longitude.value, decimals))"
    }
    return words(6).count <= width ? words(6) : words(5)
  }

  private static func accuracy(_ model: WatchModel, _ width: Int, _ style: TerminalStyle) -> String {
    guard let place = model.place else { return "" }
    let across = metres(model.alignment?.horizontalAccuracy ?? model.status?.horizontalAccuracy)
    let up = metres(model.alignment?.verticalAccuracy ?? model.status?.verticalAccuracy)
    let height = steady(place.height.value, 0)
    let long = "± \(across) m, h \(height) ± \(up) m"
    return TextLayout.width(style.spelled(long)) <= width ? long : "± \(across), h \(height) ± \(up)"
  }

  static func metres(_ length: Length?) -> String {
    length.map { steady($0.value, $0.value < 10 ? 1 : 0) } ?? "?"
  }

  private static func alignment(_ model: WatchModel) -> [Line] {
    guard let alignment = model.alignment else {
      return [Line(name: "aligned", text: "not yet", emphasis: .dim), Line(name: "", text: "")]
    }
    let sigma = alignment.yawSigma.map { steady($0.degrees, 1) } ?? "?"
    let apart = (alignment.appliedYaw - alignment.yaw).wrapped.degrees
    return [
      Line(name: "aligned", text: "\(HorizonPane.signed(alignment.yaw.wrapped.degrees))° ± \(sigma)°"),
      Line(
        name: "drawn", text: "\(HorizonPane.signed(apart))°, \(steady(alignment.appliedShift.norm.value, 1)) m apart"),
    ]
  }

  private static func correction(_ model: WatchModel) -> [Line] {
    guard let correction = model.correction else {
      return [Line(name: "corrected", text: "not since the start", emphasis: .dim), Line(name: "", text: "")]
    }
    let age = model.age(correction.time)
    let turn = (correction.newYaw - correction.oldYaw).wrapped.degrees
    return [
      Line(
        name: "corrected",
        text: "\(age.map { WatchPicture.age($0) } ?? "?") ago by \(correction.source)"),
      Line(name: "", text: "\(HorizonPane.signed(turn))°" + grounds(correction)),
    ]
  }

  static func grounds(_ correction: CorrectionMessage) -> String {
    var text = ""
    if correction.baseline > .zero { text += ", \(distanceText(correction.baseline))" }
    if text.isEmpty { text = ", ± \(steady(correction.sigma.degrees, 1))°" }
    return text
  }

  /// The age of the last fix and its distance from the place; its mode, accuracy and number of satellites are not published.
  private static func fix(_ model: WatchModel) -> Line {
    guard let fix = model.fix else { return Line(name: "fix", text: "none yet", emphasis: .warning) }
    let off = fix.off.map { ", \(steady($0.value, 0)) m off" } ?? ""
    let isLate = model.silence(of: fix.sensor) != nil
    return Line(name: "fix", text: "\(WatchPicture.age(fix.age)) ago\(off)", emphasis: isLate ? .warning : .none)
  }
}

/// Text of states.
enum WatchText {
  /// Returns the reasons in brackets: `limited(no-gyro+stale)` has `no-gyro, stale`.
  static func reasons(_ text: String) -> String {
    guard let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")"), open < close else { return "" }
    return text[text.index(after: open)..<close].split(separator: "+").joined(separator: ", ")
  }
}
