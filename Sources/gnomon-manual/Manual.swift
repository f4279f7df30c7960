import CommandParts
import Glibc
import Text

/// Every file that is generated from the program: manual pages, completions, the reference of the settings.
enum Manual {
  /// Paths below the folder of the manual, with the contents of the files.
  static let files: [(path: String, text: String)] =
    pages.map { ("man/\($0.fileName)", $0.text) } + Completions.files
    + [("settings.md", ConfigurationGuide.markdown)]

  static let pages: [ManualPage] =
    [CommandPages.overview] + CommandPages.all + [
      DaemonPages.daemon, ConfigurationGuide.page, RecordingPage.page, CodesPage.page, ProtocolPage.page,
      DaemonPages.triggers, SharePage.page, DriversPage.page,
    ]
}

/// `gnomon-manual FOLDER` writes the files below FOLDER, `gnomon-manual --list` prints their paths. It is not installed:
/// `make build` and `make static` run it, and `make install` installs what it has written.
@main struct GnomonManual {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 1, let word = words.first, word == "--list" || !word.hasPrefix("-") else {
      Terminal.warn("usage: gnomon-manual FOLDER | --list")
      Terminal.exit(.usage)
    }
    if word == "--list" { return Terminal.print(Manual.files.map { $0.path + "\n" }.joined()) }
    do throws(Failure) {
      try write(below: word)
      Terminal.inform("\(Manual.files.count) files below \(word)")
    } catch {
      Terminal.warn(error.message)
      Terminal.exit(error.status)
    }
  }

  private static func write(below folder: String) throws(Failure) {
    for path in ["", "/man", "/completions"] { try make("\(folder)\(path)") }
    for (path, text) in Manual.files {
      var file = try OutputFile(path: "\(folder)/\(path)")
      file.text.append(text)
      try file.close()
    }
  }

  /// Makes a folder, unless it exists.
  private static func make(_ path: String) throws(Failure) {
    guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
    throw .inputOutput("\(path): cannot make: \(String(cString: strerror(errno)))")
  }
}
