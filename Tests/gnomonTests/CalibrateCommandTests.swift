import CalibrationRecords
import Calibrators
import Expectations
import Foundation
import Geometry
import Samples
import TestSupport
import Testing
import Text
import Wire

@testable import CommandParts
@testable import CalibrationCommands
@testable import Commands

private func objects(_ run: Run) throws -> [[String: Any]] {
  try run.output.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
  }
}

private func vectors(_ path: String, _ tag: String) throws -> [SIMD3<Double>] {
  try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("\(tag),") }.map {
    line in
    let numbers = line.split(separator: ",").dropFirst(2).compactMap { Double($0) }
    return SIMD3(numbers[0], numbers[1], numbers[2])
  }
}

/// `gnomon calibrate --from`: the same calibrators on recordings with known errors.
@Suite struct CalibrateRecordingTests {
  @Test func aGyroscopeAtRest() throws {
    let scratch = try Scratch(), rest = scratch.path("rest.gnomon"), file = scratch.path("gyro.json")
    _ = try gnomon(
      "simulate", "bench-rest", "--ideal", "--set", "gyroscope.bias=0.01", "--set", "imu.rate=50", "--set",
      "gyroscope.noise=0.0001", "--set", "accelerometer.noise=0.001", "-o", rest)
    let run = try gnomon("calibrate", "gyro", "--from", rest, "--start", "5", "--seconds", "60", "--out", file)
    #expect(run.status == 0 && run.output.contains("gyroscope: ") && run.output.contains("drift within"), "\(run)")
    #expect(run.output.contains(file))

    // One file, for the replay and for the import.
    let json = try JSONValue(reading: Array(bytes(file)))
    let record = try CalibrationRecord(json: json["record"] ?? .null)
    #expect(record.kind == .gyroscope && record.made?.description.hasPrefix("2026-06-01T09:0") == true)
    expect(json["gyroscope"], equals: record.corrections.json["gyroscope"])
    expect(CalibrationFile.imported(json)["records"]?[0], equals: json["record"])
    let readings = try vectors(rest, "G")
    let mean = readings.reduce(SIMD3.zero, +) / Double(readings.count)
    for axis in 0..<3 {
      let offset = try #require(json["gyroscope"]?["offset"]?[axis]?.double)
      expect(abs(offset - mean[axis]), isBelow: 0.02 * .pi / 180, "axis \(axis)")
    }
    try expect(gnomon("replay", rest, "--calibration", file, "--json").status, equals: 0)
    // A repetition gives the same file.
    let again = scratch.path("again.json")
    _ = try gnomon("calibrate", "gyro", "--from", rest, "--start", "5", "--seconds", "60", "--out", again)
    try expect(bytes(again), equals: bytes(file))
  }

  @Test func aMagnetometerInADeviceWithIron() throws {
    let scratch = try Scratch(), turns = scratch.path("turns.gnomon"), file = scratch.path("mag.json")
    _ = try gnomon(
      "simulate", "bench-turns", "--ideal", "--set", "magnetometer.hardiron=20", "--set", "magnetometer.noise=0.3",
      "--seed",
      "3", "-o", turns)
    let run = try gnomon("calibrate", "mag", "--from", turns, "--json", "--out", file)
    let lines = try objects(run)
    #expect(run.status == 0 && lines.allSatisfy { $0.count == 1 }, "\(run)")
    #expect(lines.contains { $0["progress"] != nil })
    let result = try #require(lines.first { $0["result"] != nil }?["result"] as? [String: Any])
    #expect(["excellent", "good"].contains(result["grade"] as? String))
    let message = try CalibrationResultMessage(
      json: try JSONValue(reading: Array(run.output.utf8.split(separator: 10)[lines.count - 2]))["result"] ?? .null)
    #expect(message.evidence.contains { $0.name == "residual" })
    let written = try #require(lines.last?["written"] as? [String: Any])
    #expect(written["file"] as? String == file)

    let correction = try #require(try CalibrationSet(json: JSONValue(reading: Array(bytes(file)))).magnetometer)
    func spread(_ norms: [Double]) -> Double { (norms.max() ?? 0) - (norms.min() ?? 0) }
    let raw = try vectors(turns, "M")
    func norm(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
    expect(spread(raw.map(norm)), isAbove: 10)
    expect(spread(raw.map { norm(correction.corrected(.init($0)).components) }), isBelow: 4)
    // The calibration reduces the error of the heading.
    func heading(_ words: String...) throws -> Double {
      let run = try gnomonArray(["replay", turns, "--score", "--json"] + words)
      let accuracy =
        try #require(
          try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])["accuracy"] as? [String: Any]
      return try #require(accuracy?["heading_rms"] as? Double)
    }
    let without = try heading(), with = try heading("--calibration", file)
    expect(with, isBelow: 0.5 * without, "\(without)° without, \(with)° with")
  }

  /// The lesson of docs/tutorial.md, step 5: a calibration reduces the error of the heading in another session of the device.
  @Test func aCalibrationServesOtherSessionsOfTheDevice() throws {
    let scratch = try Scratch(), turns = scratch.path("turns.gnomon"), look = scratch.path("look.gnomon")
    let file = scratch.path("mag.json"), iron = ["--set", "magnetometer.hardiron=20", "-o"]
    _ = try gnomonArray(["simulate", "bench-turns"] + iron + [turns])
    try expect(gnomon("calibrate", "mag", "--from", turns, "--out", file).status, equals: 0)
    _ = try gnomonArray(["simulate", "look-around"] + iron + [look])
    func heading(_ words: String...) throws -> Double {
      let run = try gnomonArray(["replay", look, "--profile", "head", "--score", "--json"] + words)
      let accuracy = try #require(try object(run)["accuracy"] as? [String: Any])
      return try #require(accuracy["heading_rms"] as? Double)
    }
    let without = try heading(), with = try heading("--calibration", file)
    expect(with, isBelow: 0.5 * without, "\(without)° without, \(with)° with")
  }

  @Test func failedCalibrationsNameReasonAndRemedy() throws {
    let scratch = try Scratch(), rest = scratch.path("rest.gnomon"), file = scratch.path("mag.json")
    _ = try gnomon("simulate", "bench-rest", "--set", "imu.rate=50", "-o", rest)
    let run = try gnomon("calibrate", "mag", "--from", rest, "--seconds", "30", "--out", file)
    #expect(run.status == 1 && run.output.contains("too-little-motion") && run.output.contains("to do"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: file))
    let lines = try objects(try gnomon("calibrate", "mag", "--from", rest, "--seconds", "30", "--json"))
    let failure = try #require(lines.last?["failure"] as? [String: Any])
    #expect(failure["reason"] as? String == "too-little-motion" && (failure["remedy"] as? String)?.isEmpty == false)
    // Below the requested grade: judged, and not written.
    let picky = try gnomon(
      "calibrate", "gyro", "--from", rest, "--start", "100", "--seconds", "4", "--yes", "excellent", "--out", file)
    #expect([1, 3].contains(picky.status) && !FileManager.default.fileExists(atPath: file), "\(picky)")
    #expect(
      try gnomon("calibrate", "mag", "--from", rest, "--start", "90000").errors.contains(
        "no inertial or magnetic samples"))
    try expect(gnomon("calibrate", "mag", "--from", "/nowhere").status, equals: 74)
  }

  @Test func wrongCallsNameTheFix() throws {
    func check(_ run: Run, _ status: Int32, _ word: String) {
      #expect(run.status == status && run.errors.contains(word) && run.output.isEmpty, "\(run)")
    }
    check(try gnomon("calibrate"), 64, "usage: gnomon calibrate")
    check(try gnomon("calibrate", "maq"), 64, "did you mean 'mag'?")
    check(try gnomon("calibrate", "mag", "--turns", "3"), 64, "--turns is for gyro")
    check(try gnomon("calibrate", "mag", "--out", "f"), 64, "--out needs --from")
    check(try gnomon("calibrate", "mag", "--from", "-"), 64, "read twice")
    check(try gnomon("calibrate", "mag", "--yes=splendid"), 64, "value of --yes")
    check(try gnomon("calibration", "shwo", "mag"), 64, "did you mean 'calibration show'?")
    check(try gnomon("calibration", "undo", "heading"), 64, "kind of calibration")
    check(try gnomon("allan", "/nowhere", "--sensor", "mag"), 64, "no sensor 'mag'")
    let absent = ["--socket", "/nowhere/s"]
    for words in [
      ["calibrate", "mag"], ["calibration", "list"], ["calibration", "show", "mag"],
      ["calibration", "undo", "mag", "--yes"],
      ["calibration", "export"], ["calibration", "verify"],
    ] {
      check(try gnomonArray(words + absent), 69, "gnomond")
    }
  }

  @Test func aSwitchMayHaveAValue() throws {
    let syntax = CalibrateCommand().syntax
    func yes(_ words: String...) throws -> String? { try Arguments(words, syntax).text("--yes") }
    #expect(try yes("mag") == nil && yes("mag", "--yes") == "" && yes("--yes", "mag") == "")
    #expect(try yes("mag", "--yes", "fair") == "fair" && yes("--yes=poor", "mag") == "poor")
    try expect(Arguments(["--yes", "good", "mag"], syntax).operands, equals: ["mag"])
  }
}

/// `gnomon allan`.
@Suite struct AllanCommandTests {
  @Test func coefficientsPlotAndLinesToPaste() throws {
    let scratch = try Scratch(), rest = scratch.path("rest.gnomon"), page = scratch.path("rest.html")
    _ = try gnomon(
      "simulate", "bench-rest", "--ideal", "--set", "imu.rate=50", "--set", "gyroscope.noise=0.001", "--set",
      "accelerometer.noise=0.002", "-o", rest)
    let run = try gnomon("allan", rest, "--page", page)
    #expect(run.status == 0 && run.output.contains("gyroscope.noise=") && run.output.contains("as measured"), "\(run)")
    #expect(run.output.split(separator: "\n").allSatisfy { TextLayout.width(String($0)) <= 80 })
    let json = try #require(try objects(try gnomon("allan", rest, "--sensor", "gyro", "--json")).first)
    let axes = try #require((json["gyro"] as? [String: Any])?["axes"] as? [[String: Any]])
    for axis in axes {
      let white = try #require((axis["white_noise"] as? [String: Any])?["value"] as? Double)
      expect(abs(white - 0.001), isBelow: 0.0001)
    }
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(
      html.hasPrefix("<!DOCTYPE html>") && html.contains("allan-gyro") && html.contains("allan-accel")
        && !html.contains("<script"))
    let report = try gnomon("report", rest, "--allan", "-o", "-")
    #expect(report.output.contains("Noise at rest") && report.output.contains("allan-gyro"))
    // An unsuitable recording is refused with the reason.
    let short = scratch.path("short.gnomon")
    _ = try gnomon("recording", "cut", rest, "--from", "0", "--to", "20", "-o", short)
    let refused = try gnomon("allan", short)
    #expect(refused.status == 1 && refused.errors.contains("at least a minute"), "\(refused)")
  }
}
