import CommandParts
import Configuration
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
    try Self.replace(path, text, mode: 0o644)
  }

  /// Replaces a file as a whole: a new one is written, synchronized and renamed. Missing folders are made.
  static func replace(_ path: String, _ text: String, mode: mode_t) throws(Failure) {
    func failure(_ action: String) -> Failure {
      let reason = String(cString: strerror(errno))
      return Failure(
        status: errno == EACCES || errno == EPERM || errno == EROFS ? .permission : .inputOutput,
        message: "\(path): cannot be \(action): \(reason)")
    }
    var made = ""
    for part in path.split(separator: "/").dropLast() {
      made += "/\(part)"
      guard path.hasPrefix("/") else { break }
      mkdir(made, mode | (mode & 0o444) >> 2 | 0o100)
    }
    let next = "\(path).new"
    let descriptor = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure("written") }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        let fault = failure("written")
        close(descriptor)
        unlink(next)
        throw fault
      }
      bytes = bytes.dropFirst(count)
    }
    fsync(descriptor)
    close(descriptor)
    guard rename(next, path) == 0 else { throw failure("replaced") }
  }
}
