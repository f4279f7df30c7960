public import CalibrationRecords
import Calibrators
public import Files
import Glibc
public import Samples
import Text

/// Store of calibrations: one file for each kind and set of sensors, with the last ten; the newest is last and in force. Each
/// change replaces the whole file, so that a loss of power leaves the old or the new content.
///
/// Without a folder they last for the session only.
public struct CalibrationStore: Sendable {
  /// The calibrations of one kind and the same sensors, oldest first; the last one is in force.
  public struct History: Equatable, Sendable {
    /// The file's name without its ending.
    let key: String
    public fileprivate(set) var records: [CalibrationRecord] = []
    /// True if a later gnomon has written the file: it is not overwritten.
    fileprivate var isLocked = false

    fileprivate init(key: String) { self.key = key }
  }

  public static let most = 10
  static let schema = 1
  /// Largest size of a file; four times as much must be free on the disk.
  private static let largest = 1 << 20

  public let folder: String?
  /// Digest of this machine; records of another one are not in force until they are confirmed.
  public let machine: String
  public private(set) var histories: [History] = []

  public init(directory: String?, machine: String = "") {
    folder = directory.map { "\($0)/calibration" }
    self.machine = machine
  }

  /// Called after each step of a write, so that a test can see what a crash would leave.
  var reached: @Sendable (AtomicFile.Step) -> Void = { _ in }

  /// Loads the files and returns their faults. A damaged file is renamed, one of a later gnomon stays as it is, and an unfinished
  /// one is removed.
  public mutating func load() -> [String] {
    histories = []
    guard let folder, let names = folderNames(folder) else { return [] }
    var faults: [String] = []
    for name in names where name.hasSuffix(".json.new") {
      AtomicFile("\(folder)/\(name.dropLast(".new".utf8.count))").discardUnfinished()
    }
    for name in names where name.hasSuffix(".json") {
      let file = AtomicFile("\(folder)/\(name)")
      do throws(FileFault) {
        guard let bytes = try file.read(atMost: Self.largest) else { continue }
        var history = History(key: String(name.dropLast(".json".utf8.count)))
        faults += history.read(bytes).map { "\(file.path): \($0)" }
        if !history.records.isEmpty || history.isLocked {
          histories.append(history)
        } else if let aside = file.setAside() {
          faults.append("\(file.path): it has no usable record; it was renamed to \(aside)")
        }
      } catch {
        faults.append("\(error)")
      }
    }
    return faults
  }

  // MARK: reading

  /// Returns the record in force of a kind for these sensors.
  public func current(_ kind: CalibrationKind, of present: [CalibratedRole: SensorIdentity]) -> CalibrationRecord? {
    histories.lazy.compactMap { history in history.index(on: machine).map { history.records[$0] } }
      .last { $0.kind == kind && $0.isOf(present) }
  }

  /// Returns the newest record of a kind for these sensors that is from another machine, if none is in force.
  public func foreign(_ kind: CalibrationKind, of present: [CalibratedRole: SensorIdentity]) -> CalibrationRecord? {
    guard current(kind, of: present) == nil else { return nil }
    return histories.lazy.compactMap(\.records.last).last { $0.kind == kind && $0.isOf(present) }
  }

  // MARK: changing

  /// Checks that something could be stored: creates the folder, writes a file and removes it again.
  public func check() throws(FileFault) {
    guard let folder else { return }
    try make(folder)
    var space = statvfs()
    if statvfs(folder, &space) == 0, space.f_bavail * space.f_frsize < UInt(4 * Self.largest) {
      throw FileFault(folder, "has no space for a calibration", ENOSPC)
    }
    let trial = AtomicFile("\(folder)/trial")
    try trial.replace(with: Array("trial\n".utf8))
    unlink(trial.path)
  }

  /// Stores a record; it is in force from now on. If this fails, the earlier records stay.
  public mutating func add(_ record: CalibrationRecord) throws(FileFault) {
    var history = histories.first { $0.key == record.key } ?? History(key: record.key)
    history.records.append(record)
    history.records.removeFirst(max(0, history.records.count - Self.most))
    try write(history)
    // The history that changed last is the last one.
    histories.removeAll { $0.key == record.key }
    histories.append(history)
  }

  /// Replaces the record in force with its refinement.
  public mutating func refine(_ record: CalibrationRecord) throws(FileFault) { try replace(with: record) }

  /// Puts a record of another machine in force on this one, or one that is in force on `everyMachine`.
  public mutating func confirm(_ record: CalibrationRecord, on machine: String? = nil) throws(FileFault) {
    let machine = machine ?? self.machine
    guard !record.confirmedOn.contains(machine) else { return }
    var confirmed = record
    confirmed.confirmedOn.append(machine)
    try replace(with: confirmed)
  }

  /// Replaces the record in force, or where there is none the newest.
  private mutating func replace(with record: CalibrationRecord) throws(FileFault) {
    guard let place = histories.firstIndex(where: { $0.key == record.key }), !histories[place].records.isEmpty else {
      return
    }
    var history = histories[place]
    history.records[history.index(on: machine) ?? history.records.count - 1] = record
    try write(history)
    histories[place] = history
  }

  /// Removes and returns the newest record of a kind for these sensors; nil if there is none.
  public mutating func undo(
    _ kind: CalibrationKind, of present: [CalibratedRole: SensorIdentity]
  ) throws(FileFault) -> CalibrationRecord? {
    guard let record = current(kind, of: present),
      let place = histories.firstIndex(where: { $0.key == record.key }), let index = histories[place].index(on: machine)
    else { return nil }
    var history = histories[place]
    history.records.remove(at: index)
    try write(history)
    if history.records.isEmpty { histories.remove(at: place) } else { histories[place] = history }
    return record
  }

  private func make(_ folder: String) throws(FileFault) {
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw FileFault(folder, "cannot be made", errno) }
  }

  private func write(_ history: History) throws(FileFault) {
    guard let folder else { return }
    try make(folder)
    let file = AtomicFile("\(folder)/\(history.key).json")
    guard !history.isLocked else {
      throw FileFault(file.path, "was written by a later version of gnomon and is not overwritten", EPERM)
    }
    if history.records.isEmpty {
      guard unlink(file.path) == 0 || errno == ENOENT else { throw FileFault(file.path, "cannot be removed", errno) }
      return
    }
    var text = TextBuffer()
    let json: JSONValue = [
      "schema": .integer(Int64(Self.schema)), "records": .array(history.records.map(\.json)),
    ]
    json.write(to: &text, layout: .indented)
    text.append(UInt8(ascii: "\n"))
    try file.replace(with: Array(text.bytes), reached)
  }
}

extension CalibrationStore.History {
  /// The record in force on a machine.
  public func index(on machine: String) -> Int? { records.lastIndex { $0.holds(on: machine) } }

  /// Adds the usable records; returns the faults of the others.
  fileprivate mutating func read(_ bytes: [UInt8]) -> [String] {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: bytes) } catch { return ["\(error)"] }
    guard let schema = json["schema"]?.integer, let list = json["records"]?.array else {
      return ["expected an object with schema and records"]
    }
    guard schema <= Int64(CalibrationStore.schema) else {
      isLocked = true
      return ["schema \(schema) is of a later version of gnomon; the file is not used, and is left unchanged"]
    }
    var faults: [String] = []
    for (index, value) in list.enumerated() {
      do throws(CalibrationRecordFault) { records.append(try CalibrationRecord(json: value)) } catch {
        faults.append("records[\(index)]: \(error)")
        isLocked = isLocked || error.member == "schema"
      }
    }
    return faults
  }
}

extension CalibrationRecord {
  /// Key of the file: the kind, and a hash of the sensors, because their names may be long and contain any characters.
  public var key: String {
    let who = sensors.filter { kind.subjects.contains($0.role) }.map {
      "\($0.role.rawValue)\u{0}\($0.identity.name)\u{0}\($0.identity.label)\u{0}\($0.identity.place)"
    }
    return "\(kind.rawValue)-" + SHA256.short(who.sorted().joined(separator: "\u{1}"), bytes: 6)
  }
}
