import Geometry
import Samples
import Scenery
import Storage
import Wire

/// A board of places with the settings of some subscriptions.
struct StyledBoard {
  var settings: [SceneStyle.Setting]
  var board: PlaceBoard
}

// The boards: that of the configuration, and one for each different style of the subscriptions.
extension SceneKeeper {
  /// Changes every board in the same way.
  func changeBoards(_ change: (inout PlaceBoard) -> Void) {
    change(&board)
    for index in styled.indices { change(&styled[index].board) }
  }

  /// Replaces the places of all boards: those of the store, and those that move.
  func showPlaces(_ places: [Place]) {
    let all = places + movers.values.map(\.place).sorted { $0.id < $1.id }
    // No refusals: the store has each place once, and each has a valid position.
    changeBoards { _ = $0.replace(with: all) }
    hasPixelLabels = all.contains { if case .pixels = $0.label { true } else { false } }
  }

  /// Returns a new board with these settings, and the places of the others.
  func makeBoard(_ settings: [SceneStyle.Setting]) -> PlaceBoard {
    var made = PlaceBoard(SceneStyle.set(settings, in: parameters))
    made.choose(board.filter)
    made.pin(board.pinned)
    _ = made.replace(with: board.places)
    return made
  }

  /// Keeps boards for these settings only; returns false, and keeps the boards as they are, for too many different ones.
  @discardableResult
  func keepBoards(for wanted: [[SceneStyle.Setting]]) -> Bool {
    var kept: [StyledBoard] = []
    for settings in wanted where !settings.isEmpty && !kept.contains(where: { $0.settings == settings }) {
      guard kept.count < Limits.sceneStyles else { return false }
      kept.append(
        styled.first { $0.settings == settings } ?? StyledBoard(settings: settings, board: makeBoard(settings)))
    }
    styled = kept
    return true
  }

  /// Returns the settings of a subscription's board. Places with a size in pixels need the angle of a pixel of its viewport.
  func boardSettings(_ selection: SceneGroup.Selection) -> [SceneStyle.Setting] {
    guard hasPixelLabels, let viewport = selection.viewport else { return selection.style.board }
    let pixel = Angle.arcTangent(1, viewport.focalX.value).degrees
    let limited = min(max(pixel, 0.001), 5)
    return selection.style.board + [SceneStyle.Setting(name: "label.pixel", value: "\(limited)")]
  }

  // MARK: places that the cap does not remove

  /// Pins the targets of the subscriptions and the places that were picked.
  func pin(targets: [PlaceKey]) {
    let keys = Set(targets).union(picked.values)
    guard keys != board.pinned else { return }
    changeBoards { $0.pin(keys) }
  }

  // MARK: places that move

  /// Adds moving places, or replaces those with the same keys; returns the refused ones by index.
  func add(moving places: [(index: Int, place: Place)], user: UInt32) -> [PlaceRefusal] {
    var refusals: [PlaceRefusal] = []
    for (index, place) in places {
      let isKnown = movers[place.key] != nil
      let own = movers.values.reduce(0) { $0 + ($1.user == user ? 1 : 0) }
      var reason = place.keepingRefusal
      if (place.payload?.utf8.count ?? 0) > Limits.framePayload { reason = .movingPayload }
      if !isKnown, movers.count >= Limits.movingPlaces || own >= Limits.movingPlacesPerUser { reason = .tooManyMoving }
      if let reason {
        refusals.append(PlaceRefusal(index: index, id: place.id, reason: reason))
        continue
      }
      movers[place.key] = MovingPlace(place: place, user: user)
      if case .pixels = place.label { hasPixelLabels = true }
      changeBoards { _ = $0.put(place) }
    }
    return refusals
  }

  /// Removes moving places, and returns their number.
  @discardableResult
  func removeMoving(where isWanted: (PlaceKey, Place) -> Bool) -> Int {
    let gone = Set(movers.filter { isWanted($0.key, $0.value.place) }.keys)
    guard !gone.isEmpty else { return 0 }
    for key in gone { movers[key] = nil }
    let rest = board.places.filter { !gone.contains($0.key) }
    changeBoards { _ = $0.replace(with: rest) }
    return gone.count
  }

  /// Removes moving places without news for a minute.
  func sweepMoving(at time: BootInstant) {
    guard !movers.isEmpty else { return }
    let parameters = parameters
    removeMoving { $1.motion?.isGone(at: time, parameters) ?? true }
  }
}

/// A place that moves, and the user that has stated it.
struct MovingPlace {
  var place: Place
  var user: UInt32
}
