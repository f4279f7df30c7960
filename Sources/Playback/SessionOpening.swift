import CommandParts
import Recordings
import Samples

/// A recording whose metadata is read before its first sample; the line that was read ahead is returned by `next`.
struct SessionOpening {
  private let reader: RecordingReader
  private var pending: RecordingLine?
  /// The line number of each key, from 1.
  private(set) var lines: [String: Int] = [:]

  init(_ reader: RecordingReader) { self.reader = reader }

  /// The metadata before the first line of data; for a repeated key the last value.
  mutating func metadata() throws(Failure) -> [String: String] {
    var values: [String: String] = [:]
    while let line = try read() {
      guard case .metadata(let key, let value) = line else {
        pending = line
        break
      }
      values[key] = value
      lines[key] = reader.lineNumber
    }
    return values
  }

  mutating func next() throws(Failure) -> RecordingLine? {
    if let line = pending {
      pending = nil
      return line
    }
    return try read()
  }

  private func read() throws(Failure) -> RecordingLine? {
    try attempt { () throws(RecordingFault) in try reader.next() }
  }
}
