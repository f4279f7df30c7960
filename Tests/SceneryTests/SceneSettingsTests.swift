import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

/// Each parameter of the scene does something: with another value, some frame of one walk differs.
@Suite struct SceneSettingsTests {
  private let town = Neighbourhood()
  /// A way with a right turn and a left one.
  private let way = FlatWay(corners: [[0, 0], [0, 120], [90, 120], [90, 240], [120, 270], [120, 330]])

  /// Places near and far, some of them in one direction and some at one another, and one that moves.
  private var places: [Place] {
    var places = (0..<24).map { town.place("p\($0)", at: 15 * Double($0), 30 + 17 * Double($0)) }
    places += (0..<6).map { town.place("row\($0)", 95 + 0.4 * Double($0), 60 + 30 * Double($0), .ground(.metres(3))) }
    places += [town.place("far", 20, 640), town.place("near", 3, 30), town.place("at", 1, 90)]
    return places
  }

  private func moving(_ time: Double) -> Place {
    var place = town.place("drone", 40, 60)
    place.motion = PlaceMotion(
      velocity: Velocity(1, 0, 0), time: BootInstant(seconds: (time / 14).rounded(.down) * 14), sigmaGrowth: Speed(2))
    return place
  }

  /// Where the wearer is: first on the way to the route, then along it, back for a while, and on; and aside of it for a while.
  private func point(_ time: Double) -> SIMD2<Double> {
    let back = min(max(0, time - 110), 16), along = way.point(at: max(0, time - 30 - 2 * back) * 1.6)
    if time < 30 { return along + SIMD2(-1.5, -0.6) * (30 - time) }
    let aside = time > 60 && time < 105 ? min(70, 3 * (time - 60)) : 0
    return along + SIMD2(aside * 0.7, -aside) + SIMD2(0.8 * sin(time), 0.8 * cos(1.7 * time))
  }

  /// All that is seen and said in five minutes and a half, to the end of the way, as a text for each moment; only to the first one
  /// that is not as in another story.
  private func story(_ scene: SceneParameters, _ route: RouteParameters, unlike other: [String] = []) throws -> [String]
  {
    var board = PlaceBoard(scene), story: [String] = []
    #expect(board.replace(with: places).isEmpty)
    let track = try #require(RouteTrack(way.route(), route))
    var progress = RouteProgress(track, route), hints = OffscreenHints(scene)
    let screen = try Viewport(width: Pixels(800), height: Pixels(600), fieldOfView: .degrees(60))
    var arrows: [RouteArrow] = [], markers: [RouteMarker] = [], line = RouteLine()
    for step in 0..<226 {
      let time = 1.5 * Double(step), here = point(time)
      // The accuracy changes, and with it the right to be shown.
      var view = town.view(
        here.x, here.y, time: time, rotation: head(azimuth: 40 * sin(time / 9), elevation: 8 * cos(time / 5)),
        sigma: 12 + 5 * sin(time / 13), accuracy: 18 + 14 * sin(time / 31))
      view.isHeadingConfirmed = time > 12
      _ = board.put(moving(time))
      board.update(view)
      var events: [RouteEvent] = []
      progress.update(
        way.place(here), accuracy: view.horizontalAccuracy ?? .zero, at: BootInstant(seconds: time), &events)
      progress.arrows(from: view, route, into: &arrows)
      progress.markers(from: view, route, into: &markers)
      progress.line(
        from: view,
        RouteLineStyle(
          width: route.lineWidth, behind: route.lineBehind, ahead: route.lineAhead,
          tolerance: .degrees(0.05) * route.lineTolerance), into: &line)
      let finish = FinishMark(distance: Length(5 + 10 * time), in: screen, scene)
      let hint = hints.update(Displacement(0.2 * sin(time), 0.3, 4 + cos(time / 3)), in: screen)
      var text = "\(board.readiness) \(String(describing: board.band)) \(board.proximity) \(board.changes)\n"
      text +=
        "\(board.placements.map { "\($0.key.id) \($0.point) \($0.scale) \($0.slot) \($0.count) \($0.band) \($0.isAt)" })\n\(events)\n\(progress.status) \(progress.remainingTime) \(progress.step)\n"
      text +=
        "\(String(describing: progress.cue(from: view))) \(String(describing: progress.arrowPhase(at: view.time)))\n"
      text += "\(arrows)\n\(markers)\n\(line.vertices)\n\(finish)\n\(String(describing: hint))\n"
      story.append(text)
      if !other.isEmpty, other[step] != text { break }
    }
    return story
  }

  private func others<Root>(_ parameter: Parameter<Root>, _ usual: Root) -> [String] {
    let now = parameter.text(usual)
    switch parameter.kind {
    case .number(let range):
      guard let value = Double(now) else { return [] }
      return [value * 1.6, value * 0.5, range.lowerBound, range.upperBound].filter { range.contains($0) && $0 != value }
        .map { "\($0)" }
    case .flag: return [now == "on" ? "off" : "on"]
    case .choice(let choices): return choices.filter { $0 != now }
    case .text: return []
    }
  }

  @Test func everyParameterOfPlacesChangesAFrame() throws {
    let usual = try story(SceneParameters(), RouteParameters())
    var idle: [String] = []
    for parameter in SceneParameters.table.parameters {
      var isSeen = false
      // A shell, and labels in pixels, are settings that another one needs.
      for mode in ["fall", "shell"] where !isSeen {
        var base = SceneParameters()
        try SceneParameters.table.set("drawing.mode", to: mode, in: &base)
        let before = mode == "fall" ? usual : try story(base, RouteParameters())
        for value in others(parameter, SceneParameters()) where !isSeen {
          var changed = base
          try SceneParameters.table.set(parameter.name, to: value, in: &changed)
          isSeen = try story(changed, RouteParameters(), unlike: before) != before
        }
      }
      if !isSeen { idle.append(parameter.name) }
    }
    expect(idle, equals: ["label.pixel"], "\(idle)")
  }

  @Test func everyParameterOfARouteChangesAFrame() throws {
    let usual = try story(SceneParameters(), RouteParameters())
    var idle: [String] = []
    for parameter in RouteParameters.table.parameters {
      var isSeen = false
      for value in others(parameter, RouteParameters()) where !isSeen {
        var changed = RouteParameters()
        try RouteParameters.table.set(parameter.name, to: value, in: &changed)
        isSeen = try story(SceneParameters(), changed, unlike: usual) != usual
      }
      if !isSeen { idle.append(parameter.name) }
    }
    // A walk against the way is one of its own (`RouteProgressTests`).
    expect(idle, equals: ["route.wrong_way"], "\(idle)")
  }
}
