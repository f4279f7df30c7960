import Expectations
import Foundation
import TestSupport
import Testing

/// Measurements of the aiding sources as `gnomon replay --aids` writes them.
@Suite struct AidsOutputTests {
  static let header =
    "t,scene,aid,state,reason,unit,axes,observation_1,observation_2,observation_3,variance_1,variance_2,variance_3,innovation_1,innovation_2,innovation_3,innovation_variance_1,innovation_variance_2,innovation_variance_3,ratio,turn_deg,turned_deg,fused,refused"

  typealias Row = [String: String]

  static func rows(_ text: String) throws -> [Row] {
    let lines = text.split(separator: "\n")
    expect(lines.first.map(String.init), equals: header)
    let names = header.split(separator: ",").map(String.init)
    let cells = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    #expect(cells.allSatisfy { $0.count == names.count })
    return cells.map { Dictionary(zip(names, $0)) { first, _ in first } }
  }

  private func walk(_ scratch: Scratch, _ words: String...) throws -> String {
    let walk = scratch.path("w.gnomon")
    let rates = ["--set", "imu.rate=50", "--set", "truth.rate=0", "--set", "magnetometer.rate=10"]
    _ = try gnomonArray(["simulate", "straight"] + rates + words + ["-o", walk])
    return walk
  }

  @Test func everyMeasurementHasARow() throws {
    let scratch = try Scratch(), walk = try walk(scratch)
    let run = try gnomon("replay", walk, "--profile", "head", "--aids", "-")
    expect(run.status, equals: 0, "\(run.errors)")
    let rows = try Self.rows(run.output)
    func of(_ name: String) -> [Row] { rows.filter { $0["aid"] == name } }
    func number(_ row: Row, _ name: String) -> Double { Double(row[name] ?? "") ?? .nan }
    // Times never run backward, counts go up by one, and the turns add up.
    var time = 0.0
    for row in rows {
      expect(number(row, "t"), isAtLeast: time)
      time = number(row, "t")
      #expect(row["state"] == "fusing" || row["state"] == "refused", "\(row)")
      #expect((row["reason"] == "") == (row["state"] == "fusing") || row["reason"] == "trusted-less", "\(row)")
    }
    for name in Set(rows.compactMap { $0["aid"] }) {
      var turned = 0.0
      for (index, row) in of(name).enumerated() {
        expect(number(row, "fused") + number(row, "refused"), equals: Double(index + 1), "\(row)")
        turned += number(row, "turn_deg")
        expect(abs(turned - number(row, "turned_deg")), isBelow: 1e-3, "\(name): \(turned)")
      }
    }
    // As many fixes as in the recording; each has two components, and the ratio is the larger y²/(gate² s), beyond 3 σ
    // it counts less.
    let fixes = of("fix"), text = try String(contentsOfFile: walk, encoding: .utf8)
    #expect(fixes.count == text.split(separator: "\n").count { $0.hasPrefix("P,") } && fixes.count > 100)
    for row in fixes {
      #expect(row["unit"] == "m" && row["axes"] == "east north" && row["observation_3"] == "")
      let ratios = ["1", "2"].map { axis -> Double in
        let y = number(row, "innovation_\(axis)")
        expect(number(row, "innovation_variance_\(axis)"), isAtLeast: number(row, "variance_\(axis)"))
        return y * y / (9 * number(row, "innovation_variance_\(axis)"))
      }
      expect(abs((ratios.max() ?? 0) - number(row, "ratio")), isBelow: 1e-3, "\(row)")
    }
    // Inputs of the prediction are not compared.
    let barometer = of("barometer")
    #expect(!barometer.isEmpty && barometer.allSatisfy { $0["observation_1"] != "" && $0["innovation_1"] == "" })
    // Angles are in degrees: a compass heading has any value, its noise is some degrees.
    let compass = of("compass")
    #expect(!compass.isEmpty && compass.allSatisfy { $0["unit"] == "°" && number($0, "variance_1") > 0.01 })
    let turned = Set(rows.filter { number($0, "turn_deg") != 0 }.compactMap { $0["aid"] })
    #expect(turned.contains("compass") && turned.contains("fix") && !turned.contains("barometer"), "\(turned)")
  }

  @Test func refusalsHaveReasonsAndTheTableIsReproducible() throws {
    let scratch = try Scratch()
    // No accelerometer from 60 s on: gravity is refused until it is back, five times a second.
    let walk = try walk(scratch, "--fault", "gap:accelerometer@60+10", "--fault", "suspend@100+5")
    let first = scratch.path("a.csv"), second = scratch.path("b.csv")
    for path in [first, second] {
      let run = try gnomon("replay", walk, "--profile", "head", "--aids", path)
      expect(run.status, equals: 0, "\(run.errors)")
    }
    let a = try bytes(first), b = try bytes(second)
    expect(a, equals: b)
    let rows = try Self.rows(String(decoding: a, as: UTF8.self))
    let refused = rows.filter { $0["aid"] == "gravity" && $0["state"] == "refused" }
    #expect(refused.count > 40 && refused.allSatisfy { $0["reason"] == "no-force" && $0["innovation_1"] == "" })
    let times = refused.compactMap { Double($0["t"] ?? "") }
    #expect(times.allSatisfy { 60...71 ~= $0 })
    // A new scene begins at 105 s with counts of zero, while its first pose waits for the compass.
    let fix = rows.first { $0["aid"] == "fix" && $0["scene"] == "1" }
    #expect(1...2 ~= Int(fix?["fused"] ?? "") ?? 0 && fix?["refused"] == "0", "\(String(describing: fix))")
  }

  @Test func wrongCallsAreNamed() throws {
    let scratch = try Scratch(), walk = try walk(scratch)
    let shared = try gnomon("replay", walk, "--aids", "-", "--poses", "-")
    #expect(shared.status == 64 && shared.errors.contains("--poses and --aids cannot both be written to -"))
    let nowhere = try gnomon("replay", walk, "--aids", "/nowhere/a.csv")
    #expect(nowhere.status == 74 && nowhere.errors.contains("/nowhere/a.csv"))
  }
}
