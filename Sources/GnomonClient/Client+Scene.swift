public import Geometry
import Text
public import Wire

// The methods of org.gnomon.Scene, typed: places, the filter, the route. Frames and anchors are in Client+SceneFrames.swift.
extension Client {
  /// Adds places to a layer, or to the caller's own. A place with a known id is replaced and stays a favorite. A call has at most
  /// `Limits.values` values and `Limits.message` bytes, which is enough for several hundred places.
  public func addPlaces(_ places: [PlaceMessage], to layer: String? = nil) throws(ClientFault) -> PlaceAdditionMessage {
    try sendPlaces(places, to: layer)
    return try placesAdded()
  }

  /// Sends places to add without waiting for the answer, so that the next ones can be prepared while the daemon writes these.
  /// `placesAdded` has to be called once for each, before any other call.
  public func sendPlaces(_ places: [PlaceMessage], to layer: String? = nil) throws(ClientFault) {
    try send(
      Request(
        method: "org.gnomon.Scene.AddPlaces",
        parameters: .object([JSONMember("places", .array(places.map(\.json)))] + member("layer", layer))))
  }

  /// Returns the answer to `sendPlaces`.
  public func placesAdded() throws(ClientFault) -> PlaceAdditionMessage {
    let answer = try reply().parameters
    return try understood { () throws(MessageFault) in try PlaceAdditionMessage(json: answer) }
  }

  /// Removes places and returns their number.
  public func removePlaces(_ ids: [String], from layer: String? = nil) throws(ClientFault) -> Int {
    try removed(.object([JSONMember("ids", .array(ids.map { .string($0) }))] + member("layer", layer)))
  }

  /// Removes all places of a layer and returns their number.
  public func removeAllPlaces(from layer: String? = nil, keepingFavourites: Bool = false) throws(ClientFault) -> Int {
    try removed(
      .object(
        [JSONMember("all", true), JSONMember("keep_favourites", .bool(keepingFavourites))] + member("layer", layer)))
  }

  private func removed(_ parameters: JSONValue) throws(ClientFault) -> Int {
    Int(clamping: try call("org.gnomon.Scene.RemovePlaces", parameters)["removed"]?.integer ?? 0)
  }

  /// Returns a page of places in order of addition; its `next` is the cursor of the next page. At most `Limits.page` places.
  public func listPlaces(
    of layer: String? = nil, favouritesOnly: Bool = false, from cursor: String? = nil, limit: Int = 100
  ) throws(ClientFault) -> PlacePageMessage {
    let parameters =
      [JSONMember("favourites_only", .bool(favouritesOnly)), JSONMember("limit", .integer(Int64(limit)))]
      + member("layer", layer) + member("cursor", cursor)
    return try page("org.gnomon.Scene.ListPlaces", parameters)
  }

  /// Returns places whose name, tags or category have all words, each at the beginning of a word; case and accents do not matter.
  public func findPlaces(_ words: String, limit: Int = 20) throws(ClientFault) -> PlacePageMessage {
    try page(
      "org.gnomon.Scene.FindPlaces",
      [JSONMember("text", .string(words)), JSONMember("limit", .integer(Int64(limit)))])
  }

  /// Returns the nearest places within a radius of the wearer.
  public func findPlaces(within radius: Length, limit: Int = 20) throws(ClientFault) -> PlacePageMessage {
    try page(
      "org.gnomon.Scene.FindPlaces",
      [JSONMember("radius", .number(radius.value)), JSONMember("limit", .integer(Int64(limit)))])
  }

  private func page(_ method: String, _ parameters: [JSONMember]) throws(ClientFault) -> PlacePageMessage {
    let answer = try call(method, .object(parameters))
    return try understood { () throws(MessageFault) in try PlacePageMessage(json: answer) }
  }

  /// Returns one place with its payload, status and distance.
  public func place(_ name: PlacementMessage.Name) throws(ClientFault) -> PlaceMessage {
    let answer = try call("org.gnomon.Scene.GetPlace", ["layer": .string(name.layer), "id": .string(name.id)])
    return try understood { () throws(MessageFault) in try PlaceMessage(json: answer["place"] ?? .null) }
  }

  /// Measures the heading by a look at a place. `sigma` is that of the aim, `accuracy` the place's own 68 % radius.
  @discardableResult
  public func align(
    to name: PlacementMessage.Name, sigma: Angle? = nil, accuracy: Length? = nil, isSure: Bool = false
  ) throws(ClientFault) -> LookMessage {
    var parameters = [JSONMember("layer", .string(name.layer)), JSONMember("id", .string(name.id))]
    if let sigma { parameters.append(JSONMember("sigma_deg", .number(sigma.degrees))) }
    if let accuracy { parameters.append(JSONMember("accuracy", .number(accuracy.value))) }
    if isSure { parameters.append(JSONMember("sure", true)) }
    let answer = try call("org.gnomon.Scene.AlignToPlace", .object(parameters))
    return try understood { () throws(MessageFault) in try LookMessage(json: answer) }
  }

  public func filter() throws(ClientFault) -> PlaceFilterMessage {
    let answer = try call("org.gnomon.Scene.GetFilter")
    return try understood { () throws(MessageFault) in try PlaceFilterMessage(json: answer) }
  }
  /// Sets the filter; it is kept across restarts.
  public func setFilter(_ filter: PlaceFilterMessage) throws(ClientFault) {
    try call("org.gnomon.Scene.SetFilter", filter.json)
  }

  public func setFavourite(_ name: PlacementMessage.Name, _ isFavourite: Bool = true) throws(ClientFault) {
    try call(
      "org.gnomon.Scene.SetFavourite",
      ["layer": .string(name.layer), "id": .string(name.id), "is_favourite": .bool(isFavourite)])
  }

  /// Loads a route from the text of a file or of a routing server's answer. It replaces the current route at once; a refused text
  /// leaves the current route as it is. `replacing` also permits replacing another user's route.
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

  /// Ends the route and returns true if there was one. `replacing` also permits ending another user's route.
  @discardableResult
  public func clearRoute(replacing: Bool = false) throws(ClientFault) -> Bool {
    try call("org.gnomon.Scene.ClearRoute", ["replace": .bool(replacing)])["was_active"]?.bool ?? false
  }
}

/// Returns a text member, or no member for nil.
func member(_ name: String, _ text: String?) -> [JSONMember] {
  text.map { [JSONMember(name, .string($0))] } ?? []
}
