import Expectations
import Foundation
import TestSupport
import Testing
import Text

/// The output of `gnomon replay --geopose`, compared with the standard's schemas and with itself.
@Suite struct GeoPoseOutputTests {
  func lines(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { line in
      // once by an independent reader
      _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try JSONValue(reading: Array(line.utf8))
    }
  }

  func number(_ value: JSONValue, _ path: String...) -> Double {
    path.reduce(value) { $0[$1] ?? .null }.double ?? .nan
  }

  /// Simulates a walk once, and replays it in a form.
  struct Walk {
    let scratch: Scratch
    let path: String

    init(_ plan: String...) throws {
      scratch = try Scratch()
      path = scratch.path("walk.gnomon")
      _ = try gnomonArray(["simulate"] + plan + ["-o", path])
    }

    func replay(_ form: String, _ more: String...) throws -> Run {
      try gnomonArray(
        ["replay", path, "--profile", "head", "--rate", "5", "--geopose", "-", "--geopose-form", form] + more)
    }
  }

  @Test func everyFormFollowsItsSchema() throws {
    let walk = try Walk("stairs")
    var written: [String: [JSONValue]] = [:]
    for (form, schema) in [
      ("quaternion", Schema.basicQuaternion), ("ypr", .basicYPR), ("strict", .basicQuaternionStrict),
      ("advanced", .advanced),
    ] {
      let run = try walk.replay(form)
      #expect(run.status == 0 && run.errors.contains("GeoPoses") && run.errors.contains("(place not known)"))
      let found = try lines(run.output)
      expect(found.count, isAbove: 100)
      for value in found {
        let faults = schema.faults(value) + (form == "strict" ? [] : Schema.ours.faults(value))
        #expect(faults.isEmpty, "\(form): \(faults)")
      }
      written[form] = found
    }
    let plain = try #require(written["quaternion"]), ypr = try #require(written["ypr"])
    let strict = try #require(written["strict"]), advanced = try #require(written["advanced"])
    try #require(plain.count == ypr.count && plain.count == advanced.count)
    let valid = plain.filter { $0["valid"]?.bool == true }
    expect(strict.map { $0["position"] }, equals: valid.map { $0["position"] })
    expect(strict.map { $0["quaternion"] }, equals: valid.map { $0["quaternion"] })
    for i in plain.indices {
      #expect(plain[i]["position"] == ypr[i]["position"] && plain[i]["quaternion"] == advanced[i]["quaternion"])
      checkQuaternion(plain[i], angles: ypr[i])
      checkAdvanced(advanced[i], plain[i])
    }
  }

  /// "The sum of the squares shall be as close to 1.0 as the real number representation allows" (/req/basic-quaternion/
  /// quaternion); and the angles, applied one after the other, give the same forward and left directions as the quaternion.
  func checkQuaternion(_ value: JSONValue, angles: JSONValue) {
    let x = number(value, "quaternion", "x"), y = number(value, "quaternion", "y")
    let z = number(value, "quaternion", "z"), w = number(value, "quaternion", "w")
    expect((x * x + y * y + z * z + w * w - 1).magnitude, isBelow: 5e-16)
    let degree = Double.pi / 180
    let (a, b, c) = (
      number(angles, "angles", "yaw") * degree, number(angles, "angles", "pitch") * degree,
      number(angles, "angles", "roll") * degree
    )
    // columns of Rz(a) Ry(b) Rx(c), and of the quaternion's matrix
    let forward = SIMD3(cos(a) * cos(b), sin(a) * cos(b), -sin(b))
    let left = SIMD3(
      cos(a) * sin(b) * sin(c) - sin(a) * cos(c), sin(a) * sin(b) * sin(c) + cos(a) * cos(c), cos(b) * sin(c))
    let first = SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y))
    let second = SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x))
    for difference in [forward - first, left - second] {
      expect((difference * difference).sum(), isBelow: 1e-26)
    }
  }

  func checkAdvanced(_ value: JSONValue, _ plain: JSONValue) {
    expect(value["frameSpecification"]?["authority"]?.string, equals: "/geopose/1.0")
    expect(value["frameSpecification"]?["id"]?.string, equals: "LTP-ENU")
    var parameters: [String: Double] = [:]
    for part in (value["frameSpecification"]?["parameters"]?.string ?? "").split(separator: "&") {
      let pair = part.split(separator: "=")
      if pair.count == 2 { parameters[String(pair[0])] = Double(pair[1]) }
    }
    expect(
      parameters,
      equals: [
        "longitude": number(plain, "position", "lon"), "latitude": number(plain, "position", "lat"),
        "height": number(plain, "position", "h"),
      ])
    let utc = value["time_utc_ns"]?.integer ?? 0
    expect(value["validTime"]?.integer, equals: (utc + 500_000) / 1_000_000)
  }

  /// The validator itself: it refuses wrong values.
  @Test func theSchemasRefuseWrongValues() throws {
    func faults(_ schema: Schema, _ text: String) throws -> Int {
      schema.faults(try JSONValue(reading: Array(text.utf8))).count
    }
    let good = #"{"position":{"lat":1,"lon":2,"h":3},"quaternion":{"x":0,"y":0,"z":0,"w":1}}"#
    try expect(faults(.basicQuaternionStrict, good), equals: 0)
    let more = good.replacingOccurrences(of: "}}", with: #"},"valid":true}"#)
    try expect(faults(.basicQuaternionStrict, more), equals: 1)
    try expect(faults(.basicQuaternion, more), equals: 0)
    try expect(faults(.basicQuaternion, good.replacingOccurrences(of: #""h":3"#, with: #""height":3"#)), equals: 2)
    try expect(faults(.basicQuaternion, good.replacingOccurrences(of: #""lat":1"#, with: #""lat":91"#)), equals: 1)
    try expect(faults(.basicQuaternion, good.replacingOccurrences(of: #""lon":2"#, with: #""lon":"2""#)), equals: 1)
    try expect(faults(.basicYPR, good), equals: 1)
    try expect(faults(.advanced, #"{"validTime":1.5,"quaternion":{"x":0,"y":0,"z":0,"w":1}}"#), equals: 2)
  }

  /// The angles are those of the walking body.
  @Test func theGazeOfAWalkFollowsItsCourse() throws {
    let walk = try Walk("straight", "--set", "gaze.style=ahead", "--set", "place.azimuth=35")
    let poses = try lines(try walk.replay("ypr").output)
    let last = try #require(poses.last), first = try #require(poses.first)
    expect(last["valid"]?.bool, equals: true)
    expect((number(last, "angles", "yaw") - 55).magnitude, isBelow: 10, "\(last)")  // 90° − 35°
    expect(number(last, "position", "lat"), isAbove: number(first, "position", "lat"))
    expect(number(last, "position", "lon"), isAbove: number(first, "position", "lon"))
  }

  /// Civil time advances with the recording's own, and is the receiver's.
  @Test func timeIsTheReceivers() throws {
    let walk = try Walk("stairs")
    let fix = try #require(
      try String(contentsOfFile: walk.path, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix("P,") })
    let fields = fix.split(separator: ",", omittingEmptySubsequences: false)
    let held = try #require(Double(fields[1])), utc = try #require(Double(fields[12]))
    let poses = try lines(try walk.replay("advanced").output)
    for pose in [try #require(poses.first), try #require(poses.last)] {
      let boot = number(pose, "time_boot_ns") * 1e-9, told = number(pose, "validTime") * 1e-3
      expect((told - utc - (boot - held)).magnitude, isBelow: 0.5, "\(pose)")
    }
  }

  @Test func rowsNotWrittenAreCounted() throws {
    let walk = try Walk("bench-turns")
    // a receiver without the time
    let text = try String(contentsOfFile: walk.path, encoding: .utf8).split(separator: "\n").map { line in
      guard line.hasPrefix("P,") else { return String(line) }
      var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      fields[12] = ""
      return fields.joined(separator: ",")
    }
    try (text.joined(separator: "\n") + "\n").write(toFile: walk.path, atomically: true, encoding: .utf8)
    func counts(_ form: String, _ more: String...) throws -> JSONValue {
      let out = walk.scratch.path("out.jsonl")
      let run = try gnomonArray(
        ["replay", walk.path, "--geopose", out, "--geopose-form", form, "--rate", "5", "--json"] + more)
      let json = try JSONValue(reading: Array(run.output.utf8))
      let written = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n").count
      #expect(json["geopose"]?["form"]?.string == form && json["geopose"]?["written"]?.integer == Int64(written))
      return json["geopose"] ?? .null
    }
    let plain = try counts("quaternion", "--profile", "free"), advanced = try counts("advanced", "--profile", "free")
    let all = plain["written"]?.integer ?? 0
    #expect(all > 100 && plain["no_time"]?.integer == 0 && (plain["no_place"]?.integer ?? 0) > 0)
    #expect(advanced["written"]?.integer == 0 && advanced["no_time"]?.integer == all)
    // Without a magnetometer the heading on a bench is unknown: the strict form cannot express that.
    let deaf = text.filter { !$0.hasPrefix("M,") }
    try (deaf.joined(separator: "\n") + "\n").write(toFile: walk.path, atomically: true, encoding: .utf8)
    let strict = try counts("strict", "--profile", "free")
    // There is no wait for a compass either, so the first pose comes sooner, and the rows begin with it.
    expect((strict["no_place"]?.integer ?? 0), isAtLeast: (plain["no_place"]?.integer ?? .max))
    let honest = try gnomon(
      "replay", walk.path, "--profile", "free", "--rate", "5", "--geopose", "-", "--geopose-form", "quaternion")
    let values = try lines(honest.output)
    #expect(
      strict["written"]?.integer == 0 && strict["not_valid"]?.integer == Int64(values.count) && values.count > 100)
    #expect(values.allSatisfy { $0["valid"]?.bool == false && ($0["accuracy"]?["heading_deg"]?.double ?? 0) > 90 })
  }

  /// A walker without a compass learns the heading on the way; until then no row states it as known.
  @Test func validRowsFollowTheAccuracies() throws {
    let walk = try Walk("straight")
    let text = try String(contentsOfFile: walk.path, encoding: .utf8).split(separator: "\n").filter {
      !$0.hasPrefix("M,")
    }
    try (text.joined(separator: "\n") + "\n").write(toFile: walk.path, atomically: true, encoding: .utf8)
    let poses = try lines(try walk.replay("quaternion").output)
    #expect(poses.first?["valid"]?.bool == false && poses.last?["valid"]?.bool == true)
    for pose in poses where pose["valid"]?.bool == true {
      #expect(number(pose, "accuracy", "heading_deg") <= 25 && number(pose, "accuracy", "horizontal_m") <= 20)
    }
  }

  @Test func wrongCallsAreNamed() throws {
    let walk = try Walk("bench-sides")
    func check(_ run: Run, _ status: Int32, _ word: String) {
      #expect(run.status == status && run.errors.contains(word), "\(run.errors)")
    }
    let out = walk.scratch.path("out")
    check(try gnomon("replay", walk.path, "--geopose-form", "ypr"), 64, "needs --geopose")
    check(try gnomon("replay", walk.path, "--geopose", out, "--geopose-form", "yrp"), 64, "did you mean 'ypr'?")
    check(try gnomon("replay", walk.path, "--geopose", "-", "--poses", "-"), 64, "cannot both")
    check(try gnomon("replay", walk.path, "--geopose", "/nowhere/g"), 74, "/nowhere/g: cannot write")
    #expect(!FileManager.default.fileExists(atPath: out))
  }
}
