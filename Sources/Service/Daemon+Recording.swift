import CPosix
import Geodesy
import Glibc
import Recordings
import Text
import Wire

extension Daemon {
  /// Begins a recording in the daemon's own folder; answers its path.
  func startRecording(_ parameters: CallParameters) throws(CallError) -> String {
    if let running = engine.recorder {
      throw CallError("org.gnomon.Control.AlreadyRecording", ["path": .string(running.path)])
    }
    let name: String
    if let given = parameters["name"] {
      guard let text = given.string, Self.isFileName(text) else {
        throw parameters.invalid("name", "the name of a file, of letters, digits, '-', '_' and '.', without a folder")
      }
      name = text.hasSuffix(".gnomon") || text.hasSuffix(".gnomon.gz") ? text : text + ".gnomon"
    } else {
      let time = UTC(nanosecondsSince1970: gnomon_real_time()).description.prefix(19)
      name = String(time.map { $0 == ":" ? "-" : $0 }) + ".gnomon"
    }
    // Positions are personal: the folder and what is in it are the daemon's alone.
    if mkdir(options.recordings, 0o700) != 0, errno != EEXIST {
      throw Self.recordingFailed(
        options.recordings,
        "\(String(cString: strerror(errno))); gnomond --recordings DIR, or [Recording] Directory=DIR, says where else")
    }
    let path = "\(options.recordings)/\(name)"
    if Glibc.access(path, F_OK) == 0 { throw Self.recordingFailed(path, "there is such a file already") }
    do throws(RecordingFault) { try engine.startRecording(path) } catch {
      throw Self.recordingFailed(path, "\(error)")
    }
    Log.note("recording to \(path)")
    return path
  }

  static func recordingFailed(_ path: String, _ reason: String) -> CallError {
    CallError("org.gnomon.Control.RecordingFailed", ["path": .string(path), "reason": .string(reason)])
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
