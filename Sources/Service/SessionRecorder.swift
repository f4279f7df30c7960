import Glibc
import Recordings
import Samples

/// A recording of everything that enters the pipeline, in order of arrival. It consists of parts, each of which is complete and
/// can be replayed by itself. It never writes to an existing file.
final class SessionRecorder {
  let path: String
  private(set) var lines = 0
  private(set) var parts = 1
  /// The number in the name of the newest part. Numbers of existing files are skipped.
  private(set) var number = 1
  /// The fault that has stopped the recording; nil while it runs.
  private(set) var fault: RecordingFault?
  private var writer: RecordingWriter

  init(path: String, _ header: [(key: String, value: String)]) throws(RecordingFault) {
    self.path = path
    writer = try Self.writer(path, header)
  }

  private static func writer(
    _ path: String, _ header: [(key: String, value: String)]
  ) throws(RecordingFault) -> RecordingWriter {
    let writer = try RecordingWriter(path: path, isExclusive: true)
    for line in header { try writer.append(.metadata(key: line.key, value: line.value)) }
    try writer.flush()
    return writer
  }

  func append(_ sample: Sample) {
    attempt { () throws(RecordingFault) in try writer.append(.sample(sample)) }
    if fault == nil { lines += 1 }
  }

  /// Size of the current part in bytes.
  var size: Int64 { writer.size }

  /// Ends this part and begins the next one with its own header.
  func beginPart(_ header: [(key: String, value: String)]) {
    attempt { () throws(RecordingFault) in
      try writer.close()
      writer = try freePart(header)
      parts += 1
    }
  }

  /// The limit of names tried for a part.
  private static let attempts = 10_000

  private func freePart(_ header: [(key: String, value: String)]) throws(RecordingFault) -> RecordingWriter {
    while true {
      number += 1
      do throws(RecordingFault) { return try Self.writer(Self.path(of: number, path), header) } catch {
        if error.reason != .cannotOpen(errno: EEXIST) || number > parts + Self.attempts { throw error }
      }
    }
  }

  /// The path of the newest part.
  var lastPath: String { Self.path(of: number, path) }

  /// Replaces the first part by an empty one with a new header, before any sample was written to it.
  func beginAnew(_ header: [(key: String, value: String)]) {
    attempt { () throws(RecordingFault) in
      try writer.close()
      unlink(path)
      writer = try Self.writer(path, header)
    }
  }

  /// Returns the path of a part: walk.gnomon, walk.2.gnomon, walk.3.gnomon.
  static func path(of part: Int, _ path: String) -> String {
    guard part > 1 else { return path }
    for ending in [".gnomon.gz", ".gnomon", ".gz"] where path.hasSuffix(ending) {
      return "\(path.dropLast(ending.count)).\(part)\(ending)"
    }
    return "\(path).\(part)"
  }

  func synchronize() { writer.synchronize() }

  /// Writes buffered lines to the kernel: a crash loses only later ones.
  func flush() { attempt { () throws(RecordingFault) in try writer.flush() } }
  func close() { attempt { () throws(RecordingFault) in try writer.close() } }

  private func attempt(_ body: () throws(RecordingFault) -> Void) {
    guard fault == nil else { return }
    do throws(RecordingFault) { try body() } catch { fault = error }
  }
}
