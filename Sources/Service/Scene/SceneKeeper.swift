import Geodesy
import Geometry
import Samples
import Scenery
import Wire

/// What clients have added to the scene, and the boards that say what is shown of it.
///
/// The places lie in a store, which is the worker's; those near the wearer are on the board, and are looked up again when the wearer has
/// gone a hundred metres or something was changed.
final class SceneKeeper {
  let parameters = SceneParameters()
  let routeParameters = RouteParameters()
  /// Whose thread the places are read and written on.
  let worker: Worker
  /// The store has been opened, and its filter is the board's.
  var isOpened = false
  /// Why places could not be read last.
  private(set) var fault: String?

  var board: PlaceBoard
  /// Something has changed since the board's places were looked up, and where that was.
  var isOutdated = true
  /// What the store says of what other processes have done to it.
  var changesOfOthers: Int64 = 0
  var looks = 0
  /// There were more places near the wearer than the board takes.
  var isCrowded = false
  var lookedUpAt: Geodetic?
  /// The places that hints are about, as they were when the places last changed.
  var targets: [PlaceKey: Place] = [:]
  /// Looks to let pass after one that failed.
  var pause = 0
  /// Whether there is enough known to show anything.
  var gate: ReadinessGate
  var status = PlacementStatus.pending(.waitingForFix)

  var anchorBoard: AnchorBoard
  var anchors: [KeptAnchor] = []
  /// The one active route.
  var route: RouteProgress?
  /// The user who loaded it; nil of one that was recorded.
  var routeOwner: UInt32?
  /// Counts the routes.
  var routeRevision = 0
  var nextProgress = BootInstant(nanoseconds: .min)
  var routeEvents: [RouteEvent] = []
  /// The leg of the route that the pipeline knows of, and of which scene and route.
  var knownLeg: (leg: FollowedLeg, scene: Int, revision: Int)?
  /// What the pipeline has to be told of it.
  var legNews: String?
  /// The route is one of a recording that is replayed, which has its legs among its inputs.
  var isRouteRecorded = false

  /// The sea above the ellipsoid, as a receiver said it last.
  var geoidSeparation: Length?

  init(_ worker: Worker) {
    self.worker = worker
    board = PlaceBoard(parameters)
    gate = ReadinessGate(parameters)
    anchorBoard = AnchorBoard(parameters)
  }

  /// Said once: what is broken is broken for long.
  func record(fault: String?) {
    if let fault, fault != self.fault { Log.write("places: \(fault)", .error) }
    self.fault = fault
  }

  // MARK: frames

  /// How far the wearer goes before places are looked up again.
  static let step = Length.metres(100)
  /// Places on the board at most, the nearest, and their bytes.
  static let most = 10_000, mostBytes = 4 << 20

  /// The next frame, as far as anybody wants it.
  func update(_ view: Viewpoint, _ wanted: SceneParts) {
    status = gate.obstacle(view) ?? .shown
    if !wanted.isDisjoint(with: Self.ofPlaces) { board.update(view) }
    if wanted.contains(.anchors) { anchorBoard.update(view) }
  }
  static let ofPlaces: SceneParts = [.placements, .clusters, .radar, .proximity, .statuses]
}

extension Displacement where U == Metre, F == Level {
  /// How long it is on the ground.
  var horizontal: Double { (x * x + z * z).squareRoot() }
}
