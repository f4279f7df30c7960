import Expectations
import Foundation
import Geodesy
import Geometry
import TestSupport
import Testing
import Text

@testable import SceneCommands

/// Commands for places, routes and the surroundings, with a daemon on its walk, as a person types them.
@Suite struct SceneCommandTests {
  private static let commands = [
    "scene", "radar", "announce", "place add", "place list", "place search", "place remove", "place favourite",
    "place show", "place filter", "anchor add", "anchor list", "anchor remove", "place import", "place export",
    "place fetch", "route load", "route check", "route show", "route clear", "route to",
  ]

  @Test func everyCommandHasHelp() throws {
    let overview = try gnomon().output
    for command in Self.commands {
      #expect(overview.contains("  \(command) "))
      let help = try gnomonArray(command.split(separator: " ").map(String.init) + ["--help"])
      #expect(help.status == 0 && help.output.contains("usage: gnomon \(command)") && help.output.contains("examples:"))
      #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 140 }, "\(command)")
    }
    #expect(try gnomon("place").output.contains("place fetch"))
    #expect(try gnomon("route", "too").errors.contains("did you mean 'route to'?"))
  }

  @Test func aMissingDaemonIsNamed() throws {
    for words in [
      ["scene"], ["radar", "--once"], ["announce"], ["place", "add", "1", "2", "x"], ["place", "list"],
      ["place", "search", "x"], ["place", "remove", "x"], ["place", "favourite", "x"], ["place", "import", "x"],
      ["place", "export"], ["place", "fetch", "--overpass", "http://localhost:1"], ["route", "show"],
      ["route", "clear"], ["route", "to", "1,2", "--router", "http://localhost:1/osrm"],
    ] {
      let run = try gnomonArray(words + ["--socket", "/nowhere/gnomon.sock"])
      #expect(run.status == 69 && run.errors.contains("gnomond") && run.output.isEmpty, "\(words): \(run)")
    }
  }

  @Test func wrongCallsNameTheFix() throws {
    func check(_ words: [String], _ status: Int32 = 64, _ parts: String...) throws {
      let run = try gnomonArray(words)
      #expect(run.status == status && run.output.isEmpty, "\(words): \(run)")
      for part in parts { #expect(run.errors.contains(part), "\(words): \(run.errors)") }
    }
    try check(["place", "add", "91", "2", "x"], 64, "LAT must be from")
    try check(["place", "add", "1", "2"], 64, "expected LAT LON NAME")
    try check(["place", "list", "--count", "0"], 64, "--count must be a whole number from 1 to 1000")
    try check(["place", "remove", "--socket", "/nowhere/s"], 64, "either ids or --all")
    try check(["place", "export", "x.kml", "--format", "kml"], 64, "no output format 'kml'")
    try check(["route", "load", "/nowhere/way.gpx"], 74, "/nowhere/way.gpx: cannot open: No such file")
    try check(["route", "check", "/nowhere/way.gpx"], 74, "/nowhere/way.gpx: cannot open: No such file")
    try check(["radar", "--range", "far"], 64, "--range must be a number")
    try check(["announce", "--rate", "200"], 64, "--rate must be a whole number from -100 to 100")
    try check(["announce", "--voice", "-x"], 64, "--voice is a name")
  }

  @Test func placesComeAndGo() throws {
    let demo = try Demo()
    func add(_ id: String, _ right: Double, _ name: String) throws -> Run {
      let place = Demo.place(20, right: right)
      return try demo.run(
        "place", "add", "\(place.latitude.value)", "\(place.longitude.value)", name, "--id", id, "--category", "cafe")
    }
    try expect(add("harbour", 60, "Café Münster").output, equals: "added to mine\n")
    try expect(add("harbour", 60, "Café Münster").output, equals: "replaced in mine\n")
    try expect(add("station", -60, "Bahnhof").output, equals: "added to mine\n")
    #expect(try object(demo.run("place", "add", "1", "2", "Far", "--json"))["added"] as? Int == 1)
    let nameless = try demo.run("place", "add", "1", "2", "x", "--id", "a\u{7}b")
    #expect(nameless.status == 1 && nameless.errors.contains("not added: "), "\(nameless)")

    try showsNothingRaw(demo)
    let list = try demo.run("place", "list")
    #expect(list.output.contains("Café Münster  cafe") && list.output.contains("(mine harbour)"))
    let page = try demo.run("place", "list", "-n", "2").output.split(separator: "\n")
    #expect(page.count == 3 && page[2] == "… of 3")
    let json = try object(demo.run("place", "list", "--json"))
    #expect((json["places"] as? [[String: Any]])?.count == 3 && json["count"] as? Int == 3)

    #expect(try demo.run("place", "search", "cafe", "mun").output.contains("Café Münster"))
    expect((try object(demo.run("place", "search", "bahn", "--json"))["places"] as? [Any])?.count, equals: 1)
    let none = try demo.run("place", "search", "opera")
    #expect(none.status == 1 && none.errors.contains("no place matches these words"))

    try expect(demo.run("place", "favourite", "harbour").output, equals: "a favourite\n")
    #expect(try demo.run("place", "list", "--favourites").output.hasPrefix("Café Münster *"))
    let unknown = try demo.run("place", "favourite", "opera")
    #expect(unknown.status == 1 && unknown.errors.contains("no place 'opera' in the layer mine or user-"))
    try expect(
      demo.run("place", "favourite", "harbour", "--not", "--layer", "mine").output, equals: "no longer a favourite\n")
    try expect(demo.run("place", "favourite", "station", "--json").output, equals: "{}\n")

    try expect(demo.run("place", "remove", "harbour", "opera").output, equals: "removed 1\n")
    try expect(demo.run("place", "remove", "--all", "--keep-favourites").output, equals: "removed 1\n")
    #expect(try object(demo.run("place", "remove", "--all", "--json"))["removed"] as? Int == 1)
    #expect(try demo.run("place", "list").output.isEmpty)
  }

  @Test func filesOfPlacesAreReadAndWritten() throws {
    let demo = try Demo(), scratch = try Scratch()
    let table = try scratch.write(
      "lat,lon,id,name,category,tags\n48.2,16.37,a,Harbour,pier,wifi;open\n48.3,16.38,b,\"Gate, old\",gate,\nnorth,1,c,Bad,,\n",
      to: "mine.csv")
    let run = try demo.run("place", "import", table)
    #expect(run.output.contains("2 added, 0 replaced in mine") && run.output.contains("1 not read"), "\(run)")
    #expect(run.output.contains("line 4"))
    let again = try object(demo.run("place", "import", table, "--json", "--layer", "osm"))
    #expect(again["added"] as? Int == 2 && again["refused"] as? Int == 1 && again["layer"] as? String == "osm")
    expect((again["refusals"] as? [String])?.first?.contains("line 4"), equals: true)
    for (name, format) in [("out.geojson", nil), ("out.gpx", nil), ("out.csv", nil), ("out.txt", "csv")] {
      let path = scratch.path(name), option = format.map { ["--format", $0] } ?? []
      try expect(
        gnomonArray(["place", "export", path, "--layer", "mine", "--socket", demo.socket] + option).status, equals: 0)
      let back = try demo.run("place", "import", path, "--layer", "copy/\(name)")
      #expect(back.output.hasPrefix("2 added, 0 replaced in copy/"), "\(back)")
    }
    let summary = try object(demo.run("place", "export", scratch.path("out.gpx"), "--layer", "mine", "--json"))
    #expect(summary["places"] as? Int == 2 && summary["format"] as? String == "gpx")
    #expect(summary["file"] as? String == scratch.path("out.gpx"))
    let both = try demo.run("place", "export", "--json")
    #expect(both.status == 64 && both.errors.contains("cannot both write to standard output"), "\(both)")
    let printed = try demo.run("place", "export", "--layer", "mine")
    #expect(try object(printed)["type"] as? String == "FeatureCollection")
    // An invalid file of places is named, with the position of its fault.
    for (text, words) in [
      ("{\"type\":\"FeatureCollection\",\"features\":[\n{]}", "broken: line 2"), ("<gpx><wpt", "broken: line 1"),
      ("{}", "neither GeoJSON"),
    ] {
      let run = try demo.run("place", "import", try scratch.write(text, to: "broken"))
      #expect(run.status == 1 && run.errors.contains(words), "\(run)")
    }
    try expect(demo.run("place", "import", "/nowhere/x").status, equals: 74)
    // A failed connection does not empty the file.
    let kept = try scratch.write("precious", to: "kept.gpx")
    try expect(gnomon("place", "export", kept, "--socket", "/nowhere/s").status, equals: 69)
    try expect(String(contentsOfFile: kept, encoding: .utf8), equals: "precious")
  }

  /// A daemon that writes answers no other client, so a large file is sent in many calls.
  @Test func aLargeFileIsSentInSmallCalls() throws {
    let demo = try Demo(), scratch = try Scratch()
    var table = "lat,lon,id,name\n"
    for number in 0..<5000 { table += "\(48 + Double(number) / 1e5),16.37,p\(number),Place \(number)\n" }
    let path = try scratch.write(table, to: "many.csv")
    let run = try demo.run("place", "import", path)
    expect(run.output, equals: "5000 added, 0 replaced in mine\n", "\(run)")
    #expect(try object(demo.run("place", "list", "--json", "-n", "1"))["count"] as? Int == 5000)
    #expect(PlaceUpload.mostPlaces <= 500 && PlaceUpload.mostBytes <= 1 << 20)
  }

  @Test func aRouteIsLoadedLookedAtAndCleared() throws {
    // At its own pace: at twenty times it the wearer would have arrived after nine seconds.
    let demo = try Demo(Demo.walk), scratch = try Scratch()
    let way = try scratch.write(
      Demo.route([Demo.place(0), Demo.place(86.5), Demo.place(86.5, right: 127)]), to: "way.geojson")
    let check = try gnomon("route", "check", way)
    #expect(check.output.hasPrefix("GeoJSON, 3 points, 214 m") || check.output.hasPrefix("GeoJSON, 3 points, 213 m"))
    #expect(check.output.contains("86 m  right") || check.output.contains("87 m  right"), "\(check)")
    #expect(try object(gnomon("route", "check", way, "--json"))["steps"] as? Int == 2)

    try expect(demo.run("route", "show").output, equals: "no route is active\n")
    try expect(demo.run("route", "clear").output, equals: "no route was active\n")
    let load = try demo.run("route", "load", way, "--name", "Harbour")
    #expect(load.output.hasPrefix("Harbour: 21") && load.output.contains("3 points, 2 steps (GeoJSON)"), "\(load)")
    try waitUntil {
      let show = try demo.run("route", "show").output
      return show.hasPrefix("to Harbour: ") && show.contains(" m to go, about ")
    }
    let shown = try #require(try object(demo.run("route", "show", "--json"))["route"] as? [String: Any])
    expect((shown["points"] as? [Any])?.count, equals: 3)
    #expect(try object(demo.run("route", "load", way, "--json"))["revision"] as? Int == 2)

    // An invalid route is refused with the reason, in a file as in a call, and the one before stays.
    for (text, words) in [
      ("", "the file is empty"), ("12, 34", "neither JSON"), ("{\"routes\":[]}", "routes"),
      (#"{"code":"NoRoute","message":"none"}"#, "NoRoute: none"),
    ] {
      let bad = try scratch.write(text, to: "bad.json")
      for run in [try gnomon("route", "check", bad), try demo.run("route", "load", bad)] {
        #expect(run.status == 1 && run.errors.contains(words) && run.output.isEmpty, "\(run)")
      }
    }
    #expect(try demo.run("route", "show").output.contains(" m to go"))
    try expect(demo.run("route", "clear").output, equals: "cleared\n")
    #expect(try object(demo.run("route", "clear", "--json"))["was_active"] as? Bool == false)
  }

  @Test func theSceneFollowsTheGaze() throws {
    let demo = try Demo()
    for (id, right) in [("left", -60.0), ("right", 60)] {
      let place = Demo.place(20, right: right)
      _ = try demo.run(
        "place", "add", "\(place.latitude.value)", "\(place.longitude.value)", "Gate \(id)\u{9B}2J", "--id", id)
    }
    try expect(demo.run("wait", "--heading", "12deg", "--place", "10m", "--timeout", "60").status, equals: 0)
    var scene = try demo.run("scene")
    for _ in 0..<50 where !scene.output.contains("Gate left") { scene = try demo.run("scene") }
    #expect(scene.output.contains("scene    shown") && scene.output.contains("light    "), "\(scene)")
    #expect(scene.output.contains("Gate left") && scene.output.contains("° ± "), "\(scene)")
    let frame = try #require(try object(demo.run("scene", "--json"))["frame"] as? [String: Any])
    #expect(frame["radar"] != nil && frame["placements"] != nil)
    let radar = try demo.run("radar", "--once", "--range", "200")
    let lines = radar.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 23 && lines[21] == "the rim is 200 m away", "\(radar)")
    #expect(
      lines[0].contains("  1 ") && radar.output.contains("^") && lines[0...1].contains { $0.contains("Gate right") })
    let disc = try object(demo.run("radar", "--once", "--json", "--range", "200"))
    #expect(disc["range"] as? Double == 200 && (disc["marks"] as? [[String: Any]])?.count == 2)
    // No control of the terminal, neither in words nor in JSON.
    for text in [
      scene.output, radar.output, try demo.run("scene", "--json").output, try demo.run("place", "list").output,
    ] {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || 0x7F...0x9F ~= $0.value })
    }
  }

  /// A name from outside: nothing in it controls the terminal, or reverses the direction of a line.
  private func showsNothingRaw(_ demo: Demo) throws {
    let wild = "a\u{1B}]0;x\u{7}b\u{9B}31mc\u{202E}d\u{2066}e", place = Demo.place(20)
    _ = try demo.run(
      "place", "add", "\(place.latitude.value)", "\(place.longitude.value)", wild, "--id", "wild", "--category", wild,
      "--layer", "wild")
    for words in [["place", "list"], ["place", "search", "a"], ["scene"], ["radar", "--once"], ["watch", "--once"]] {
      let run = try gnomonArray(words + ["--socket", demo.socket])
      let raw = (run.output + run.errors).unicodeScalars.filter { $0 != "\n" && TerminalText.standIn($0) != nil }
      #expect(raw.isEmpty, "\(words): \(raw.map { String($0.value, radix: 16) })")
    }
    #expect(try demo.run("place", "list", "--layer", "wild").output.contains("\u{FFFD}d\u{FFFD}e"))
    _ = try demo.run("place", "remove", "wild", "--layer", "wild")
  }
}
