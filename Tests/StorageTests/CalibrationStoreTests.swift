import CalibrationRecords
import Calibrators
import Expectations
import Files
import Foundation
import Geodesy
import Geometry
import Samples
import Testing

@testable import Storage

/// Calibrations in a folder of the test.
@Suite struct CalibrationStoreTests {
  private static let gyroscope = SensorIdentity(name: "lsm6dsox", place: "platform/i2c-1/1-006a")
  private static let here: [CalibratedRole: SensorIdentity] = [.gyroscope: gyroscope]

  private static func record(
    _ bias: Double, of identity: SensorIdentity = gyroscope, grade: CalibrationGrade = .good
  ) throws -> CalibrationRecord {
    let correction = try Calibration<RadianPerSecond>(validating: Vector(bias, 0, 0), reference: Temperature(25))
    return CalibrationRecord(
      CalibrationResult(
        kind: .gyroscope, grade: grade, promise: CalibrationFigure("bias", 0.02, "°/s"),
        evidence: [CalibrationFigure("rest", 12, "s", bar: 10), CalibrationFigure("odd", .nan)],
        remarks: [CalibrationPhrase("cold", [CalibrationFigure("temperature", 4, "°C")], english: "it was cold")],
        corrections: CalibrationSet(gyroscope: correction), temperature: Temperature(25)),
      of: [.init(role: .gyroscope, identity: identity)], made: UTC("2026-11-20T09:15:00Z"), software: "gnomond 0.1.0",
      system: "Linux 6.1 aarch64")
  }

  private func bias(_ store: CalibrationStore, _ here: [CalibratedRole: SensorIdentity] = here) -> Double? {
    store.current(.gyroscope, of: here)?.corrections.gyroscope?.offset.x
  }

  @Test func calibrationsAreStoredToTheLastBit() throws {
    let scratch = try Folder()
    var store = CalibrationStore(directory: scratch.path)
    let record = try Self.record(0.1 + 0.2)
    try store.add(record)
    var again = CalibrationStore(directory: scratch.path)
    #expect(again.load().isEmpty)
    var found = try #require(again.current(.gyroscope, of: Self.here))
    // NaN is not equal to itself; everything else is equal.
    #expect(found.evidence[1].value.isNaN)
    found.evidence[1] = record.evidence[1]
    expect("\(found)", equals: "\(record)")
    expect(bias(again), equals: 0.1 + 0.2)
  }

  /// A folder that is copied to another machine: what is there is said and not in force until it is confirmed, and the first
  /// machine's stay in force there.
  @Test func anotherMachinesAreNotInForceUntilTheyAreConfirmed() throws {
    let scratch = try Folder()
    var first = CalibrationStore(directory: scratch.path, machine: "first")
    var record = try Self.record(0.3)
    record.machine = "first"
    try first.add(record)
    var second = CalibrationStore(directory: scratch.path, machine: "second")
    #expect(second.load().isEmpty)
    #expect(bias(second) == nil && second.foreign(.gyroscope, of: Self.here)?.machine == "first")
    #expect(first.foreign(.gyroscope, of: Self.here) == nil)
    // An own one does not touch it.
    var own = try Self.record(0.5)
    own.machine = "second"
    try second.add(own)
    #expect(bias(second) == 0.5 && second.foreign(.gyroscope, of: Self.here) == nil)
    #expect(first.load().isEmpty && bias(first) == 0.3)
    try expect(second.undo(.gyroscope, of: Self.here)?.machine, equals: "second")
    let foreign = try #require(second.foreign(.gyroscope, of: Self.here))
    try second.confirm(foreign)
    expect(bias(second), equals: 0.3)
    #expect(first.load().isEmpty && bias(first) == 0.3)
    // Its undo takes its own away, or what it has confirmed, never one that is not in force there.
    var other = CalibrationStore(directory: scratch.path, machine: "other")
    #expect(other.load().isEmpty)
    #expect(try other.undo(.gyroscope, of: Self.here) == nil)
    var third = CalibrationStore(directory: scratch.path, machine: "third")
    #expect(third.load().isEmpty && bias(third) == nil)
    try first.confirm(try #require(first.current(.gyroscope, of: Self.here)), on: CalibrationRecord.everyMachine)
    #expect(third.load().isEmpty && bias(third) == 0.3)
  }

  @Test func theLastTenCalibrationsAreKeptForUndo() throws {
    let scratch = try Folder()
    var store = CalibrationStore(directory: scratch.path)
    for number in 1...13 { try store.add(Self.record(Double(number))) }
    var again = CalibrationStore(directory: scratch.path)
    #expect(again.load().isEmpty)
    expect(again.histories.map(\.records.count), equals: [10])
    for number in (4...13).reversed() {
      expect(bias(again), equals: Double(number))
      let undone = try again.undo(.gyroscope, of: Self.here)
      expect(undone?.corrections.gyroscope?.offset.x, equals: Double(number))
    }
    #expect(bias(again) == nil)
    let nothing = try again.undo(.gyroscope, of: Self.here)
    #expect(nothing == nil)
    var empty = CalibrationStore(directory: scratch.path)
    #expect(empty.load().isEmpty && empty.histories.isEmpty)
  }

  @Test func twoSensorsOfOneTypeHaveTheirOwnCalibrations() throws {
    let scratch = try Folder(), other = SensorIdentity(name: "lsm6dsox", place: "platform/i2c-1/1-006b")
    var store = CalibrationStore(directory: scratch.path)
    try store.add(Self.record(1))
    try store.add(Self.record(2, of: other))
    expect(bias(store), equals: 1)
    expect(bias(store, [.gyroscope: other]), equals: 2)
    #expect(bias(store, [.gyroscope: SensorIdentity(name: "lsm6dsox")]) == nil)
  }

  /// After a kill at each step of a write, and after a loss of power with only a part of the new content on the disk, the old or
  /// the new calibration is in force, and nothing has to be repaired.
  @Test func killedAtAnyStepTheOldOrTheNewIsInForce() throws {
    let scratch = try Folder()
    var store = CalibrationStore(directory: scratch.path)
    try store.add(Self.record(1))
    nonisolated(unsafe) var seen: [AtomicFile.Step: [String: Data]] = [:]
    let folder = try #require(store.folder)
    store.reached = { step in
      var files: [String: Data] = [:]
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
      }
      seen[step] = files
    }
    try store.add(Self.record(2))
    expect(Set(seen.keys), equals: Set(AtomicFile.Step.allCases))
    for (step, files) in seen {
      // Content that was not yet synchronized may be on the disk to any length.
      let temporary = files.first { $0.key.hasSuffix(".new") }
      let lengths = temporary.map { Array(stride(from: 0, through: $0.value.count, by: 97)) + [$0.value.count] } ?? [0]
      for length in lengths {
        let left = try Folder()
        try FileManager.default.createDirectory(atPath: left.path + "/calibration", withIntermediateDirectories: true)
        for (name, data) in files {
          let part = name.hasSuffix(".new") ? data.prefix(length) : data
          try part.write(to: URL(fileURLWithPath: left.path + "/calibration/\(name)"))
        }
        var after = CalibrationStore(directory: left.path)
        #expect(after.load().isEmpty, "\(step), \(length)")
        let names = try FileManager.default.contentsOfDirectory(atPath: left.path + "/calibration")
        #expect(!names.contains { $0.hasSuffix(".new") }, "\(names)")
        expect(bias(after), equals: (step == .renamed || step == .finished ? 2 : 1), "\(step), \(length)")
        // The store continues to work.
        try after.add(Self.record(3))
        expect(bias(after), equals: 3)
      }
    }
  }

  @Test func aFailedWriteLeavesTheOldCalibrationInForce() throws {
    let scratch = try Folder()
    var store = CalibrationStore(directory: scratch.path)
    try store.add(Self.record(1))
    let folder = try #require(store.folder), file = "\(folder)/\(try Self.record(1).key).json"
    // A folder in place of the new file simulates a disk that cannot be written; it has the same effect for root.
    try FileManager.default.createDirectory(atPath: file + ".new", withIntermediateDirectories: false)
    let record = try Self.record(2)
    do throws(FileFault) {
      try store.add(record)
      Issue.record("it was kept")
    } catch {
      #expect("\(error)".contains(file))
    }
    expect(bias(store), equals: 1)
    var again = CalibrationStore(directory: scratch.path)
    _ = again.load()
    expect(bias(again), equals: 1)
  }

  @Test func aFolderThatCannotBeMadeIsFoundOutBefore() throws {
    let scratch = try Folder()
    _ = FileManager.default.createFile(atPath: scratch.path + "/calibration", contents: Data("in the way".utf8))
    let store = CalibrationStore(directory: scratch.path)
    #expect(throws: FileFault.self) { try store.check() }
    let fine = CalibrationStore(directory: try Folder().path)
    #expect(throws: FileFault.self) { try fine.check() }  // its folder was deleted together with its owner
    let other = try Folder()
    try CalibrationStore(directory: other.path).check()
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path + "/calibration").isEmpty)
  }

  @Test func damagedFilesAreSetAsideAndLaterVersionsLeft() throws {
    let scratch = try Folder()
    var store = CalibrationStore(directory: scratch.path)
    try store.add(Self.record(1))
    let folder = try #require(store.folder), key = try Self.record(1).key
    let file = URL(fileURLWithPath: "\(folder)/\(key).json")
    try Data("{\"schema\":1,\"rec".utf8).write(to: file)
    var damaged = CalibrationStore(directory: scratch.path)
    let faults = damaged.load()
    #expect(faults.contains { $0.contains(file.path) && $0.contains("renamed to") })
    #expect(FileManager.default.fileExists(atPath: file.path + ".unread"))

    let future = Data(#"{"schema":9,"records":[]}"#.utf8)
    try future.write(to: file)
    var later = CalibrationStore(directory: scratch.path)
    #expect(later.load().contains { $0.contains("later version of gnomon") })
    #expect(throws: FileFault.self) { try later.add(try Self.record(2)) }
    try expect(Data(contentsOf: file), equals: future)
  }

  @Test func storedFilesAreReadableByTheirUserOnly() throws {
    let scratch = try Folder()
    var store = CalibrationStore(directory: scratch.path)
    try store.add(Self.record(1))
    let folder = try #require(store.folder)
    for (path, mode) in [(folder, 0o700), ("\(folder)/\(try Self.record(1).key).json", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      expect((attributes[.posixPermissions] as? Int), equals: mode)
    }
  }

  @Test func withoutAFolderItLastsForTheSession() throws {
    var store = CalibrationStore(directory: nil)
    try store.check()
    try store.add(Self.record(1))
    expect(bias(store), equals: 1)
  }
}
