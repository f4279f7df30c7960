import Geodesy
import Geometry
import Scenery
import Storage
import Wire

/// A query of the places around the wearer for the worker, and its outcome.
struct Surveying: Sendable {
  var place: Geodetic
  var reach: Length
  var filter: PlaceFilter
  /// Places to look up at any distance.
  var targets: [PlaceKey]
  /// Places that have to be on the board: targets, and places that were picked.
  var pinned: Set<PlaceKey> = []
  var withPayload = false

  struct Outcome: Sendable {
    var places: [Place] = []
    var targets: [PlaceKey: Place] = [:]
    var isCrowded = false
    /// The sizes of payloads that are too long for a frame.
    var longPayloads: [PlaceKey: Int] = [:]
  }

  func outcome(_ store: PlaceStore) throws(DatabaseFault) -> Outcome {
    var outcome = Outcome()
    var total = try store.find(
      within: reach, of: place, limit: SceneKeeper.most, bytes: SceneKeeper.mostBytes, withPayload: false,
      into: &outcome.places)
    // If there are more places than the limit, those that match the filter have priority.
    if total > outcome.places.count, !filter.isOpen {
      total = try store.find(
        within: reach, of: place, filter, limit: SceneKeeper.most, bytes: SceneKeeper.mostBytes, withPayload: false,
        into: &outcome.places)
    }
    outcome.isCrowded = total > outcome.places.count
    for key in targets { outcome.targets[key] = try store.place(key.id, in: key.layer) }
    if outcome.isCrowded { try addKept(to: &outcome, store) }
    if withPayload {
      var rest = Limits.placesWithPayload
      outcome.longPayloads = try store.fill(
        &outcome.places, longest: Limits.framePayload, most: Limits.framePayloads
      ) { place in
        guard filter.wants(place) || pinned.contains(place.key), rest > 0 else { return false }
        rest -= 1
        return true
      }
    }
    return outcome
  }

  /// Adds favorites, targets and picked places that nearer places have crowded out of the query.
  private func addKept(to outcome: inout Outcome, _ store: PlaceStore) throws(DatabaseFault) {
    var liked = PlaceFilter(), kept: [Place] = []
    liked.favouritesOnly = true
    try store.find(
      within: reach, of: place, liked, limit: SceneKeeper.most, bytes: SceneKeeper.mostBytes / 4, withPayload: false,
      into: &kept)
    for key in pinned {
      if var place = try store.place(key.id, in: key.layer) {
        place.payload = nil
        kept.append(place)
      }
    }
    var known = Set(outcome.places.map(\.key))
    for place in kept where known.insert(place.key).inserted { outcome.places.append(place) }
  }
}

// The places: read on the worker's thread, shown on the loop's.
extension SceneKeeper {
  /// Runs `work` with the store on the worker's thread, and `then` with its answer on the loop's thread.
  func ask<Answer: Sendable>(
    _ work: @escaping @Sendable (PlaceStore) throws(DatabaseFault) -> Answer,
    then: @escaping (Result<Answer, CallError>) -> Void
  ) {
    let opens = !isOpened, usual = usualFilter
    worker.run({ shelf -> Result<(PlaceShelf.Opening?, Answer), DatabaseFault> in
      do throws(DatabaseFault) {
        let store = try shelf.store()
        return .success((opens ? try shelf.opening(usual) : nil, try work(store)))
      } catch {
        return .failure(error)
      }
    }) { [self] result in
      switch result {
      case .success((let opening, let answer)):
        if let opening { open(opening) }
        record(fault: nil)
        then(.success(answer))
      case .failure(let fault): then(.failure(error(fault)))
      }
    }
  }

  /// Runs `body` with the store at once, where the worker has no thread.
  func withStore<Answer>(
    _ body: (PlaceStore) throws(DatabaseFault) -> Answer
  ) throws(CallError) -> Answer {
    let result = worker.now { shelf -> Result<(PlaceShelf.Opening?, Answer), DatabaseFault> in
      do throws(DatabaseFault) {
        let store = try shelf.store()
        return .success((isOpened ? nil : try shelf.opening(usualFilter), try body(store)))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success((let opening, let answer)):
      if let opening { open(opening) }
      record(fault: nil)
      return answer
    case .failure(let fault): throw error(fault)
    }
  }

  private func open(_ opening: PlaceShelf.Opening) {
    guard !isOpened else { return }
    isOpened = true
    changeBoards { $0.choose(opening.filter) }
    changesOfOthers = opening.changes
  }

  private func error(_ fault: DatabaseFault) -> CallError {
    if case .quota(let excess) = fault.reason { return .quotaExceeded(excess) }
    if fault.reason != .tooLarge { record(fault: fault.description) }
    return CallError.storeUnavailable(english: fault.description)
  }

  // MARK: places near the wearer

  /// Returns the query that is due now, if any, and counts it as done.
  func survey(_ view: Viewpoint, targets: [PlaceKey] = []) -> Surveying? {
    guard let place = view.place, place.isFinite else { return nil }
    if pause > 0 { pause -= 1 }
    guard pause == 0 else { return nil }
    if isOpened, !isOutdated, let lookedUpAt, lookedUpAt.smallOffset(to: place).horizontal <= Self.step.value {
      return nil
    }
    isOutdated = false
    lookedUpAt = place
    return Surveying(
      place: place, reach: board.parameters.radius + Self.step * 1.5, filter: board.filter, targets: targets,
      pinned: Set(targets).union(picked.values), withPayload: wantsPayload)
  }

  /// Looks up the places near the wearer, if that is due.
  func refresh(_ view: Viewpoint, targets: [PlaceKey] = []) {
    guard let survey = survey(view, targets: targets) else { return }
    let filter = board.filter
    ask({ (store) throws(DatabaseFault) in try survey.outcome(store) }) { [self] result in
      switch result {
      case .success(let outcome):
        apply(outcome)
        // The filter has changed since the query, for instance because the query has opened the store.
        if board.filter != filter { isOutdated = true }
      case .failure: putOff()
      }
    }
  }

  /// Schedules another query a second (ten beats) after a failed one. The known places stay, and every frame reports the fault.
  func putOff() {
    isOutdated = true
    pause = 10
  }

  func apply(_ outcome: Surveying.Outcome) {
    isCrowded = outcome.isCrowded
    targets = outcome.targets
    longPayloads = outcome.longPayloads
    showPlaces(outcome.places)
  }

  /// Checks at every tenth call, once a second, whether another process has changed the places or the filter.
  func checkForChanges() {
    looks += 1
    guard looks % 10 == 0, isOpened else { return }
    let usual = usualFilter
    ask({ (store) throws(DatabaseFault) in
      PlaceShelf.Opening(filter: try store.filter(else: usual), changes: try store.changesOfOthers())
    }) { [self] result in
      switch result {
      case .success(let now):
        guard now.changes != changesOfOthers else { return }
        changesOfOthers = now.changes
        if now.filter != board.filter { changeBoards { $0.choose(now.filter) } }
        isOutdated = true
      // The next query reports the fault.
      case .failure: isOutdated = true
      }
    }
  }
}
