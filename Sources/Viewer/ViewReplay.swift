import BrowserServer
import CommandParts
import Formats
import Geometry
import Glibc
import GnomonClient
import SceneCommands
import Text
import WebPages
import Wire

/// A recording on the page: a separate daemon in its own folder replays it, and can start anywhere in it.
///
/// The pipeline cannot go back, so another moment needs another daemon: it processes everything before that moment as fast as it
/// can (`gnomond replay --from`) and continues at the chosen speed. Its learned state is deleted in between, so that each replay
/// gives the same result; the places stay.
final class ViewReplay {
  let socket: String
  private let duration: TimeSpan
  private let recording: String
  private let folder: String
  private let arguments: Arguments
  private var process: pid_t?
  private var speed: Double
  private var beginning = 0.0
  private var isPlaying = true
  private var hasScene = false, hasPlaces = false, hasPage = false
  private var fault: String?

  init(_ recording: String, _ duration: TimeSpan, speed: Double, _ arguments: Arguments) throws(Failure) {
    (self.recording, self.duration, self.speed, self.arguments) = (recording, duration, speed, arguments)
    let base = Environment.value("XDG_RUNTIME_DIR") ?? Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(base)/gnomon-view-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .inputOutput("\(base): cannot make a folder there: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    socket = "\(folder)/s"
    start()
  }

  deinit {
    end()
    guard let entries = opendir(folder) else { return }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      unlink("\(folder)/\(name)")
    }
    closedir(entries)
    rmdir(folder)
  }

  /// Whether the daemon runs and has been given its route and places.
  var isThere: Bool { process != nil && hasScene }

  /// Begins anew when the first page is opened, so that nothing of the recording is over before it is seen.
  func noticePage() {
    guard !hasPage else { return }
    hasPage = true
    end()
    wasAsked = true
    start()
  }

  /// `{"position":12.5}`, `{"speed":4}`, `{"playing":false}`, each with the position where it takes effect.
  func apply(_ json: JSONValue) throws(BrowserRefusal) {
    guard let position = json["position"]?.double, position.isFinite else {
      throw BrowserRefusal(.request, 400, "position has to be a number of seconds")
    }
    if let given = json["speed"] {
      guard let value = given.double, 0.1...100 ~= value else {
        throw BrowserRefusal(.request, 400, "speed has to be from 0.1 to 100")
      }
      speed = value
    }
    if let playing = json["playing"]?.bool { isPlaying = playing }
    beginning = min(max(0, position), duration.value)
    end()
    wasAsked = true
    if isPlaying { start() }
  }

  var json: JSONValue {
    [
      "from": .number(beginning), "duration": .number(duration.value), "speed": .number(speed),
      "playing": .bool(isPlaying),
      "fault": fault.map { .string($0) } ?? .null,
    ]
  }

  private var wasAsked = false

  /// Checks the daemon's process, and loads the scene once it can be reached. Returns true if the pages have to be told that the
  /// daemon is another one or has gone.
  func tend() -> Bool {
    var hasChanged = wasAsked
    wasAsked = false
    guard let process else { return hasChanged }
    var status: CInt = 0
    if waitpid(process, &status, WNOHANG) == process {
      self.process = nil
      isPlaying = false
      fault = "gnomond has ended with status \(status >> 8 & 0xFF); 'gnomond replay \(recording)' prints the reason"
      hasChanged = true
    } else if !hasScene {
      declare()
    }
    return hasChanged
  }

  /// Loads places and route, as soon as the daemon listens.
  private func declare() {
    guard let client = try? Client(path: socket) else { return }
    client.setPatience(.seconds(10))
    do {
      if !hasPlaces, let path = arguments.text("--places") {
        var reader = try PlaceReader(Array(SceneFile.text(path).utf8))
        var upload = PlaceUpload(client, arguments)
        try upload.add(all: &reader, named: path)
        hasPlaces = true
      }
      if let path = arguments.text("--route") {
        _ = try client.scene.loadRoute(text: SceneFile.text(path, limit: Limits.message))
      }
    } catch let failure as Failure {
      fault = failure.message
    } catch {
      fault = DaemonCall.plain("\(error)")
    }
    if let fault { Terminal.warn(fault) }
    hasScene = true
  }

  private func start() {
    unlink("\(folder)/state.json")
    hasScene = false
    fault = nil
    let call = [
      "gnomond", "replay", recording, "--speed", "\(speed)", "--from", "\(beginning)", "--state", folder, "--socket",
      socket,
      "--recordings", "\(folder)/none",
    ]
    let child = DaemonProgram.start(call)
    if child > 0 {
      process = child
    } else {
      fault = "\(DaemonProgram.path): cannot be started: \(String(cString: strerror(-child)))"
    }
  }

  /// Ends the daemon at once: it has nothing to save.
  private func end() {
    guard let process else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    self.process = nil
    unlink(socket)
  }
}
