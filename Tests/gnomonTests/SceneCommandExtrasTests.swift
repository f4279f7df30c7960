import Expectations
import Foundation
import TestSupport
import Testing

/// `place show`, `place filter`, `anchor …`, and a route from standard input, as a person types them.
@Suite struct SceneCommandExtrasTests {
  @Test func aPlaceIsShownWhole() throws {
    let demo = try Demo(), place = Demo.place(20, right: 60)
    let added = try demo.run(
      "place", "add", "\(place.latitude.value)", "\(place.longitude.value)", "Harbour", "--id", "h", "--tag", "boats",
      "--tag", "open", "--payload", #"{"url":"a"}"#, "--radius", "30", "--height", "12")
    expect(added.output, equals: "added to mine\n", "\(added)")
    let shown = try demo.run("place", "show", "h")
    for part in [
      "name     Harbour", "h of the layer mine", "boats, open", "12 m above the ground", "30 m", #"{"url":"a"}"#,
    ] {
      #expect(shown.output.contains(part), "\(shown.output)")
    }
    let json = try #require(
      try object(demo.run("place", "show", "h", "--layer", "mine", "--json"))["place"] as? [String: Any])
    #expect(json["radius"] as? Double == 30 && json["tags"] as? [String] == ["boats", "open"])
    let none = try demo.run("place", "show", "no")
    #expect(none.status == 1 && none.errors.contains("no place 'no' in the layer mine or user-"))
    let bad = try demo.run("place", "add", "1", "2", "x", "--payload", "{")
    #expect(bad.status == 64 && bad.errors.contains("--payload is not JSON"))
    #expect(try demo.run("place", "add", "1", "2", "x", "--payload", "[1]").errors.contains("a JSON object"))
    try expect(demo.run("place", "add", "1", "2", "x", "--radius", "0").status, equals: 64)
  }

  @Test func theFilterIsChosenAndPrinted() throws {
    let demo = try Demo()
    #expect(try demo.run("place", "filter").output.contains("categories  all"))
    let set = try demo.run("place", "filter", "--category", "cafe", "--category", "bank", "--tag", "open")
    #expect(set.output.contains("cafe, bank") && set.output.contains("tags        open"), "\(set)")
    // Members that are not named stay.
    let more = try object(demo.run("place", "filter", "--radius", "300", "--favourites", "on", "--json"))
    #expect(more["radius"] as? Double == 300 && more["favourites_only"] as? Bool == true)
    #expect(more["categories"] as? [String] == ["cafe", "bank"])
    #expect(try demo.run("place", "filter", "--clear").output.contains("and all others"))
    let many = try demo.run(
      "place", "filter", "--category", "a", "--category", "b", "--category", "c", "--category", "d")
    #expect(many.status == 64 && many.errors.contains("at most three categories"))
    try expect(demo.run("place", "filter", "--radius", "5").status, equals: 64)
  }

  @Test func anchorsComeAndGo() throws {
    let demo = try Demo(), place = Demo.place(30)
    let added = try demo.run(
      "anchor", "add", "stand", "--at", "\(place.latitude.value),\(place.longitude.value)", "--height-kind", "ground",
      "--heading", "270", "--tag", "art", "--payload", #"{"model":"a.glb"}"#)
    #expect(added.output.hasPrefix("added, of user-"), "\(added)")
    try expect(
      demo.run("anchor", "add", "clock", "--head", "0.3,0.1,-1", "--faces-wearer", "--lease", "60").status, equals: 0)
    let list = try demo.run("anchor", "list")
    #expect(list.output.contains("stand  geographic") && list.output.contains("[art]"), "\(list)")
    #expect(list.output.contains("clock  head"))
    let json = try #require(try object(demo.run("anchor", "list", "--json"))["anchors"] as? [[String: Any]])
    expect(json.count, equals: 2)
    try expect(demo.run("anchor", "remove", "stand").output, equals: "removed\n")
    try expect(demo.run("anchor", "remove", "stand").status, equals: 1)
    let two = try demo.run("anchor", "add", "x", "--at", "1,2", "--head", "1,2,3")
    #expect(two.status == 64 && two.errors.contains("exactly one of"))
    #expect(try demo.run("anchor", "add", "x", "--at", "1").errors.contains("--at is LAT,LON"))
  }

  @Test func aRouteIsLoadedFromStandardInput() throws {
    let demo = try Demo()
    let places = [Demo.place(0), Demo.place(120)].map { "[\($0.longitude.value),\($0.latitude.value)]" }
    let text = #"{"type":"LineString","coordinates":["# + places.joined(separator: ",") + "]}"
    let loaded = try demo.run("route", "load", "-", "--name", "Harbour", input: text)
    #expect(loaded.status == 0 && loaded.output.hasPrefix("Harbour: 120 m"), "\(loaded)")
    let checked = try gnomonArray(["route", "check", "-"], input: text)
    #expect(checked.output.contains("120 m"), "\(checked)")
    try expect(demo.run("route", "load", "-", input: "").status, differsFrom: 0)
  }

  @Test func thePoseIsPrintedWithItsPlace() throws {
    let demo = try Demo()
    let wait = try demo.run("wait")
    expect(wait.status, equals: 0, "\(wait)")
    let pose = try demo.run("watch", "pose", "--count", "1")
    #expect(pose.output.contains("° ± ") && pose.output.contains("m, at "), "\(pose)")
  }

  /// A user who may not write to the daemon's folder gets the two ways to add a tile.
  @Test func aFolderOfAnotherUserIsNamedWithTheFix() throws {
    let scratch = try Scratch()
    // No user can make a folder there, root neither.
    let refused = try gnomon("terrain", "add", scratch.path("none.hgt"), "--directory", "/sys/terrain")
    expect(refused.status, equals: 77, "\(refused)")
    for part in ["cannot add tiles to /sys/terrain", "sudo", "--directory DIR", "Directory=DIR", "[Terrain]"] {
      #expect(refused.errors.contains(part), "\(refused.errors)")
    }
  }
}
