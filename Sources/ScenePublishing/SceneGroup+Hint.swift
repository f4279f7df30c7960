import Bridge
import Geodesy
import Geometry
import Scenery
import Text
import Wire

// The hint: the next thing to look at, the turn toward it, and the cue for the way to it.
extension SceneGroup {
  func writeHint(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView) {
    let hint = hint(moment, scene, sight)
    encoder.write(.hint) { writer in if let hint { hint.write(to: &writer) } else { writer.null() } }
  }

  private func hint(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView) -> HintMessage? {
    let view = moment.view
    guard let status = moment.guideReport(for: self), let target = target(scene, from: view),
      let offset = view.offset(to: target.position, target.height), offset.isFinite
    else { return nil }
    let (azimuth, elevation) = Self.direction(offset)
    var message = HintMessage(
      kind: target.kind, name: target.name, azimuth: azimuth, elevation: elevation, distance: offset.norm,
      status: status, band: band(of: offset, moment, sight))
    message.length = target.length
    message.step = target.step
    message.go = target.go.map { $0.message(facing: (azimuth - sight.attitude.heading).wrapped, &marks.goal) }
    if selection.target == nil { message.cue = cue(moment, scene, sight, status) }
    guard moment.status(for: self).isDrawn else { return message }
    let point = view.point(at: offset)
    message.point = point
    if let error = marks.pointing.update(
      azimuth: azimuth, elevation: elevation, heading: sight.attitude.heading, elevation: sight.attitude.elevation)
    {
      message.bearing = error.bearing
      message.pitch = error.elevation
      message.angle = error.angle
    }
    if let viewport = selection.viewport {
      message.screen = sight.screen(point)
      if let look = marks.hints.update(sight.seen(point), in: viewport) {
        message.look = LookMessage(x: look.point.x.value, y: look.point.y.value, edge: look.edge, angle: look.angle)
        message.border = HintBorderMessage(
          x: look.point.x.value, y: look.point.y.value, side: look.side.rawValue, right: look.right, up: look.up,
          hasChangedSide: look.hasChangedSide)
      }
    }
    return message
  }

  private func cue(
    _ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView, _ status: PlacementReport
  ) -> HintCueMessage? {
    guard let cue = scene.route.route?.cue(from: moment.view), cue.offset.isFinite else { return nil }
    let (azimuth, elevation) = Self.direction(cue.offset)
    var message = HintCueMessage(
      length: cue.length, azimuth: azimuth, distance: cue.offset.norm, status: status,
      band: band(of: cue.offset, moment, sight))
    guard moment.status(for: self).isDrawn else { return message }
    message.point = moment.view.point(at: cue.offset)
    if let error = marks.cuePointing.update(
      azimuth: azimuth, elevation: elevation, heading: sight.attitude.heading, elevation: sight.attitude.elevation)
    {
      message.bearing = error.bearing
      message.pitch = error.elevation
      message.angle = error.angle
    }
    return message
  }

  /// Returns the events of the places that the middle of the view stays on.
  func gazeEvents(_ moment: SceneMoment) -> [SceneEventMessage] {
    let view = moment.view, board = moment.board(of: self)
    let gaze = selection.viewport.map { Gaze(through: $0.centre, of: $0, on: view.pose) } ?? Gaze(of: view.pose)
    let picked = gaze.picks(from: board.placements).map { board.placements[$0].key }
    return marks.gaze.update(picked, at: view.time).map { event in
      switch event {
      case .dwelled(let key): SceneEventMessage(gaze: "dwelled", key, board, at: view.time)
      case .ended(let key): SceneEventMessage(gaze: "ended", key, board, at: view.time)
      }
    }
  }

  /// The band of a thing, from straight ahead; nil while it is shown as a point.
  func band(of offset: Displacement<Level>, _ moment: SceneMoment, _ sight: FrameView) -> BandMessage? {
    guard moment.board(of: self).band != nil else { return nil }
    let band = DirectionBand(of: offset, from: moment.view), middle = (band.azimuth - sight.attitude.heading).wrapped
    return BandMessage(left: middle - band.half, right: middle + band.half)
  }

  static func direction(_ offset: Displacement<Level>) -> (azimuth: Angle, elevation: Angle) {
    (Angle.arcTangent(offset.x, -offset.z).azimuth, Angle.arcTangent(offset.y, offset.horizontal))
  }

  private func target(_ scene: SceneDesks, from view: Viewpoint) -> SceneTarget? {
    if let target = selection.target { return scene.places.target(target).map { SceneTarget($0) } }
    return selection.isDestination ? scene.route.destination(from: view) : scene.route.nextTarget(from: view)
  }
}

/// A target of the hint: a point of the route, or a place.
public struct SceneTarget {
  var kind: String
  /// The name of the thing itself.
  var name: String
  var position: Geodetic
  var height: HeightPolicy
  /// Length along the route to it; nil for a place, and while the route is not followed.
  var length: Length?
  var step: StepMessage?
  /// What to do there; nil for a place.
  var go: RouteGoal?

  init(kind: String, name: String, position: Geodetic, height: HeightPolicy) {
    self.kind = kind
    self.name = name
    self.position = position
    self.height = height
  }

  init(_ place: Place) {
    self.init(kind: "place", name: place.name, position: place.position, height: place.height)
  }
}
