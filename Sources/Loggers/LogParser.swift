/// A parser of one logger's files, line by line, into a session.
public protocol LogParser: Sendable {
  /// Returns those of the files that it reads, in the order in which it needs them.
  func choose(from files: [String]) -> [String]
  /// Starts a file: the following lines belong to it.
  mutating func startFile(_ file: String)
  /// Parses a non-empty line, without its end; `number` counts from 1.
  mutating func parse(_ line: UnsafeBufferPointer<UInt8>, number: Int)
  /// Records a line that cannot be read at all.
  mutating func refuse(_ refusal: LogRefusal, number: Int)
  /// Ends the last file and returns the session. The caller reports files that were not chosen.
  mutating func finish() -> LoggedSession
}

extension LogParser {
  /// Parses all lines of a file.
  public mutating func read(_ file: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    startFile(file)
    var lines = LogLines()
    lines.feed(bytes, to: &self)
    lines.finish(&self)
  }
}

/// Returns the last part of a path within a folder or an archive.
func lastName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
