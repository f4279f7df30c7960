import CommandParts
import Glibc
import Loggers
import Recordings

/// The files of a log: a single file, those of a folder, or those of a ZIP archive. They are read in pieces; only an archive is
/// held in memory, in its packed form.
struct LogFiles {
  /// The largest size of one unpacked file, and of a receiver's log, which is passed to gpsd as a whole.
  private static let limit = ArchiveLimits.fileBytes, wholeLimit = 64 << 20

  private enum Source {
    case single(String)
    case folder(String)
    case archive(ZipArchive)
  }

  let path: String
  /// The names of the files; for a single file the last part of its path.
  let names: [String]
  private let source: Source

  init(_ given: String) throws(Failure) {
    // EuRoC's recordings have all sensors in one folder within their own.
    let inner = "\(given)/mav0", path = MachineFiles.names(in: inner) == nil ? given : inner
    self.path = path
    if let names = MachineFiles.names(in: path) {
      source = .folder(path)
      self.names = names.flatMap { name in
        MachineFiles.names(in: "\(path)/\(name)").map { $0.map { "\(name)/\($0)" } } ?? [name]
      }
      return
    }
    let first = try attempt { () throws(RecordingFault) in try Recordings.opening(ofFile: path, bytes: 4) }
    guard !first.isEmpty else { throw .data("\(path): empty") }
    guard ZipArchive.begins(first) else {
      source = .single(path)
      names = [path.split(separator: "/").last.map(String.init) ?? path]
      return
    }
    let bytes = try attempt { () throws(RecordingFault) in
      try wholeFile(path, limit: ArchiveLimits.archiveBytes)
    }
    do throws(ZipFault) {
      let archive = try ZipArchive(bytes)
      source = .archive(archive)
      // macOS adds files of its own to an archive; they are not part of the log.
      names = archive.entries.map(\.name).filter { !$0.hasPrefix("__MACOSX/") }
    } catch {
      throw .data("\(path): \(error)")
    }
  }

  /// Reads a file in pieces; `body` returns whether to continue.
  func forEachPiece(
    of name: String, limit: Int = Self.limit, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) {
    switch source {
    case .single(let path):
      try attempt { () throws(RecordingFault) in try Recordings.forEachPiece(of: path, limit: limit, body) }
    case .folder(let folder):
      try attempt { () throws(RecordingFault) in
        try Recordings.forEachPiece(of: "\(folder)/\(name)", limit: limit, body)
      }
    case .archive(let archive):
      guard let entry = archive.entries.first(where: { $0.name == name }) else { throw .data("\(path): no \(name)") }
      do throws(ZipFault) { try archive.read(entry, limit: limit, body) } catch { throw .data("\(path): \(error)") }
    }
  }

  func contents(of name: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPiece(of: name, limit: Self.wholeLimit) {
      bytes += $0
      return true
    }
    return bytes
  }

  private func opening(of name: String, bytes most: Int) throws(Failure) -> ArraySlice<UInt8> {
    var bytes: [UInt8] = []
    try forEachPiece(of: name) {
      bytes += $0.prefix(most - bytes.count)
      return bytes.count < most
    }
    return bytes[...]
  }

  /// Returns the format of the log, recognized by the names and beginnings of its files; nil for an unknown one.
  func guess() throws(Failure) -> LoggerFormat? {
    if case .single = source { return LoggerFormat(opening: try opening(of: names[0], bytes: 1 << 16)) }
    var files: [(name: String, opening: ArraySlice<UInt8>)] = []
    for name in names {
      let isTable = name.lowercased().hasSuffix(".csv")
      files.append((name, isTable ? try opening(of: name, bytes: 4096) : []))
    }
    if let found = LoggerFormat(files: files) { return found }
    // An archive of a single log.
    return names.count == 1 ? LoggerFormat(opening: try opening(of: names[0], bytes: 1 << 16)) : nil
  }

  /// Returns the format of the log; throws the way on for an unknown one.
  func format() throws(Failure) -> LoggerFormat {
    if let found = try guess() { return found }
    var advice = "none of its files is that of a known logger; name the format with --format, or import a file of it"
    if names.count == 1 { advice = UnknownLog.advice(opening: try opening(of: names[0], bytes: 4096)) }
    if names.contains(where: { $0.hasSuffix(".db3") }) {
      advice = UnknownLog.advice(opening: Array("SQLite format 3".utf8)[...])
    }
    throw .data("\(path): not a known format of logs: \(advice)")
  }
}
