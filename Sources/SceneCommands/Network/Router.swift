import CommandParts
import Geodesy
import Geometry
import Text

/// A routing server: one with the protocol of OSRM (project-osrm.org/docs, `route` service), Valhalla
/// (valhalla.github.io/valhalla/api), GraphHopper (docs.graphhopper.com, Routing API), Google or Mapbox (the Directions API of
/// each).
struct Router {
  enum Kind: String, CaseIterable { case osrm, valhalla, graphhopper, google, mapbox }

  var kind: Kind
  var address: WebAddress
  /// The server's name of the means of travel, or one of foot, bike and car.
  var profile = "foot"
  var key: String?
  /// Language of the instructions.
  var language: String?

  /// Returns the kind by path and host of the address; nil if only a request can show it.
  static func kind(of address: WebAddress) -> Kind? {
    let parts = address.path.split(separator: "/")
    let names = address.host.split(separator: ".") + parts
    if names.contains("googleapis") || address.path.contains("/maps/api/directions") { return .google }
    if names.contains("mapbox") || address.path.contains("/directions/v5") { return .mapbox }
    if names.contains(where: { $0.contains("graphhopper") }) { return .graphhopper }
    if address.path.contains("/route/v1") || parts.contains(where: { $0.hasPrefix("routed-") }) { return .osrm }
    if parts.last == "route" { return .valhalla }
    if names.contains(where: { $0.contains("valhalla") }) { return .valhalla }
    if names.contains(where: { $0.contains("osrm") }) { return .osrm }
    return nil
  }

  /// Returns a request that shows the kind and contains no position: Valhalla answers it with its version, OSRM with an error in
  /// its own format.
  static func questionOfKind(_ address: WebAddress, timeout: Double) -> WebRequest {
    WebRequest(
      url: address.appending("/status"), server: address.shown, timeout: timeout, mostBytes: 1 << 20,
      howToGetLess: "give --kind")
  }

  static func kind(by answer: WebRequest.Answer) -> Kind? {
    guard let json = try? JSONValue(reading: answer.bytes), case .object = json else { return nil }
    if json["code"]?.string != nil { return .osrm }
    if json["tileset_last_modified"] != nil || json["version"] != nil || json["error_code"] != nil { return .valhalla }
    return nil
  }

  /// Returns the request for a route through places: the start, the stops, the destination.
  func question(through places: [Geodetic], timeout: Double) -> WebRequest {
    var request = WebRequest(
      url: "", server: address.shown, timeout: timeout, howToGetLess: "choose a nearer destination")
    let named = [("language", language), ("key", key)].compactMap { name, value in value.map { (name, $0) } }
    switch kind {
    case .osrm:
      let service = address.path.contains("/route/v1") ? "" : "/route/v1"
      // The address may name the profile already: …/route/v1/foot.
      let own = address.path.hasSuffix("/route/v1") || !service.isEmpty ? "/\(WebRequest.escaped(profile))" : ""
      request.url = address.appending(
        "\(service)\(own)/\(longitudeFirst(places))?overview=full&geometries=geojson&steps=true")
    case .mapbox:
      let service = address.path.contains("/directions/v5") ? "" : "/directions/v5/mapbox"
      let ways = ["foot": "walking", "bike": "cycling", "car": "driving"]
      let own = address.path.split(separator: "/").count < 4 ? "/\(WebRequest.escaped(ways[profile] ?? profile))" : ""
      let query = [("overview", "full"), ("geometries", "polyline6"), ("steps", "true")]
      request.url = address.appending(
        "\(service)\(own)/\(longitudeFirst(places))?"
          + Self.query(query + named.map { ($0.0 == "key" ? "access_token" : $0.0, $0.1) }))
    case .graphhopper:
      let ways = ["walking": "foot", "cycling": "bike", "driving": "car"]
      let query = places.map { ("point", latitudeFirst($0)) } + [("profile", ways[profile] ?? profile)]
      request.url =
        (address.path.hasSuffix("/route") ? address.text : address.appending("/route"))
        + "?" + Self.query(query + named.map { ($0.0 == "language" ? "locale" : $0.0, $0.1) })
    case .google:
      let ways = ["foot": "walking", "bike": "bicycling", "car": "driving"]
      var query = [("origin", places[0]), ("destination", places[places.count - 1])].map { ($0, latitudeFirst($1)) }
      query.append(("mode", ways[profile] ?? profile))
      let stops = places.dropFirst().dropLast()
      if !stops.isEmpty { query.append(("waypoints", stops.map(latitudeFirst).joined(separator: "|"))) }
      request.url =
        (address.path.isEmpty ? address.appending("/maps/api/directions/json") : address.text)
        + "?" + Self.query(query + named)
    case .valhalla:
      let stops = places.map { place -> JSONValue in
        ["lat": .number(rounded(place.latitude)), "lon": .number(rounded(place.longitude))]
      }
      var question: [JSONMember] = [
        JSONMember("locations", .array(stops)), JSONMember("costing", .string(Self.costing(profile))),
        JSONMember("units", "kilometers"),
      ]
      if let language { question.append(JSONMember("language", .string(language))) }
      request.url =
        (address.path.hasSuffix("/route") ? address.text : address.appending("/route"))
        + (key.map { "?" + Self.query([("api_key", $0)]) } ?? "")
      request.body = .json(JSONValue.object(question).text)
    }
    return request
  }

  private static func query(_ members: [(String, String)]) -> String {
    members.map { "\($0.0)=\(WebRequest.escaped($0.1))" }.joined(separator: "&")
  }

  private func longitudeFirst(_ places: [Geodetic]) -> String {
    places.map { "\(text($0.longitude.value, 6)),\(text($0.latitude.value, 6))" }.joined(separator: ";")
  }

  private func latitudeFirst(_ place: Geodetic) -> String {
    "\(text(place.latitude.value, 6)),\(text(place.longitude.value, 6))"
  }

  /// Rounds to 0.1 m; a wearer's place is never known better.
  private func rounded(_ degrees: Degrees) -> Double { (degrees.value * 1e6).rounded() / 1e6 }

  /// Returns Valhalla's word for a way of traveling.
  static func costing(_ profile: String) -> String {
    switch profile {
    case "foot", "walk", "walking": "pedestrian"
    case "bike", "cycling": "bicycle"
    case "car", "driving": "auto"
    default: profile
    }
  }
}
