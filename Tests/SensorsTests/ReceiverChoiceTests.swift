import Expectations
import Geodesy
import Geometry
import Samples
import TestSupport
import Testing

@testable import Sensors

/// A choice with reports at times that the test states.
private struct ChoiceBench {
  var choice: ReceiverChoice
  var fixes: [(device: String, at: Double)] = []
  var changes: [(change: ReceiverChange, at: Double)] = []

  init(configured: String? = nil) { choice = ReceiverChoice(configured: configured) }

  /// Ingests a complete report of a device at a time in seconds; the device is recognized by its latitude.
  mutating func report(_ device: String, at seconds: Double, mode: Int = 3, error: Double? = 3, utc: Double? = nil) {
    let nanoseconds = Int64((seconds * 1e9).rounded())
    let stamp = utc.map { Int64(($0 * 1e9).rounded()) } ?? nanoseconds
    var report = GPSReport(mode: mode, utcNanoseconds: 1_700_000_000_000_000_000 + stamp)
    report.latitude = 47 + Double(device.utf8.last ?? 0) * 1e-3
    report.longitude = 8
    report.ellipsoidHeight = 400
    report.horizontalError = error ?? .nan
    (report.verticalError, report.speedError, report.speed) = (4, 0.3, 0)
    let now = BootInstant(nanoseconds: nanoseconds)
    var outputs: [ReceiverChoice.Output] = []
    choice.drain(at: now) { outputs.append($0) }
    choice.ingest(report, of: device, at: now) { outputs.append($0) }
    for output in outputs {
      switch output {
      case .fix(let fix):
        let letter = UInt8(((fix.latitude.value - 47) * 1e3).rounded())
        fixes.append((String(UnicodeScalar(letter)), seconds))
      case .change(let change): changes.append((change, seconds))
      }
    }
  }

  /// Ingests reports of all devices for a while, each with its rate and properties.
  mutating func run(
    _ devices: [(name: String, mode: Int, error: Double?, hertz: Double)], from start: Double, to end: Double
  ) {
    var due = devices.enumerated().flatMap { number, device in
      stride(from: start + 0.01 * Double(number), to: end, by: 1 / device.hertz).map { (at: $0, number: number) }
    }
    due.sort { $0.at < $1.at }
    for entry in due {
      let device = devices[entry.number]
      report(device.name, at: entry.at, mode: device.mode, error: device.error)
    }
  }

  func receiver(_ name: String) -> KnownReceiver? { choice.receivers.first { $0.device == name } }
}

@Suite struct ReceiverChoiceTests {
  @Test func theFirstReceiverWithAFixIsUsedAndTheOthersAreCounted() {
    var bench = ChoiceBench()
    bench.report("a", at: 0, mode: 1)
    bench.run([("b", 3, 3, 1), ("a", 3, 2, 1)], from: 1, to: 61)
    // Two thirds of the error are not clearly better.
    expect(bench.changes.map(\.change), equals: [ReceiverChange(from: nil, to: "b", reason: .first)])
    #expect(bench.fixes.count == 60 && bench.fixes.allSatisfy { $0.device == "b" })
    #expect(bench.receiver("a")?.unusedCount == 60 && bench.receiver("a")?.usedCount == 0)
    #expect(bench.receiver("b")?.usedCount == 60 && bench.choice.counters.others == 60)
    expect((bench.receiver("b")?.rate?.value ?? 0).magnitude, isAbove: 0.99)
  }

  @Test func halfTheErrorForFiveSecondsIsAChange() throws {
    var bench = ChoiceBench()
    bench.run([("a", 3, 6, 5), ("b", 3, 3, 5)], from: 0, to: 20)
    expect(bench.changes.count, equals: 2)
    let last = try #require(bench.changes.last)
    expect(last.change, equals: ReceiverChange(from: "a", to: "b", reason: .statedError(Length(3), instead: Length(6))))
    #expect((4.9...5.3).contains(last.at), "\(last.at)")
    expect("\(last.change)", equals: "b replaces a: it states an error of 3 m, and a 6 m")
    // From the change on the fixes are those of the other one, without a gap and without a mixture.
    let order = bench.fixes.map(\.device)
    #expect(Set(order.prefix { $0 == "a" }).count == 1 && order.drop { $0 == "a" }.allSatisfy { $0 == "b" })
    #expect(bench.choice.lastChange == last.change && bench.choice.used?.device == "b")
  }

  /// An error that is half for four seconds out of every five is no change.
  @Test func aShortImprovementChangesNoReceiver() {
    var bench = ChoiceBench()
    for second in 0..<600 {
      bench.report("a", at: Double(second), error: 6)
      bench.report("b", at: Double(second) + 0.1, error: second % 5 == 4 ? 3.1 : 1)
    }
    #expect(bench.changes.count == 1 && bench.fixes.allSatisfy { $0.device == "a" })
  }

  @Test func aFixInThreeDimensionsWins() throws {
    var bench = ChoiceBench()
    bench.run([("a", 3, 3, 1), ("b", 3, 9, 1)], from: 0, to: 10)
    // It loses its fix, and reports without one: the other one has a fix, if a worse one.
    bench.run([("a", 1, nil, 1), ("b", 3, 9, 1)], from: 10, to: 20)
    let change = try #require(bench.changes.last)
    #expect(change.change.to == "b" && (14...16.1).contains(change.at), "\(change)")
    // A fix of two dimensions with a small error is not better than three dimensions.
    bench.run([("a", 2, 1, 1), ("b", 3, 9, 1)], from: 20, to: 60)
    expect(bench.choice.used?.device, equals: "b")
    var flat = ChoiceBench()
    flat.run([("a", 2, 3, 1), ("b", 3, 9, 1)], from: 0, to: 20)
    expect(flat.changes.last?.change, equals: ReceiverChange(from: "a", to: "b", reason: .threeDimensional))
  }

  @Test func aSilentReceiverIsReplacedAfterFiveSeconds() throws {
    var bench = ChoiceBench()
    bench.run([("a", 3, 1, 10), ("b", 2, 50, 10)], from: 0, to: 10)
    bench.run([("b", 2, 50, 10)], from: 10, to: 20)
    let change = try #require(bench.changes.last)
    #expect((14.8...15.1).contains(change.at), "\(change)")
    guard case .silence(let span) = change.change.reason else {
      Issue.record("\(change)")
      return
    }
    expect((span.value - 5).magnitude, isBelow: 0.1)
    // It comes back, and is clearly better again.
    bench.run([("a", 3, 1, 10), ("b", 2, 50, 10)], from: 20, to: 30)
    #expect(bench.choice.used?.device == "a" && bench.changes.count == 3)
  }

  /// A receiver of one fix in four seconds is not silent between two fixes.
  @Test func aSlowReceiverIsNotSilent() {
    var bench = ChoiceBench()
    bench.run([("a", 3, 3, 0.25), ("b", 3, 3, 10)], from: 0, to: 120)
    #expect(bench.changes.count == 1 && bench.fixes.count == 30)
    bench.run([("b", 3, 3, 10)], from: 120, to: 140)
    // Three of its intervals, from its last fix at 116 s.
    #expect((127.9...128.3).contains(bench.changes.last?.at ?? 0), "\(bench.changes)")
  }

  /// All receivers stop, as in the machine's sleep, and another one is the first to report again: no change.
  @Test func aPauseOfAllReceiversChangesNone() {
    var bench = ChoiceBench()
    bench.run([("a", 3, 3, 5), ("b", 3, 3, 5)], from: 0, to: 10)
    bench.choice.disconnect()
    bench.run([("b", 3, 3, 5), ("a", 3, 3, 5)], from: 3600, to: 3620)
    #expect(bench.changes.count == 1 && bench.choice.used?.device == "a")
  }

  @Test func noStatedErrorCountsAsTenMeters() {
    var bench = ChoiceBench()
    bench.run([("a", 3, nil, 1)], from: 0, to: 3)
    bench.run([("a", 3, nil, 1), ("b", 3, 5.1, 1)], from: 3, to: 20)
    expect(bench.changes.count, equals: 1)
    bench.run([("a", 3, nil, 1), ("b", 3, 5, 1)], from: 20, to: 40)
    expect(bench.changes.last?.change.reason, equals: .statedError(Length(5), instead: Length(10)))
    // In the other direction it replaces one that states 20 m.
    bench.run([("a", 3, nil, 1), ("b", 3, 20, 1)], from: 40, to: 60)
    #expect(bench.choice.used?.device == "a" && bench.changes.count == 3)
  }

  @Test func theConfiguredReceiverIsTheOnlyOne() {
    var bench = ChoiceBench(configured: "b")
    bench.run([("a", 3, 1, 5)], from: 0, to: 10)
    #expect(bench.fixes.isEmpty && bench.choice.used?.device == "b")
    bench.run([("a", 3, 1, 5), ("b", 2, 90, 1)], from: 10, to: 30)
    bench.run([("a", 3, 1, 5)], from: 30, to: 90)
    #expect(bench.fixes.count == 20 && bench.fixes.allSatisfy { $0.device == "b" } && bench.changes.isEmpty)
    #expect(bench.receiver("a")?.unusedCount == 450 && bench.choice.lastChange?.reason == .configured)
  }

  @Test func moreThanSixteenAreRefusedAndThoseThatLeftAreReplaced() {
    var bench = ChoiceBench()
    for number in 0..<40 { bench.report("/dev/ttyUSB\(number)", at: Double(number) * 0.1) }
    #expect(bench.choice.receivers.count == 16 && bench.choice.counters.refused == 24)
    bench.report(String(repeating: "x", count: 256), at: 5)
    expect(bench.choice.counters.refused, equals: 25)
    // After a minute without reports a receiver makes room, except the one in use.
    let fixes = bench.choice.gateCounters.fixes
    bench.report("/dev/ttyUSB50", at: 70)
    #expect(bench.choice.receivers.count == 16 && bench.choice.counters.refused == 25)
    #expect(bench.receiver("/dev/ttyUSB50") != nil && bench.receiver("/dev/ttyUSB0") != nil)
    #expect(bench.receiver("/dev/ttyUSB1") == nil && bench.choice.gateCounters.fixes == fixes + 1)
  }

  /// Receivers with constant properties: at most one change each, and then rest.
  @Test func constantReceiversComeToRest() {
    var generator = Generator(seed: 7)
    let rates = [0.2, 1, 5]
    for _ in 0..<60 {
      let devices = (0..<Int.random(in: 2...8, using: &generator)).map { number in
        (
          name: String(UnicodeScalar(UInt8(97 + number))), mode: Int.random(in: 1...3, using: &generator),
          error: Bool.random(using: &generator) ? Double.random(in: 0.02...60, using: &generator) : nil,
          hertz: rates[Int.random(in: rates.indices, using: &generator)]
        )
      }
      var bench = ChoiceBench()
      bench.run(devices, from: 0, to: 300)
      expect(bench.changes.count, isAtMost: devices.count)
      #expect(bench.changes.allSatisfy { $0.at < 120 }, "\(devices): \(bench.changes)")
      expect(bench.fixes.isEmpty, equals: devices.allSatisfy { $0.mode == 1 })
    }
  }

  /// The times of the fixes that are passed on increase, also if the other receiver's fix has waited for the rest of its epoch.
  @Test func noFixOfTheOtherReceiverIsOlderThanTheLast() {
    var choice = ReceiverChoice(), arrivals: [BootInstant] = []
    func report(_ second: Int, isComplete: Bool) -> GPSReport {
      var report = GPSReport(mode: 3, utcNanoseconds: 1_700_000_000_000_000_000 + Int64(second) * 1_000_000_000)
      (report.latitude, report.longitude, report.ellipsoidHeight) = (47, 8, 400)
      (report.verticalError, report.speedError, report.speed) = (4, 0.3, 0)
      report.horizontalError = isComplete ? 9 : .nan
      if !isComplete { report.eastError = 1 }
      return report
    }
    for second in 0..<30 {
      let start = BootInstant(nanoseconds: Int64(second) * 1_000_000_000)
      func output(_ output: ReceiverChoice.Output) {
        if case .fix(let fix) = output { arrivals.append(fix.arrival) }
      }
      var better = report(second, isComplete: true)
      better.horizontalError = 1
      choice.ingest(report(second, isComplete: false), of: "b", at: start, into: output)
      choice.ingest(report(second, isComplete: true), of: "a", at: start + .seconds(0.01), into: output)
      choice.ingest(better, of: "b", at: start + .seconds(0.02), into: output)
    }
    expect(choice.used?.device, equals: "b")
    #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0 < $1 } && arrivals.count >= 29)
  }
}
