import Bridge
import Geodesy
import Geometry
import Samples
import Scenery
import Tracking
import Wire

/// The places, anchors and route of clients, and the boards that decide which of them are shown.
///
/// The places lie in a store, which belongs to the worker. Those near the wearer are on the board; they are looked up again after
/// the wearer has gone a hundred meters, or after a change.
final class SceneKeeper {
  private(set) var parameters: SceneParameters
  private(set) var routeParameters: RouteParameters
  /// The worker, on whose thread the places are read and written.
  let worker: Worker
  /// True if the store has been opened, and the board has its filter.
  var isOpened = false
  /// The fault of the last access to the places; nil without one.
  private(set) var fault: String?

  var board: PlaceBoard
  /// The boards of subscriptions with other settings.
  var styled: [StyledBoard] = []
  /// True if some place has a label whose size is in pixels.
  var hasPixelLabels = false {
    didSet { areBoardsOutdated = areBoardsOutdated || hasPixelLabels != oldValue }
  }
  /// True if the settings of the boards have changed since the subscriptions got theirs.
  var areBoardsOutdated = false
  /// The places that move, which are not stored.
  var movers: [PlaceKey: MovingPlace] = [:]
  /// The place that each connection has picked last.
  var picked: [UInt64: PlaceKey] = [:]
  /// True once a frame with payloads was requested: then the places are looked up with theirs.
  var wantsPayload = false
  /// The sizes of payloads that are too long for a frame.
  var longPayloads: [PlaceKey: Int] = [:]
  /// True if something has changed since the board's places were looked up.
  var isOutdated = true
  /// The store's counter of changes by other processes.
  var changesOfOthers: Int64 = 0
  var looks = 0
  /// True if there are more places near the wearer than the board accepts.
  var isCrowded = false
  var lookedUpAt: Geodetic?
  /// The places that hints point to, as of the last change of the places.
  var targets: [PlaceKey: Place] = [:]
  /// The number of queries to skip after a failed one.
  var pause = 0
  /// The decision whether enough is known to show geographic things.
  var gate: ReadinessGate
  /// The view that is continued after a reset, until place and heading are known again.
  var carried: CarriedView
  var status = PlacementStatus.pending(.waitingForFix)

  var anchorBoard: AnchorBoard
  var anchors: [KeptAnchor] = []
  /// The one active route.
  var route: RouteProgress?
  /// The user that loaded it; nil for a recorded route.
  var routeOwner: UInt32?
  /// The number of routes so far.
  var routeRevision = 0
  /// The updates of the progress on the route.
  var progressPeriod = Periodic(every: TimeSpan(0.2))
  var routeEvents: [RouteEvent] = []
  /// The leg that the pipeline has, with its scene and route.
  var knownLeg: (leg: FollowedLeg, scene: Int, revision: Int)?
  /// A change of the leg that is not in the pipeline yet, as JSON of an input.
  var legNews: String?
  /// True if the route comes from a replayed recording, which contains its legs as inputs.
  var isRouteRecorded = false

  /// Height of the sea above the ellipsoid, as last reported by a receiver.
  var geoidSeparation: Length?
  /// The ground around the wearer.
  let terrain: TerrainDesk

  init(
    _ worker: Worker, _ parameters: SceneParameters = SceneParameters(),
    _ routeParameters: RouteParameters = RouteParameters()
  ) {
    self.worker = worker
    self.parameters = parameters
    self.routeParameters = routeParameters
    terrain = TerrainDesk(worker)
    board = PlaceBoard(parameters)
    gate = ReadinessGate(parameters)
    carried = CarriedView(parameters)
    anchorBoard = AnchorBoard(parameters)
  }

  /// Replaces the parameters: of the boards at once, of the route for what is drawn; its steps stay as they were found.
  func apply(_ parameters: SceneParameters, _ routeParameters: RouteParameters) {
    let usual = usualFilter
    self.parameters = parameters
    self.routeParameters = routeParameters
    let old = board
    board = PlaceBoard(parameters)
    board.choose(old.filter == usual ? usualFilter : old.filter)
    board.pin(old.pinned)
    _ = board.replace(with: old.places)
    let styles = styled.map(\.settings)
    styled = []
    keepBoards(for: styles)
    gate = ReadinessGate(parameters)
    carried = CarriedView(parameters)
    anchorBoard = AnchorBoard(parameters)
    route?.parameters = routeParameters
    isOutdated = true
  }

  /// The filter until another is set.
  var usualFilter: PlaceFilter { PlaceFilter().clamped(to: parameters.radius) }

  /// Sets the fault, and logs a new one; the same fault is logged once, since it usually lasts.
  func record(fault: String?) {
    if let fault, fault != self.fault { Log.write("places: \(fault)", .error) }
    self.fault = fault
  }

  /// Returns the view of a pose, with the ground around the wearer.
  func view(_ pose: TrackedPose, isStale: Bool) -> Viewpoint {
    Viewpoint(pose, geoidSeparation: geoidSeparation, isStale: isStale, terrain: terrain.window)
  }

  // MARK: frames

  /// The distance after which places are looked up again.
  static let step = Length.metres(100)
  /// Limits of the board: the number of places, of which the nearest are kept, and their bytes.
  static let most = 10_000, mostBytes = 4 << 20

  /// Updates the boards for the next frame, as far as `wanted` needs them.
  func update(_ view: Viewpoint, _ wanted: SceneParts) {
    status = gate.obstacle(view) ?? .shown
    if !wanted.isDisjoint(with: Self.ofPlaces) { changeBoards { $0.update(view) } }
    if wanted.contains(.anchors) { anchorBoard.update(view) }
  }
  static let ofPlaces: SceneParts = [.placements, .clusters, .radar, .proximity, .statuses]
}

extension Displacement where U == Metre, F == Level {
  /// The horizontal length in meters.
  var horizontal: Double { (x * x + z * z).squareRoot() }
}
