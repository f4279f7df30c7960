import Recordings
import Samples

/// A recording whose metadata is wanted before its first sample: the lines read ahead are handed out again.
struct SessionOpening {
  private let reader: RecordingReader
  private var pending: RecordingLine?
  /// Where the metadata stands, from 1.
  private(set) var lines: [String: Int] = [:]

  init(_ reader: RecordingReader) { self.reader = reader }

  /// What stands before the first line of data; of a repeated key the last.
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
