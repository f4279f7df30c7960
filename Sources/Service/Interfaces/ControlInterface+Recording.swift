import CPosix
import Geodesy
import Glibc
import Recordings
import ServiceParts
import SocketServer
import Text
import Wire

// Recordings started by clients.
extension ControlInterface {
  /// Returns the name of the recording's file; nil for one by the time.
  static func recordingName(_ given: StartRecordingCall) throws(MessageFault) -> String? {
    guard let text = given.name else { return nil }
    guard isFileName(text) else {
      throw MessageFault(
        member: "name", expected: "the name of a file, of letters, digits, '-', '_' and '.', without a folder")
    }
    return text.hasSuffix(".gnomon") || text.hasSuffix(".gnomon.gz") ? text : text + ".gnomon"
  }

  /// Begins a recording in the daemon's own folder, and returns its path. Throws if one is running already.
  func startRecording(_ given: String?) throws(CallError) -> String {
    if let running = daemon.engine.recorder { throw CallError.alreadyRecording(path: running.path) }
    let name: String, mayDiffer = given == nil
    if let given {
      name = given
    } else {
      let time = UTC(nanosecondsSince1970: gnomon_real_time()).description.prefix(19)
      name = String(time.map { $0 == ":" ? "-" : $0 }) + ".gnomon"
    }
    // Positions are personal data: only the daemon's user may read the folder.
    if mkdir(daemon.options.recordings, 0o700) != 0, errno != EEXIST {
      throw Self.recordingFailed(
        daemon.options.recordings,
        "\(String(cString: strerror(errno))); choose another folder with gnomond --recordings DIR, or [Recording] Directory=DIR"
      )
    }
    let path = try startRecording(at: "\(daemon.options.recordings)/\(name)", mayDiffer: mayDiffer)
    Log.write("recording to \(path)")
    return path
  }

  /// Starts a recording; with `mayDiffer` an existing name gets the next free number, since a clock set back can repeat a name.
  private func startRecording(at wanted: String, mayDiffer: Bool) throws(CallError) -> String {
    let last = mayDiffer ? 100 : 1
    for number in 1...last {
      let path = number == 1 ? wanted : "\(wanted.dropLast(".gnomon".utf8.count))-\(number).gnomon"
      do throws(RecordingFault) {
        try daemon.engine.startRecording(path)
        return path
      } catch {
        guard error.reason == .cannotOpen(errno: EEXIST) else { throw Self.recordingFailed(path, "\(error)") }
      }
    }
    throw Self.recordingFailed(wanted, "the file exists already; choose another name, or move that file away")
  }

  static func recordingFailed(_ path: String, _ reason: String) -> CallError {
    CallError.recordingFailed(path: path, reason: reason)
  }

  private static func isFileName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && text.first != "."
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: ".")
      }
  }
}

enum ProcessInfo {
  static var identifier: Int32 { getpid() }
}
