public import Geodesy
import Geometry
public import Samples
public import Scenery
public import ServiceParts
public import Storage
public import Text
public import Wire

/// The places: those of the store that are near the wearer and those that move, and the boards that decide which of them are
/// shown.
///
/// The store belongs to the worker. The places near the wearer are looked up again after the wearer has gone a hundred meters, and
/// after a change; a few new ones are put on the boards as they are.
public final class PlaceDesk {
  private let worker: Worker
  /// The fault of the last access to the store; nil without one.
  private(set) var fault: String?
  public private(set) var boards: PlaceBoards
  private var movers = MovingPlaces()
  /// The place that each connection has picked last.
  private var picked: [UInt64: PlaceKey] = [:]
  /// The places that hints point to: their keys, and those that exist as of the last change.
  private var targetKeys: [PlaceKey] = []
  private var targets: [PlaceKey: Place] = [:]
  /// The sizes of payloads that are too long for a frame.
  private(set) var longPayloads: [PlaceKey: Int] = [:]
  /// True if there are more places near the wearer than the board accepts.
  public private(set) var isCrowded = false

  // State of the look-up.
  /// True if the store has been opened, and the board has its filter.
  private var isOpened = false
  /// True if something has changed since the places were looked up.
  private var isOutdated = true
  /// True once a frame with payloads was requested: then the places are looked up with theirs.
  private var wantsPayload = false
  private var lookedUpAt: Geodetic?
  /// The number of look-ups so far.
  private(set) var surveys = 0
  /// The number of look-ups to skip after a failed one.
  private var pause = 0
  /// The store's counter of changes by other processes, and the number of times it was due.
  private var changesOfOthers: Int64 = 0
  private var looks = 0

  /// The distance after which places are looked up again.
  static let step = Length.metres(100)
  /// Limits of the board: the number of places, of which the nearest are kept, and their bytes.
  static let most = 10_000, mostBytes = 4 << 20

  init(_ worker: Worker, _ parameters: SceneParameters) {
    self.worker = worker
    boards = PlaceBoards(parameters)
  }

  /// Replaces the parameters.
  func apply(_ parameters: SceneParameters) {
    boards.apply(parameters)
    isOutdated = true
  }

  // MARK: the store

  /// Makes work that reads the store, after the look-up of the places near the wearer if that is due: an answer contains the
  /// status of each place.
  public func reading<Answer: Sendable>(
    from view: Viewpoint, _ work: @escaping @Sendable (any PlaceReading) throws(DatabaseFault) -> Answer
  ) -> BackgroundWork<Answer> {
    let survey = dueSurvey(view)
    return BackgroundWork { [self] done in
      access({ (store) throws(DatabaseFault) in
        (try survey.map { (survey) throws(DatabaseFault) in try survey.outcome(store) }, try work(store))
      }) { [self] result in
        apply(survey, result.map(\.0))
        done(result.map(\.1))
      }
    }
  }

  /// Makes work that changes the store: no other can. The places are looked up again afterwards, unless `hasChanged` knows from
  /// the answer that nothing has changed.
  private func changing<Answer: Sendable>(
    _ work: @escaping @Sendable (PlaceStore) throws(DatabaseFault) -> Answer,
    hasChanged: @escaping (Answer) -> Bool = { _ in true }
  ) -> BackgroundWork<Answer> {
    BackgroundWork { [self] done in
      access(work) { [self] result in
        if case .success(let answer) = result, hasChanged(answer) { isOutdated = true }
        done(result)
      }
    }
  }

  /// Runs `work` with the store on the worker's thread, and `done` with the outcome on the loop's thread.
  private func access<Answer: Sendable>(
    _ work: @escaping @Sendable (PlaceStore) throws(DatabaseFault) -> Answer,
    _ done: @escaping (Result<Answer, CallError>) -> Void
  ) {
    let opens = !isOpened, usual = boards.usualFilter
    worker.run({ shelf -> Result<(PlaceShelf.Opening?, Answer), DatabaseFault> in
      Result { () throws(DatabaseFault) in
        let store = try shelf.store()
        return (opens ? try shelf.opening(usual) : nil, try work(store))
      }
    }) { [self] result in
      switch result {
      case .success((let opening, let answer)):
        if let opening, !isOpened {
          isOpened = true
          boards.change { $0.choose(opening.filter) }
          changesOfOthers = opening.changes
        }
        record(fault: nil)
        done(.success(answer))
      case .failure(let fault): done(.failure(error(fault)))
      }
    }
  }

  private func error(_ fault: DatabaseFault) -> CallError {
    if case .quota(let excess) = fault.reason { return .quotaExceeded(excess) }
    if fault.reason != .tooLarge { record(fault: fault.description) }
    return CallError.storeUnavailable(english: fault.description)
  }

  /// Sets the fault, and logs a new one; the same fault is logged once, since it usually lasts.
  private func record(fault: String?) {
    if let fault, fault != self.fault { Log.write("places: \(fault)", .error) }
    self.fault = fault
  }

  // MARK: places near the wearer

  /// Returns the look-up that is due now, if any, and counts it as done.
  private func dueSurvey(_ view: Viewpoint) -> PlaceSurvey? {
    guard let place = view.place, place.isFinite else { return nil }
    if pause > 0 { pause -= 1 }
    guard pause == 0 else { return nil }
    if isOpened, !isOutdated, let lookedUpAt, lookedUpAt.smallOffset(to: place).horizontal <= Self.step.value {
      return nil
    }
    isOutdated = false
    lookedUpAt = place
    surveys += 1
    return PlaceSurvey(
      place: place, reach: reach, filter: boards.usual.filter,
      targets: targetKeys,
      pinned: pinned, withPayload: wantsPayload)
  }

  private var reach: Length { boards.usual.parameters.radius + Self.step * 1.5 }

  /// Whether places that were just stored can be put on the boards without a look-up: a few new ones, while the boards have all
  /// that the store has around here, and no payloads.
  private func areFew(_ given: GivenPlaces, _ stored: PlaceAddition) -> Bool {
    let isAsGiven = stored.updated == 0 && stored.cleaned == 0 && stored.refused.isEmpty
    return isAsGiven && isOpened && !isOutdated && !isCrowded && !wantsPayload && lookedUpAt != nil
      && given.places.count <= Self.few && boards.usual.places.count + given.places.count <= Self.most
  }
  /// Each is compared with all that are there.
  private static let few = 100

  private func put(_ given: GivenPlaces, layer: String) {
    guard let lookedUpAt else { return }
    for place in given.places {
      guard lookedUpAt.smallOffset(to: place.position).horizontal <= reach.value else { continue }
      var place = place
      place.key.layer = layer
      place.payload = nil
      boards.put(place)
    }
  }

  /// Applies the outcome of a look-up. A failed one is due again after a second (ten beats): the known places stay, and every frame
  /// reports the fault.
  private func apply(_ survey: PlaceSurvey?, _ result: Result<PlaceSurvey.Outcome?, CallError>) {
    guard let survey else { return }
    guard case .success(let outcome?) = result else {
      isOutdated = true
      pause = 10
      return
    }
    isCrowded = outcome.isCrowded
    targets = outcome.targets
    longPayloads = outcome.longPayloads
    boards.replace(with: outcome.places + movers.places)
    // The filter has changed since, for instance because the look-up has opened the store.
    if boards.usual.filter != survey.filter { isOutdated = true }
  }

  /// Looks up the places near the wearer, if that is due.
  public func refresh(_ view: Viewpoint) {
    guard let survey = dueSurvey(view) else { return }
    access({ (store) throws(DatabaseFault) in try survey.outcome(store) }) { [self] in
      apply(survey, $0.map { $0 })
    }
  }

  /// Makes work that looks up the places near the wearer, if that is due, and the target of a hint. Without a target it does not
  /// fail: a store that cannot be read is reported in the frame.
  public func looking(from view: Viewpoint, target: PlaceKey? = nil) -> BackgroundWork<Void> {
    if let target { return place(target, from: view).map { [self] in targets[target] = $0 } }
    return BackgroundWork { [self] done in
      let survey = dueSurvey(view)
      if survey == nil, isOpened { return done(.success(())) }
      access({ (store) throws(DatabaseFault) in
        try survey.map { (survey) throws(DatabaseFault) in try survey.outcome(store) }
      }) { [self] result in
        apply(survey, result)
        done(.success(()))
      }
    }
  }

  /// Reads the changes of other processes once a second, at every tenth call, and looks up the places near the wearer if that is
  /// due.
  public func tend(_ view: Viewpoint) {
    looks += 1
    if looks % 10 == 0, isOpened { checkForChanges() }
    refresh(view)
  }

  private func checkForChanges() {
    let usual = boards.usualFilter
    access({ (store) throws(DatabaseFault) in
      PlaceShelf.Opening(filter: try store.filter(else: usual), changes: try store.changesOfOthers())
    }) { [self] result in
      // The next look-up reports a fault.
      guard case .success(let now) = result else { return isOutdated = true }
      guard now.changes != changesOfOthers else { return }
      changesOfOthers = now.changes
      if now.filter != boards.usual.filter { boards.change { $0.choose(now.filter) } }
      isOutdated = true
    }
  }

  // MARK: what clients ask

  /// Has the places looked up with their payloads from now on.
  public func requestPayload() {
    isOutdated = isOutdated || !wantsPayload
    wantsPayload = true
  }

  /// Makes work that finds a place, stored or moving.
  public func place(_ key: PlaceKey, from view: Viewpoint) -> BackgroundWork<Place> {
    let mover = movers[key]
    return reading(from: view) { (store) throws(DatabaseFault) -> Place? in
      if let mover { return mover }
      return try store.place(key.id, in: key.layer)
    }.map { (place: Place?) throws(CallError) -> Place in
      guard let place else { throw .noSuchPlace(layer: key.layer, id: key.id) }
      return place
    }
  }

  /// Makes work that adds places, or replaces those with the same keys.
  public func adding(
    _ values: [JSONValue], to layer: String, _ quota: PlaceQuota?, by user: UInt32, wearer: Geodetic?,
    at time: BootInstant
  ) -> BackgroundWork<AddPlacesReply> {
    changing { (store) throws(DatabaseFault) in
      let given = GivenPlaces(values, layer: layer, wearer: wearer, at: time)
      // Without places to store, no layer is made for them.
      let stored = given.places.isEmpty ? PlaceAddition() : try store.add(given.places, to: layer, quota: quota)
      return (given, stored)
    } hasChanged: { [self] (given, stored) in
      guard !areFew(given, stored) else { return false }
      return stored.added + stored.updated > 0 || given.moving.isEmpty
    }.map { [self] (given, stored) in
      if areFew(given, stored) { put(given, layer: layer) }
      let known = given.moving.count { movers[$0.place.key] != nil }
      var unmoved: [PlaceRefusal] = []
      for (index, place) in given.moving {
        if let reason = movers.add(place, by: user) {
          unmoved.append(PlaceRefusal(index: index, id: place.id, reason: reason))
        } else {
          boards.put(place)
        }
      }
      let refusals =
        given.refusals
        + stored.refusals.map { .init(index: given.indices[$0.index], id: $0.id, reason: $0.reason.rawValue) }
        + unmoved.map { .init(index: $0.index, id: $0.id, reason: $0.reason.rawValue) }
      return AddPlacesReply(
        layer: layer, added: stored.added + max(0, given.moving.count - known - unmoved.count),
        updated: stored.updated + known, cleaned: stored.cleaned,
        refused: given.refusals.count + stored.refused.values.reduce(0, +) + unmoved.count,
        refusals: Array(refusals.prefix(PlaceAddition.mostRefusals)))
    }
  }

  /// Makes work that removes places by their ids, or without ids all of the layer; returns their number.
  public func removing(_ ids: [String]?, from layer: String, keepingFavourites: Bool) -> BackgroundWork<Int> {
    changing { (store) throws(DatabaseFault) in
      if let ids { return try store.remove(ids, from: layer) }
      return try store.removeAll(of: layer, keepingFavourites: keepingFavourites)
    }.map { [self] stored in
      stored
        + removeMoving {
          $0.layer == layer && (ids?.contains($0.id) ?? !(keepingFavourites && $0.isFavourite))
        }
    }
  }

  public func choosing(_ filter: PlaceFilter) -> BackgroundWork<Void> {
    changing { (store) throws(DatabaseFault) in try store.setFilter(filter) }
      .map { [self] in boards.change { $0.choose(filter) } }
  }

  public func liking(_ key: PlaceKey, _ isFavourite: Bool) -> BackgroundWork<Void> {
    changing { (store) throws(DatabaseFault) in try store.setFavourite(key.id, in: key.layer, isFavourite) }
      .map { (isThere) throws(CallError) in
        if !isThere { throw .noSuchPlace(layer: key.layer, id: key.id) }
      }
  }

  func set(floor: FloorLevel.Estimate?) { boards.floor = floor }

  // MARK: places that move

  private func removeMoving(where isWanted: (Place) -> Bool) -> Int {
    let gone = movers.remove(where: isWanted)
    if !gone.isEmpty { boards.replace(with: boards.usual.places.filter { !gone.contains($0.key) }) }
    return gone.count
  }

  /// Removes moving places without news for a minute.
  public func sweep(at time: BootInstant) {
    guard !movers.isEmpty else { return }
    _ = removeMoving { $0.motion?.isGone(at: time) ?? true }
  }

  // MARK: frames

  /// Updates the boards for the next frame.
  /// Judges on every board whether anything can be shown.
  func judge(_ view: Viewpoint) { boards.change { $0.judge(view) } }

  func update(_ view: Viewpoint, isWanted: Bool) { boards.change { isWanted ? $0.update(view) : $0.judge(view) } }

  /// Keeps boards for these settings only; returns false, and keeps the boards as they are, for too many different ones.
  @discardableResult
  func keepBoards(for wanted: [[SceneStyle.Setting]]) -> Bool { boards.keep(for: wanted) }

  // MARK: places that the cap does not remove

  private var pinned: Set<PlaceKey> { Set(targetKeys).union(picked.values) }

  private func pin() {
    let keys = pinned
    if keys != boards.usual.pinned { boards.change { $0.pin(keys) } }
  }

  /// Sets the places that hints point to.
  func setTargets(_ keys: [PlaceKey]) {
    targetKeys = keys
    pin()
  }

  /// Returns the place that a hint points to, if it exists.
  public func target(_ key: PlaceKey) -> Place? { movers[key] ?? targets[key] }

  /// Records the place that a connection has picked, in place of the one before.
  public func pick(_ key: PlaceKey?, by connection: UInt64) {
    picked[connection] = key
    pin()
  }
}
