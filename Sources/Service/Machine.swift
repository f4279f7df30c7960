import Files
import Glibc
import Text

/// The machine that the daemon runs on.
public enum Machine {
  /// Digest of what tells it from others: the system's identity, and the board's serial number where the firmware gives one, since
  /// an image that is copied to many boards has one identity. It does not tell either.
  public static let identity = SHA256.short(
    (["gnomon"] + ["/etc/machine-id", "/sys/firmware/devicetree/base/serial-number"].map(word)).joined(separator: " "))

  /// The one word of a file; empty where there is none.
  private static func word(of path: String) -> String {
    let bytes = (try? AtomicFile(path).read(atMost: 256)) ?? nil
    return String(decoding: (bytes ?? []).filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// Name, release and architecture, such as "Linux 6.1.0 aarch64".
  static var system: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    func text<Field>(_ field: inout Field) -> String {
      withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(&name.sysname)) \(text(&name.release)) \(text(&name.machine))"
  }
}
