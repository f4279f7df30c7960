import Bridge
import Geodesy
import Geometry
import Samples
import ScenePublishing
import Scenery
import SocketServer
import Storage
import Text
import Wire

// The methods of org.gnomon.Scene that read and write places.
extension SceneInterface {
  /// Returns the layer to change, by default the caller's own; throws if the caller may not change it.
  private func layer(_ given: String?, of caller: Connection) throws(CallError) -> String {
    let own = "user-\(caller.user)"
    guard let name = given else { return caller.access == .administer ? "mine" : own }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw CallError.invalidValue(
        .scene, "layer", given: .string(name), expected: "a name without control characters")
    }
    if name != own, !name.hasPrefix("\(own)/") { try require(.administer, of: caller) }
    return name
  }

  /// Adds places, which are decoded beside the loop.
  func addPlaces(_ given: AddPlacesCall, _ call: Call) throws(CallError) -> Server.Answer {
    let caller = call.connection, layer = try layer(given.layer, of: caller)
    // Other calls wait until these places are written.
    guard given.places.count <= Limits.places else { throw .tooManyPlaces(limit: Limits.places) }
    let work = scene.places.adding(
      given.places, to: layer, quota(of: caller), by: caller.user, wearer: engine.latest?.place, at: sessionTime)
    return daemon.answer(call, after: work) { .reply($0) }
  }

  /// Returns the quota of the caller; nil for an administrator, whose only limit is the store's.
  private func quota(of connection: Connection) -> PlaceQuota? {
    if connection.access == .administer { return nil }
    return PlaceQuota(
      owner: "user-\(connection.user)", places: daemon.options.mostPlaces, bytes: daemon.options.mostPlaceBytes)
  }

  static func placesToRemove(_ given: RemovePlacesCall) throws(MessageFault) -> RemovePlacesCall {
    guard (given.ids != nil) != (given.all == true) else {
      throw MessageFault(member: "ids", expected: "either ids or all")
    }
    return given
  }

  func removePlaces(_ given: RemovePlacesCall, _ call: Call) throws(CallError) -> Server.Answer {
    let work = scene.places.removing(
      given.ids, from: try layer(given.layer, of: call.connection),
      keepingFavourites: given.keepFavourites == true)
    return daemon.answer(call, after: work) { .reply(RemovePlacesReply(removed: $0)) }
  }

  /// The parameters of ListPlaces.
  struct PageOfPlaces: Sendable {
    var layer: String?
    var limit: Int
    var filter = PlaceFilter()
    var cursor: PlaceStore.Cursor?
  }

  static func pageOfPlaces(_ given: ListPlacesCall) throws(MessageFault) -> PageOfPlaces {
    var page = PageOfPlaces(layer: given.layer, limit: given.limit ?? 100)
    page.filter.favouritesOnly = given.favouritesOnly == true
    page.cursor = try given.cursor.map { (text) throws(MessageFault) in
      guard let cursor = PlaceStore.Cursor(text) else {
        throw MessageFault(member: "cursor", expected: "the next of a previous page")
      }
      return cursor
    }
    return page
  }

  func listPlaces(_ wanted: PageOfPlaces, _ call: Call) -> Server.Answer {
    let work = scene.places.reading(from: viewpoint) { (store) throws(DatabaseFault) in
      let page = try store.list(
        in: wanted.layer, wanted.filter, from: wanted.cursor, limit: wanted.limit, bytes: Limits.pageBytes)
      return (page.places, page.next, try store.count(in: wanted.layer))
    }
    return daemon.answer(call, after: work) { [self] (page, next, count) in
      .reply(ListPlacesReply(places: statuses(of: page), next: next?.text, count: count))
    }
  }

  /// Finds places by a text, or by a distance from the wearer.
  func findPlaces(_ wanted: FindPlacesCall, _ call: Call) throws(CallError) -> Server.Answer {
    let limit = wanted.limit ?? 20, place = engine.latest?.place, text = wanted.text
    guard text != nil || place != nil else { throw CallError.notPlaced(reason: "waiting-for-fix") }
    let reach = wanted.radius ?? .metres(500)
    let work = scene.places.reading(from: viewpoint) { (store) throws(DatabaseFault) in
      if let text { return try store.search(text, near: place, PlaceFilter(), limit: limit, bytes: Limits.pageBytes) }
      var found: [Place] = []
      guard let place else { return (found, true) }
      let total = try store.find(
        within: reach, of: place, PlaceFilter(), limit: limit, bytes: Limits.pageBytes, withPayload: true,
        into: &found)
      return (found, total <= found.count)
    }
    return daemon.answer(call, after: work) { [self] (found, isComplete) in
      .reply(FindPlacesReply(places: statuses(of: found), isComplete: isComplete))
    }
  }

  /// Returns messages of places with their present status and distance.
  func statuses(of places: [Place], _ style: SceneStyle = SceneStyle()) -> [PlaceMessage] {
    let view = viewpoint
    scene.places.refresh(view)
    let board = scenePublisher.glance(view, [.placements], engine.session, style.board).board
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
    guard scene.places.isCrowded, board.statusElsewhere == .hidden(.range), let wearer = viewpoint.place,
      Geodesic(from: wearer, to: place.position).distance <= board.filter.radius
    else { return board.statusElsewhere }
    return .hidden(.cap)
  }

  func filter(_ given: SetFilterCall) throws(MessageFault) -> PlaceFilter {
    do throws(PlaceFilterFault) {
      return try PlaceFilter(
        radius: given.radius ?? scene.places.boards.usualFilter.radius, categories: given.categories ?? [],
        tags: given.tags ?? [], favouritesOnly: given.favouritesOnly == true)
    } catch {
      let member =
        switch error {
        case .radius: "radius"
        case .categories: "categories"
        case .tags: "tags"
        }
      throw MessageFault(member: member, expected: "\(error)")
    }
  }

  func setFilter(_ chosen: PlaceFilter, _ call: Call) -> Server.Answer {
    daemon.answer(call, after: scene.places.choosing(chosen)) { .done }
  }

  func getFilter(_ call: Call) -> Server.Answer {
    let usual = scene.places.boards.usualFilter
    let work = scene.places.reading(from: viewpoint) { (store) throws(DatabaseFault) in try store.filter(else: usual) }
    return daemon.answer(call, after: work) { filter in
      .reply(
        GetFilterReply(
          radius: filter.radius, categories: filter.categories, tags: filter.tags,
          favouritesOnly: filter.favouritesOnly))
    }
  }

  /// Any contributor may change any layer's places: a favorite is the wearer's choice.
  func setFavourite(_ choice: SetFavouriteCall, _ call: Call) -> Server.Answer {
    let work = scene.places.liking(PlaceKey(layer: choice.layer, id: choice.id), choice.isFavourite)
    return daemon.answer(call, after: work) { .done }
  }

  /// A place that a call names, or a point.
  enum Thing {
    case place(PlaceKey)
    case point(Geodetic)
  }

  static func thing(
    _ layer: String?, _ id: String?, _ latitude: Degrees?, _ longitude: Degrees?
  ) throws(MessageFault) -> Thing {
    switch (layer, id, latitude, longitude) {
    // A layer beside a point is not needed.
    case (_, nil, let latitude?, let longitude?): return .point(Geodetic(latitude: latitude, longitude: longitude))
    case (let layer?, let id?, nil, nil): return .place(PlaceKey(layer: layer, id: id))
    case (_?, nil, nil, nil): throw missing("id")
    case (nil, _?, nil, nil): throw missing("layer")
    case (nil, nil, _?, nil): throw missing("longitude_deg")
    case (nil, nil, nil, _?): throw missing("latitude_deg")
    default: throw missing("id")
    }
  }

  private static func missing(_ member: String) -> MessageFault {
    MessageFault(member: member, expected: "either layer and id of a place, or latitude_deg and longitude_deg")
  }

  /// The parameters of GetPlace.
  struct PlaceToGet {
    var key: PlaceKey
    var style: SceneStyle
  }

  static func placeToGet(_ given: GetPlaceCall) throws(MessageFault) -> PlaceToGet {
    PlaceToGet(
      key: PlaceKey(layer: given.layer, id: given.id), style: try SceneStyle(given.style, given.viewport?.viewport()))
  }

  func getPlace(_ wanted: PlaceToGet, _ call: Call) -> Server.Answer {
    daemon.answer(call, after: scene.places.place(wanted.key, from: viewpoint)) { [self] in
      .reply(GetPlaceReply(place: statuses(of: [$0], wanted.style)[0]))
    }
  }
}
