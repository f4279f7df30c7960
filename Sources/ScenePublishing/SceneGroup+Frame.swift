import Geodesy
import Geometry
import Samples
public import Scenery
import Text
public import Wire

extension SceneGroup {
  /// The point of view of a frame: view, display and attitude, computed once.
  public struct FrameView {
    public var view: Viewpoint
    public var viewport: Viewport?
    /// The transform from the scene to the display.
    private var display = Pose<Scene, Display>.aligned
    /// The attitude of the display; without a display, of the body.
    var attitude: Attitude

    public init(_ view: Viewpoint, _ viewport: Viewport?) {
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
  public func encode(_ moment: SceneMoment, _ scene: SceneDesks) {
    let view = moment.view, parts = selection.parts, sight = FrameView(view, selection.viewport)
    encoder.startFrame(
      time: view.time.nanoseconds, scene: view.scene, isStale: view.isStale || moment.isCarried,
      status: moment.guideReport(for: self) ?? moment.report(for: self), band: moment.board(of: self).band,
      pending: pending(moment), fault: scene.places.fault, eye: view.pose.position)
    if parts.contains(.placements) { writePlacements(moment, scene, sight) }
    if parts.contains(.arrows) { writeArrows(moment, scene, sight) }
    if parts.contains(.line) { writeLine(moment, scene, sight) }
    if parts.contains(.markers) { writeMarkers(moment, scene, sight) }
    if parts.contains(.anchors) { writeAnchors(moment, scene, sight) }
    if parts.contains(.radar) { writeRadar(moment, scene, sight) }
    if parts.contains(.hint) { writeHint(moment, scene, sight) }
    if parts.contains(.finish), let viewport = selection.viewport { writeFinish(moment, scene, sight, viewport) }
    if parts.contains(.progress) {
      let progress = scene.route.progressMessage(view.horizontalAccuracy)
      encoder.write(.progress) { writer in if let progress { progress.write(to: &writer) } else { writer.null() } }
    }
    if parts.contains(.light) { writeLight(moment.light) }
    if parts.contains(.pose) {
      let message = FramePoseMessage(view, camera: selection.viewport?.pose(on: view.pose))
      encoder.write(.pose) { message.write(to: &$0) }
    }
    if selection.viewport != nil {
      let turn = marks.upright.update(sight.attitude)
      encoder.write(.upright) { $0.value(orNull: turn.degrees, decimals: 2) }
    }
  }

  // MARK: places

  public func message(
    _ placement: Placement, _ rank: Int, _ board: PlaceBoard, _ scene: SceneDesks, _ sight: FrameView
  ) -> PlacementMessage {
    let place = board.places[placement.index], parts = selection.parts
    var message = PlacementMessage(
      layer: place.layer, id: place.id, rank: rank, name: place.name, category: place.category,
      isFavourite: place.isFavourite, isNear: placement.isNear, isAt: placement.isAt, azimuth: placement.azimuth,
      azimuthSigma: placement.uncertainty.azimuth, elevation: placement.elevation,
      elevationSigma: placement.uncertainty.elevation, distance: placement.distance,
      distanceSigma: placement.uncertainty.distance, band: placement.band.rawValue, count: placement.count,
      slot: placement.slot, drawnElevation: placement.drawnElevation, drawnDistance: placement.drawnDistance,
      point: placement.point, scale: placement.scale, transition: transition(of: placement).words,
      status: PlacementReport(board.readiness), screen: sight.screen(placement.point),
      members: parts.contains(.clusters) ? members(of: placement, on: board) : nil)
    if parts.contains(.payload) { addPayload(of: place, to: &message, scene) }
    if parts.contains(.billboards) {
      message.orientation = Billboard.rotation(seenAt: placement.point - sight.view.pose.position)
    }
    message.size = selection.style.scheme(of: place.category).map { placement.size(by: $0) }
    message.velocity = place.motion.map { sight.view.velocity($0.velocity) }
    message.statedTime = place.motion?.time.nanoseconds
    return message
  }

  private func addPayload(of place: Place, to message: inout PlacementMessage, _ scene: SceneDesks) {
    message.payload = place.payload
    if !scene.places.longPayloads.isEmpty { message.payloadBytes = scene.places.longPayloads[place.key] }
  }

  private func writePlacements(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView) {
    encoder.startList(.placements)
    let board = moment.board(of: self)
    for (rank, placement) in board.placements.enumerated() {
      var message = message(placement, rank, board, scene, sight)
      if moment.isCarried { message.status.reason = .stale }
      encoder.add(message)
    }
  }

  private func writeRadar(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView) {
    let radar = Radar(range: selection.radarRange), heading = sight.attitude.heading
    encoder.write(.radar) { writer in
      writer.beginObject()
      writer.key("range")
      writer.value(orNull: radar.range.value, decimals: 1)
      writer.endObject()
    }
    for placement in moment.board(of: self).placements {
      let level = Length(placement.offset.horizontal)
      let mark = radar.mark(bearing: placement.azimuth, distance: level, heading: heading)
      encoder.add(
        RadarMessage(
          layer: placement.key.layer, id: placement.key.id, x: mark.x, y: mark.y, isBeyond: mark.isBeyond,
          band: placement.band.rawValue, count: placement.count))
    }
  }

  // MARK: the route

  private func writeArrows(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView) {
    let view = moment.view
    arrows.removeAll(keepingCapacity: true)
    guard let phase = scene.route.route?.arrowPhase(at: view.time, look.route) else {
      return encoder.writeNothing(.arrows)
    }
    if moment.status(for: self).isDrawn { scene.route.route?.arrows(from: view, look.route, into: &arrows) }
    encoder.write(.arrows) { writer in
      writer.beginObject()
      writer.key("phase")
      writer.value(orNull: phase, decimals: 4)
      writer.key("azimuth_sigma_deg")
      writer.value(orNull: view.yawSigma?.degrees, decimals: 2)
      writer.key("horizontal_accuracy")
      writer.value(orNull: view.horizontalAccuracy?.value, decimals: 2)
      writer.member("status", moment.report(for: self))
      writer.endObject()
    }
    for arrow in arrows {
      encoder.add(
        ArrowMessage(
          number: arrow.number, home: arrow.home, length: arrow.length, point: arrow.point, tangent: arrow.tangent,
          screen: sight.screen(arrow.point)))
    }
  }

  private func writeLine(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView) {
    guard let route = scene.route.route, moment.status(for: self).isDrawn else { return encoder.writeNothing(.line) }
    route.line(from: moment.view, look.line, into: &line)
    encoder.write(.line) { writer in
      writer.beginObject()
      writer.key("width")
      writer.value(orNull: look.line.width.value, decimals: 2)
      writer.endObject()
    }
    for vertex in line.vertices { encoder.add(LineVertexMessage(vertex, sight.screen(vertex.point))) }
  }

  private func writeMarkers(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView) {
    guard scene.route.route != nil else { return encoder.writeNothing(.markers) }
    markers.removeAll(keepingCapacity: true)
    if moment.status(for: self).isDrawn { scene.route.route?.markers(from: moment.view, look.route, into: &markers) }
    encoder.startList(.markers)
    for marker in markers {
      encoder.add(
        MarkerMessage(
          kind: marker.kind.rawValue, length: marker.length, distance: marker.offset.norm, point: marker.point,
          screen: sight.screen(marker.point),
          name: scene.route.route.flatMap { $0.name(of: marker) }))
    }
  }

  // MARK: anchors

  private func writeAnchors(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView) {
    encoder.startList(.anchors)
    for kept in scene.anchors.anchors {
      encoder.add(kept.message(moment, moment.status(for: self)) { sight.screen($0) })
    }
  }

  // MARK: hint, finish and light

  private func writeFinish(_ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView, _ viewport: Viewport) {
    let finish = finish(moment, scene, sight, viewport)
    encoder.write(.finish) { writer in if let finish { finish.write(to: &writer) } else { writer.null() } }
  }

  private func finish(
    _ moment: SceneMoment, _ scene: SceneDesks, _ sight: FrameView, _ viewport: Viewport
  ) -> FinishMessage? {
    let view = moment.view
    guard let status = moment.guideReport(for: self), let route = scene.route.route else { return nil }
    let end = route.track.length, height = route.height(at: end, above: view.eyeHeight, from: view)
    guard let offset = view.offset(to: route.track.place(at: end), height), offset.isFinite else { return nil }
    let distance = offset.norm, drawn = DrawingDistance.drawn(distance, look.parameters)
    let mark = FinishMark(distance: distance, in: viewport, look.parameters)
    let pulse = Pulse(at: view.time), (azimuth, elevation) = Self.direction(offset)
    var message = FinishMessage(
      azimuth: azimuth, elevation: elevation, distance: distance, status: status, diameter: mark.diameter.value,
      halfAngle: mark.halfAngle, textRise: mark.textRise.value, textAngle: mark.textAngle, phase: pulse.phase,
      pulseScale: pulse.scale, opacity: pulse.opacity)
    message.band = band(of: offset, moment, sight)
    if moment.status(for: self).isDrawn {
      let point = view.point(at: distance.value > 0 ? offset * (drawn / distance) : offset)
      message.point = point
      message.radius = mark.radius(drawnAt: sight.seen(point), in: viewport)
      message.screen = ScreenReport(viewport.position(of: sight.seen(point)))
    }
    return message
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
