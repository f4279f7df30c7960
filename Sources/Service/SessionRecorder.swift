import CPosix
import Geodesy
import Recordings
import Samples

/// A recording of everything that enters the pipeline while it runs, in order of arrival.
final class SessionRecorder {
  let path: String
  private(set) var lines = 0
  /// Why it has stopped by itself.
  private(set) var fault: RecordingFault?
  private let writer: RecordingWriter

  init(path: String, profile: String, calibration: String?) throws(RecordingFault) {
    self.path = path
    writer = try RecordingWriter(path: path)
    try writer.append(.metadata(key: "device", value: "gnomond"))
    let started = UTC(nanosecondsSince1970: gnomon_real_time())
    try writer.append(.metadata(key: "started", value: started.description))
    try writer.append(.metadata(key: "profile", value: profile))
    if let calibration { try writer.append(.metadata(key: "calibration", value: calibration)) }
    try writer.flush()
  }

  func append(_ sample: Sample) {
    attempt { () throws(RecordingFault) in try writer.append(.sample(sample)) }
    lines += 1
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
