import Alignment
import Geometry
import Samples
public import Text

/// The plan as a figure: grid, scale and north; circles and dots of the fixes; truth, scene before and place after
/// correction; the turns of the heading.
public struct PlanDrawing {
  let plan: SessionPlan
  let frame: PlanFrame
  let start: BootInstant
  let isAnonymous: Bool
  /// Most marks that are drawn: an even choice of fixes and places, and the largest turns.
  static let mostFixes = 3000, mostTurns = 60, mostPlaces = 300

  private var isPart = false
  private let fixes: [SessionPlan.FixMark]
  private let turns: [SessionPlan.Turn]

  init(_ plan: SessionPlan, start: BootInstant, isAnonymous: Bool) {
    self.plan = plan
    self.isAnonymous = isAnonymous
    self.start = start
    let core = (plan.after + plan.truth).joined().map(\.place)
    frame = PlanFrame(
      core: core, strays: plan.fixes.map(\.point.place) + plan.before.joined().map(\.place) + plan.routes.joined())
    fixes = Thinning.choose(plan.fixes, atMost: Self.mostFixes)
    turns = Self.largest(plan.turns, frame)
  }

  /// A part of the plan: a square about a point, `reach` meters to each side. Without the ends of the way.
  public init(_ plan: SessionPlan, around center: SIMD2<Double>, reach: Double) {
    self.plan = plan
    isAnonymous = false
    isPart = true
    start = BootInstant(nanoseconds: 0)
    frame = PlanFrame(around: center, reach: reach)
    fixes = plan.fixes.filter { [frame] in frame.contains($0.point.place) }.suffix(Self.mostFixes)
    turns = []
  }

  /// Length of a cell of the grid in meters.
  public var cell: Double { frame.spacing }

  /// Remarks about contents that are not shown.
  var remarks: [String] {
    var remarks: [String] = []
    let outside = plan.fixes.count { !frame.contains($0.point.place) }
    if outside > 0 { remarks.append("\(outside) of \(plan.fixes.count) fixes lie outside the plan") }
    if plan.before.joined().contains(where: { !frame.contains($0.place) }) {
      remarks.append("the uncorrected scene leaves the plan")
    }
    if fixes.count < plan.fixes.count { remarks.append("\(fixes.count) of \(plan.fixes.count) fixes are drawn") }
    if turns.count < plan.turns.count {
      remarks.append("\(turns.count) of \(plan.turns.count) turns of the heading are drawn, the largest")
    }
    return remarks
  }

  func write(to page: inout TextBuffer) {
    page.append("<div class=\"frame plan\">" as StaticString)
    writeNorthings(to: &page)
    page.append("<div class=\"map\">" as StaticString)
    writePicture(to: &page)
    writeOverlay(to: &page)
    page.append("</div>" as StaticString)
    writeEastings(to: &page)
    page.append("</div>" as StaticString)
  }

  /// Writes the picture without its text.
  public func writePicture(to page: inout TextBuffer) {
    page.append(
      "<svg id=\"plan\" class=\"plot\" viewBox=\"0 0 \(Int(saturating: frame.width)) \(Int(saturating: frame.height))\" role=\"img\" "
        + "aria-label=\"\(spoken)\">")
    writeGrid(to: &page)
    writeCircles(to: &page)
    write(plan.truth, "truth", to: &page)
    writeScene(to: &page)
    if isTruthSparse {
      dots(plan.truth.joined().map(\.place), "truth-mark", to: &page)
    }
    write(plan.before, "before", to: &page)
    dots(fixes.filter { !$0.isWithheld }.map(\.point.place), "fix", to: &page)
    dots(fixes.filter(\.isWithheld).map(\.point.place), "fix withheld", to: &page)
    write(plan.after, "after", to: &page)
    writeTurns(to: &page)
    if !isPart { writeEnds(to: &page) }
    page.append("</svg>" as StaticString)
  }

  /// Whether the truth is surveyed marks, on average more than 2 s apart, rather than a track.
  var isTruthSparse: Bool {
    let points = Array(plan.truth.joined())
    guard let first = points.first, let last = points.last, points.count > 1 else { return !points.isEmpty }
    return (last.time - first.time).value / Double(points.count - 1) > 2
  }

  /// Text about the plan, for a screen reader.
  private var spoken: String {
    let wide = frame.width * frame.metresPerUnit, tall = frame.height * frame.metresPerUnit
    var text = "plan of the session, \(length(wide)) by \(length(tall)), north up; \(plan.fixes.count) fixes"
    if let ends {
      let way = ends.end - ends.start
      let azimuth = Angle.arcTangent(way.x, way.y).azimuth.degrees
      text += "; the end lies \(length(hypot(way.x, way.y))) from the start, at \(shown(azimuth, 0))°"
    }
    return text
  }

  private func writeGrid(to page: inout TextBuffer) {
    page.append("<path class=\"grid\" d=\"" as StaticString)
    for east in frame.eastings { page.append("M\(frame.whole(SIMD2(east, 0)).x) 0V\(Int(saturating: frame.height))") }
    for north in frame.northings { page.append("M0 \(frame.whole(SIMD2(0, north)).y)H\(Int(saturating: frame.width))") }
    page.append("\"/>" as StaticString)
  }

  private func writeCircles(to page: inout TextBuffer) {
    // All circles together form one pale area; the rims of a few show their size.
    let stated = fixes.filter { $0.radius != nil && !$0.isWithheld }
    for (style, most) in [("circles", 400), ("rims", 16)] {
      page.append("<g class=\"\(style)\">")
      for mark in Thinning.choose(stated, atMost: most) {
        guard let radius = mark.radius else { continue }
        let (x, y) = frame.whole(mark.point.place)
        let units = Int(saturating: max(1, min(1e6, radius.value / frame.metresPerUnit)).rounded())
        page.append("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(units)\"/>")
      }
      page.append("</g>" as StaticString)
    }
  }

  private func write(_ pieces: [[SessionPlan.Point]], _ style: String, to page: inout TextBuffer) {
    guard pieces.contains(where: { !$0.isEmpty }) else { return }
    page.append("<path id=\"track-\(style)\" class=\"\(style)\" d=\"")
    let total = pieces.reduce(0) { $0 + $1.count }
    let spacing = frame.metresPerUnit * (total > 20_000 ? 16 : 4)
    for piece in pieces.flatMap({ frame.parts(of: $0.map(\.place)) }) {
      page.appendPath(Thinning.line(piece, spacing: spacing).map(frame.whole))
    }
    page.append("\"/>" as StaticString)
  }

  private func dots(_ places: [SIMD2<Double>], _ style: String, to page: inout TextBuffer) {
    guard !places.isEmpty else { return }
    page.append("<path class=\"\(style)\" d=\"")
    for place in places {
      let (x, y) = frame.whole(place)
      page.append("M\(x) \(y)h0")
    }
    page.append("\"/>" as StaticString)
  }

  private func writeScene(to page: inout TextBuffer) {
    for (index, route) in plan.routes.enumerated() {
      page.append("<path id=\"track-route\(index == 0 ? "" : "-\(index + 1)")\" class=\"route\" d=\"")
      for part in frame.parts(of: route) {
        page.appendPath(Thinning.line(part, spacing: 2 * frame.metresPerUnit).map(frame.whole))
      }
      page.append("\"/>" as StaticString)
      if let end = route.last.map(frame.whole) { page.append("<path class=\"goal\" d=\"M\(end.x) \(end.y)h0\"/>") }
    }
    for (place, name) in Thinning.choose(plan.places.filter { frame.contains($0.place) }, atMost: Self.mostPlaces) {
      let (x, y) = frame.whole(place)
      page.append("<path class=\"spot\" d=\"M\(x) \(y)h0\"><title>")
      page.append(escaped: isAnonymous || name.isEmpty ? "a place" : name)
      page.append("</title></path>" as StaticString)
    }
  }

  /// A sector from the scene's north before to the scene's north after the correction.
  private func writeTurns(to page: inout TextBuffer) {
    let radius = Self.turnRadius * frame.width
    func hand(_ place: SIMD2<Double>, _ azimuth: Angle) -> (x: Int, y: Int) {
      let (x, y) = frame.units(place)
      return (Int(saturating: x + radius * azimuth.sine), Int(saturating: y - radius * azimuth.cosine))
    }
    for turn in turns {
      let (x, y) = frame.whole(turn.place)
      let old = hand(turn.place, turn.correction.oldYaw), new = hand(turn.place, turn.correction.newYaw)
      let sweep = turn.angle > .zero ? 1 : 0
      page.append("<g class=\"turn \(MarkStyle.of(turn.correction.source))\">")
      page.append(
        "<path class=\"sector\" d=\"M\(x) \(y)L\(old.x) \(old.y)A\(Int(saturating: radius)) \(Int(saturating: radius)) 0 0 \(sweep) \(new.x) \(new.y)Z\"/>"
      )
      page.append("<path class=\"hand\" d=\"M\(x) \(y)L\(new.x) \(new.y)\"><title>")
      page.append(escaped: CorrectionText.sentence(turn.correction, start: start))
      page.append("</title></path></g>" as StaticString)
    }
  }

  static let turnRadius = 0.05

  /// Chooses the largest turns that do not overlap.
  private static func largest(_ turns: [SessionPlan.Turn], _ frame: PlanFrame) -> [SessionPlan.Turn] {
    let apart = frame.width * frame.metresPerUnit * turnRadius
    var chosen: [SessionPlan.Turn] = []
    for turn in turns.sorted(by: { $0.angle.magnitude > $1.angle.magnitude }) where chosen.count < mostTurns {
      let isFree = chosen.allSatisfy { hypot($0.place.x - turn.place.x, $0.place.y - turn.place.y) >= apart }
      if isFree && frame.contains(turn.place) { chosen.append(turn) }
    }
    return chosen.sorted { $0.correction.time < $1.correction.time }
  }

  private var ends: (start: SIMD2<Double>, end: SIMD2<Double>)? {
    let track = plan.after.isEmpty ? plan.truth : plan.after
    guard let first = track.first?.first, let last = track.last?.last else { return nil }
    return (first.place, last.place)
  }

  private func writeEnds(to page: inout TextBuffer) {
    guard let ends else { return }
    for (place, style) in [(ends.start, "start"), (ends.end, "end")] {
      let (x, y) = frame.whole(place)
      page.append("<path class=\"\(style) rim\" d=\"M\(x) \(y)h0\"/><path class=\"\(style)\" d=\"M\(x) \(y)h0\"/>")
    }
  }
}

// The text of the plan, which has the same size on every screen.
extension PlanDrawing {
  private func share(_ units: Double, _ of: Double) -> String { shown(units / of * 100, 3) + "%" }

  private func writeNorthings(to page: inout TextBuffer) {
    page.append("<svg class=\"values\" aria-hidden=\"true\">" as StaticString)
    for north in frame.northings {
      let y = frame.units(SIMD2(0, north)).y
      guard y > 0.02 * frame.height, y < 0.98 * frame.height else { continue }
      page.append("<text x=\"100%\" dx=\"-6\" y=\"\(share(y, frame.height))\" dy=\"4\">\(frame.label(north))</text>")
    }
    page.append("</svg>" as StaticString)
  }

  private func writeEastings(to page: inout TextBuffer) {
    page.append("<svg class=\"times\" height=\"20\" aria-hidden=\"true\">" as StaticString)
    for east in frame.eastings {
      let x = frame.units(SIMD2(east, 0)).x
      guard x > 0.03 * frame.width, x < 0.97 * frame.width else { continue }
      page.append("<text x=\"\(share(x, frame.width))\" y=\"14\">\(frame.label(east))</text>")
    }
    page.append("</svg>" as StaticString)
  }

  private func writeOverlay(to page: inout TextBuffer) {
    page.append("<svg class=\"over\" aria-hidden=\"true\">" as StaticString)
    // North arrow, upper right.
    page.append(
      "<svg x=\"100%\" y=\"0\" class=\"north\"><path d=\"M-20 12L-13 34L-20 29L-27 34Z\"/><text x=\"-20\" y=\"48\">N</text></svg>"
        as StaticString)
    // Scale, lower right: the width of a cell of the grid.
    let cell = frame.spacing / frame.metresPerUnit / frame.width * 100
    page.append(
      "<svg x=\"100%\" y=\"100%\" class=\"scale\"><line x1=\"-12\" x2=\"-12\" y1=\"-18\" y2=\"-10\"/></svg>"
        as StaticString)
    page.append(
      "<svg x=\"-12\" y=\"100%\" class=\"scale\"><line id=\"scale\" x1=\"\(shown(100 - cell, 3))%\" x2=\"100%\" y1=\"-14\" y2=\"-14\"/>"
        + "<line x1=\"\(shown(100 - cell, 3))%\" x2=\"\(shown(100 - cell, 3))%\" y1=\"-18\" y2=\"-10\"/>"
        + "<text x=\"\(shown(100 - cell / 2, 3))%\" y=\"-21\">\(length(frame.spacing))</text></svg>")
    if let ends {
      label("start", at: ends.start, away: ends.end, to: &page)
      label("end", at: ends.end, away: ends.start, to: &page)
    }
    page.append("</svg>" as StaticString)
  }

  /// Writes a label above or below its mark, on the side away from the other mark.
  private func label(
    _ text: StaticString, at place: SIMD2<Double>, away other: SIMD2<Double>, to page: inout TextBuffer
  ) {
    let (x, y) = frame.units(place)
    let isUpper = place.y != other.y ? place.y > other.y : place.x < other.x
    let isAbove = y < 0.06 * frame.height ? false : y > 0.94 * frame.height ? true : isUpper
    let anchor = x < 0.06 * frame.width ? " class=\"first\"" : x > 0.94 * frame.width ? " class=\"last\"" : ""
    page.append(
      "<text x=\"\(share(x, frame.width))\" y=\"\(share(y, frame.height))\" dy=\"\(isAbove ? -11 : 20)\"\(anchor)>")
    page.append(text)
    page.append("</text>" as StaticString)
  }
}
