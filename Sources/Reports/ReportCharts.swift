import Alignment
import Geometry
import Samples
import Scenery

/// The charts over time: heading, its convergence, pair angles, accuracy of the place, height, speed, refusals. Empty charts are
/// left out.
struct ReportCharts {
  let story: SessionStory
  let start: BootInstant
  let span: ClosedRange<Double>
  let isAnonymous: Bool

  /// Most dots of a layer, chosen evenly, and most marks of corrections.
  static let mostDots = 4000, mostMarks = 200
  static let gap = 5.0
  /// Standard deviation of the heading above which no places are shown (ReadinessGate).
  static let shownSigma = SceneParameters().gateHeading

  init(_ story: SessionStory, isAnonymous: Bool) {
    self.story = story
    self.isAnonymous = isAnonymous
    start = story.start ?? BootInstant(nanoseconds: 0)
    span = 0...max(1, ((story.end ?? start) - start).value)
  }

  func seconds(_ time: BootInstant) -> Double { (time - start).value }

  private func chart(
    _ identifier: String, _ title: String, _ unit: String, _ scale: TimeChart.Scale, _ layers: [TimeChart.Layer],
    remark: String = "", height: Int = 190, thresholds: [(value: Double, label: String)] = []
  ) -> TimeChart {
    TimeChart(
      identifier: identifier, title: title, unit: unit, remark: remark, span: span, scale: scale, height: height,
      layers: layers, thresholds: thresholds)
  }

  /// Returns the pieces between gaps, without values that are not finite.
  private func pieces(_ points: [SIMD2<Double>], gap: Double = ReportCharts.gap) -> [[SIMD2<Double>]] {
    var pieces: [[SIMD2<Double>]] = []
    for point in points where point.y.isFinite {
      if let last = pieces.last?.last, point.x - last.x <= gap {
        pieces[pieces.count - 1].append(point)
      } else {
        pieces.append([point])
      }
    }
    return pieces
  }

  private func line(_ points: [SIMD2<Double>], _ style: String, _ label: String) -> TimeChart.Layer {
    .init(shape: .line, style: style, label: label, pieces: pieces(points))
  }

  private func dots(_ points: [SIMD2<Double>], _ style: String, _ label: String) -> TimeChart.Layer {
    .init(shape: .dots, style: style, label: label, pieces: [Thinning.choose(points, atMost: Self.mostDots)])
  }

  // MARK: heading

  /// Time, target yaw without jumps by whole turns, its standard deviation, and the applied yaw near it; angles in degrees.
  private var yaws: [(time: Double, yaw: Double, sigma: Double, applied: Double)] {
    var result: [(time: Double, yaw: Double, sigma: Double, applied: Double)] = []
    for moment in story.moments {
      guard let sigma = moment.sigma else { continue }
      var yaw = moment.yaw.wrapped.degrees
      if let last = result.last { yaw = last.yaw + (yaw - last.yaw).remainder(dividingBy: 360) }
      result.append(
        (seconds(moment.time), yaw, sigma.degrees, yaw + (moment.applied - moment.yaw).wrapped.degrees))
    }
    return result
  }

  var heading: TimeChart? {
    let yaws = yaws
    guard !yaws.isEmpty else { return nil }
    func near(_ angle: Angle, _ time: Double) -> Double {
      var low = 0, high = yaws.count - 1
      while low < high {
        let middle = (low + high) / 2
        if yaws[middle].time < time { low = middle + 1 } else { high = middle }
      }
      return yaws[low].yaw + (angle.degrees - yaws[low].yaw).remainder(dividingBy: 360)
    }
    var layers: [TimeChart.Layer] = []
    let upper = pieces(yaws.map { SIMD2($0.time, $0.yaw + $0.sigma) })
    let lower = pieces(yaws.map { SIMD2($0.time, $0.yaw - $0.sigma) })
    layers.append(.init(shape: .area, style: "band", label: "± 1 σ", pieces: upper, lower: lower))
    if yaws.contains(where: { ($0.applied - $0.yaw).magnitude > 0.05 }) {
      layers.append(line(yaws.map { SIMD2($0.time, $0.applied) }, "applied", "yaw applied to what is drawn"))
    }
    layers.append(line(yaws.map { SIMD2($0.time, $0.yaw) }, "after", "yaw of the scene, the target"))
    let large = largeCorrections
    var values = yaws.map(\.yaw)
    for source in Correction.Source.allCases {
      let mine = large.filter { $0.source == source }
      guard !mine.isEmpty else { continue }
      let points = mine.map { SIMD2(seconds($0.time), near($0.newYaw, seconds($0.time))) }
      values += points.map(\.y)
      let style = MarkStyle.of(source)
      if large.count <= 60 {
        let bars = zip(mine, points).map { correction, point in
          [SIMD2(point.x, point.y - correction.sigma.degrees), SIMD2(point.x, point.y + correction.sigma.degrees)]
        }
        layers.append(.init(shape: .line, style: "bar \(style)", pieces: bars))
      }
      layers.append(
        .init(
          shape: .dots, style: "mark \(style)", label: "\(source.rawValue) (\(mine.count))", pieces: [points],
          notes: mine.map { CorrectionText.sentence($0, start: start) }))
    }
    let low = values.min() ?? 0, high = values.max() ?? 0
    let padding = max(4, 0.15 * (high - low), 1.3 * (yaws.last?.sigma ?? 0))
    return chart(
      "heading", "Yaw of the scene", "°", .linear(low - padding...high + padding), layers,
      remark: "True azimuth is scene azimuth plus this yaw."
        + (story.corrections.isEmpty ? "" : " Marks are corrections by 1° or more, by their source."), height: 240)
  }

  /// Corrections that turned the heading by at least 1°, in the order of time; if there are very many, the largest of them.
  var largeCorrections: [Correction] {
    func size(_ correction: Correction) -> Angle { (correction.newYaw - correction.oldYaw).wrapped.magnitude }
    let large = story.corrections.filter { size($0) >= SessionPlan.leastTurn }
    guard large.count > Self.mostMarks else { return large }
    return large.sorted { size($0) > size($1) }.prefix(Self.mostMarks).sorted { $0.time < $1.time }
  }

  /// The turn of the heading by each correction.
  var turns: TimeChart? {
    guard !story.corrections.isEmpty else { return nil }
    func turn(_ correction: Correction) -> Double { (correction.newYaw - correction.oldYaw).wrapped.degrees }
    let reach = max(2, 1.15 * (story.corrections.map { turn($0).magnitude }.max() ?? 0))
    var layers: [TimeChart.Layer] = []
    for source in Correction.Source.allCases {
      let mine = story.corrections.filter { $0.source == source }
      guard !mine.isEmpty else { continue }
      layers.append(
        dots(
          mine.map { SIMD2(seconds($0.time), turn($0)) }, "mark small \(MarkStyle.of(source))",
          "\(source.rawValue) (\(mine.count))"))
    }
    return chart(
      "turns", "Turned by each correction", "°", .root(reach), layers,
      remark: "Clockwise is up; the scale is a square root, so that small turns are visible.")
  }

  var convergence: TimeChart? {
    let sigmas = yaws.map { SIMD2($0.time, max($0.sigma, 0.01)) }
    let errors = story.errors.orientations.map { SIMD2(seconds($0.time), max($0.heading.magnitude.degrees, 0.01)) }
    guard !sigmas.isEmpty else { return nil }
    var layers: [TimeChart.Layer] = []
    if !errors.isEmpty { layers.append(line(errors, "truth-thin", "error against the truth")) }
    layers.append(line(sigmas, "after", "σ as stated"))
    let good = shown(story.limits.heading.degrees, 2), lost = shown(story.limits.lostHeading.degrees, 2)
    return chart(
      "convergence", "Convergence of the heading", "°", .logarithmic(0.2...180), layers,
      remark: "Dashed: below \(good)° counts as localized, above \(lost)° as lost.",
      thresholds: [
        (story.limits.heading.degrees, "\(good)°: localized"), (story.limits.lostHeading.degrees, "\(lost)°: lost"),
      ])
  }

  var pairAngles: TimeChart? {
    let points = story.pairs.map { SIMD2(seconds($0.time), $0.pair.angle.wrapped.degrees) }
    guard !points.isEmpty else { return nil }
    let reach = min(180, max(5, (points.map(\.y.magnitude).max() ?? 5) * 1.1))
    return chart(
      "pairs", "Pair angles", "°", .linear(-reach...reach),
      [
        .init(shape: .line, style: "zero", pieces: [[SIMD2(span.lowerBound, 0), SIMD2(span.upperBound, 0)]]),
        dots(points, "pair", "between two fixes: the remaining error of the yaw"),
      ],
      remark:
        "\(story.pairCount) in all, each at the time of its use for the heading. They are around zero after convergence."
    )
  }

  /// Sideways movement of an object 50 m away since it was first drawn, by the applied yaw and by the target. The part of the yaw
  /// that follows the known drift of the scene is subtracted, because it keeps the object in its place.
  var drawn: TimeChart? {
    let known = story.moments.filter { $0.sigma.map { $0 <= Self.shownSigma } ?? false }
    guard let first = known.first, known.count > 1 else { return nil }
    var points: [(time: Double, drawn: Double, target: Double)] = []
    var scene = first.scene, zero = first.applied - first.drift, last = (drawn: 0.0, target: 0.0)
    for moment in known {
      if moment.scene != scene {
        scene = moment.scene
        zero = moment.applied - moment.drift
        last = (0, 0)
      }
      func moved(_ yaw: Angle, from before: Double) -> Double {
        let angle = (yaw - moment.drift - zero).degrees
        return before + (angle - before).remainder(dividingBy: 360)
      }
      last = (moved(moment.applied, from: last.drawn), moved(moment.yaw, from: last.target))
      points.append((seconds(moment.time), last.drawn * .pi / 180 * 50, last.target * .pi / 180 * 50))
    }
    let values = points.flatMap { [$0.drawn, $0.target] }
    let low = min(values.min() ?? 0, 0), high = max(values.max() ?? 0, 0), padding = max(0.5, 0.1 * (high - low))
    return chart(
      "drawn", "Moved by corrections: a thing 50 m away", "m", .linear(low - padding...high + padding),
      [
        line(points.map { SIMD2($0.time, $0.target) }, "applied", "by the target alignment"),
        line(points.map { SIMD2($0.time, $0.drawn) }, "after", "as drawn"),
      ], remark: "Up is to the right of its first drawn position. Where the lines differ, the drawing was eased.",
      height: 150)
  }

  // MARK: compass and scene

  var field: TimeChart? {
    let points = story.moments.compactMap { moment in
      moment.disturbance.map { SIMD2(seconds(moment.time), $0.value) }
    }
    guard points.count > 1 else { return nil }
    let top = max(story.disturbed.value * 1.5, (points.map(\.y).max() ?? 0) * 1.1)
    return chart(
      "field", "Deviation of the magnetic field from the Earth's", "µT", .linear(0...top),
      [line(points, "after", "horizontal, measured by the compass stage")],
      remark: "Dashed: above it the field counts as disturbed, for example by steel, cars or loudspeakers.",
      height: 140,
      thresholds: [(story.disturbed.value, "\(shown(story.disturbed.value, 0)) µT: disturbed")])
  }

  var routeDistance: TimeChart? {
    let points = story.scene.stations.map { SIMD2(seconds($0.time), $0.off.value) }
    guard points.count > 1 else { return nil }
    let parameters = story.scene.routeParameters, corridor = parameters.corridor.value
    return chart(
      "route", "Distance from the route", "m", .linear(0...max(1.25 * corridor, 1.1 * (points.map(\.y).max() ?? 0))),
      [line(points, "after", "from the place to the nearest point of the remaining route")],
      remark: """
        Dashed: farther than \(shown(corridor, 2)) m and the accuracy, for \(shown(parameters.patience.value, 2)) s, is off the route.
        """,
      height: 130, thresholds: [(corridor, "\(shown(corridor, 2)) m")])
  }

  // MARK: place

  /// Age of each fix at its arrival, as the pipeline assumed it.
  var fixAge: TimeChart? {
    let known = story.fixes.compactMap { noted in
      noted.held.map {
        (point: SIMD2(seconds(noted.fix.arrival), (noted.fix.arrival - $0).value), source: noted.source)
      }
    }
    guard known.count > 1 else { return nil }
    var layers: [TimeChart.Layer] = []
    for (source, style, label) in [
      (FixReading.Timing.stamped, "mark small c4 round", "stamped by hardware"),
      (.learned, "mark small c2 round", "its latency, and the delay estimated from UTC"),
      (.assumed, "mark small c1 square", "assumed: the profile's own"),
    ] {
      let mine = known.filter { $0.source == source }.map(\.point)
      if !mine.isEmpty { layers.append(dots(mine, style, "\(label) (\(mine.count))")) }
    }
    let most = known.map(\.point.y).max() ?? 0
    return chart(
      "age", "Age of a fix at its arrival", "s", .linear(0...max(0.2, most * 1.15)), layers, height: 120)
  }

  /// Returns a range for a logarithmic axis around values above zero.
  private func decades(_ values: [Double], least: Double, most: Double) -> ClosedRange<Double> {
    let low = max(least, min(most / 10, values.min() ?? least)), high = min(most, max(values.max() ?? most, low * 10))
    return low * 0.8...high * 1.25
  }

  var accuracy: TimeChart? {
    let stated = story.moments.compactMap { moment in
      moment.horizontal.map { SIMD2(seconds(moment.time), max($0.value, 0.001)) }
    }
    let fixes = story.fixes.compactMap { noted in
      noted.fix.horizontalError.map {
        SIMD2(seconds(noted.fix.time), max($0.value / RadiusPerSigma.of95Per68, 0.001))
      }
    }
    let errors = story.errors.places.map { SIMD2(seconds($0.time), max($0.horizontal.value, 0.001)) }
    guard !stated.isEmpty || !fixes.isEmpty else { return nil }
    let good = shown(story.limits.radius.value, 2), lost = shown(story.limits.lostRadius.value, 2)
    let isSparse = errors.count < 2 || span.upperBound / Double(errors.count) > 2
    return chart(
      "accuracy", "Accuracy of the place", "m",
      .logarithmic(
        decades((stated + fixes).map(\.y) + Self.middle(errors.map(\.y)), least: 0.01, most: 1000)),
      [
        dots(fixes, "fix", "68 % radius the receiver stated"),
        isSparse
          ? dots(errors, "truth-mark", "distance from the truth")
          : line(errors, "truth-thin", "distance from the truth"),
        line(stated, "after", "68 % radius gnomon states"),
      ], remark: "Dashed: within \(good) m counts as localized, beyond \(lost) m as lost.",
      thresholds: [
        (story.limits.radius.value, "\(good) m: localized"), (story.limits.lostRadius.value, "\(lost) m: lost"),
      ])
  }

  var height: TimeChart? {
    let all = story.moments.compactMap { moment in
      moment.place.map { (time: seconds(moment.time), height: $0.height.value, sigma: moment.vertical?.value ?? 0) }
    }
    let fixes = story.fixes.compactMap { noted in
      noted.fix.height.map { SIMD2(seconds(noted.fix.time), $0.value) }
    }
    let truth = story.truth.compactMap { reference in
      reference.place?.height.map { SIMD2(seconds(reference.time), $0.value) }
    }
    guard let zero = all.first?.height ?? fixes.first?.y else { return nil }
    func relative(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] { points.map { SIMD2($0.x, $0.y - zero) } }
    let line68 = relative(all.map { SIMD2($0.time, $0.height) })
    let values = (line68 + relative(truth)).map(\.y) + Self.middle(relative(fixes).map(\.y))
    let low = values.min() ?? 0, high = values.max() ?? 0
    let padding = max(2, 0.12 * (high - low), min(1.3 * (all.last?.sigma ?? 0), 3 * (high - low) + 10))
    return chart(
      "height", "Height, relative to the first known height", "m", .linear(low - padding...high + padding),
      [
        .init(
          shape: .area, style: "band", label: "68 %",
          pieces: pieces(all.map { SIMD2($0.time, $0.height - zero + $0.sigma) }),
          lower: pieces(all.map { SIMD2($0.time, $0.height - zero - $0.sigma) })),
        dots(relative(fixes), "fix", "fixes"),
        .init(shape: .line, style: "truth-thin", label: "truth", pieces: pieces(relative(truth), gap: 120)),
        line(line68, "after", "gnomon"),
      ])
  }

  /// Returns the values without the lowest and the highest fortieth.
  private static func middle(_ values: [Double]) -> [Double] {
    let sorted = values.sorted(), cut = values.count / 40
    return cut > 0 ? Array(sorted[cut..<(sorted.count - cut)]) : sorted
  }

  var speed: TimeChart? {
    let points = story.moments.map { SIMD2(seconds($0.time), hypot($0.velocity.x, $0.velocity.z)) }
    let fixes = story.fixes.compactMap { noted -> SIMD2<Double>? in
      guard let east = noted.fix.velocityEast, let north = noted.fix.velocityNorth else { return nil }
      return SIMD2(seconds(noted.fix.time), hypot(east.value, north.value))
    }
    let top = max((points.map(\.y) + Self.middle(fixes.map(\.y))).max() ?? 0, 1)
    guard top > 0, points.contains(where: { $0.y > 0.05 }) || !fixes.isEmpty else { return nil }
    return chart(
      "speed", "Speed over ground", "m/s", .linear(0...top * 1.08),
      [dots(fixes, "fix", "fixes"), line(points, "after", "odometry")], height: 130)
  }

  // MARK: refusals

  var refusals: TimeChart? {
    let reasons = story.refusals.occurred.prefix(6)
    guard let most = reasons.first?.count else { return nil }
    let layers = reasons.enumerated().map { index, reason in
      var points = [SIMD2(span.lowerBound, most < 20 ? 0 : 0.8)]
      points += Thinning.choose(reason.growth, atMost: 1500).map {
        SIMD2(max(span.lowerBound, seconds($0.time)), Double($0.count))
      }
      points.append(SIMD2(span.upperBound, Double(reason.count)))
      return TimeChart.Layer(
        shape: .steps, style: "series s\(index + 1)", label: "\(reason.name) (\(reason.count))", pieces: [points])
    }
    return chart(
      "refusals", "Refused or trusted less, so far", "count",
      most < 20 ? .linear(0...Double(most) * 1.15) : .logarithmic(0.8...Double(most) * 1.3), layers,
      remark: "Samples that were refused or changed, by reason. This is normal, and not by itself a fault.",
      height: most < 20 ? 100 : 170)
  }
}
