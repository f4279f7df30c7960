import CommandParts
import CPosix
import Files
import Glibc
import Recordings
import Sharing
import Text

/// The parts that all commands of the sharing use.
enum ShareCommands {
  static let folder = Syntax.Option.value(
    "--folder", "FOLDER",
    "the folder with share.json, home.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)"
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

  static func failure(_ fault: FileFault) -> Failure {
    Failure(fault, permission: "use sudo, or --folder for a service of your own")
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

  static func save(_ settings: ShareSettings, _ paths: SharePaths, _ arguments: Arguments) throws(Failure) {
    try save(settings.json, to: paths.settings, arguments)
  }

  /// Replaces a file of settings as a whole. Its group is the daemon's, which is that of the service, too.
  static func save(_ settings: JSONValue, to path: String, _ arguments: Arguments) throws(Failure) {
    let file = AtomicFile(path)
    file.makeFolders(for: folder(arguments) == nil ? .everybody : .owner)
    let group = getuid() == 0 ? gnomon_group_named("gnomon") : -1
    var buffer = TextBuffer()
    settings.write(to: &buffer, layout: .indented)
    buffer.append(UInt8(ascii: "\n"))
    do throws(FileFault) {
      try file.replace(with: buffer.bytes, readers: .group(group >= 0 ? gid_t(group) : nil))
    } catch {
      throw failure(error)
    }
  }

  /// Removes a file of settings; returns false if there was none.
  static func remove(_ path: String) throws(Failure) -> Bool {
    if unlink(path) == 0 { return true }
    if errno == ENOENT { return false }
    throw failure(FileFault(path, "cannot be removed", errno))
  }
}
