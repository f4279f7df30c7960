import CommandParts
import Geodesy
import Geometry
import Text

/// A routing server with the protocol of OSRM (project-osrm.org/docs, `route` service) or of Valhalla
/// (valhalla.github.io/valhalla/api).
struct Router {
  enum Kind: String, CaseIterable { case osrm, valhalla }

  var kind: Kind
  var address: WebAddress

  /// Returns the kind by path and host of the address; nil if only a request can show it.
  static func kind(of address: WebAddress) -> Kind? {
    let parts = address.path.split(separator: "/")
    if address.path.contains("/route/v1") || parts.contains(where: { $0.hasPrefix("routed-") }) { return .osrm }
    if parts.last == "route" { return .valhalla }
    let names = address.host.split(separator: ".") + parts
    if names.contains(where: { $0.contains("valhalla") }) { return .valhalla }
    if names.contains(where: { $0.contains("osrm") }) { return .osrm }
    return nil
  }

  /// Returns a request that shows the kind and contains no position: Valhalla answers it with its version, OSRM with an error in
  /// its own format.
  static func questionOfKind(_ address: WebAddress, timeout: Double) -> WebRequest {
    WebRequest(
      url: address.appending("/status"), server: address.shown, timeout: timeout, mostBytes: 1 << 20,
      howToGetLess: "give --kind osrm or --kind valhalla")
  }

  static func kind(by answer: WebRequest.Answer) -> Kind? {
    guard let json = try? JSONValue(reading: answer.bytes), case .object = json else { return nil }
    if json["code"]?.string != nil { return .osrm }
    if json["tileset_last_modified"] != nil || json["version"] != nil || json["error_code"] != nil { return .valhalla }
    return nil
  }

  /// Returns the request for a route. OSRM takes longitude and latitude in the address, Valhalla a JSON object.
  func question(from start: Geodetic, to end: Geodetic, profile: String, timeout: Double) -> WebRequest {
    var request = WebRequest(
      url: "", server: address.shown, timeout: timeout, howToGetLess: "choose a nearer destination")
    switch kind {
    case .osrm:
      let service = address.path.contains("/route/v1") ? "" : "/route/v1"
      // The address may name the profile already: …/route/v1/foot.
      let own = address.path.hasSuffix("/route/v1") || !service.isEmpty ? "/\(WebRequest.escaped(profile))" : ""
      let ends = [start, end].map { "\(text($0.longitude.value, 6)),\(text($0.latitude.value, 6))" }
      request.url = address.appending(
        "\(service)\(own)/\(ends.joined(separator: ";"))?overview=full&geometries=geojson&steps=true")
    case .valhalla:
      let places = [start, end].map { place -> JSONValue in
        ["lat": .number(rounded(place.latitude)), "lon": .number(rounded(place.longitude))]
      }
      let question: JSONValue = [
        "locations": .array(places), "costing": .string(Self.costing(profile)), "units": "kilometers",
      ]
      request.url = address.path.hasSuffix("/route") ? address.text : address.appending("/route")
      request.body = .json(question.text)
    }
    return request
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
