/// Reads the files of one logger, line by line, into a session.
public protocol LogParser: Sendable {
  /// The files it reads, of those there are, in the order in which it wants them.
  func choose(from files: [String]) -> [String]
  /// The lines that follow are of this file.
  mutating func begin(_ file: String)
  /// A line that is not empty, without its end; `number` counts from 1.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>, number: Int)
  /// A line that cannot be read at all.
  mutating func refuse(_ refusal: LogRefusal, number: Int)
  /// Nothing follows. Files that nobody wanted are for the caller to name.
  mutating func finish() -> LoggedSession
}

extension LogParser {
  /// All lines of a file.
  public mutating func read(_ file: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    begin(file)
    var lines = LogLines()
    lines.feed(bytes, to: &self)
    lines.finish(&self)
  }
}

/// The last part of a path within a folder or an archive.
func lastName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
