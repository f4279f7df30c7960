import CommandParts
import CPosix
import Glibc
import Recordings
import Sharing
import Text

/// The parts that all commands of the sharing use.
enum ShareCommands {
  static let folder = Syntax.Option.value(
    "--folder", "FOLDER",
    "the folder with share.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)"
  )

  private static func folder(_ arguments: Arguments) -> String? {
    arguments.text("--folder") ?? Environment.value("GNOMON_SHARE")
  }

  static func paths(_ arguments: Arguments) -> SharePaths { SharePaths(folder: folder(arguments)) }

  /// Prints what a command has done.
  static func print(_ sentence: String, _ members: JSONValue, _ arguments: Arguments) {
    if arguments.has("--json") { Terminal.print(members, layout: .compact) } else { Terminal.print("\(sentence)\n") }
  }

  static func startHint(_ arguments: Arguments) -> String {
    folder(arguments).map { "the service is not running: start it with 'gnomon-share --folder \($0)'" }
      ?? "the service is not running: start it with 'systemctl enable --now gnomon-share'"
  }

  /// The age from which a state says that its service has ended.
  static let oldState: Int64 = 10_000_000_000

  /// The state that the service has written; nil if there is none.
  static func state(_ paths: SharePaths) -> JSONValue? {
    textFile(paths.state, limit: 4 << 20).flatMap { try? JSONValue(reading: $0) }
  }

  static func isRunning(_ paths: SharePaths) -> Bool {
    guard let written = state(paths)?["time_boot_ns"]?.integer else { return false }
    return (0...oldState).contains(gnomon_boot_time() - written)
  }

  static func failure(_ path: String, _ number: CInt) -> Failure {
    let reason = "\(path): \(String(cString: strerror(number)))"
    return number == EACCES || number == EPERM
      ? Failure(status: .permission, message: "\(reason); use sudo, or --folder for a service of your own")
      : .inputOutput(reason)
  }

  /// The settings of the team that was joined.
  static func settings(_ paths: SharePaths) throws(Failure) -> ShareSettings {
    guard MachineFiles.exists(paths.settings) else {
      throw Failure(
        status: .configuration, message: "no team was joined; join one with 'gnomon share join TEAM --broker ADDRESS'")
    }
    let bytes = try contents(of: paths.settings)
    do throws(ShareSettingsFault) { return try ShareSettings(reading: bytes) } catch {
      throw Failure(status: .configuration, message: "\(paths.settings): \(error)")
    }
  }

  /// Replaces the settings as a whole. Their group is the daemon's, which is that of the service, too.
  static func save(_ settings: ShareSettings, _ paths: SharePaths, _ arguments: Arguments) throws(Failure) {
    let own = folder(arguments),
      parent = own ?? String(paths.settings[..<(paths.settings.lastIndex(of: "/") ?? paths.settings.startIndex)])
    if !parent.isEmpty, mkdir(parent, own == nil ? 0o755 : 0o700) != 0, errno != EEXIST { throw failure(parent, errno) }
    let next = "\(paths.settings).new"
    unlink(next)
    let descriptor = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o640)
    guard descriptor >= 0 else { throw failure(next, errno) }
    let group = gnomon_group_named("gnomon")
    if group >= 0, getuid() == 0 { _ = fchown(descriptor, 0, gid_t(group)) }
    var buffer = TextBuffer()
    settings.json.write(to: &buffer, layout: .indented)
    buffer.append(UInt8(ascii: "\n"))
    let problem = buffer.withBytes { bytes -> CInt? in
      var written = 0
      while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return errno }
      }
      return fsync(descriptor) == 0 ? nil : errno
    }
    close(descriptor)
    guard problem == nil, rename(next, paths.settings) == 0 else {
      let number = problem ?? errno
      unlink(next)
      throw failure(paths.settings, number)
    }
  }
}
