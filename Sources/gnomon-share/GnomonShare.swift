import CPosix
import Glibc
import GnomonClient
import Sharing
import Wire

/// The `gnomon-share` program: shares the wearer's poses with a team and with Home Assistant, as `gnomon share join` and
/// `gnomon share home join` have set it up.
@main struct GnomonShare {
  private static let help: String = {
    let heads = ShareFlags.options.map { $0.name + ($0.value.map { " \($0)" } ?? "") }
    let width = heads.map(\.count).max() ?? 0
    let options = zip(heads, ShareFlags.options).map { head, option in
      "  \(head)" + String(repeating: " ", count: width - head.count) + "  \(option.meaning)\n"
    }
    return """
      gnomon-share: \(ShareFlags.summary) (docs/share.md)

      usage: gnomon-share [options]

      It sends nothing before 'gnomon share join' or 'gnomon share home join', and ends what it has begun after
      'gnomon share leave' or 'gnomon share home leave'.

      options:
      \(options.joined())
      """
  }()

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
