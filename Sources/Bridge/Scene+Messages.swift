public import Geometry
public import Samples
public import Scenery
import Text
public import Wire

// Values of the scene ↔ messages of the socket.

extension PlacementReport {
  public init(_ status: PlacementStatus) {
    switch status {
    case .shown: self.init(state: .shown)
    case .vague: self.init(state: .vague)
    case .hidden(let reason): self.init(state: .hidden, reason: Self.word(reason))
    case .pending(let reason): self.init(state: .pending, reason: Self.word(reason))
    }
  }

  private static func word(_ reason: PlacementStatus.Hiding) -> ShownReason {
    switch reason {
    case .range: .range
    case .cap: .cap
    case .filter: .filter
    case .level: .level
    case .cluster: .cluster
    case .overlap: .overlap
    case .behind: .behind
    case .stale: .stale
    }
  }

  public static func word(_ reason: PlacementStatus.Waiting) -> ShownReason {
    switch reason {
    case .waitingForFix: .waitingForFix
    case .localizing: .localizing
    case .corrected: .corrected
    }
  }
}

extension ScreenReport {
  /// The place of something on the screen.
  public init(_ position: ScreenPosition) {
    switch position {
    case .inside(let point): self.init(place: .inside, x: point.x.value, y: point.y.value)
    case .outside(let point): self.init(place: .outside, x: point.x.value, y: point.y.value)
    case .behind: self.init(place: .behind)
    }
  }
}

extension Transition {
  private static let named: [(Transition, String)] = [
    (.appeared, "appeared"), (.slot, "slot"), (.count, "count"), (.changed, "changed"), (.scene, "scene"),
  ]
  /// The words of every combination, made once, because frames for a slow reader need them each time.
  private static let wordsOfAll: [[String]] = (0..<UInt8(1 << named.count)).map { value in
    named.filter { Transition(rawValue: value).contains($0.0) }.map(\.1)
  }
  public var words: [String] { Self.wordsOfAll[Int(rawValue) & (Self.wordsOfAll.count - 1)] }
}

extension PlaceName {
  public init(_ key: PlaceKey) { self.init(layer: key.layer, id: key.id) }
}

extension PlaceMessage {
  public init(_ place: Place) {
    let (heightKind, height): (String, Length?) =
      switch place.height {
      case .eye: ("eye", nil)
      case .ground(let height): ("ground", height)
      case .ellipsoid(let height): ("ellipsoid", height)
      case .seaLevel(let height): ("sea-level", height)
      }
    self.init(
      layer: place.layer.isEmpty ? nil : place.layer, id: place.id, name: place.name, category: place.category,
      latitude: place.position.latitude, longitude: place.position.longitude, heightKind: heightKind, height: height,
      tags: place.tags, payload: place.payload, isFavourite: place.isFavourite, radius: place.radius,
      level: place.level, polygon: place.polygon.isEmpty ? nil : place.polygon, entrance: place.entrance,
      label: place.label.map { LabelMessage($0) }, moves: place.motion.map { MotionMessage($0) })
  }

  /// The place that the message states; a height that its kind does not allow is a fault.
  public func place() throws(MessageFault) -> Place {
    Place(
      id: id, name: name, category: category, position: position,
      height: try HeightPolicy(kind: heightKind, height), tags: tags, payload: payload, isFavourite: isFavourite,
      radius: radius, level: level, polygon: polygon ?? [], entrance: entrance,
      label: try label.map { (label) throws(MessageFault) in try LabelSize(label) },
      motion: moves.map { PlaceMotion($0) })
  }
}

extension HeightPolicy {
  public init(kind: String, _ height: Length?) throws(MessageFault) {
    switch (kind, height) {
    // A thing that is level with the eyes has no height of its own.
    case ("eye", nil): self = .eye
    case ("eye", let height?):
      guard height == .zero else {
        throw MessageFault(
          member: "height", expected: "nothing, or a height_kind that it is of: ground, ellipsoid or sea-level")
      }
      self = .eye
    case ("ground", let height): self = .ground(height ?? .zero)
    case ("ellipsoid", let height?): self = .ellipsoid(height)
    case ("sea-level", let height?), ("sea_level", let height?): self = .seaLevel(height)
    case ("ellipsoid", nil), ("sea-level", nil), ("sea_level", nil):
      throw MessageFault(member: "height", expected: "a number of metres with the height_kind \(kind)")
    default: throw MessageFault(member: "height_kind", expected: "eye, ground, ellipsoid or sea-level")
    }
  }
}

extension StepMessage {
  public init(_ step: RouteStep, of route: Route) {
    let manoeuvre = step.manoeuvre.map { route.manoeuvres[$0] }
    self.init(
      kind: step.kind.rawValue, length: step.length, turn: step.turn,
      instruction: step.stop.map { route.stops[$0].name } ?? manoeuvre?.instruction ?? "",
      street: manoeuvre?.street ?? "")
  }
}

extension DeviationMessage {
  public init(_ deviation: RouteDeviation) {
    self.init(
      distance: deviation.distance, rejoin: deviation.rejoin, rejoinLength: deviation.rejoinLength,
      azimuth: deviation.azimuth)
  }
}

extension RouteProgress {
  fileprivate func parameters(ofStop index: Int) -> [JSONMember] {
    [JSONMember("stop", .integer(Int64(index))), JSONMember("name", .string(track.route.stops[index].name))]
  }
}

extension StopMessage {
  public init(_ index: Int, of progress: RouteProgress) {
    let (length, place) = progress.track.stop(index)
    self.init(
      name: progress.track.route.stops[index].name, length: length, position: place, isReached: progress.reached[index])
  }
}

extension ProgressMessage {
  public init(_ progress: RouteProgress, revision: Int, accuracy: Length?) {
    let route = progress.track.route
    self.init(
      revision: revision, name: route.name, status: progress.status.rawValue, isFrozen: progress.isFrozen,
      length: progress.length, remaining: progress.remaining, remainingTime: progress.remainingTime,
      distanceOff: progress.distanceOff, horizontalAccuracy: accuracy, step: progress.step,
      currentStep: StepMessage(progress.currentStep, of: route), distanceToStep: progress.distanceToStep,
      stop: progress.hasStopAhead ? progress.nextStop : nil, distanceToStop: progress.distanceToStop,
      deviation: progress.deviation.map { DeviationMessage($0) })
  }
}

extension SceneEventMessage {
  public init(
    _ announcement: RouteAnnouncement, on progress: RouteProgress, landmark: Landmark? = nil, at time: BootInstant
  ) {
    self.init(
      kind: "announcement", code: announcement.code.rawValue, time: time.nanoseconds,
      parameters: announcement.parameters(on: progress.track, at: landmark),
      english: announcement.english(on: progress.track, at: landmark))
  }

  /// nil for an announcement, which has a message of its own.
  public init?(_ event: RouteEvent, on progress: RouteProgress, at time: BootInstant) {
    let name = progress.track.route.name
    func make(_ code: String, _ parameters: JSONValue, _ english: String) -> SceneEventMessage {
      SceneEventMessage(
        kind: "route", code: code, time: time.nanoseconds, parameters: parameters, english: english)
    }
    switch event {
    case .announcement: return nil
    case .offRoute(let deviation): self = make("off-route", .object(deviation.parameters), "off the route")
    case .onRoute: self = make("on-route", .object([]), "on the route")
    case .backOnRoute: self = make("back-on-route", .object([]), "back on the route")
    case .step(let step):
      self = make("step", ["step": .integer(Int64(step))], "step \(step + 1) of \(progress.track.steps.count)")
    case .stop(let index):
      self = make(
        "stop", .object(progress.parameters(ofStop: index)), "stop \(index + 1) of \(progress.track.route.stops.count)")
    case .arrived: self = make("arrived", ["name": .string(name)], "arrived")
    case .ended: self = make("ended", ["name": .string(name)], "the route has ended after the arrival")
    }
  }
}

extension FramePoseMessage {
  public init(_ view: Viewpoint, camera: Pose<Display, Scene>?) {
    var alignment: FrameAlignmentMessage?
    if let yaw = view.yaw, let place = view.place, place.isFinite {
      // The place is the one that is drawn from, so there is no shift.
      alignment = FrameAlignmentMessage(
        appliedYaw: yaw, appliedShift: .zero, scenePosition: view.pose.position, place: place,
        yawSigma: view.yawSigma, horizontalAccuracy: view.horizontalAccuracy, verticalAccuracy: view.verticalAccuracy)
    }
    self.init(
      position: view.pose.position, orientation: view.pose.rotation,
      camera: camera.map { FramePoseCameraMessage(position: $0.position, orientation: $0.rotation) },
      alignment: alignment)
  }
}
