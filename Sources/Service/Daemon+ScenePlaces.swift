import Geodesy
import Geometry
import Samples
import Scenery
import Storage
import Text
import Wire

// The calls of org.gnomon.Scene that read and write places.
extension Daemon {
  static func noSuchPlace(_ layer: String, _ id: String) -> CallError {
    CallError("org.gnomon.Scene.NoSuchPlace", ["layer": .string(layer), "id": .string(id)])
  }

  /// The layer that a caller may change: without a name their own.
  private func layer(_ parameters: CallParameters, _ connection: Connection) throws(CallError) -> String {
    try require(.contribute, connection, .scene)
    let own = "user-\(connection.peer.user)"
    guard parameters["layer"] != nil else { return connection.access == .administer ? "mine" : own }
    let name = try parameters.text("layer", longest: 255)
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw parameters.invalid("layer", "a name without control characters")
    }
    if name != own, !name.hasPrefix("\(own)/") { try require(.administer, connection, .scene) }
    return name
  }

  func addPlaces(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    let layer = try layer(parameters, connection), quota = quota(of: connection)
    guard let given = parameters["places"]?.array else { throw parameters.invalid("places", "an array of places") }
    // Others wait no longer than this many take to be written.
    guard given.count <= Limits.places else {
      throw CallError("org.gnomon.Scene.TooManyPlaces", ["limit": .integer(Int64(Limits.places))])
    }
    return try afterwards(request, connection) { (store) throws(DatabaseFault) in
      var places: [Place] = [], indices: [Int] = [], refusals: [PlaceRefusals.One] = []
      for (index, value) in given.enumerated() {
        do throws(MessageFault) {
          places.append(try PlaceMessage(json: value).place())
          indices.append(index)
        } catch {
          refusals.append(.init(index: index, id: value["id"]?.string ?? "", reason: "\(error)"))
        }
      }
      let addition = try store.add(places, to: layer, quota: quota)
      let refused = refusals.count + addition.refused.values.reduce(0, +)
      refusals += addition.refusals.map {
        .init(index: indices[$0.index], id: $0.id, reason: $0.reason.rawValue)
      }
      return (addition, PlaceRefusals(count: refused, first: Array(refusals.prefix(PlaceAddition.mostRefusals))))
    } then: { [scene] (addition, refusals) in
      scene.isOutdated = true
      return .reply {
        $0.value([
          "layer": .string(layer), "added": .integer(Int64(addition.added)),
          "updated": .integer(Int64(addition.updated)), "cleaned": .integer(Int64(addition.cleaned)),
          "refused": .integer(Int64(refusals.count)), "refusals": .array(refusals.first.map(\.json)),
        ])
      }
    }
  }

  /// What the caller may keep: an administrator has no limit but the store's.
  private func quota(of connection: Connection) -> PlaceQuota? {
    if connection.access == .administer { return nil }
    return PlaceQuota(
      owner: "user-\(connection.peer.user)", places: options.mostPlaces, bytes: options.mostPlaceBytes)
  }

  func removePlaces(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    let layer = try layer(parameters, connection)
    let ids = try parameters.textsIfAny("ids"), isAll = try parameters.flag("all")
    let keeps = try parameters.flag("keep_favourites")
    guard (ids != nil) != isAll else { throw parameters.invalid("ids", "either ids, or all") }
    return try afterwards(request, connection) { (store) throws(DatabaseFault) in
      if let ids { return try store.remove(ids, from: layer) }
      return try store.removeAll(of: layer, keepingFavourites: keeps)
    } then: { [scene] removed in
      scene.isOutdated = true
      return .reply { $0.value(["removed": .integer(Int64(removed))]) }
    }
  }

  func listPlaces(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    let layer = try parameters.textIfAny("layer")
    let limit = try parameters.countIfAny("limit", in: 1...Limits.page) ?? 100
    var filter = PlaceFilter()
    filter.favouritesOnly = try parameters.flag("favourites_only")
    let cursor = try parameters.textIfAny("cursor").map { (text) throws(CallError) in
      guard let cursor = PlaceStore.Cursor(text) else { throw parameters.invalid("cursor", "a next of a page before") }
      return cursor
    }
    let wanted = filter
    return try afterSurvey(request, connection) { (store) throws(DatabaseFault) in
      let page = try store.list(in: layer, wanted, from: cursor, limit: limit, bytes: Limits.pageBytes)
      return (page.places, page.next, try store.count(in: layer))
    } then: { [self] (page, next, count) in
      let messages = statuses(of: page)
      return .reply { writer in
        writer.beginObject()
        writer.key("places")
        writer.beginArray()
        for message in messages { message.write(to: &writer) }
        writer.endArray()
        writer.key("next")
        if let next { writer.value(next.text) } else { writer.null() }
        writer.key("count")
        writer.value(count)
        writer.endObject()
      }
    }
  }

  func findPlaces(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    let limit = try parameters.countIfAny("limit", in: 1...Limits.page) ?? 20
    let place = engine.latest?.place
    let text = try parameters.textIfAny("text")
    var radius = 0.0
    if text == nil {
      guard place != nil else { throw CallError("org.gnomon.Scene.NotPlaced", ["reason": "waiting-for-fix"]) }
      radius = try parameters.numberIfAny("radius", in: 1...100_000, "a number of metres from 1 to 100000") ?? 500
    }
    let reach = Length.metres(radius)
    return try afterSurvey(request, connection) { (store) throws(DatabaseFault) in
      if let text { return try store.search(text, near: place, limit: limit, bytes: Limits.pageBytes) }
      var found: [KeptPlace] = []
      guard let place else { return (found, true) }
      let total = try store.find(within: reach, of: place, limit: limit, bytes: Limits.pageBytes, into: &found)
      return (found, total <= found.count)
    } then: { [self] (found, isComplete) in
      let messages = statuses(of: found)
      return .reply { writer in
        writer.beginObject()
        writer.key("places")
        writer.beginArray()
        for message in messages { message.write(to: &writer) }
        writer.endArray()
        writer.key("is_complete")
        writer.value(isComplete)
        writer.endObject()
      }
    }
  }

  /// Places with their status now, and how far they are.
  private func statuses(of places: [KeptPlace]) -> [PlaceMessage] {
    let view = viewpoint
    scene.refresh(view)
    let board = scenePublisher.glance(view, [.placements], engine).board
    var known: [String: Int] = [:]
    known.reserveCapacity(board.places.count)
    for (index, place) in board.places.enumerated() { known[place.id] = index }
    return places.map { kept in
      var message = PlaceMessage(kept.place, layer: kept.layer)
      let status: PlacementStatus =
        if let index = known[SceneKeeper.key(kept.layer, kept.place.id)] {
          board.status(at: index)
        } else {
          board.filter.wants(kept.place) ? statusElsewhere(of: kept.place, board) : .hidden(.filter)
        }
      message.status = PlacementReport(status)
      message.distance = view.place.map { Geodesic(from: $0, to: kept.place.position).distance }
      return message
    }
  }

  /// Of a place that the board does not have: where there are more near by than it takes, it is those that keep it out.
  private func statusElsewhere(of place: Place, _ board: PlaceBoard) -> PlacementStatus {
    guard scene.isCrowded, board.statusElsewhere == .hidden(.range), let wearer = viewpoint.place,
      Geodesic(from: wearer, to: place.position).distance <= board.filter.radius
    else { return board.statusElsewhere }
    return .hidden(.cap)
  }

  func setFilter(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    try require(.contribute, connection, .scene)
    let filter: PlaceFilter
    let radius = try parameters.numberIfAny("radius", in: 200...1000, "a number of metres from 200 to 1000") ?? 500
    let categories = try parameters.textsIfAny("categories") ?? []
    let tags = try parameters.textsIfAny("tags") ?? []
    let favouritesOnly = try parameters.flag("favourites_only")
    do throws(PlaceFilterFault) {
      filter = try PlaceFilter(
        radius: .metres(radius), categories: categories, tags: tags, favouritesOnly: favouritesOnly)
    } catch {
      switch error {
      case .radius: throw parameters.invalid("radius", "\(error)")
      case .categories: throw parameters.invalid("categories", "\(error)")
      case .tags: throw parameters.invalid("tags", "\(error)")
      }
    }
    let chosen = filter
    return try afterwards(request, connection) { (store) throws(DatabaseFault) in
      try store.setFilter(chosen)
    } then: { [scene] _ in
      scene.board.choose(chosen)
      scene.isOutdated = true
      return .reply { $0.value(.object([])) }
    }
  }

  func getFilter(_ request: Request, _ connection: Connection) throws(CallError) -> Server.Answer {
    try afterwards(request, connection) { (store) throws(DatabaseFault) in
      try store.filter()
    } then: { filter in
      .reply {
        $0.value([
          "radius": .number(filter.radius.value), "categories": .array(filter.categories.map { .string($0) }),
          "tags": .array(filter.tags.map { .string($0) }), "favourites_only": .bool(filter.favouritesOnly),
        ])
      }
    }
  }

  func setFavourite(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    // Whose layer it is in does not matter: what is liked is the wearer's.
    try require(.contribute, connection, .scene)
    let layer = try parameters.text("layer", longest: 255), id = try parameters.text("id", longest: 255)
    guard let isFavourite = parameters["is_favourite"]?.bool else {
      throw parameters.invalid("is_favourite", "true or false")
    }
    return try afterwards(request, connection) { (store) throws(DatabaseFault) in
      try store.setFavourite(id, in: layer, isFavourite)
    } then: { [scene] (isThere) throws(CallError) in
      guard isThere else { throw Self.noSuchPlace(layer, id) }
      scene.isOutdated = true
      return .reply { $0.value(.object([])) }
    }
  }
}
