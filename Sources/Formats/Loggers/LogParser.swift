/// Reads the files of one logger, line by line, into a session.
public protocol LogParser: Sendable {
  /// The files it reads, of those there are, in the order in which it wants them.
  func choose(from files: [String]) -> [String]
  /// The lines that follow are of this file.
  mutating func begin(_ file: String)
  /// A line that is not empty, without its end; `number` counts from 1.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>, number: Int)
  /// Nothing follows. Files that nobody wanted are for the caller to name.
  mutating func finish() -> LoggedSession
}

extension LogParser {
  /// All lines of a file; they end in LF or CR LF, and empty ones are passed over. `progress` is told how many bytes are behind.
  public mutating func read(_ file: String, _ bytes: UnsafeBufferPointer<UInt8>, progress: (Int) -> Void = { _ in }) {
    begin(file)
    var start = 0, number = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0a { end += 1 }
      number += 1
      let last = end > start && bytes[end - 1] == 0x0d ? end - 1 : end
      if last > start { take(UnsafeBufferPointer(rebasing: bytes[start..<last]), number: number) }
      start = end + 1
      if number & 0xff == 0 { progress(start) }
    }
  }
}

/// The last part of a path within a folder or an archive.
func lastName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
