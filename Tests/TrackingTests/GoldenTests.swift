import Expectations
import Foundation
import Geometry
import Odometry
import Samples
import Testing

/// Committed poses of short simulated sessions: they show the effect of a change of the pipeline. `scripts/golden` renews them.
@Suite struct GoldenTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Golden")
  /// Set by `scripts/golden` only.
  static let isRenewing = ProcessInfo.processInfo.environment["GNOMON_GOLDEN"] == "write"
  static let advice = "If the change is meant: scripts/golden, and commit the files with the table it prints"

  struct Unreadable: Error, CustomStringConvertible { var description: String }

  static func file(_ session: GoldenSession) -> URL { folder.appendingPathComponent("\(session.name).csv") }

  static func text(_ session: GoldenSession, _ rows: [GoldenRow]) -> String {
    (["# \(session.definition)", GoldenRow.columns] + rows.map(\.line)).joined(separator: "\n") + "\n"
  }

  static func committed(_ session: GoldenSession) throws -> [GoldenRow] {
    let path = "Tests/Golden/\(session.name).csv"
    guard let text = try? String(contentsOf: file(session), encoding: .utf8) else {
      throw Unreadable(description: "\(path) is missing; scripts/golden makes it")
    }
    let lines = text.split(separator: "\n")
    guard lines.count > 2, lines[0] == "# \(session.definition)", lines[1] == GoldenRow.columns else {
      throw Unreadable(description: "\(path):1: made from another definition of the session; scripts/golden renews it")
    }
    return try lines.dropFirst(2).enumerated().map { number, line in
      guard let row = GoldenRow(line: line) else {
        throw Unreadable(
          description: "\(path):\(number + 3): not a row of these columns; scripts/golden renews the file")
      }
      return row
    }
  }

  /// Prints the difference of each session, and fails beyond the tolerance.
  @Test func trajectoriesStayWhereTheyWere() throws {
    var lines = [GoldenDifference.header], whole = GoldenDifference(), faults: [String] = [],
      files: [(URL, String)] = []
    for session in GoldenSession.all {
      let now = try session.rows()
      expect(now.count, isAbove: 20, "\(session.name): too few poses")
      files.append((Self.file(session), Self.text(session, now)))
      // Rounded as in the file, since rounding does not count as a difference.
      let rounded = now.compactMap { GoldenRow(line: $0.line[...]) }
      expect(rounded.count, equals: now.count, "\(session.name): a pose holds a number that is not finite")
      do {
        let difference = GoldenDifference(committed: try Self.committed(session), now: rounded)
        lines.append(difference.line(session.name))
        whole.append(difference)
        faults += difference.faults.map { "\(session.name): \($0)" }
      } catch let unreadable as Unreadable {
        lines.append(unreadable.description)
        faults.append(unreadable.description)
      }
    }
    lines.append(whole.line("all"))
    print(lines.joined(separator: "\n"))
    if Self.isRenewing {
      print(
        faults.isEmpty
          ? "golden: all within the tolerance" : "golden: beyond the tolerance:\n" + faults.joined(separator: "\n"))
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) where name.hasSuffix(".csv") {
        try FileManager.default.removeItem(at: Self.folder.appendingPathComponent(name))
      }
      for (file, text) in files { try text.write(to: file, atomically: true, encoding: .utf8) }
      print("golden: \(files.count) files written")
    } else if !faults.isEmpty {
      Issue.record("\(faults.joined(separator: "\n"))\n\(Self.advice)")
    }
  }

  /// Each profile has a session, and each file belongs to one.
  @Test func everyProfileHasASession() throws {
    let names = GoldenSession.all.map(\.name)
    expect(Set(names).count, equals: names.count)
    expect(Set(GoldenSession.all.map(\.profile)), equals: Set(Profile.allCases))
    guard !Self.isRenewing else { return }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    expect(Set(files), equals: Set(names.map { "\($0).csv" }), "\(Self.advice)")
  }

  /// Other compilers and C libraries give other last digits: samples that are off by a part in 10¹² simulate them.
  @Test func lastDigitsStayWithin() throws {
    var lines = [GoldenDifference.header], whole = GoldenDifference()
    for session in GoldenSession.all {
      var generator = Generator(seed: 7)
      func off(_ value: SIMD3<Double>) -> SIMD3<Double> {
        value * SIMD3((0..<3).map { _ in 1 + 1e-12 * (generator.uniform() - 0.5) })
      }
      let now = try session.rows { sample in
        switch sample {
        case .gyroscope(let sample): .gyroscope(.init(time: sample.time, rate: Vector(off(sample.rate.components))))
        case .accelerometer(let sample):
          .accelerometer(.init(time: sample.time, force: Vector(off(sample.force.components))))
        case .magnetometer(let sample):
          .magnetometer(.init(time: sample.time, field: Vector(off(sample.field.components))))
        default: sample
        }
      }
      let difference = GoldenDifference(committed: try session.rows(), now: now)
      #expect(difference.faults.isEmpty, "\(session.name)")
      lines.append(difference.line(session.name))
      whole.append(difference)
    }
    lines.append(whole.line("all"))
    print("samples off by a part in 10¹²:\n" + lines.joined(separator: "\n"))
  }

  /// A difference of any kind is found.
  @Test func differencesAreFound() throws {
    let rows = try #require(GoldenSession.all.first).rows()
    func faults(_ change: (inout GoldenRow) -> Void) -> [String] {
      let changed = rows.map { row in
        var row = row
        change(&row)
        return row
      }
      return GoldenDifference(committed: rows, now: changed).faults
    }
    #expect(faults { _ in }.isEmpty)
    expect(faults { $0.place? += SIMD3(0, 0.03, 0) }.count, equals: 1)
    expect(faults { if $0.second == 40 { $0.place? += SIMD3(0.6, 0, 0) } }.count, equals: 1)
    expect(faults { $0.position.z += 0.03 }.count, equals: 1)
    expect(faults { $0.heading? += 0.1 }.count, equals: 1)
    expect(faults { $0.drawnYaw += 359.9 }.count, equals: 1)
    expect(faults { $0.yaw = .nan }.count, equals: 1)
    expect(faults { $0.rotation = SIMD4(0, 0, 0, 1) }.count, equals: 1)
    #expect(faults { $0.rotation = -$0.rotation }.isEmpty)
    expect(faults { $0.yawSigma? *= 1.3 }.count, equals: 1)
    expect(faults { $0.radius? /= 1.3 }.count, equals: 1)
    expect(faults { if $0.second > 50 { $0.localization = "lost" } }.count, equals: 1)
    expect(faults { $0.place = nil }.count, equals: 1)
    #expect(!GoldenDifference(committed: rows, now: []).faults.isEmpty)
    #expect(!GoldenDifference(committed: [], now: rows).faults.isEmpty)
    #expect(GoldenRow(line: "1,0,normal,localized,1,2") == nil && GoldenRow(line: "") == nil)
  }
}
