import CommandParts
import Geometry
import Wire

/// Every aiding source with its last innovation as a bar, and below them the states of the filters with their standard
/// deviations.
///
/// The length of a bar is |innovation| over the gate, the square root of the ratio: the gate is in the middle, and a bar beyond
/// twice the gate ends in an arrow.
enum FilterPane {
  static let name = 19, turned = 9, ratio = 6, bar = 15
  /// Least weight of a hypothesis that has a line.
  static let leastWeight = 0.01
  /// Least number of columns of a state.
  static let state = 40
  private static var text: Int { name + turned + ratio + 1 + bar + 1 }

  static func draw(_ model: WatchModel, _ grid: inout CellGrid, scroll: Int) {
    guard let aids = model.aids else {
      grid.write("no aiding source reported yet", 0, 0, .dim)
      return
    }
    let overhang = overhang(model, grid), first = min(scroll, overhang)
    for (index, line) in lines(aids, grid.columns).enumerated().dropFirst(first) where index - first < grid.rows {
      draw(line, index - first, &grid)
    }
    guard overhang > first, grid.rows > 0 else { return }
    grid.write(endingAt: grid.columns, " +\(overhang - first) more", grid.rows - 1, .dim)
  }

  /// Returns the number of lines that do not fit.
  static func overhang(_ model: WatchModel, _ grid: CellGrid) -> Int {
    model.aids.map { max(0, lines($0, grid.columns).count - grid.rows) } ?? 0
  }

  private enum Line {
    case aids
    case aid(AidMessage)
    case hypotheses
    case hypothesis(HypothesisMessage)
    case states
    case state([FilterStateMessage])
  }

  private static func lines(_ message: AidsMessage, _ columns: Int) -> [Line] {
    var lines = [Line.aids] + message.aids.map(Line.aid)
    let likely = message.hypotheses.filter { $0.weight >= leastWeight }
    if !likely.isEmpty { lines += [.hypotheses] + likely.map(Line.hypothesis) }
    guard !message.states.isEmpty else { return lines }
    lines.append(.states)
    let count = max(1, columns / state)
    for start in stride(from: 0, to: message.states.count, by: count) {
      lines.append(.state(Array(message.states[start..<min(start + count, message.states.count)])))
    }
    return lines
  }

  private static func draw(_ line: Line, _ row: Int, _ grid: inout CellGrid) {
    switch line {
    case .aids:
      grid.write("source", row, 0, .bold)
      grid.write(endingAt: name + turned - 1, "turned", row, .dim)
      grid.write(endingAt: name + turned + ratio, "ratio", row, .dim)
      grid.write("gate", row, name + turned + ratio + 1 + bar / 2 - 1, width: 4, .dim)
      grid.write("state", row, text, .dim)
    case .aid(let aid): draw(aid, row, &grid)
    case .hypotheses: grid.write("hypotheses: what may be true", row, 0, .bold)
    case .hypothesis(let one): grid.write(one.text, row, 0, width: grid.columns, one.weight < 0.05 ? .dim : .none)
    case .states: grid.write("state of the filters, ± 1 σ", row, 0, .bold)
    case .state(let states): draw(states, row, &grid)
    }
  }

  // MARK: sources

  private static func draw(_ aid: AidMessage, _ row: Int, _ grid: inout CellGrid) {
    let emphasis = emphasis(aid)
    grid.write(aid.name, row, 0, width: name - 1, emphasis)
    if aid.turnedInAll >= .degrees(0.05) {
      grid.write(endingAt: name + turned - 1, turn(aid.turned.degrees), row, emphasis)
    }
    guard let ratio = measured(aid) else {
      grid.write(sentence(aid), row, name + turned, width: grid.columns - name - turned, emphasis)
      return
    }
    grid.write(endingAt: name + turned + Self.ratio, ratio < 100 ? steady(ratio, 2) : "> 99", row, emphasis)
    let from = name + turned + Self.ratio + 1
    for (index, cell) in cells(ratio).enumerated() { grid.put(cell, row, from + index, emphasis) }
    grid.write(sentence(aid), row, text, width: grid.columns - text, emphasis)
  }

  /// Returns the ratio of the current measurement. A source that waits or has fallen silent has none, and neither has a
  /// measurement that was refused before it reached a gate.
  private static func measured(_ aid: AidMessage) -> Double? {
    guard aid.state == .fusing || aid.state == .refused, aid.innovationVariance.contains(where: { $0 > 0 }) else {
      return nil
    }
    guard aid.state == .fusing || aid.reason == "beyond-gate" || aid.reason == "no-effect" else { return nil }
    return aid.ratio.flatMap { $0.isFinite ? $0 : nil }
  }

  static func cells(_ ratio: Double) -> [Unicode.Scalar] {
    let gate = bar / 2, reach = ratio.squareRoot() * Double(gate)
    return (0..<bar).map { index in
      if index == bar - 1, reach > Double(bar) { return ">" }
      if index == gate { return "│" }
      return Double(index) + 0.5 < reach ? "█" : " "
    }
  }

  static func emphasis(_ aid: AidMessage) -> TerminalStyle.Emphasis {
    switch aid.state {
    case .refused: .bad
    case .fusing: aid.reason == nil ? .none : .warning
    default: .dim
    }
  }

  /// `fusing, 12 refused`, `refused: beyond the gate (12)`, `waiting: not at rest`.
  static func sentence(_ aid: AidMessage) -> String {
    let isLess = aid.reason == "trusted-less"
    let less = aid.refused.first { $0.reason == "trusted-less" }?.count ?? 0
    let refused = aid.refused.reduce(0) { $0 + $1.count } - less
    var text = aid.state.word
    if let english = aid.english { text += ": \(english)" }
    if let reason = aid.reason, let count = aid.refused.first(where: { $0.reason == reason })?.count {
      text += " (\(count))"
      let others = isLess ? refused : refused - count
      return others > 0 ? text + ", \(others) \(isLess ? "" : "otherwise ")refused" : text
    }
    if refused > 0 { text += ", \(refused) refused" }
    if less > 0 { text += ", \(less) trusted less" }
    return text
  }

  static func turn(_ degrees: Double) -> String { "\(HorizonPane.signed(degrees))°" }

  // MARK: states

  /// Returns the name of a state with short names of sensors, as in the picture: `gyro bias x`.
  static func shortened(_ name: String) -> String {
    name.split(separator: " ").map { SensorsPane.short[String($0)] ?? String($0) }.joined(separator: " ")
  }

  private static func draw(_ states: [FilterStateMessage], _ row: Int, _ grid: inout CellGrid) {
    let width = max(state, grid.columns / max(1, grid.columns / state))
    for (index, state) in states.enumerated() {
      let from = index * width, text = state.valueText
      let room = width - 2 - TextLayout.width(grid.style.spelled(text)) - 1
      grid.write(shortened(state.name), row, from, width: max(1, room), .dim)
      grid.write(endingAt: min(grid.columns, from + width - 2), text, row)
    }
  }
}

extension FilterStateMessage {
  /// `-0.12 ± 0.03 °/s`: with as many decimals as the standard deviation justifies, four at most.
  var valueText: String {
    // Two digits of the standard deviation.
    let decimals = sigma > 0 ? [10, 1, 0.1, 0.01].firstIndex { sigma >= $0 } ?? 4 : 2
    let unit = unit.isEmpty ? "" : " \(unit)"
    return "\(steady(value, decimals)) ± \(steady(sigma, decimals))\(unit)"
  }
}

extension HypothesisMessage {
  /// ` 87 %  yaw -12.3° ± 4.1°  0.4 m off, within 5.1 m  compass-wrong`
  var text: String {
    var parts = [
      "\(steady(100 * weight, 1)) %", "yaw \(steady(yaw.degrees, 1))° ± \(steady(yawSigma.degrees, 1))°",
    ]
    if let east, let north, let radius {
      let off = Displacement<Level>(east.value, 0, -north.value).norm
      parts.append("\(steady(off.value, 1)) m off, within \(steady(radius.value, 1)) m")
    }
    let told = (motion == "walks" ? [] : [motion]) + doubts
    return (parts + [told.isEmpty ? "nothing wrong" : told.joined(separator: ", ")]).joined(separator: "  ")
  }
}
