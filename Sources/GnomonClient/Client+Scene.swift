public import Geometry
import Text
public import Wire

// The methods of org.gnomon.Scene, typed: places, the filter, the route. Frames and anchors are in Client+SceneFrames.swift.
extension Client {
  /// Adds places, or replaces those of a known id, which stay favourites. Without a layer to the caller's own. A call has at most
  /// `Limits.values` values and `Limits.message` bytes: several hundred places at once are well within.
  public func addPlaces(_ places: [PlaceMessage], to layer: String? = nil) throws(ClientFault) -> PlaceAdditionMessage {
    let answer = try call(
      "org.gnomon.Scene.AddPlaces",
      .object([JSONMember("places", .array(places.map(\.json)))] + member("layer", layer)))
    return try understood { () throws(MessageFault) in try PlaceAdditionMessage(json: answer) }
  }

  /// How many were removed.
  public func removePlaces(_ ids: [String], from layer: String? = nil) throws(ClientFault) -> Int {
    try removed(.object([JSONMember("ids", .array(ids.map { .string($0) }))] + member("layer", layer)))
  }

  /// Empties a layer. How many were removed.
  public func removeAllPlaces(from layer: String? = nil, keepingFavourites: Bool = false) throws(ClientFault) -> Int {
    try removed(
      .object(
        [JSONMember("all", true), JSONMember("keep_favourites", .bool(keepingFavourites))] + member("layer", layer)))
  }

  private func removed(_ parameters: JSONValue) throws(ClientFault) -> Int {
    Int(clamping: try call("org.gnomon.Scene.RemovePlaces", parameters)["removed"]?.integer ?? 0)
  }

  /// A page, in the order in which they came; its `next` is the cursor of the one after it. At most `Limits.page`.
  public func listPlaces(
    of layer: String? = nil, favouritesOnly: Bool = false, from cursor: String? = nil, limit: Int = 100
  ) throws(ClientFault) -> PlacePageMessage {
    let parameters =
      [JSONMember("favourites_only", .bool(favouritesOnly)), JSONMember("limit", .integer(Int64(limit)))]
      + member("layer", layer) + member("cursor", cursor)
    return try page("org.gnomon.Scene.ListPlaces", parameters)
  }

  /// With all words in name, tags or category, each from its beginning; accents and case do not matter.
  public func findPlaces(_ words: String, limit: Int = 20) throws(ClientFault) -> PlacePageMessage {
    try page(
      "org.gnomon.Scene.FindPlaces",
      [JSONMember("text", .string(words)), JSONMember("limit", .integer(Int64(limit)))])
  }

  /// The nearest within a radius of the wearer.
  public func findPlaces(within radius: Length, limit: Int = 20) throws(ClientFault) -> PlacePageMessage {
    try page(
      "org.gnomon.Scene.FindPlaces",
      [JSONMember("radius", .number(radius.value)), JSONMember("limit", .integer(Int64(limit)))])
  }

  private func page(_ method: String, _ parameters: [JSONMember]) throws(ClientFault) -> PlacePageMessage {
    let answer = try call(method, .object(parameters))
    return try understood { () throws(MessageFault) in try PlacePageMessage(json: answer) }
  }

  public func filter() throws(ClientFault) -> PlaceFilterMessage {
    let answer = try call("org.gnomon.Scene.GetFilter")
    return try understood { () throws(MessageFault) in try PlaceFilterMessage(json: answer) }
  }
  /// Kept over restarts.
  public func setFilter(_ filter: PlaceFilterMessage) throws(ClientFault) {
    try call("org.gnomon.Scene.SetFilter", filter.json)
  }

  public func setFavourite(_ name: PlacementMessage.Name, _ isFavourite: Bool = true) throws(ClientFault) {
    try call(
      "org.gnomon.Scene.SetFavourite",
      ["layer": .string(name.layer), "id": .string(name.id), "is_favourite": .bool(isFavourite)])
  }

  /// The text of a file or of a routing server's answer; it takes the place of the route before at once. One that is refused leaves
  /// that as it was. `replacing` takes the place of another user's route, too.
  public func loadRoute(
    _ text: String, name: String? = nil, replacing: Bool = false
  ) throws(ClientFault) -> LoadedRouteMessage {
    let parameters = [JSONMember("text", .string(text)), JSONMember("replace", .bool(replacing))]
    let answer = try call("org.gnomon.Scene.LoadRoute", .object(parameters + member("name", name)))
    return try understood { () throws(MessageFault) in try LoadedRouteMessage(json: answer) }
  }

  public func route(withPoints: Bool = false) throws(ClientFault) -> RouteMessage? {
    let answer = try call("org.gnomon.Scene.GetRoute", ["points": .bool(withPoints)])
    guard let value = answer["route"], !value.isNull else { return nil }
    return try understood { () throws(MessageFault) in try RouteMessage(json: value) }
  }

  /// Whether there was one. `replacing`: also another user's.
  @discardableResult
  public func clearRoute(replacing: Bool = false) throws(ClientFault) -> Bool {
    try call("org.gnomon.Scene.ClearRoute", ["replace": .bool(replacing)])["was_active"]?.bool ?? false
  }
}

/// A member that is left out where there is no value.
func member(_ name: String, _ text: String?) -> [JSONMember] {
  text.map { [JSONMember(name, .string($0))] } ?? []
}
