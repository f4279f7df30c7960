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

  func addPlaces(_ given: PlacesToAdd, _ call: Call) -> Server.Answer {
    let caller = call.connection
    let work = scene.places.adding(
      given.places, to: given.layer, quota(of: caller), by: caller.user, at: sessionTime)
    return daemon.answer(call, after: work) { .reply($0) }
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

  func removePlaces(_ given: RemovePlacesCall, _ call: Call) -> Server.Answer {
    let work = scene.places.removing(
      given.ids, from: given.layer ?? "", keepingFavourites: given.keepFavourites == true)
    return daemon.answer(call, after: work) { .reply(RemovePlacesReply(removed: $0)) }
  }

  /// The parameters of ListPlaces.
  struct PageOfPlaces: Sendable {
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

  /// The parameters of FindPlaces: a text, or a distance from the wearer.
  struct PlaceSearch: Sendable {
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

  func findPlaces(_ wanted: PlaceSearch, _ call: Call) -> Server.Answer {
    let limit = wanted.limit, place = engine.latest?.place
    let work = scene.places.reading(from: viewpoint) { (store) throws(DatabaseFault) in
      if let text = wanted.text {
        return try store.search(text, near: place, PlaceFilter(), limit: limit, bytes: Limits.pageBytes)
      }
      var found: [Place] = []
      guard let place else { return (found, true) }
      let total = try store.find(
        within: wanted.reach, of: place, PlaceFilter(), limit: limit, bytes: Limits.pageBytes, withPayload: true,
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

  func filter(_ parameters: CallParameters) throws(CallError) -> PlaceFilter {
    let radius =
      try parameters.numberIfAny("radius", in: 200...1000, "a number of metres from 200 to 1000")
      ?? scene.places.boards.usualFilter.radius.value
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
  static func favourite(_ parameters: CallParameters) throws(CallError) -> SetFavouriteCall {
    let key = try keyOfPlace(parameters)
    guard let isFavourite = parameters["is_favourite"]?.bool else {
      throw parameters.invalid("is_favourite", "true or false")
    }
    return SetFavouriteCall(layer: key.layer, id: key.id, isFavourite: isFavourite)
  }

  func setFavourite(_ choice: SetFavouriteCall, _ call: Call) -> Server.Answer {
    let work = scene.places.liking(PlaceKey(layer: choice.layer, id: choice.id), choice.isFavourite)
    return daemon.answer(call, after: work) { .done }
  }

  static func keyOfPlace(_ parameters: CallParameters) throws(CallError) -> PlaceKey {
    PlaceKey(
      layer: try parameters.text("layer", longest: Limits.name), id: try parameters.text("id", longest: Limits.name))
  }

  /// A place that a call names, or a point.
  enum Thing {
    case place(PlaceKey)
    case point(Geodetic)
  }

  static func thing(_ parameters: CallParameters) throws(CallError) -> Thing {
    let latitude = try parameters.numberIfAny("latitude_deg", in: -90...90, "a number of degrees within ±90")
    let longitude = try parameters.numberIfAny("longitude_deg", in: -360...360, "a number of degrees within ±360")
    if let latitude, let longitude, parameters["id"] == nil {
      return .point(Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude)))
    }
    let names = ["layer", "id", "latitude_deg", "longitude_deg"].filter { parameters[$0] != nil }
    guard names == ["layer", "id"] else {
      let missing = ["layer": "id", "id": "layer", "latitude_deg": "longitude_deg", "longitude_deg": "latitude_deg"]
      let member = names.count == 1 ? missing[names[0]] ?? names[0] : "id"
      throw parameters.invalid(member, "either layer and id of a place, or latitude_deg and longitude_deg")
    }
    return .place(try keyOfPlace(parameters))
  }

  /// The parameters of GetPlace.
  struct PlaceToGet {
    var key: PlaceKey
    var style: SceneStyle
  }

  static func placeToGet(_ parameters: CallParameters) throws(CallError) -> PlaceToGet {
    PlaceToGet(key: try keyOfPlace(parameters), style: try parameters.style(try parameters.viewport()))
  }

  func getPlace(_ wanted: PlaceToGet, _ call: Call) -> Server.Answer {
    daemon.answer(call, after: scene.places.place(wanted.key, from: viewpoint)) { [self] in
      .reply(GetPlaceReply(place: statuses(of: [$0], wanted.style)[0]))
    }
  }
}
