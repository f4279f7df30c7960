import Geodesy
import Geometry
import Samples
import Scenery
import SocketServer
import Storage
import Text
import Wire

// The methods of org.gnomon.Scene that read and write places.
extension SceneInterface {
  static func noSuchPlace(_ key: PlaceKey) -> CallError {
    CallError.noSuchPlace(layer: key.layer, id: key.id)
  }

  /// Returns the layer to change, by default the caller's own; throws if the caller may not change it.
  private func layer(_ parameters: CallParameters, _ caller: Connection) throws(CallError) -> String {
    let own = "user-\(caller.user)"
    guard parameters["layer"] != nil else { return caller.access == .administer ? "mine" : own }
    let name = try parameters.text("layer", longest: Limits.name)
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw parameters.invalid("layer", "a name without control characters")
    }
    if name != own, !name.hasPrefix("\(own)/") { try require(.administer, of: caller) }
    return name
  }

  /// The parameters of AddPlaces; the places are decoded beside the loop.
  struct PlacesToAdd {
    var layer: String
    var places: [JSONValue]
  }

  func placesToAdd(_ parameters: CallParameters, _ caller: Connection) throws(CallError) -> PlacesToAdd {
    let layer = try layer(parameters, caller)
    guard let places = parameters["places"]?.array else {
      throw parameters.invalid("places", "an array of places")
    }
    return PlacesToAdd(layer: layer, places: places)
  }

  func addPlaces(_ given: PlacesToAdd, _ call: Call) throws(CallError) -> Server.Answer {
    let layer = given.layer, values = given.places, quota = quota(of: call.connection)
    let now = sessionTime, user = call.connection.user
    return try afterwards(call) { (store) throws(DatabaseFault) in
      var moving: [(index: Int, place: Place)] = []
      var places: [Place] = [], indices: [Int] = [], refusals: [RefusalMessage] = []
      for (index, value) in values.enumerated() {
        do throws(MessageFault) {
          let place = try PlaceMessage(json: value).place()
          if let motion = place.motion {
            guard motion.isAllowed(at: now) else {
              refusals.append(.init(index: index, id: place.id, reason: PlaceRefusal.Reason.motion.rawValue))
              continue
            }
            var mover = place
            mover.key.layer = layer
            moving.append((index, mover))
            continue
          }
          places.append(place)
          indices.append(index)
        } catch {
          refusals.append(.init(index: index, id: value["id"]?.string ?? "", reason: "\(error)"))
        }
      }
      // Without places to store, no layer is made for them.
      let addition = places.isEmpty ? PlaceAddition() : try store.add(places, to: layer, quota: quota)
      let refused = refusals.count + addition.refused.values.reduce(0, +)
      refusals += addition.refusals.map {
        .init(index: indices[$0.index], id: $0.id, reason: $0.reason.rawValue)
      }
      return (addition, (count: refused, first: refusals), moving)
    } then: { [scene] (addition, refusals, moving) in
      var refusals = refusals
      if addition.added + addition.updated > 0 || moving.isEmpty { scene.isOutdated = true }
      let known = moving.reduce(0) { $0 + (scene.movers[$1.place.key] == nil ? 0 : 1) }
      let refusedMoving = scene.add(moving: moving, user: user)
      refusals.count += refusedMoving.count
      refusals.first += refusedMoving.map { .init(index: $0.index, id: $0.id, reason: $0.reason.rawValue) }
      let updated = addition.updated + known,
        added = addition.added + max(0, moving.count - known - refusedMoving.count)
      return .reply(
        AddPlacesReply(
          layer: layer, added: added, updated: updated, cleaned: addition.cleaned, refused: refusals.count,
          refusals: Array(refusals.first.prefix(PlaceAddition.mostRefusals))))
    }
  }

  /// Returns the quota of the caller; nil for an administrator, whose only limit is the store's.
  private func quota(of connection: Connection) -> PlaceQuota? {
    if connection.access == .administer { return nil }
    return PlaceQuota(
      owner: "user-\(connection.user)", places: daemon.options.mostPlaces, bytes: daemon.options.mostPlaceBytes)
  }

  func placesToRemove(_ parameters: CallParameters, _ caller: Connection) throws(CallError) -> RemovePlacesCall {
    let layer = try layer(parameters, caller)
    let ids = try parameters.textsIfAny("ids"), isAll = try parameters.flag("all")
    let keeps = try parameters.flag("keep_favourites")
    guard (ids != nil) != isAll else { throw parameters.invalid("ids", "either ids or all") }
    return RemovePlacesCall(ids: ids, layer: layer, keepFavourites: keeps)
  }

  func removePlaces(_ given: RemovePlacesCall, _ call: Call) throws(CallError) -> Server.Answer {
    let layer = given.layer ?? "", ids = given.ids, keeps = given.keepFavourites == true
    return try afterwards(call) { (store) throws(DatabaseFault) in
      if let ids { return try store.remove(ids, from: layer) }
      return try store.removeAll(of: layer, keepingFavourites: keeps)
    } then: { [scene] stored in
      let moving = scene.removeMoving { key, place in
        key.layer == layer && (ids?.contains(key.id) ?? !(keeps && place.isFavourite))
      }
      let removed = stored + moving
      scene.isOutdated = true
      return .reply(RemovePlacesReply(removed: removed))
    }
  }

  /// The parameters of ListPlaces.
  struct PageOfPlaces {
    var layer: String?
    var limit: Int
    var filter = PlaceFilter()
    var cursor: PlaceStore.Cursor?
  }

  static func pageOfPlaces(_ parameters: CallParameters) throws(CallError) -> PageOfPlaces {
    var page = PageOfPlaces(
      layer: try parameters.textIfAny("layer"),
      limit: try parameters.countIfAny("limit", in: 1...Limits.page) ?? 100)
    page.filter.favouritesOnly = try parameters.flag("favourites_only")
    page.cursor = try parameters.textIfAny("cursor").map { (text) throws(CallError) in
      guard let cursor = PlaceStore.Cursor(text) else {
        throw parameters.invalid("cursor", "the next of a previous page")
      }
      return cursor
    }
    return page
  }

  func listPlaces(_ wanted: PageOfPlaces, _ call: Call) throws(CallError) -> Server.Answer {
    let layer = wanted.layer, filter = wanted.filter, cursor = wanted.cursor, limit = wanted.limit
    return try afterSurvey(call) { (store) throws(DatabaseFault) in
      let page = try store.list(in: layer, filter, from: cursor, limit: limit, bytes: Limits.pageBytes)
      return (page.places, page.next, try store.count(in: layer))
    } then: { [self] (page, next, count) in
      .reply(ListPlacesReply(places: statuses(of: page), next: next?.text, count: count))
    }
  }

  /// The parameters of FindPlaces: a text, or a distance from the wearer.
  struct PlaceSearch {
    var limit: Int
    var text: String?
    var reach: Length
  }

  func placeSearch(_ parameters: CallParameters) throws(CallError) -> PlaceSearch {
    let limit = try parameters.countIfAny("limit", in: 1...Limits.page) ?? 20
    if let text = try parameters.textIfAny("text") { return PlaceSearch(limit: limit, text: text, reach: .zero) }
    guard engine.latest?.place != nil else {
      throw CallError.notPlaced(reason: "waiting-for-fix")
    }
    let radius = try parameters.numberIfAny("radius", in: 1...100_000, "a number of metres from 1 to 100000") ?? 500
    return PlaceSearch(limit: limit, reach: .metres(radius))
  }

  func findPlaces(_ wanted: PlaceSearch, _ call: Call) throws(CallError) -> Server.Answer {
    let limit = wanted.limit, text = wanted.text, reach = wanted.reach, place = engine.latest?.place
    return try afterSurvey(call) { (store) throws(DatabaseFault) in
      if let text { return try store.search(text, near: place, limit: limit, bytes: Limits.pageBytes) }
      var found: [Place] = []
      guard let place else { return (found, true) }
      let total = try store.find(within: reach, of: place, limit: limit, bytes: Limits.pageBytes, into: &found)
      return (found, total <= found.count)
    } then: { [self] (found, isComplete) in
      .reply(FindPlacesReply(places: statuses(of: found), isComplete: isComplete))
    }
  }

  /// Returns messages of places with their present status and distance.
  func statuses(of places: [Place]) -> [PlaceMessage] {
    let view = viewpoint
    scene.refresh(view)
    let board = scenePublisher.glance(view, [.placements], engine).board
    var known: [PlaceKey: Int] = [:]
    known.reserveCapacity(board.places.count)
    for (index, place) in board.places.enumerated() { known[place.key] = index }
    return places.map { place in
      var message = PlaceMessage(place)
      let status: PlacementStatus =
        if let index = known[place.key] {
          board.status(at: index)
        } else {
          board.filter.wants(place) ? statusElsewhere(of: place, board) : .hidden(.filter)
        }
      message.status = PlacementReport(status)
      message.distance = view.place.map { Geodesic(from: $0, to: place.position).distance }
      return message
    }
  }

  /// Returns the status of a place that is not on the board. It is `cap` if nearer places have filled the board.
  private func statusElsewhere(of place: Place, _ board: PlaceBoard) -> PlacementStatus {
    guard scene.isCrowded, board.statusElsewhere == .hidden(.range), let wearer = viewpoint.place,
      Geodesic(from: wearer, to: place.position).distance <= board.filter.radius
    else { return board.statusElsewhere }
    return .hidden(.cap)
  }

  func filter(_ parameters: CallParameters) throws(CallError) -> PlaceFilter {
    let radius =
      try parameters.numberIfAny("radius", in: 200...1000, "a number of metres from 200 to 1000")
      ?? scene.usualFilter.radius.value
    let categories = try parameters.textsIfAny("categories") ?? []
    let tags = try parameters.textsIfAny("tags") ?? []
    let favouritesOnly = try parameters.flag("favourites_only")
    do throws(PlaceFilterFault) {
      return try PlaceFilter(
        radius: .metres(radius), categories: categories, tags: tags, favouritesOnly: favouritesOnly)
    } catch {
      switch error {
      case .radius: throw parameters.invalid("radius", "\(error)")
      case .categories: throw parameters.invalid("categories", "\(error)")
      case .tags: throw parameters.invalid("tags", "\(error)")
      }
    }
  }

  func setFilter(_ chosen: PlaceFilter, _ call: Call) throws(CallError) -> Server.Answer {
    try afterwards(call) { (store) throws(DatabaseFault) in
      try store.setFilter(chosen)
    } then: { [scene] _ in
      scene.changeBoards { $0.choose(chosen) }
      scene.isOutdated = true
      return .done
    }
  }

  func getFilter(_ call: Call) throws(CallError) -> Server.Answer {
    let usual = scene.usualFilter
    return try afterwards(call) { (store) throws(DatabaseFault) in
      try store.filter(else: usual)
    } then: { filter in
      .reply(
        GetFilterReply(
          radius: filter.radius, categories: filter.categories, tags: filter.tags,
          favouritesOnly: filter.favouritesOnly))
    }
  }

  /// Any contributor may change any layer's places: a favorite is the wearer's choice.
  static func favourite(_ parameters: CallParameters) throws(CallError) -> SetFavouriteCall {
    let key = try keyOfPlace(parameters)
    guard let isFavourite = parameters["is_favourite"]?.bool else {
      throw parameters.invalid("is_favourite", "true or false")
    }
    return SetFavouriteCall(layer: key.layer, id: key.id, isFavourite: isFavourite)
  }

  func setFavourite(_ choice: SetFavouriteCall, _ call: Call) throws(CallError) -> Server.Answer {
    let key = PlaceKey(layer: choice.layer, id: choice.id), isFavourite = choice.isFavourite
    return try afterwards(call) { (store) throws(DatabaseFault) in
      try store.setFavourite(key.id, in: key.layer, isFavourite)
    } then: { [scene] (isThere) throws(CallError) in
      guard isThere else { throw Self.noSuchPlace(key) }
      scene.isOutdated = true
      return .done
    }
  }

  static func keyOfPlace(_ parameters: CallParameters) throws(CallError) -> PlaceKey {
    PlaceKey(
      layer: try parameters.text("layer", longest: Limits.name), id: try parameters.text("id", longest: Limits.name))
  }

  func getPlace(_ key: PlaceKey, _ call: Call) throws(CallError) -> Server.Answer {
    let moving = scene.movers[key]?.place
    return try afterSurvey(call) { (store) throws(DatabaseFault) -> Place? in
      if let moving { return moving }
      return try store.place(key.id, in: key.layer)
    } then: { [self] (place) throws(CallError) in
      guard let place else { throw Self.noSuchPlace(key) }
      return .reply(GetPlaceReply(place: statuses(of: [place])[0]))
    }
  }
}
