import Geodesy
import Geometry
import Samples
import Scenery
import Text
import Wire

extension SceneGroup {
  /// The point of view of a frame: view, display and attitude, computed once.
  struct Sight {
    var view: Viewpoint
    var viewport: Viewport?
    /// The transform from the scene to the display.
    private var display = Pose<Scene, Display>.aligned
    /// The attitude of the display; without a display, of the body.
    var attitude: Attitude

    init(_ view: Viewpoint, _ viewport: Viewport?) {
      self.view = view
      self.viewport = viewport
      var body = view.pose.rotation
      if let viewport {
        let pose = viewport.pose(on: view.pose)
        display = pose.inverse
        body = pose.rotation * Rotation<Body, Display>.aligned
      }
      attitude = Attitude(Rotation<Scene, Level>.yaw(view.yaw ?? .zero) * body)
    }

    /// Returns a point in the display's axes.
    func seen(_ point: Displacement<Scene>) -> Displacement<Display> { display(point) }

    func screen(_ point: Displacement<Scene>) -> ScreenReport? {
      viewport.map { ScreenReport($0.position(of: seen(point))) }
    }
  }

  /// Encodes the frame of a moment, section by section.
  func encode(_ moment: SceneMoment, _ keeper: SceneKeeper) {
    let view = moment.view, parts = selection.parts, sight = Sight(view, selection.viewport)
    encoder.startFrame(
      time: view.time.nanoseconds, scene: view.scene, isStale: view.isStale,
      status: PlacementReport(moment.status), fault: keeper.fault, eye: view.pose.position)
    if parts.contains(.placements) { writePlacements(moment, keeper, sight) }
    if parts.contains(.arrows) { writeArrows(moment, keeper, sight) }
    if parts.contains(.markers) { writeMarkers(moment, keeper, sight) }
    if parts.contains(.anchors) { writeAnchors(moment, keeper, sight) }
    if parts.contains(.radar) { writeRadar(moment, keeper, sight) }
    if parts.contains(.hint) { writeHint(moment, keeper, sight) }
    if parts.contains(.finish), let viewport = selection.viewport { writeFinish(moment, keeper, sight, viewport) }
    if parts.contains(.progress) {
      let progress = keeper.progressMessage(view.horizontalAccuracy)
      encoder.write(.progress) { writer in if let progress { progress.write(to: &writer) } else { writer.null() } }
    }
    if parts.contains(.light) { writeLight(moment.light) }
    if selection.viewport != nil {
      let turn = upright.update(sight.attitude)
      encoder.write(.upright) { $0.value(orNull: turn.degrees, decimals: 2) }
    }
  }

  // MARK: places

  func message(
    _ placement: Placement, _ rank: Int, _ moment: SceneMoment, _ sight: Sight
  ) -> PlacementMessage {
    let place = moment.board.places[placement.index]
    var message = PlacementMessage(PlacementMessage.Name(place.key))
    message.rank = rank
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
    message.screen = sight.screen(placement.point)
    if selection.parts.contains(.clusters) { message.members = members(of: placement, on: moment.board) }
    return message
  }

  private func writePlacements(_ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight) {
    encoder.startList(.placements)
    for (rank, placement) in moment.board.placements.enumerated() {
      encoder.add(message(placement, rank, moment, sight))
    }
  }

  private func writeRadar(_ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight) {
    let radar = Radar(range: selection.radarRange), heading = sight.attitude.heading
    encoder.write(.radar) { writer in
      writer.beginObject()
      writer.key("range")
      writer.value(orNull: radar.range.value, decimals: 1)
      writer.endObject()
    }
    for placement in moment.board.placements {
      let level = Length(placement.offset.horizontal)
      let mark = radar.mark(bearing: placement.azimuth, distance: level, heading: heading)
      encoder.add(
        RadarMessage(
          PlacementMessage.Name(placement.key), x: mark.x, y: mark.y, isBeyond: mark.isBeyond,
          band: placement.band.rawValue, count: placement.count))
    }
  }

  // MARK: the route

  private func writeArrows(_ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight) {
    let view = moment.view
    arrows.removeAll(keepingCapacity: true)
    guard let phase = keeper.route?.arrowPhase(at: view.time) else { return encoder.writeNothing(.arrows) }
    if moment.status == .shown { keeper.route?.arrows(from: view, into: &arrows) }
    encoder.write(.arrows) { writer in
      writer.beginObject()
      writer.key("phase")
      writer.value(orNull: phase, decimals: 4)
      writer.key("azimuth_sigma_deg")
      writer.value(orNull: view.yawSigma?.degrees, decimals: 2)
      writer.key("horizontal_accuracy")
      writer.value(orNull: view.horizontalAccuracy?.value, decimals: 2)
      writer.member("status", PlacementReport(moment.status))
      writer.endObject()
    }
    for arrow in arrows {
      encoder.add(
        ArrowMessage(
          number: arrow.number, home: arrow.home, length: arrow.length, point: arrow.point, tangent: arrow.tangent,
          screen: sight.screen(arrow.point)))
    }
  }

  private func writeMarkers(_ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight) {
    guard keeper.route != nil else { return encoder.writeNothing(.markers) }
    markers.removeAll(keepingCapacity: true)
    if moment.status == .shown { keeper.route?.markers(from: moment.view, into: &markers) }
    encoder.startList(.markers)
    for marker in markers {
      encoder.add(
        MarkerMessage(
          kind: marker.kind.rawValue, length: marker.length, distance: marker.offset.norm, point: marker.point,
          screen: sight.screen(marker.point)))
    }
  }

  // MARK: anchors

  private func writeAnchors(_ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight) {
    encoder.startList(.anchors)
    for kept in keeper.anchors { encoder.add(kept.message(moment.anchorBoard) { sight.screen($0) }) }
  }

  // MARK: hint, finish and light

  private func writeHint(_ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight) {
    let hint = hint(moment, keeper, sight)
    encoder.write(.hint) { writer in if let hint { hint.write(to: &writer) } else { writer.null() } }
  }

  private func hint(_ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight) -> HintMessage? {
    let view = moment.view
    guard moment.status == .shown, let target = target(keeper, from: view),
      let offset = view.offset(to: target.position, target.height), offset.isFinite
    else { return nil }
    let level = Length(offset.horizontal)
    let azimuth = Angle.arcTangent(offset.x, -offset.z).azimuth, elevation = Angle.arcTangent(offset.y, level.value)
    let point = view.point(at: offset)
    var message = HintMessage(
      kind: target.kind, name: target.name, azimuth: azimuth, elevation: elevation, distance: offset.norm,
      point: point)
    if let error = pointing.update(
      azimuth: azimuth, elevation: elevation, heading: sight.attitude.heading, elevation: sight.attitude.elevation)
    {
      message.bearing = error.bearing
      message.pitch = error.elevation
      message.angle = error.angle
    }
    if let viewport = selection.viewport {
      message.screen = sight.screen(point)
      message.border = hints.update(sight.seen(point), in: viewport).map {
        HintMessage.Border(
          x: $0.point.x.value, y: $0.point.y.value, side: $0.side.rawValue, right: $0.right, up: $0.up,
          hasChangedSide: $0.hasChangedSide)
      }
    }
    return message
  }

  private func target(_ keeper: SceneKeeper, from view: Viewpoint) -> SceneTarget? {
    selection.target == nil ? keeper.nextTarget(from: view) : chosenTarget(keeper).map { SceneTarget($0) }
  }

  private func writeFinish(_ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight, _ viewport: Viewport) {
    let finish = finish(moment, keeper, sight, viewport)
    encoder.write(.finish) { writer in if let finish { finish.write(to: &writer) } else { writer.null() } }
  }

  private func finish(
    _ moment: SceneMoment, _ keeper: SceneKeeper, _ sight: Sight, _ viewport: Viewport
  ) -> FinishMessage? {
    let view = moment.view, parameters = keeper.parameters
    guard moment.status == .shown, let route = keeper.route else { return nil }
    let end = route.track.length, height = route.height(at: end, above: view.eyeHeight, from: view)
    guard let offset = view.offset(to: route.track.place(at: end), height), offset.isFinite else { return nil }
    let distance = offset.norm, drawn = DrawingDistance.drawn(distance, parameters)
    let mark = FinishMark(distance: distance, in: viewport, parameters)
    let pulse = Pulse(at: view.time, parameters)
    let point = view.point(at: distance.value > 0 ? offset * (drawn / distance) : offset)
    return FinishMessage(
      distance: distance, point: point, radius: mark.radius(drawnAt: drawn), diameter: mark.diameter.value,
      halfAngle: mark.halfAngle, textRise: mark.textRise.value, textAngle: mark.textAngle, phase: pulse.phase,
      pulseScale: pulse.scale, opacity: pulse.opacity,
      screen: ScreenReport(viewport.position(of: sight.seen(point))))
  }

  private func writeLight(_ sun: Sun?) {
    encoder.write(.light) { writer in
      guard let sun else { return writer.null() }
      writer.beginObject()
      writer.key("sun_azimuth_deg")
      writer.value(orNull: sun.azimuth.azimuth.degrees, decimals: 4)
      writer.key("sun_elevation_deg")
      writer.value(orNull: sun.elevation.degrees, decimals: 4)
      writer.key("daylight")
      writer.value(sun.daylight.rawValue)
      writer.endObject()
    }
  }
}

/// A target of the hint: a point of the route, or a place.
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
