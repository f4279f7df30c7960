public import Calibrators
import Glibc
public import Samples
import Text

/// Calibrations, kept from one session to the next: of each kind and each set of sensors one file, which holds the last ten, the
/// newest last and in force. Each change replaces the file whole, so that a loss of power leaves the old or the new content.
///
/// Without a folder they are kept for the session only.
public struct CalibrationStore: Sendable {
  /// The calibrations of one kind of the same sensors, oldest first; the last is the one that counts.
  public struct History: Equatable, Sendable {
    /// The file's name without its ending.
    let key: String
    public fileprivate(set) var records: [CalibrationRecord] = []
    /// What a later gnomon has written is not written over.
    fileprivate var isLocked = false

    fileprivate init(key: String) { self.key = key }
  }

  public static let most = 10
  static let schema = 1
  /// What a file may take at most, and what has to be free for it.
  private static let largest = 1 << 20

  public let folder: String?
  public private(set) var histories: [History] = []

  public init(directory: String?) {
    folder = directory.map { "\($0)/calibration" }
  }

  /// Told of each step of a write: a test's way to see what a crash would leave.
  var reached: @Sendable (AtomicFile.Step) -> Void = { _ in }

  /// Reads what is kept; answers what is wrong with it. What is damaged is set aside, what is of a later gnomon is left, and what
  /// was not written to its end goes.
  public mutating func load() -> [String] {
    histories = []
    guard let folder, let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = [], faults: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".json") { names.append(name) }
      if name.hasSuffix(".json.new") { AtomicFile("\(folder)/\(name.dropLast(".new".utf8.count))").discardUnfinished() }
    }
    for name in names.sorted() {
      let file = AtomicFile("\(folder)/\(name)")
      do throws(StorageFault) {
        guard let bytes = try file.read(atMost: Self.largest) else { continue }
        var history = History(key: String(name.dropLast(".json".utf8.count)))
        faults += history.read(bytes).map { "\(file.path): \($0)" }
        if !history.records.isEmpty || history.isLocked {
          histories.append(history)
        } else if let aside = file.setAside() {
          faults.append("\(file.path): nothing in it can be used; kept as \(aside)")
        }
      } catch {
        faults.append("\(error)")
      }
    }
    return faults
  }

  // MARK: asking

  /// What counts of a kind for these sensors.
  public func current(_ kind: CalibrationKind, of present: [CalibratedRole: SensorIdentity]) -> CalibrationRecord? {
    histories.lazy.compactMap(\.records.last).last { $0.kind == kind && $0.isOf(present) }
  }

  // MARK: changing

  /// Whether something could be kept: the folder is made, and a file written and taken away again.
  public func check() throws(StorageFault) {
    guard let folder else { return }
    try make(folder)
    var space = statvfs()
    if statvfs(folder, &space) == 0, space.f_bavail * space.f_frsize < UInt(4 * Self.largest) {
      throw StorageFault(folder, "has no room for a calibration", ENOSPC)
    }
    let trial = AtomicFile("\(folder)/trial")
    try trial.replace(with: Array("trial\n".utf8))
    unlink(trial.path)
  }

  /// Keeps a record; it is the one that counts from now on. What was kept before stays if this fails.
  public mutating func add(_ record: CalibrationRecord) throws(StorageFault) {
    var history = histories.first { $0.key == record.key } ?? History(key: record.key)
    history.records.append(record)
    history.records.removeFirst(max(0, history.records.count - Self.most))
    try write(history)
    // The one that was changed last is the last of them.
    histories.removeAll { $0.key == record.key }
    histories.append(history)
  }

  /// Writes the record that counts anew, as it was refined.
  public mutating func refine(_ record: CalibrationRecord) throws(StorageFault) {
    guard let place = histories.firstIndex(where: { $0.key == record.key }), !histories[place].records.isEmpty else {
      return
    }
    var history = histories[place]
    history.records[history.records.count - 1] = record
    try write(history)
    histories[place] = history
  }

  /// Forgets the newest record of a kind of these sensors; nil if there is none.
  public mutating func undo(
    _ kind: CalibrationKind, of present: [CalibratedRole: SensorIdentity]
  ) throws(StorageFault) -> CalibrationRecord? {
    guard let record = current(kind, of: present),
      let place = histories.firstIndex(where: { $0.key == record.key })
    else { return nil }
    var history = histories[place]
    history.records.removeLast()
    try write(history)
    if history.records.isEmpty { histories.remove(at: place) } else { histories[place] = history }
    return record
  }

  private func make(_ folder: String) throws(StorageFault) {
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw StorageFault(folder, "cannot be made", errno) }
  }

  private func write(_ history: History) throws(StorageFault) {
    guard let folder else { return }
    try make(folder)
    let file = AtomicFile("\(folder)/\(history.key).json")
    guard !history.isLocked else {
      throw StorageFault(file.path, "is of a later gnomon and is not written over", EPERM)
    }
    if history.records.isEmpty {
      guard unlink(file.path) == 0 || errno == ENOENT else { throw StorageFault(file.path, "cannot be removed", errno) }
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
  /// Takes over what can be used; answers what cannot.
  fileprivate mutating func read(_ bytes: [UInt8]) -> [String] {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: bytes) } catch { return ["\(error)"] }
    guard let schema = json["schema"]?.integer, let list = json["records"]?.array else {
      return ["expected an object with schema and records"]
    }
    guard schema <= Int64(CalibrationStore.schema) else {
      isLocked = true
      return ["schema \(schema) is of a later gnomon, which knows it; it is not used, and left as it is"]
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
  /// By what it is kept: its kind, and which sensors it is of. Their names may be long and odd, so it is by their hash.
  public var key: String {
    let who = sensors.filter { kind.subjects.contains($0.role) }.map {
      "\($0.role.rawValue)\u{0}\($0.identity.name)\u{0}\($0.identity.label)\u{0}\($0.identity.place)"
    }
    let digest = SHA256(Array(who.sorted().joined(separator: "\u{1}").utf8)).digest
    let digits = Array("0123456789abcdef")
    return "\(kind.rawValue)-" + String(digest.prefix(6).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
