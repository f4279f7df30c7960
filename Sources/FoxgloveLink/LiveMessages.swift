import Geodesy
import Geometry
import SessionFiles
import Text
import Wire

/// Replies of the daemon → messages of channels. A value without a clock: the same replies give the same messages.
struct LiveMessages {
  struct Stamped {
    var channel: FoxgloveChannel
    /// UTC, ns.
    var stamp: UInt64
    var body: [UInt8]
  }

  /// UTC less the daemon's time, ns: one for all messages until the daemon ends; nil until the daemon has told its times.
  private var clock: Int64?
  private var json = FoxgloveMessages()
  private var scene = FoxgloveScene()
  private var alignment: AlignmentMessage?
  /// From the first known place.
  private var frames: SessionFrames?
  private var lastFix: Int64 = 0

  /// The daemon has gone: another one has another scene.
  mutating func restart() {
    alignment = nil
    frames = nil
    lastFix = 0
    clock = nil
  }

  /// Sets the clock by the daemon's status: a receiver's civil time, else the machine's.
  mutating func setClock(_ status: JSONValue) {
    guard let time = status["time_boot_ns"]?.integer else { return }
    if let utc = status["time_utc_ns"]?.integer {
      let (difference, isBeyond) = utc.subtractingReportingOverflow(time)
      clock = isBeyond ? nil : difference
    } else {
      clock = status["realtime_offset_ns"]?.integer
    }
  }

  /// nil before the clock is known, and for a time before 1970.
  private func stamp(_ time: Int64) -> UInt64? {
    guard let clock else { return nil }
    let (sum, isBeyond) = time.addingReportingOverflow(clock)
    return isBeyond ? nil : UInt64(exactly: sum)
  }

  mutating func messages(_ reply: StreamMessage, _ wanted: Set<FoxgloveChannel>) -> [Stamped] {
    var made: [Stamped] = []
    if let pose = reply.pose { append(pose, wanted, &made) }
    if let alignment = reply.alignment { append(alignment, wanted, &made) }
    if let correction = reply.correction, wanted.contains(.corrections), let stamp = stamp(correction.time) {
      let sentence = CorrectionSentence.text(
        correction.source.description, turn: correction.newYaw - correction.oldYaw, to: correction.sigma,
        shift: correction.shift)
      made.append(
        Stamped(
          channel: .corrections, stamp: stamp, body: json.log(sentence, of: correction.source.description, stamp)))
    }
    if let sensors = reply.sensors { append(sensors, wanted, &made) }
    return made
  }

  private mutating func append(_ pose: PoseMessage, _ wanted: Set<FoxgloveChannel>, _ made: inout [Stamped]) {
    guard let stamp = stamp(pose.time) else { return }
    let placed = SessionFrames.inOdometry(Pose(rotation: pose.orientation, position: pose.position))
    if wanted.contains(.transforms) {
      made.append(
        Stamped(channel: .transforms, stamp: stamp, body: json.transform(placed, toMap: false, stamp)))
    }
    if wanted.contains(.pose) {
      made.append(Stamped(channel: .pose, stamp: stamp, body: json.pose(placed, stamp)))
    }
    // The alignment of another scene does not hold for this pose.
    let alignment = alignment.flatMap { $0.scene == pose.scene ? $0 : nil }
    let height = alignment?.place?.height
    if let latitude = pose.latitude, let longitude = pose.longitude {
      if wanted.contains(.place) {
        let body = json.place(
          latitude, longitude, height: height, radius: pose.horizontalAccuracy,
          vertical: alignment?.verticalAccuracy, stamp)
        made.append(Stamped(channel: .place, stamp: stamp, body: body))
      }
      if frames == nil, let height {
        frames = SessionFrames(origin: Geodetic(latitude: latitude, longitude: longitude, height: height))
      }
    }
    guard wanted.contains(.state) else { return }
    var inMap: SIMD3<Double>?
    if let latitude = pose.latitude, let longitude = pose.longitude, let height, let yaw = alignment?.yaw {
      let place = Geodetic(latitude: latitude, longitude: longitude, height: height)
      inMap = frames?.inMap(pose.orientation, yaw: yaw, at: place)?.position
    }
    let state = FoxgloveState(
      scene: pose.scene, tracking: Self.words(pose.tracking.state.description, pose.tracking.reasons.words),
      localization: Self.words(pose.localization.state.description, pose.localization.reasons.words),
      heading: pose.heading, headingSigma: pose.headingSigma, yaw: alignment?.yaw,
      speed: Speed(hypot(pose.velocity.x, pose.velocity.z)), horizontalAccuracy: pose.horizontalAccuracy,
      verticalAccuracy: alignment?.verticalAccuracy, inMap: inMap)
    made.append(Stamped(channel: .state, stamp: stamp, body: json.state(state, stamp)))
  }

  /// `normal`, `limited(no-gyro+saturated)`, as in a file.
  private static func words(_ state: String, _ reasons: [String]) -> String {
    reasons.isEmpty ? state : "\(state)(\(reasons.joined(separator: "+")))"
  }

  /// The scene in the map is that of drawing (`applied`): things of the scene are computed with it, and stand still in the map.
  private mutating func append(
    _ alignment: AlignmentMessage, _ wanted: Set<FoxgloveChannel>, _ made: inout [Stamped]
  ) {
    self.alignment = alignment
    guard wanted.contains(.transforms), let stamp = stamp(alignment.time), let place = alignment.place else { return }
    let frames = frames ?? SessionFrames(origin: place)
    self.frames = frames
    let drawn =
      alignment.appliedShift == .zero ? place : TangentPlane(origin: place).geodetic(alignment.appliedShift)
    guard let placed = frames.sceneInMap(alignment.scenePosition, yaw: alignment.appliedYaw, at: drawn) else { return }
    made.append(Stamped(channel: .transforms, stamp: stamp, body: json.transform(placed, toMap: true, stamp)))
  }

  private mutating func append(_ sensors: SensorsMessage, _ wanted: Set<FoxgloveChannel>, _ made: inout [Stamped]) {
    if wanted.contains(.rates), let stamp = stamp(sensors.time) {
      let refused = sensors.sensors.reduce(0) { $0 + $1.refused }
      let body = json.rates(sensors.sensors.map { ($0.name, $0.rate) }, refused: refused, stamp)
      made.append(Stamped(channel: .rates, stamp: stamp, body: body))
    }
    guard wanted.contains(.fix), let fix = sensors.sensors.first(where: { $0.name == "gnss" }), fix.count > 0,
      fix.time != lastFix, let stamp = stamp(fix.time)
    else { return }
    lastFix = fix.time
    let values = fix.values.values
    let body = json.fix(
      values.x, values.y, height: values.z.isFinite ? values.z : nil, radius: fix.statedError, stamp)
    made.append(Stamped(channel: .fix, stamp: stamp, body: body))
  }

  // MARK: the scene

  mutating func messages(_ reply: SceneReply, _ wanted: Set<FoxgloveChannel>) throws(MessageFault) -> [Stamped] {
    if let event = reply.event, wanted.contains(.announcements), let stamp = stamp(event.time) {
      return [
        Stamped(channel: .announcements, stamp: stamp, body: json.log(event.english, of: event.code, stamp))
      ]
    }
    guard wanted.contains(.scene), let change = reply.frame else { return [] }
    let frame = try SceneFrameMessage(json: change)
    guard let stamp = stamp(frame.time) else { return [] }
    return [Stamped(channel: .scene, stamp: stamp, body: scene.update(Self.entities(frame), stamp))]
  }

  private static let placeColor = FoxgloveScene.Color(0.2, 0.6, 1, 1),
    vagueColor = FoxgloveScene.Color(0.6, 0.6, 0.6, 0.5)
  private static let arrowColor = FoxgloveScene.Color(1, 0.6, 0.1, 1),
    lineColor = FoxgloveScene.Color(0.2, 0.8, 0.4, 0.8)
  private static let markerColor = FoxgloveScene.Color(1, 0.3, 0.3, 1)
  /// The diameter of a mark as a part of its distance, and the least, so that far ones are seen too.
  private static let share = 0.01, least = 0.3
  private static let arrowLength = 1.0

  private static func entities(_ frame: SceneFrameMessage) -> [FoxgloveScene.Entity] {
    var all = (frame.placements ?? []).map(entity)
    if let arrows = frame.arrows?.arrows, !arrows.isEmpty {
      let placed = arrows.map {
        SessionFrames.Placed(
          position: SessionFrames.odometry($0.point), rotation: SessionFrames.along($0.tangent))
      }
      all.append(FoxgloveScene.Entity("arrows", .arrows(placed, length: arrowLength, arrowColor)))
    }
    if let line = frame.line, line.vertices.count > 1 {
      let points = line.vertices.map { SessionFrames.odometry($0.point) }
      all.append(FoxgloveScene.Entity("route", .line(points, width: line.width.value, lineColor)))
    }
    for marker in frame.markers ?? [] where marker.kind != "dot" {
      let part = FoxgloveScene.Part.mark(
        SessionFrames.odometry(marker.point), diameter: least, text: marker.name ?? marker.kind, markerColor)
      all.append(FoxgloveScene.Entity("marker \(marker.kind) \(marker.length.value)", part))
    }
    return all
  }

  /// A place where a renderer draws it; a vague one is gray, and says how far off its direction may be.
  private static func entity(_ placement: PlacementMessage) -> FoxgloveScene.Entity {
    let distance = "\(Int(placement.distance.value.rounded())) m"
    let sigma = "± \((placement.azimuthSigma.degrees * 10).rounded() / 10)°", isVague = placement.status.state == .vague
    let text = "\(placement.name)\n\(distance)" + (isVague ? ", \(sigma)" : "")
    let size = max(least, share * placement.drawnDistance.value)
    return FoxgloveScene.Entity(
      "place \(placement.layer)/\(placement.id)",
      .mark(
        SessionFrames.odometry(placement.point), diameter: size, text: text, isVague ? vagueColor : placeColor),
      facts: [
        ("layer", placement.layer), ("id", placement.id), ("distance", distance), ("direction", sigma),
        ("state", placement.status.state.description),
      ])
  }
}
