public import Alignment
public import Geometry
public import Samples
public import Scenery
public import ServiceParts
public import SocketServer
public import Tracking
import Wire

/// The state of the session that frames need beside the pose.
public struct SceneSession {
  /// The pipeline's newest scene, which may have no pose yet.
  var scene: Int
  /// The time since the newest pose.
  var silence: TimeSpan
  var civil: CivilClock
  /// The most urgent request to the wearer.
  var guidance: Guidance?
  /// The way from the scene before; nil in the first one.
  var crossing: SceneCrossing?

  public init(
    scene: Int, silence: TimeSpan, civil: CivilClock, guidance: Guidance? = nil, crossing: SceneCrossing? = nil
  ) {
    self.scene = scene
    self.silence = silence
    self.civil = civil
    self.guidance = guidance
    self.crossing = crossing
  }
}

/// The scene: places, anchors, the route and the ground, each at its own desk, and the view from which they are shown.
public final class SceneDesks {
  public let places: PlaceDesk
  public let anchors: AnchorDesk
  public let route: RouteDesk
  public let terrain: TerrainDesk
  /// The wearer's floor.
  public private(set) var floor = FloorLevel()
  private var floorPeriod = Periodic(every: TimeSpan(0.5))
  private var floorScene: Int?
  /// The floor that was published last.
  private var publishedFloor: FloorLevel.Estimate?
  /// The view that is continued after a reset, until place and heading are known again.
  private var carried: CarriedView

  public init(
    _ worker: Worker, _ parameters: SceneParameters = SceneParameters(),
    _ routeParameters: RouteParameters = RouteParameters()
  ) {
    places = PlaceDesk(worker, parameters)
    anchors = AnchorDesk(parameters)
    route = RouteDesk(routeParameters)
    terrain = TerrainDesk(worker)
    carried = CarriedView(parameters)
  }

  /// Replaces the parameters.
  public func apply(_ parameters: SceneParameters, _ routeParameters: RouteParameters) {
    places.apply(parameters)
    anchors.apply(parameters)
    route.apply(routeParameters)
    carried = CarriedView(parameters)
  }

  /// Ingests the height of the standard atmosphere for a measured pressure.
  public func ingest(pressureHeight height: Length, at time: BootInstant) { floor.ingest(height: height, at: time) }

  /// States the wearer's floor; the next frame shows it.
  public func set(level: Double, storey: Length?) {
    floor.set(level, storey: storey)
    places.set(floor: floor.estimate)
  }

  func isFloorDue(at time: BootInstant) -> Bool { floorPeriod.isDue(at: time) }

  /// Updates the floor with a pose, and the boards with it; returns an event if it is another floor now.
  func updateFloor(_ pose: TrackedPose) -> SceneEventMessage? {
    if floorScene != pose.scene { floor.restartScene() }
    floorScene = pose.scene
    floor.ingest(pose.pose.position, accuracy: pose.horizontalAccuracy)
    let now = floor.estimate, before = publishedFloor
    guard now != before else { return nil }
    places.set(floor: now)
    publishedFloor = now
    func whole(_ floor: FloorLevel.Estimate?) -> Int? { floor.map { Int(saturating: $0.level.rounded()) } }
    return whole(now) == whole(before) ? nil : SceneEventMessage(now, at: pose.time)
  }

  /// Ends what belongs to a connection.
  public func end(_ connection: Connection) {
    places.pick(nil, by: connection.number)
    anchors.end(connection)
  }

  /// Returns the view of a pose, with the ground around the wearer.
  public func view(_ pose: TrackedPose, isStale: Bool) -> Viewpoint {
    Viewpoint(pose, geoidSeparation: terrain.separation, isStale: isStale, terrain: terrain.window)
  }

  /// Returns the view to draw by, and whether it is that of before a reset, continued.
  func carry(_ view: Viewpoint, _ session: SceneSession) -> (view: Viewpoint, isCarried: Bool) {
    let now = view.time + session.silence
    let bridge = session.crossing.map { one in
      CarriedView.Bridge(
        scene: one.scene, rotation: one.rotation, turn: one.turn, sigma: one.sigma(at: max(now, one.time)))
    }
    return carried.update(view, scene: session.scene, across: bridge, at: now)
  }

  /// Updates the boards for the next frame, as far as `wanted` needs them.
  func update(_ view: Viewpoint, _ wanted: SceneParts) {
    places.update(view, isWanted: !wanted.isDisjoint(with: Self.ofPlaces))
    if wanted.contains(.anchors) { anchors.update(view) }
  }
  static let ofPlaces: SceneParts = [.placements, .clusters, .radar, .proximity, .statuses, .gaze]
}
