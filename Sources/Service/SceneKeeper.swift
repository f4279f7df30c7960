import Geodesy
import Geometry
import Glibc
import Samples
import Scenery
import Storage
import Wire

/// What clients have added to the scene, and the boards that say what is shown of it.
///
/// The places lie in a store; those near the wearer are on the board, and are looked up again when the wearer has gone a hundred
/// metres or something was changed, between the samples and not with one.
final class SceneKeeper {
  let parameters = SceneParameters()
  let routeParameters = RouteParameters()
  /// Where the places are kept; nil for a session that keeps nothing.
  private let directory: String?
  private var temporary: String?
  private var opened: PlaceStore?
  /// Why places could not be read last.
  private(set) var fault: String?

  var board: PlaceBoard
  /// Of each of the board's places, who it is.
  var names: [PlacementMessage.Name] = []
  /// Something has changed since the board's places were looked up, and where that was.
  var isOutdated = true { didSet { if isOutdated { revision += 1 } } }
  /// Counts the changes of the places.
  private(set) var revision = 0
  /// What the store says of what other processes have done to it.
  private var changesOfOthers: Int64 = 0
  private var looks = 0
  /// There were more places near the wearer than the board takes.
  private(set) var isCrowded = false
  var lookedUpAt: Geodetic?
  var nearby: [KeptPlace] = []
  /// Looks to let pass after one that failed.
  private var pause = 0
  /// Whether there is enough known to show anything.
  var gate: ReadinessGate
  var status = PlacementStatus.pending(.waitingForFix)

  var anchorBoard: AnchorBoard
  var anchors: [KeptAnchor] = []
  /// The one active route.
  var route: RouteProgress?
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

  init(directory: String?) {
    self.directory = directory
    board = PlaceBoard(parameters)
    gate = ReadinessGate(parameters)
    anchorBoard = AnchorBoard(parameters)
  }

  deinit { removeTemporary() }

  // MARK: the store

  /// The store, opened when it is first asked for; one that cannot be is tried again the next time.
  func store() throws(CallError) -> PlaceStore {
    if let opened { return opened }
    do throws(DatabaseFault) {
      let store = try PlaceStore(directory: folder())
      if store.isReadOnly { Log.note("\(store.path) may only be read; places cannot be changed", .warning) }
      board.choose(try store.filter())
      changesOfOthers = try store.changesOfOthers()
      opened = store
      note(nil)
      return store
    } catch {
      throw unavailable(error)
    }
  }

  /// A folder of the session's own, that goes with it.
  private func folder() -> String {
    if let directory { return directory }
    if let temporary { return temporary }
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/gnomon-XXXXXX".utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) }
    temporary = made
    return made ?? base
  }

  private func removeTemporary() {
    guard let temporary else { return }
    opened = nil
    for ending in ["", "-wal", "-shm"] { unlink("\(temporary)/\(PlaceStore.fileName)\(ending)") }
    rmdir(temporary)
    self.temporary = nil
  }

  /// Lets go of the store.
  func close() {
    opened = nil
    removeTemporary()
  }

  /// Does something with the store; what goes wrong is answered with an error that says why.
  func withStore<Result>(
    _ body: (PlaceStore) throws(DatabaseFault) -> Result
  ) throws(CallError) -> Result {
    let store = try store()
    do throws(DatabaseFault) {
      let result = try body(store)
      note(nil)
      return result
    } catch {
      throw unavailable(error)
    }
  }

  private func unavailable(_ error: DatabaseFault) -> CallError {
    note(error.description)
    return CallError("org.gnomon.Scene.StoreUnavailable", ["english": .string(error.description)])
  }

  /// Said once: what is broken is broken for long.
  private func note(_ fault: String?) {
    if let fault, fault != self.fault { Log.note("places: \(fault)", .error) }
    self.fault = fault
  }

  // MARK: frames

  /// Looks up the places near the wearer, if that is due.
  func refresh(_ view: Viewpoint) {
    guard let place = view.place, place.isFinite else { return }
    if pause > 0 { pause -= 1 }
    guard pause == 0 else { return }
    if !isOutdated, let lookedUpAt, lookedUpAt.smallOffset(to: place).horizontal <= Self.step.value { return }
    do throws(CallError) {
      let filter = board.filter
      let reach = board.parameters.radius + Self.step * 1.5
      try withStore { (store) throws(DatabaseFault) in
        var total = try store.find(within: reach, of: place, limit: Self.most, into: &nearby)
        // In a crowd those that are wanted count first.
        if total > Self.most, !filter.isOpen {
          total = try store.find(within: reach, of: place, filter, limit: Self.most, into: &nearby)
        }
        isCrowded = total > Self.most
      }
    } catch {
      // Said in every frame; what was known stays, and a second later it is tried again.
      pause = 10
      return
    }
    isOutdated = false
    lookedUpAt = place
    var taken: [Place] = []
    taken.reserveCapacity(nearby.count)
    for kept in nearby {
      var place = kept.place
      place.id = Self.key(kept.layer, place.id)
      taken.append(place)
    }
    // The store has each once, and none that is nowhere.
    _ = board.replace(with: taken)
    names = board.places.map { Self.name($0.id) }
  }

  /// Once a second, with ten beats in it: whether another process has changed the places or the filter.
  func lookForChanges() {
    looks += 1
    guard looks % 10 == 0, let opened else { return }
    do throws(DatabaseFault) {
      let now = try opened.changesOfOthers()
      guard now != changesOfOthers else { return }
      changesOfOthers = now
      let filter = try opened.filter()
      if filter != board.filter { board.choose(filter) }
      isOutdated = true
    } catch {
      // The next look at the places says what is wrong.
      isOutdated = true
    }
  }

  /// The place of a name, nil where there is none (any more).
  func place(_ name: PlacementMessage.Name) -> Place? {
    (try? withStore { (store) throws(DatabaseFault) in try store.place(name.id, in: name.layer) }) ?? nil
  }

  /// How far the wearer goes before places are looked up again.
  static let step = Length.metres(100)
  /// Places on the board at most, the nearest.
  static let most = 10_000

  /// The next frame, as far as anybody wants it.
  func update(_ view: Viewpoint, _ wanted: SceneParts) {
    status = gate.obstacle(view) ?? .shown
    if !wanted.isDisjoint(with: Self.ofPlaces) { board.update(view) }
    if wanted.contains(.anchors) { anchorBoard.update(view) }
  }
  static let ofPlaces: SceneParts = [.placements, .clusters, .radar, .proximity, .statuses]

  // MARK: names

  /// Unique among all layers: an id has no control characters.
  static func key(_ layer: String, _ id: String) -> String { "\(layer)\u{1F}\(id)" }
  static func name(_ key: String) -> PlacementMessage.Name {
    guard let mark = key.utf8.firstIndex(of: 0x1F) else { return .init(layer: "", id: key) }
    return .init(layer: String(key[..<mark]), id: String(key[key.index(after: mark)...]))
  }
}

extension Displacement where U == Metre, F == Level {
  /// How long it is on the ground.
  var horizontal: Double { (x * x + z * z).squareRoot() }
}
