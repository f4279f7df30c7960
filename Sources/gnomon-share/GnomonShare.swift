import CPosix
import Glibc
import GnomonClient
import Sharing
import Wire

/// The `gnomon-share` program: shares the wearer's poses with a team, as `gnomon share join` has set it up.
@main struct GnomonShare {
  private static let help = """
    gnomon-share: shares the wearer's poses with a team over an MQTT broker (docs/share.md)

    usage: gnomon-share [--folder FOLDER] [--socket PATH]

    It sends nothing before 'gnomon share join', and ends what it has begun after 'gnomon share leave'.

    options:
      --folder FOLDER  the folder with share.json and state.json (\(SharePaths.variable), else /etc/gnomon and /run/gnomon-share)
      --socket PATH    the daemon's socket (GNOMON_SOCKET, else \(Client.defaultPath))
      --help           print this
      --version        print the version

    """

  static func main() {
    var folder = value(SharePaths.variable), socket = value("GNOMON_SOCKET") ?? Client.defaultPath
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": return print(help, terminator: "")
      case "--version": return print("gnomon-share \(Release.version)")
      case "--folder", "--socket":
        guard let text = words.popFirst(), !text.isEmpty else { return refuse("\(word) needs a value") }
        if word == "--folder" { folder = text } else { socket = text }
      default: return refuse("no option '\(word)'")
      }
    }
    ShareService(paths: SharePaths(folder: folder), socket: socket).run()
  }

  private static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func refuse(_ text: String) {
    Log.write("\(text)\ntry: gnomon-share --help", .warning)
    exit(64)
  }
}
