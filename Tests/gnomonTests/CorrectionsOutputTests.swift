import Expectations
import Foundation
import TestSupport
import Testing

/// Corrections of the alignment in the output of `gnomon replay`, and the methods that make them.
@Suite struct CorrectionsOutputTests {
  static let header =
    "t,kind,source,scene,yaw_before,yaw_after,yaw_sigma,measured,measured_sigma,shift_east,shift_north,shift_up,estimates,pairs,baseline,first_t,second_t,angle,weight,aid,readings,first_reading,last_reading,unit,innovation,innovation_sigma"
  static let methods = [
    "filter", "fit", "pairs-random", "pairs-disjoint", "pairs-weighted", "pairs-all", "velocity", "compass",
  ]

  func walk(_ scratch: Scratch) throws -> String {
    let walk = scratch.path("w.gnomon")
    _ = try gnomon(
      "simulate", "straight", "--set", "imu.rate=50", "--set", "truth.rate=0", "--set", "magnetometer.rate=10", "-o",
      walk)
    return walk
  }

  /// Returns the cells of each row by the header's names.
  func rows(_ text: String) throws -> [[String: String]] {
    let lines = text.split(separator: "\n")
    expect(lines.first.map(String.init), equals: Self.header)
    let names = Self.header.split(separator: ",").map(String.init)
    let cells = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    #expect(cells.allSatisfy { $0.count == names.count })
    return cells.map { Dictionary(zip(names, $0)) { first, _ in first } }
  }

  @Test func everyMethodHasItsCorrections() throws {
    let scratch = try Scratch(), walk = try walk(scratch)
    let sources = ["fit": "fit", "velocity": "velocity", "compass": "compass-alone"]
    for method in Self.methods {
      let run = try gnomon("replay", walk, "--profile", "head", "--method", method, "--corrections", "-", "--pairs")
      expect(run.status, equals: 0, "\(method): \(run.errors)")
      let rows = try rows(run.output)
      expect(rows.count, isAbove: 100)
      var last = 0.0
      for row in rows {
        let time = try #require(Double(row["t"] ?? ""))
        expect(time, isAtLeast: last)
        last = time
        if row["kind"] == "correction" {
          for name in ["yaw_before", "yaw_after", "yaw_sigma", "shift_east", "shift_north", "shift_up", "baseline"] {
            expect(Double(row[name] ?? "")?.isFinite, equals: true, "\(method) \(name)")
          }
          #expect(row["angle"] == "" && row["first_t"] == "" && Int(row["estimates"] ?? "") != nil)
          try checkGrounds(row, at: time, method)
        } else {
          #expect(row["kind"] == "pair" && row["source"] == "pairs" && row["yaw_before"] == "")
          let first = try #require(Double(row["first_t"] ?? "")), second = try #require(Double(row["second_t"] ?? ""))
          #expect(first < second && Double(row["angle"] ?? "")?.magnitude ?? 999 <= 180)
        }
      }
      let told = Set(rows.compactMap { $0["source"] })
      #expect(told.contains("fix"))
      if method.hasPrefix("pairs") {
        // Each correction is followed by as many pairs as it states.
        let corrections = rows.filter { $0["kind"] == "correction" && $0["source"] == "pairs" }
        expect(corrections.count, isAbove: 5)
        expect(
          corrections.compactMap { Int($0["pairs"] ?? "") }.reduce(0, +), equals: rows.count { $0["kind"] == "pair" })
      } else {
        #expect(!rows.contains { $0["kind"] == "pair" })
      }
      // With one method that method changes the yaw.
      if let source = sources[method] { #expect(told.contains(source)) }
    }
  }

  /// Every correction has its grounds: the source that decided, the times of its readings, and figures.
  private func checkGrounds(_ row: [String: String], at time: Double, _ method: String) throws {
    let aid = row["aid"] ?? "", source = row["source"] ?? ""
    #expect(
      !aid.isEmpty && Int(row["readings"] ?? "").map { $0 >= (aid == "handover" ? 0 : 1) } == true, "\(method) \(row)")
    let first = try #require(Double(row["first_reading"] ?? "")), last = try #require(Double(row["last_reading"] ?? ""))
    #expect(first <= last && last <= time, "\(method) \(row)")
    let innovations = row["innovation"]?.split(separator: " ").compactMap { Double($0) } ?? []
    let sigmas = row["innovation_sigma"]?.split(separator: " ").compactMap { Double($0) } ?? []
    #expect(innovations.count == sigmas.count && sigmas.allSatisfy { $0 > 0 }, "\(method) \(row)")
    switch source {
    case "fix":
      // The receiver's delay: a fix is older than its correction, by less than two seconds here.
      // A fix that only draws the published place nearer is compared with nothing.
      #expect((innovations.count >= 2 || aid == "fix") && time - first < 2, "\(method) \(row)")
    case "compass" where aid == "compass": #expect(!innovations.isEmpty, "\(method) \(row)")
    case "fit", "pairs", "velocity":
      #expect(aid == source && row["readings"] == row["estimates"] && innovations.count == 1, "\(method) \(row)")
      // The measured yaw less the one before.
      let before = try #require(Double(row["yaw_before"] ?? "")), found = try #require(Double(row["measured"] ?? ""))
      let turn = (found - before).remainder(dividingBy: 360)
      expect((turn - innovations[0]).remainder(dividingBy: 360).magnitude, isBelow: 0.001, "\(method) \(row)")
    default: break
    }
  }

  @Test func replayMakesTheSameCorrections() throws {
    let scratch = try Scratch()
    let walk = try walk(scratch)
    var lines = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n").map(String.init)
    func insert(_ seconds: Int, _ rest: String) {
      let at = lines.firstIndex { line in
        let cells = line.split(separator: ",", maxSplits: 2)
        return line.hasPrefix("G,") && (Double(cells[1]) ?? 0) > Double(seconds)
      }
      lines.insert("I,\(seconds),\(rest)", at: at ?? lines.count)
    }
    insert(60, "nudge,{\"degrees\":12}")
    insert(90, "release,{}")
    insert(120, "reset,{}")
    let told = try scratch.write(lines.joined(separator: "\n") + "\n", to: "told.gnomon")
    let first = scratch.path("a.csv"), second = scratch.path("b.csv")
    for path in [first, second] {
      let run = try gnomon("replay", told, "--profile", "head", "--initial-yaw", "120", "--corrections", path)
      expect(run.status, equals: 0, "\(run.errors)")
    }
    let a = try bytes(first), b = try bytes(second)
    expect(a, equals: b)
    let sources = try rows(String(decoding: a, as: UTF8.self)).compactMap { $0["source"] }
    // The release takes back the nudge, and is one itself.
    #expect(sources.count { $0 == "nudge" } == 2 && sources.count { $0 == "restart" } == 1)
  }

  @Test func wrongNamesAreNamed() throws {
    let scratch = try Scratch(), walk = try walk(scratch)
    func check(_ run: Run, _ word: String) {
      #expect(run.status == 64 && run.errors.contains(word), "\(run.errors)")
    }
    check(try gnomon("replay", walk, "--method", "fitt"), "did you mean 'fit'?")
    check(try gnomon("replay", walk, "--method", "pairs-al"), "did you mean 'pairs-all'?")
    check(try gnomon("replay", walk, "--method", "pears-random"), "did you mean 'pairs-random'?")
    check(try gnomon("replay", walk, "--pairs"), "--pairs needs --corrections")
    check(try gnomon("replay", walk, "--corrections", "-", "--poses", "-"), "cannot both be written")
    let nowhere = try gnomon("replay", walk, "--corrections", "/nowhere/c.csv")
    #expect(nowhere.status == 74 && nowhere.errors.contains("/nowhere/c.csv"))
  }
}
