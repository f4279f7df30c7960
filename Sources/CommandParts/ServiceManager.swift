import CPosix
import Glibc

/// systemd, by `systemctl`.
public enum ServiceManager {
  /// Enables a unit and starts it, or the reverse.
  public static func set(_ unit: String, on isOn: Bool) throws(Failure) {
    try run(["systemctl", isOn ? "enable" : "disable", "--now", unit])
  }

  /// The line that a person types for it.
  public static func line(_ unit: String, on isOn: Bool) -> String {
    "sudo systemctl \(isOn ? "enable" : "disable") --now \(unit)"
  }

  private static func run(_ call: [String]) throws(Failure) {
    let line = call.joined(separator: " ")
    var words: [UnsafeMutablePointer<CChar>?] = call.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    let process = gnomon_start_child(call[0], words)
    guard process > 0 else { throw .inputOutput("\(line): \(String(cString: strerror(-process)))") }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .inputOutput("\(line): \(String(cString: strerror(errno)))") }
    }
    guard status == 0 else {
      throw .inputOutput("'\(line)' has failed; it prints the reason: sudo \(line)")
    }
  }
}
