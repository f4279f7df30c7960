import Geodesy
import Geometry
import Samples
import Scenery
import Text
import Wire

extension SceneGroup {
  /// Encodes the frame of a moment, section by section.
  func encode(_ moment: SceneMoment, _ keeper: SceneKeeper) {
    let view = moment.view, parts = selection.parts
    encoder.begin(
      time: view.time.nanoseconds, scene: view.scene, isStale: view.isStale,
      status: PlacementReport(moment.status), fault: keeper.fault)
    if parts.contains(.placements) { writePlacements(moment, keeper) }
    if parts.contains(.arrows) { writeArrows(moment, keeper) }
    if parts.contains(.markers) { writeMarkers(moment, keeper) }
    if parts.contains(.anchors) { writeAnchors(moment, keeper) }
    if parts.contains(.radar) { writeRadar(moment, keeper) }
    if parts.contains(.hint) { writeHint(moment, keeper) }
    if parts.contains(.finish), let viewport = selection.viewport { writeFinish(moment, keeper, viewport) }
    if parts.contains(.progress) {
      let progress = keeper.progressMessage(view.horizontalAccuracy)
      encoder.write(.progress) { writer in if let progress { progress.write(to: &writer) } else { writer.null() } }
    }
    if parts.contains(.light) { writeLight(moment.light) }
    if let viewport = selection.viewport {
      let turn = upright.update(sight(of: view, viewport))
      encoder.write(.upright) { $0.value(orNull: turn.degrees, decimals: 2) }
    }
  }

  func screen(_ point: Displacement<Scene>, _ view: Viewpoint) -> ScreenReport? {
    selection.viewport.map { ScreenReport(point, $0, view.pose) }
  }

  /// Which way the display is turned; the body where there is none.
  private func sight(of view: Viewpoint, _ viewport: Viewport?) -> Attitude {
    let body: Rotation<Body, Scene> =
      viewport.map { $0.pose(on: view.pose).rotation * Rotation<Body, Display>.aligned } ?? view.pose.rotation
    return Attitude(Rotation<Scene, Level>.yaw(view.yaw ?? .zero) * body)
  }

  // MARK: places

  func message(_ placement: Placement, _ moment: SceneMoment, _ names: [PlacementMessage.Name]) -> PlacementMessage {
    let place = moment.board.places[placement.index]
    var message = PlacementMessage(names[placement.index])
    message.title = place.name
    message.category = place.category
    message.isFavourite = place.isFavourite
    message.azimuth = placement.azimuth
    message.elevation = placement.elevation
    message.distance = placement.distance
    message.sigma = SigmaReport(placement.uncertainty)
    message.band = placement.band.rawValue
    message.count = placement.count
    message.slot = placement.slot
    message.drawnElevation = placement.drawnElevation
    message.drawnDistance = placement.drawnDistance
    message.point = placement.point
    message.scale = placement.scale
    message.transition = transition(of: placement).words
    message.screen = screen(placement.point, moment.view)
    if selection.parts.contains(.clusters) {
      message.members = moment.board.members(of: placement).map { SceneKeeper.name($0) }
    }
    return message
  }

  private func writePlacements(_ moment: SceneMoment, _ keeper: SceneKeeper) {
    encoder.write(.placements) { writer in
      writer.beginArray()
      for placement in moment.board.placements {
        message(placement, moment, keeper.names).write(to: &writer)
      }
      writer.endArray()
    }
  }

  private func writeRadar(_ moment: SceneMoment, _ keeper: SceneKeeper) {
    let radar = Radar(range: selection.radarRange)
    let heading = sight(of: moment.view, selection.viewport).heading
    encoder.write(.radar) { writer in
      writer.beginObject()
      writer.key("range")
      writer.value(orNull: radar.range.value, decimals: 1)
      writer.key("marks")
      writer.beginArray()
      for placement in moment.board.placements {
        let level = Length(placement.offset.horizontal)
        let mark = radar.mark(bearing: placement.azimuth, distance: level, heading: heading)
        RadarMessage(
          keeper.names[placement.index], x: mark.x, y: mark.y, isBeyond: mark.isBeyond,
          band: placement.band.rawValue, count: placement.count
        ).write(to: &writer)
      }
      writer.endArray()
      writer.endObject()
    }
  }

  // MARK: the route

  private func writeArrows(_ moment: SceneMoment, _ keeper: SceneKeeper) {
    let view = moment.view
    arrows.removeAll(keepingCapacity: true)
    let route = keeper.route
    if moment.status == .shown { route?.arrows(from: view, into: &arrows) }
    encoder.write(.arrows) { writer in
      guard let route else { return writer.null() }
      writer.beginObject()
      writer.key("phase")
      writer.value(orNull: route.arrowPhase(at: view.time), decimals: 4)
      writer.key("azimuth_sigma_deg")
      writer.value(orNull: view.yawSigma?.degrees, decimals: 2)
      writer.key("horizontal_accuracy")
      writer.value(orNull: view.horizontalAccuracy?.value, decimals: 2)
      writer.member("status", PlacementReport(moment.status))
      writer.key("arrows")
      writer.beginArray()
      for arrow in arrows {
        ArrowMessage(
          number: arrow.number, home: arrow.home, length: arrow.length, point: arrow.point, tangent: arrow.tangent,
          screen: screen(arrow.point, view)
        ).write(to: &writer)
      }
      writer.endArray()
      writer.endObject()
    }
  }

  private func writeMarkers(_ moment: SceneMoment, _ keeper: SceneKeeper) {
    let view = moment.view
    markers.removeAll(keepingCapacity: true)
    if moment.status == .shown { keeper.route?.markers(from: view, into: &markers) }
    encoder.write(.markers) { writer in
      guard keeper.route != nil else { return writer.null() }
      writer.beginArray()
      for marker in markers {
        MarkerMessage(
          kind: marker.kind.rawValue, length: marker.length, distance: marker.offset.norm, point: marker.point,
          screen: screen(marker.point, view)
        ).write(to: &writer)
      }
      writer.endArray()
    }
  }

  // MARK: anchors

  private func writeAnchors(_ moment: SceneMoment, _ keeper: SceneKeeper) {
    encoder.write(.anchors) { writer in
      writer.beginArray()
      for kept in keeper.anchors {
        kept.message(moment.anchorBoard) { screen($0, moment.view) }.write(to: &writer)
      }
      writer.endArray()
    }
  }

  // MARK: what to look at

  private func writeHint(_ moment: SceneMoment, _ keeper: SceneKeeper) {
    let hint = hint(moment, keeper)
    encoder.write(.hint) { writer in if let hint { hint.write(to: &writer) } else { writer.null() } }
  }

  private func hint(_ moment: SceneMoment, _ keeper: SceneKeeper) -> HintMessage? {
    let view = moment.view
    guard moment.status == .shown, let target = selection.target.map({ SceneTarget($0) }) ?? keeper.nextTarget,
      let offset = view.offset(to: target.position, target.height), offset.isFinite
    else { return nil }
    let level = Length(offset.horizontal)
    let azimuth = Angle.arcTangent(offset.x, -offset.z).azimuth, elevation = Angle.arcTangent(offset.y, level.value)
    let point = view.point(at: offset)
    var message = HintMessage(
      kind: target.kind, name: target.name, azimuth: azimuth, elevation: elevation, distance: offset.norm,
      point: point)
    let sight = sight(of: view, selection.viewport)
    if let error = pointing.update(
      azimuth: azimuth, elevation: elevation, heading: sight.heading, elevation: sight.elevation)
    {
      message.bearing = error.bearing
      message.pitch = error.elevation
      message.angle = error.angle
    }
    if let viewport = selection.viewport {
      message.screen = screen(point, view)
      let seen = viewport.pose(on: view.pose).inverse(point)
      message.border = hints.update(seen, in: viewport).map {
        HintMessage.Border(
          x: $0.point.x.value, y: $0.point.y.value, side: $0.side.rawValue, right: $0.right, up: $0.up,
          hasChangedSide: $0.hasChangedSide)
      }
    }
    return message
  }

  private func writeFinish(_ moment: SceneMoment, _ keeper: SceneKeeper, _ viewport: Viewport) {
    let finish = finish(moment, keeper, viewport)
    encoder.write(.finish) { writer in if let finish { finish.write(to: &writer) } else { writer.null() } }
  }

  private func finish(_ moment: SceneMoment, _ keeper: SceneKeeper, _ viewport: Viewport) -> FinishMessage? {
    let view = moment.view, parameters = keeper.parameters
    guard moment.status == .shown, let track = keeper.route?.track,
      let offset = view.offset(to: track.place(at: track.length), .eye), offset.isFinite
    else { return nil }
    let distance = offset.norm, drawn = DrawingDistance.drawn(distance, parameters)
    let mark = FinishMark(distance: distance, in: viewport, parameters)
    let pulse = Pulse(at: view.time, parameters)
    let point = view.point(at: distance.value > 0 ? offset * (drawn / distance) : offset)
    return FinishMessage(
      distance: distance, point: point, radius: mark.radius(drawnAt: drawn), diameter: mark.diameter.value,
      halfAngle: mark.halfAngle, textRise: mark.textRise.value, textAngle: mark.textAngle, phase: pulse.phase,
      pulseScale: pulse.scale, opacity: pulse.opacity, screen: ScreenReport(point, viewport, view.pose))
  }

  private func writeLight(_ sun: Sun?) {
    encoder.write(.light) { writer in
      guard let sun else { return writer.null() }
      writer.value([
        "sun_azimuth_deg": .number(sun.azimuth.azimuth.degrees), "sun_elevation_deg": .number(sun.elevation.degrees),
        "daylight": .string(sun.daylight.rawValue),
      ])
    }
  }
}

/// Something to look at.
struct SceneTarget {
  var kind: String
  var name: String
  var position: Geodetic
  var height: HeightPolicy

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
