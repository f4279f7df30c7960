import Glibc
import Recordings
import Samples

/// A recording of everything that enters the pipeline while it runs, in order of arrival: in parts, each of which is complete and
/// can be replayed by itself. No file that is there already is written to.
final class SessionRecorder {
  let path: String
  private(set) var lines = 0
  private(set) var parts = 1
  /// The number in the name of the newest part. Numbers whose names are taken are left out.
  private(set) var number = 1
  /// Why it has stopped by itself.
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

  /// Bytes of the part that is written now.
  var size: Int64 { writer.size }

  /// Ends this part and begins the next, with a header of its own.
  func beginPart(_ header: [(key: String, value: String)]) {
    attempt { () throws(RecordingFault) in
      try writer.close()
      writer = try freePart(header)
      parts += 1
    }
  }

  /// How many names are tried for a part.
  private static let attempts = 10_000

  private func freePart(_ header: [(key: String, value: String)]) throws(RecordingFault) -> RecordingWriter {
    while true {
      number += 1
      do throws(RecordingFault) { return try Self.writer(Self.path(of: number, path), header) } catch {
        if error.reason != .cannotOpen(errno: EEXIST) || number > parts + Self.attempts { throw error }
      }
    }
  }

  /// The newest part.
  var lastPath: String { Self.path(of: number, path) }

  /// Begins the first part again, before anything was written to it.
  func beginAnew(_ header: [(key: String, value: String)]) {
    attempt { () throws(RecordingFault) in
      try writer.close()
      unlink(path)
      writer = try Self.writer(path, header)
    }
  }

  /// walk.gnomon, walk.2.gnomon, walk.3.gnomon.
  static func path(of part: Int, _ path: String) -> String {
    guard part > 1 else { return path }
    for ending in [".gnomon.gz", ".gnomon", ".gz"] where path.hasSuffix(ending) {
      return "\(path.dropLast(ending.count)).\(part)\(ending)"
    }
    return "\(path).\(part)"
  }

  func synchronize() { writer.synchronize() }

  /// A crash loses no more than what came since.
  func flush() { attempt { () throws(RecordingFault) in try writer.flush() } }
  func close() { attempt { () throws(RecordingFault) in try writer.close() } }

  private func attempt(_ body: () throws(RecordingFault) -> Void) {
    guard fault == nil else { return }
    do throws(RecordingFault) { try body() } catch { fault = error }
  }
}
