import CommandParts
import Glibc
import GnomonClient
import Wire

/// The daemon that gets a telephone's samples: the one that runs, or one of the command's own, without sensors.
///
/// A board's own sources come first, and a simulation is one: beside it nothing of a telephone would be used.
struct PhoneDaemon {
  let client: Client
  let socket: String
  /// The folder of the session; nil if there is none.
  let folder: String?
  /// Keeps the process; nil for a daemon that was there.
  private let program: DaemonProgram?

  var isOwn: Bool { program != nil }

  init(_ arguments: Arguments) throws {
    let path = DaemonCall.path(arguments)
    let isNamed = arguments.text("--socket") != nil || Environment.value("GNOMON_SOCKET") != nil
    let present: Client?
    do throws(ClientFault) { present = try Client(path: path) } catch {
      guard error.isAboutAbsence else { throw DaemonCall.failure(error) }
      present = nil
    }
    if let present, !arguments.has("--own") {
      guard let obstacle = try Self.obstacle(present) else {
        (client, socket, folder, program) = (try DaemonCall.connect(arguments), path, Self.folder(), nil)
        return
      }
      let hint = "gnomon phone --own starts another daemon for the telephone"
      guard !arguments.has("--json"), PhoneQuestion.isAnswered else {
        throw Failure(status: .busy, message: "\(obstacle); \(hint)")
      }
      let answer = try PhoneQuestion.ask("\(obstacle). Start another daemon for the telephone? [Y/n] ")
      guard let answer = answer?.lowercased(), ["", "y", "yes"].contains(answer) else {
        throw Failure(status: .declined, message: "nothing is changed; \(hint)")
      }
    }
    guard let folder = Self.folder() else {
      throw Failure.inputOutput("no folder for the daemon's state: set HOME or XDG_STATE_HOME")
    }
    let own = "\(folder)/gnomon.sock"
    socket = present == nil && isNamed ? path : own
    if present != nil || !isNamed, let other = try? Client(path: own) {
      // Another `gnomon phone` runs: its daemon is as good.
      if let obstacle = try Self.obstacle(other) { throw Failure(status: .busy, message: "\(own): \(obstacle)") }
      (client, self.folder, program) = (other, folder, nil)
      return
    }
    program = try DaemonProgram(
      ["--pushed", "--profile", "hand", "--state", folder, "--recordings", "\(folder)/recordings"], socket: socket)
    self.folder = folder
    let made = socket
    client = try DaemonCall.attempt { () throws(ClientFault) in try Client(path: made) }
    client.setPatience(.seconds(10))
  }

  /// Why a daemon would refuse a telephone's samples; nil if it would not.
  private static func obstacle(_ client: Client) throws(Failure) -> String? {
    let status = try DaemonCall.attempt { () throws(ClientFault) in try client.tracking.getStatus() }
    if let played = status.played { return "the daemon plays '\(played)', which keeps the sensors" }
    let access = try DaemonCall.attempt { () throws(ClientFault) in try client.control.getInfo().access }
    // Users whom the daemon's own setting names are known to it alone.
    if access == "read" { return "this user may not send samples to the daemon (group gnomon-admin)" }
    let board = status.sources.first {
      $0.role == "gyroscope" && $0.state == .running && !$0.name.hasPrefix("pushed ")
    }
    return board.map { "the daemon has a gyroscope of its own (\(DaemonCall.plain($0.name))), which comes first" }
  }

  /// The folder of sessions with a telephone, made if it is missing.
  private static func folder() -> String? {
    guard let state = UserFolder.state else { return nil }
    var path = ""
    for part in "\(state)/phone".split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
    return access(path, W_OK) == 0 ? path : nil
  }
}
