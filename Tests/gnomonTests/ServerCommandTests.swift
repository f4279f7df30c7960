import Expectations
import Foundation
import Geodesy
import Geometry
import TestSupport
import Testing
import Wire

@testable import CommandParts
@testable import SceneCommands

/// A server on this machine that the test controls, and its received requests.
final class WebServer {
  let port: String
  private let process: RigProcess

  init() throws {
    process = try RigProcess("web_server.py", [])
    port = try #require(process.line())
  }
  deinit { process.stop() }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// Returns the next request.
  func request() throws -> [String: String] {
    let line = try #require(process.line())
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
  }
}

@Suite(.enabled(if: RigProcess.has("python3"))) struct ServerCommandTests {
  private static let start = Demo.place(0), end = Demo.place(86.5, right: 127)

  @Test func aWayIsAskedForAndLoaded() throws {
    // A wearer at twenty times the pace could have arrived, and the route be over, before the last question.
    let server = try WebServer(), demo = try Demo(Demo.walk), scratch = try Scratch()
    func revision() throws -> Int {
      let route = try object(demo.run("route", "show", "--json"))["route"] as? [String: Any]
      return route?["revision"] as? Int ?? 0
    }
    let (start, end) = (Demo.words(Self.start), Demo.words(Self.end)), saved = scratch.path("answer.json")

    let osrm = try demo.run(
      "route", "to", end, "--from", start, "--router", server.url("osrm"), "--save", saved)
    #expect(osrm.status == 0 && osrm.output.contains("3 points") && osrm.output.contains("(OSRM)"), "\(osrm)")
    #expect(osrm.errors.contains("sending start and end of the route to 127.0.0.1:\(server.port)"))
    var asked = try server.request()
    let pairs = [Self.start, Self.end].map { place in
      Demo.words(place).split(separator: ",").reversed().map { text(Double($0) ?? .nan, 6) }.joined(separator: ",")
    }
    expect(
      asked["path"],
      equals: "/osrm/route/v1/foot/\(pairs.joined(separator: ";"))?overview=full&geometries=geojson&steps=true")
    #expect(asked["method"] == "GET" && asked["agent"] == "gnomon/\(Release.version)")
    #expect(try gnomon("route", "check", saved).output.contains("OSRM, 3 points"))
    #expect(try demo.run("route", "show").output.contains("Hafengasse"))
    try expect(revision(), equals: 1)

    // From the wearer's place, in Valhalla's format, to a favorite.
    try waitUntil { try demo.run("pose", "--share").status == 0 }
    _ = try demo.run("place", "add", "\(Self.end.latitude.value)", "\(Self.end.longitude.value)", "Alter Hafen")
    let valhalla = try demo.run(
      "route", "to", "hafen", "--profile", "bike", "--json",
      environment: ["GNOMON_ROUTER": server.url("valhalla/route")])
    let way = try object(valhalla)
    #expect(way["format"] as? String == "Valhalla" && way["name"] as? String == "Alter Hafen")
    asked = try server.request()
    #expect(asked["method"] == "POST" && asked["path"] == "/valhalla/route" && asked["kind"] == "application/json")
    let question = try #require(
      try JSONSerialization.jsonObject(with: Data((asked["body"] ?? "").utf8)) as? [String: Any])
    let locations = try #require(question["locations"] as? [[String: Double]])
    #expect(question["costing"] as? String == "bicycle" && locations.count == 2)
    let wearer = Geodetic(latitude: Degrees(locations[0]["lat"] ?? 0), longitude: Degrees(locations[0]["lon"] ?? 0))
    expect(Geodesic(from: wearer, to: Self.start).distance, isBelow: .metres(400))
    expect(abs((locations[1]["lat"] ?? 0) - Self.end.latitude.value), isBelow: 1e-6)
    try expect(revision(), equals: 2)

    // A server whose name shows neither format is asked for its status, without any place.
    for (path, format) in [("maps-o", "OSRM"), ("maps-v", "Valhalla")] {
      let run = try demo.run("route", "to", end, "--from", start, "--router", server.url(path), "--json")
      #expect(try object(run)["format"] as? String == format)
      asked = try server.request()
      #expect(asked["path"] == "/\(path)/status" && asked["method"] == "GET" && asked["body"] == "")
      _ = try server.request()
    }
    // A redirect on the same host is followed.
    let redirected = try demo.run(
      "route", "to", end, "--from", start, "--kind", "osrm", "--router", server.url("to-same"))
    #expect(redirected.status == 0 && redirected.output.contains("(OSRM)"), "\(redirected)")
    try expect(revision(), equals: 5)

    // Each of these failures names its remedy, and leaves the route.
    func fails(_ path: String, _ status: Int32, _ words: String..., kind: String = "osrm", timeout: String = "20")
      throws
    {
      let url = path.contains("://") ? path : server.url(path)
      let run = try demo.run(
        "route", "to", end, "--from", start, "--kind", kind, "--timeout", timeout, "--router", url)
      #expect(run.status == status && run.output.isEmpty, "\(path): \(run)")
      for word in words { #expect(run.errors.contains(word), "\(path): \(run.errors)") }
      #expect(!run.errors.contains("\u{1B}"))
    }
    try fails("osrm-none", 1, "NoRoute: Impossible route between points", "check that the server has this --profile")
    try fails("valhalla-none", 1, "No suitable edges", kind: "valhalla")
    try fails("osrm-elsewhere", 1, "its route begins", "km from the requested point", "perhaps beyond its map")
    try fails("slow", 74, "0.5 s in all", "--timeout", timeout: "0.5")
    try fails("garbage", 1, "its answer is not a route", "--kind")
    try fails("huge", 1, "longer than 16 MiB", "choose a nearer destination")
    try fails("bomb", 1, "longer than 16 MiB")
    try fails("cut", 74, "the connection ended before the end of the answer")
    try fails("status-404", 1, "status 404 (Sorry too many questions)", "check the URL")
    try fails("status-429", 74, "status 429", "wait a minute")
    try fails("status-500", 74, "status 500", "try again later")
    try fails("to-file", 1, "a redirect away from http and https")
    try fails("to-other", 1, "a redirect to another host, localhost", "give it in the URL")
    try fails("to-port", 1, "a redirect to another port, ", "would learn the position too")
    try fails("to-itself", 1, "too many redirects")
    try fails("https://127.0.0.1:\(server.port)/osrm", 74, "no trusted connection (TLS")
    try fails("http://127.0.0.1:1/osrm", 74, "no answer at this host and port")
    // A resolver that cannot be reached delays its answer instead of refusing.
    try fails("http://no-such-host.invalid/osrm", 74, "no-such-host.invalid: no ")
    try expect(revision(), equals: 5)
    let beside = try demo.run(
      "route", "to", end, "--from", start, "--router", server.url("osrm-beside"), "--kind", "osrm")
    #expect(beside.status == 0 && beside.errors.contains("the route begins 33"), "\(beside)")
  }

  @Test func aNameFindsItsPlaceOrListsSeveral() throws {
    let demo = try Demo()
    for (index, name) in ["Café Nord", "Café Süd", "Hafen"].enumerated() {
      let place = Demo.place(50 * Double(index))
      _ = try demo.run(
        "place", "add", "\(place.latitude.value)", "\(place.longitude.value)", name, "--id", "p\(index)")
    }
    func dry(_ words: String...) throws -> Run {
      try gnomonArray(
        ["route", "to"] + words + [
          "--from", Demo.words(Self.start), "--router", "http://localhost:1/osrm", "--dry-run", "--socket", demo.socket,
        ])
    }
    func latitude(_ ahead: Double) -> String { text(Demo.place(ahead).latitude.value, 6) }
    let several = try dry("cafe")
    #expect(several.status == 1 && several.errors.contains("Café Nord") && several.errors.contains("Café Süd"))
    #expect(several.errors.contains("give more of its name, or LAT,LON") && several.output.isEmpty)
    #expect(try dry("cafe", "sud").output.contains(",\(latitude(50))?"))
    #expect(try dry("Café Nord").output.contains(",\(latitude(0))?"))
    #expect(try dry("HAFEN").output.contains("GET http://localhost:1/osrm/route/v1/foot/"))
    // A twin of a place in another layer does not make the name ambiguous.
    let twin = Demo.place(100, right: 5)
    _ = try demo.run(
      "place", "add", "\(twin.latitude.value)", "\(twin.longitude.value)", "Hafen", "--layer", "osm")
    try expect(dry("hafen").status, equals: 0)
    // A favorite takes precedence.
    _ = try demo.run("place", "favourite", "p0")
    #expect(try dry("cafe").output.contains(",\(latitude(0))?"))
    let none = try dry("opera")
    #expect(
      none.status == 1 && none.errors.contains("no place is called 'opera'") && none.errors.contains("place list"))
    let far = try dry("91,5")
    #expect(far.status == 64 && far.errors.contains("latitude"))
    let json = try object(
      demo.run(
        "route", "to", "1,2", "--from", "1,2.001", "--router", "http://localhost:1", "--kind", "valhalla", "--dry-run",
        "--json"))
    #expect(
      json["url"] as? String == "http://localhost:1/route" && (json["body"] as? String)?.contains("\"lat\":1") == true)
    func refused(_ words: String..., status: Int32 = 64, says: String) throws {
      let run = try gnomonArray(["route", "to"] + words + ["--socket", demo.socket])
      #expect(run.status == status && run.errors.contains(says), "\(run)")
    }
    try refused("1,2", says: "no server is named: give --router URL, or set GNOMON_ROUTER")
    try refused("1,2", "--router", "ftp://example.org", says: "only http and https are supported, not ftp")
    try refused("1,2", "--router", "http://a b", says: "it has spaces")
    try refused("1,2", "--router", "http://localhost:1/osrm?key=1", says: "it must not have a ?")
    try refused("1,2", "--router", "http://localhost:1/osrm", "--kind", "here", says: "no kind of router 'here'")
    try refused("1,2", "--router", "http://localhost:1/osrm", "--from", "here", says: "--from must be LAT,LON")
    try refused(
      "1,2", "--router", "http://localhost:1", "--dry-run", "--from", "1,1", says: "give --kind")
  }

  @Test func withoutAPlaceTheCommandNamesWait() throws {
    // A recording without any fix.
    let scratch = try Scratch(), walk = scratch.path("blind.gnomon")
    try expect(gnomon("simulate", "straight", "-o", walk).status, equals: 0)
    let blind = scratch.path("without.gnomon")
    let lines = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("P,") }
    try (lines.joined(separator: "\n") + "\n").write(toFile: blind, atomically: true, encoding: .utf8)
    let demo = try Demo(["replay", blind])
    let way = try demo.run("route", "to", "48.2,16.37", "--router", "http://localhost:1/osrm")
    #expect(way.status == 2 && way.errors.contains("gnomon wait") && way.errors.contains("--from LAT,LON"), "\(way)")
    let places = try demo.run("place", "fetch", "--overpass", "http://localhost:1")
    #expect(places.status == 2 && places.errors.contains("--at LAT,LON"), "\(places)")
  }

  @Test func placesAreFetched() throws {
    let server = try WebServer(), demo = try Demo(), scratch = try Scratch()
    let first = try demo.run(
      "place", "fetch", "--overpass", server.url("").dropLast().description, "--at", "48.2085,16.373", "--radius",
      "300",
      "--category", "cafe", "--category", "tourism=*")
    #expect(first.status == 0 && first.output.contains("2 added, 0 replaced in mine"), "\(first)")
    #expect(first.output.contains("1 not read") && first.output.contains("it has no tags"))
    #expect(first.errors.contains("sending the area of interest to 127.0.0.1:\(server.port)"))
    let asked = try server.request()
    #expect(asked["method"] == "POST" && asked["path"] == "/api/interpreter")
    #expect(asked["kind"] == "application/x-www-form-urlencoded" && asked["agent"] == "gnomon/\(Release.version)")
    let body = try #require(asked["body"]), query = try #require(String(body.dropFirst(5)).removingPercentEncoding)
    #expect(body.hasPrefix("data=") && query.hasPrefix("[out:json][timeout:90]"))
    #expect(query.contains(#"nwr["amenity"="cafe"]["name"](48.205"#) && query.contains(#"nwr["tourism"]["name"]"#))
    let list = try demo.run("place", "list").output
    #expect(list.contains("Café Münster  cafe") && list.contains("(mine osm:node/1)") && !list.contains("\u{1B}"))

    // Fetched again, they are the same places; a favorite stays one.
    _ = try demo.run("place", "favourite", "osm:node/1")
    let url = server.url("overpass"), box = "48.2,16.36,48.22,16.39"
    let again = try object(demo.run("place", "fetch", "--overpass", url, "--box", box, "--json"))
    #expect(again["added"] as? Int == 0 && again["updated"] as? Int == 2 && again["refused"] as? Int == 1)
    #expect(try demo.run("place", "list", "--favourites").output.contains("osm:node/1"))
    try expect(server.request()["path"], equals: "/overpass")

    // A custom query, from a file.
    let own = try scratch.write("[out:json];node[amenity=bench]({{bbox}});out;", to: "bench.ql")
    let dry = try gnomon("place", "fetch", "--query", "@\(own)", "--box", box, "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("node[amenity=bench](48.2,16.36,48.22,16.39);out;"), "\(dry)")
    let liked = try demo.run("place", "fetch", "--overpass", url, "--query", "@\(own)", "--box", box, "--layer", "osm")
    #expect(liked.output.contains("2 added, 0 replaced in osm"), "\(liked)")
    try expect(server.request()["body"]?.contains("bench"), equals: true)
    try expect(gnomon("place", "fetch", "--query", "out;", "--dry-run").output, equals: "out;")
    #expect(try gnomon("place", "fetch", "--box", box, "--dry-run").output.contains("nwr[\"amenity\"]"))

    func fails(_ path: String, _ status: Int32, _ says: String, _ options: String...) throws {
      let run = try gnomonArray(
        ["place", "fetch", "--overpass", server.url(path), "--socket", demo.socket] + options
          + (options.contains("--box") ? [] : ["--at", "48.2,16.37"]))
      #expect(run.status == status && run.errors.contains(says), "\(path): \(run)")
      #expect(!(run.errors + run.output).contains("\u{1B}"))
    }
    try fails("overpass-remark", 1, "Query timed out")
    try fails("overpass-cut", 1, "the answer may be incomplete")
    try fails("garbage", 1, "[out:json]")
    try fails("status-429", 74, "wait a minute")
    try fails("status-504", 74, "request less")
    try fails("bomb", 1, "smaller --radius or --box")
    try fails("to-other", 1, "another host")
    try fails("slow", 74, "--timeout", "--timeout", "0.5")
    try fails("overpass", 64, "--box must be S,W,N,E", "--box", "1,2,3")
    try fails("overpass", 64, "south has to be less than north", "--box", "3,2,1,4")
    try fails("overpass", 64, "either --category or --query", "--category", "cafe", "--query", "x")
    try fails("overpass", 64, "--radius must be from", "--radius", "1")
    let unnamed = try demo.run("place", "fetch")
    #expect(unnamed.status == 64 && unnamed.errors.contains("GNOMON_OVERPASS"))
  }

  @Test func theAddressDecidesTheKindOfServer() throws {
    func kind(_ url: String) throws -> Router.Kind? { Router.kind(of: try WebAddress(url, from: "--router")) }
    try expect(kind("https://routing.openstreetmap.de/routed-foot"), equals: .osrm)
    try expect(kind("https://router.project-osrm.org/"), equals: .osrm)
    try expect(kind("http://localhost:5000/route/v1/foot"), equals: .osrm)
    try expect(kind("https://valhalla1.openstreetmap.de"), equals: .valhalla)
    try expect(kind("http://localhost:8002/route"), equals: .valhalla)
    #expect(try kind("http://localhost:8002") == nil)
    let address = try WebAddress("https://me:secret@example.org:444/route/v1/foot/", from: "--router")
    #expect(address.shown == "example.org:444" && address.path == "/route/v1/foot")
    let places = [(-33.5, 151.0), (-33.55, 151.1), (-33.6, 151.25)].map {
      Geodetic(latitude: Degrees($0.0), longitude: Degrees($0.1))
    }
    let question = Router(kind: .osrm, address: address).question(through: [places[0], places[2]], timeout: 5)
    expect(
      question.url,
      equals:
        "https://me:secret@example.org:444/route/v1/foot/151,-33.5;151.25,-33.6?overview=full&geometries=geojson&steps=true"
    )
    // As the documentation of each writes it.
    func url(_ server: String) throws -> String {
      let address = try WebAddress(server, from: "--router"), kind = try #require(Router.kind(of: address))
      return Router(kind: kind, address: address, key: "k y", language: "de").question(through: places, timeout: 5).url
    }
    let lastOfGoogle =
      "/maps/api/directions/json?origin=-33.5%2C151&destination=-33.6%2C151.25&mode=walking"
      + "&waypoints=-33.55%2C151.1&language=de&key=k%20y"
    try expect(url("https://maps.googleapis.com"), equals: "https://maps.googleapis.com" + lastOfGoogle)
    try expect(
      url("https://api.mapbox.com"),
      equals: "https://api.mapbox.com/directions/v5/mapbox/walking/151,-33.5;151.1,-33.55;151.25,-33.6?overview=full"
        + "&geometries=polyline6&steps=true&language=de&access_token=k%20y")
    #expect(try url("https://api.mapbox.com/directions/v5/mapbox/cycling").contains("/mapbox/cycling/151,"))
    try expect(
      url("https://graphhopper.com/api/1"),
      equals:
        "https://graphhopper.com/api/1/route?point=-33.5%2C151&point=-33.55%2C151.1&point=-33.6%2C151.25&profile=foot"
        + "&locale=de&key=k%20y")
    expect(WebRequest.escaped("a b/ü"), equals: "a%20b%2F%C3%BC")
  }
}
