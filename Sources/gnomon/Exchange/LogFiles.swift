import Formats
import Glibc
import Recordings

/// The files of a log: one, those of a folder, or those of a ZIP archive.
struct LogFiles {
  /// Files larger than this are not read: samples are held in memory until they are merged.
  static let limit = 2 << 30

  enum Source {
    case single([UInt8])
    case folder(String)
    case archive(ZipArchive)
  }

  let path: String
  let source: Source
  /// Of a single file its last name.
  let names: [String]

  init(_ path: String) throws(Failure) {
    self.path = path
    if let names = MachineFiles.names(in: path) {
      source = .folder(path)
      self.names = names.flatMap { name in
        MachineFiles.names(in: "\(path)/\(name)").map { $0.map { "\(name)/\($0)" } } ?? [name]
      }
      return
    }
    let bytes = try attempt { () throws(RecordingFault) in try wholeFile(path, limit: Self.limit) }
    guard !bytes.isEmpty else { throw .data("\(path): empty") }
    guard ZipArchive.begins(bytes) else {
      source = .single(bytes)
      names = [path.split(separator: "/").last.map(String.init) ?? path]
      return
    }
    do throws(ZipFault) {
      let archive = try ZipArchive(bytes)
      source = .archive(archive)
      // What macOS puts in beside each file is none of the logger's.
      names = archive.entries.map(\.name).filter { !$0.hasPrefix("__MACOSX/") }
    } catch {
      throw .data("\(path): \(error)")
    }
  }

  func contents(of name: String) throws(Failure) -> [UInt8] {
    switch source {
    case .single(let bytes): return bytes
    case .folder(let folder):
      return try attempt { () throws(RecordingFault) in try wholeFile("\(folder)/\(name)", limit: Self.limit) }
    case .archive(let archive):
      guard let entry = archive.entries.first(where: { $0.name == name }) else { throw .data("\(path): no \(name)") }
      do throws(ZipFault) { return try archive.contents(of: entry, limit: Self.limit) } catch {
        throw .data("\(path): \(error)")
      }
    }
  }

  /// Which logger it is of, by names and beginnings.
  func format() throws(Failure) -> LoggerFormat {
    var guess: LoggerFormat?
    if case .single(let bytes) = source {
      guess = LoggerFormat(opening: bytes.prefix(1 << 16))
    } else {
      var files: [(name: String, opening: ArraySlice<UInt8>)] = []
      for name in names {
        let isTable = name.lowercased().hasSuffix(".csv")
        files.append((name, isTable ? try contents(of: name).prefix(4096) : []))
      }
      guess = LoggerFormat(files: files)
      // An archive of a single log.
      if guess == nil, names.count == 1 { guess = LoggerFormat(opening: try contents(of: names[0]).prefix(1 << 16)) }
    }
    guard let guess else {
      let known = LoggerFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw .data("\(path): like no log that is known; --format says what it is: \(known)")
    }
    return guess
  }
}
