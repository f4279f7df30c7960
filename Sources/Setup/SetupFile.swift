import CommandParts
import Configuration
import Files
import Glibc

/// The file of the configuration that setup writes: a drop-in of its own, so that no other file is changed.
struct SetupFile: Equatable {
  static let usual = "/etc/gnomon/gnomon.conf.d/50-setup.conf"

  var profile: String
  var hasReceiver: Bool

  var text: String {
    var lines = ["# Written by 'gnomon setup'; 'gnomon setup --undo' restores what was here before.", "[Device]"]
    lines.append("Profile=\(profile)")
    if !hasReceiver { lines += ["", "[GNSS]", "Address=none"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Writes the file; fails without a change if the daemon would refuse it.
  func write(to path: String) throws(Failure) {
    let faults = Configuration(files: [(path, text)]).faults
    guard faults.isEmpty else {
      throw Failure(status: .configuration, message: faults.map { "\($0)" }.joined(separator: "\ngnomon: "))
    }
    try Self.replace(path, text, readers: .everybody)
  }

  /// Replaces a file as a whole. Missing folders are made.
  static func replace(_ path: String, _ text: String, readers: AtomicFile.Readers) throws(Failure) {
    let file = AtomicFile(path)
    file.makeFolders(for: readers)
    do throws(FileFault) { try file.replace(with: Array(text.utf8), readers: readers) } catch {
      throw Failure(error)
    }
  }
}
