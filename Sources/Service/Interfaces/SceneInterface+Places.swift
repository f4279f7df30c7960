import Geodesy
import Geometry
import Samples
import Scenery
import Storage
import Text
import Wire

// The methods of org.gnomon.Scene that read and write places.
extension SceneInterface {
  static func noSuchPlace(_ key: PlaceKey) -> CallError {
    CallError("org.gnomon.Scene.NoSuchPlace", ["layer": .string(key.layer), "id": .string(key.id)])
  }

  /// Returns the layer to change, by default the caller's own; throws if the caller may not change it.
  private func layer(_ call: Call) throws(CallError) -> String {
    let own = "user-\(call.connection.peer.user)"
    guard call.parameters["layer"] != nil else { return call.connection.access == .administer ? "mine" : own }
    let name = try call.parameters.text("layer", longest: 255)
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw call.parameters.invalid("layer", "a name without control characters")
    }
    if name != own, !name.hasPrefix("\(own)/") { try require(.administer, call) }
    return name
  }

  func addPlaces(_ call: Call) throws(CallError) -> Server.Answer {
    let layer = try layer(call), quota = quota(of: call.connection)
    guard let given = call.parameters["places"]?.array else {
      throw call.parameters.invalid("places", "an array of places")
    }
    // Limited, because other calls wait until these places are written.
    guard given.count <= Limits.places else {
      throw CallError("org.gnomon.Scene.TooManyPlaces", ["limit": .integer(Int64(Limits.places))])
    }
    let now = sessionTime, user = call.connection.peer.user
    return try afterwards(call) { (store) throws(DatabaseFault) in
      var moving: [(index: Int, place: Place)] = []
      var places: [Place] = [], indices: [Int] = [], refusals: [PlaceRefusals.One] = []
      for (index, value) in given.enumerated() {
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
      return (addition, PlaceRefusals(count: refused, first: refusals), moving)
    } then: { [scene] (addition, refusals, moving) in
      var refusals = refusals
      if addition.added + addition.updated > 0 || moving.isEmpty { scene.isOutdated = true }
      let known = moving.reduce(0) { $0 + (scene.movers[$1.place.key] == nil ? 0 : 1) }
      let refusedMoving = scene.add(moving: moving, user: user)
      refusals.count += refusedMoving.count
      refusals.first += refusedMoving.map { .init(index: $0.index, id: $0.id, reason: $0.reason.rawValue) }
      let first = refusals.first.prefix(PlaceAddition.mostRefusals).map(\.json), count = refusals.count
      let updated = addition.updated + known,
        added = addition.added + max(0, moving.count - known - refusedMoving.count)
      return .reply {
        $0.value([
          "layer": .string(layer), "added": .integer(Int64(added)), "updated": .integer(Int64(updated)),
          "cleaned": .integer(Int64(addition.cleaned)), "refused": .integer(Int64(count)), "refusals": .array(first),
        ])
      }
    }
  }

  /// Returns the quota of the caller; nil for an administrator, whose only limit is the store's.
  private func quota(of connection: Connection) -> PlaceQuota? {
    if connection.access == .administer { return nil }
    return PlaceQuota(
      owner: "user-\(connection.peer.user)", places: daemon.options.mostPlaces, bytes: daemon.options.mostPlaceBytes)
  }

  func removePlaces(_ call: Call) throws(CallError) -> Server.Answer {
    let layer = try layer(call)
    let ids = try call.parameters.textsIfAny("ids"), isAll = try call.parameters.flag("all")
    let keeps = try call.parameters.flag("keep_favourites")
    guard (ids != nil) != isAll else { throw call.parameters.invalid("ids", "either ids, or all") }
    return try afterwards(call) { (store) throws(DatabaseFault) in
      if let ids { return try store.remove(ids, from: layer) }
      return try store.removeAll(of: layer, keepingFavourites: keeps)
    } then: { [scene] stored in
      let moving = scene.removeMoving { key, place in
        key.layer == layer && (ids?.contains(key.id) ?? !(keeps && place.isFavourite))
      }
      let removed = stored + moving
      scene.isOutdated = true
      return .reply { $0.value(["removed": .integer(Int64(removed))]) }
    }
  }

  func listPlaces(_ call: Call) throws(CallError) -> Server.Answer {
    let layer = try call.parameters.textIfAny("layer")
    let limit = try call.parameters.countIfAny("limit", in: 1...Limits.page) ?? 100
    var filter = PlaceFilter()
    filter.favouritesOnly = try call.parameters.flag("favourites_only")
    let cursor = try call.parameters.textIfAny("cursor").map { (text) throws(CallError) in
      guard let cursor = PlaceStore.Cursor(text) else {
        throw call.parameters.invalid("cursor", "a next of a page before")
      }
      return cursor
    }
    let wanted = filter
    return try afterSurvey(call) { (store) throws(DatabaseFault) in
      let page = try store.list(in: layer, wanted, from: cursor, limit: limit, bytes: Limits.pageBytes)
      return (page.places, page.next, try store.count(in: layer))
    } then: { [self] (page, next, count) in
      reply(with: page) { writer in
        writer.key("next")
        if let next { writer.value(next.text) } else { writer.null() }
        writer.key("count")
        writer.value(count)
      }
    }
  }

  func findPlaces(_ call: Call) throws(CallError) -> Server.Answer {
    let limit = try call.parameters.countIfAny("limit", in: 1...Limits.page) ?? 20
    let place = engine.latest?.place
    let text = try call.parameters.textIfAny("text")
    var radius = 0.0
    if text == nil {
      guard place != nil else { throw CallError("org.gnomon.Scene.NotPlaced", ["reason": "waiting-for-fix"]) }
      radius = try call.parameters.numberIfAny("radius", in: 1...100_000, "a number of metres from 1 to 100000") ?? 500
    }
    let reach = Length.metres(radius)
    return try afterSurvey(call) { (store) throws(DatabaseFault) in
      if let text { return try store.search(text, near: place, limit: limit, bytes: Limits.pageBytes) }
      var found: [Place] = []
      guard let place else { return (found, true) }
      let total = try store.find(within: reach, of: place, limit: limit, bytes: Limits.pageBytes, into: &found)
      return (found, total <= found.count)
    } then: { [self] (found, isComplete) in
      reply(with: found) { writer in
        writer.key("is_complete")
        writer.value(isComplete)
      }
    }
  }

  /// Returns a reply with places and further members written by `rest`.
  private func reply(with places: [Place], _ rest: @escaping (inout JSONWriter) -> Void) -> Server.Answer {
    let messages = statuses(of: places)
    return .reply { writer in
      writer.beginObject()
      writer.key("places")
      writer.beginArray()
      for message in messages { message.write(to: &writer) }
      writer.endArray()
      rest(&writer)
      writer.endObject()
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
      .reply {
        $0.value([
          "radius": .number(filter.radius.value), "categories": .array(filter.categories.map { .string($0) }),
          "tags": .array(filter.tags.map { .string($0) }), "favourites_only": .bool(filter.favouritesOnly),
        ])
      }
    }
  }

  func setFavourite(_ call: Call) throws(CallError) -> Server.Answer {
    // Any contributor may change this in any layer: a favorite is the wearer's choice.
    let key = PlaceKey(
      layer: try call.parameters.text("layer", longest: 255), id: try call.parameters.text("id", longest: 255))
    guard let isFavourite = call.parameters["is_favourite"]?.bool else {
      throw call.parameters.invalid("is_favourite", "true or false")
    }
    return try afterwards(call) { (store) throws(DatabaseFault) in
      try store.setFavourite(key.id, in: key.layer, isFavourite)
    } then: { [scene] (isThere) throws(CallError) in
      guard isThere else { throw Self.noSuchPlace(key) }
      scene.isOutdated = true
      return .done
    }
  }
}
