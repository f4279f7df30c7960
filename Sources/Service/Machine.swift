import Files
import Glibc
import Text

/// The machine that the daemon runs on.
public enum Machine {
  /// Digest of what tells it from others: the system's identity, and the board's serial number where the firmware gives one, since
  /// an image that is copied to many boards has one identity. It does not tell either.
  public static let identity = SHA256.short(
    "gnomon "
      + ["/etc/machine-id", "/sys/firmware/devicetree/base/serial-number"]
      .map {
        ((try? AtomicFile($0).read(atMost: 256)) ?? nil).map { String(decoding: $0.filter { $0 > 32 }, as: UTF8.self) }
          ?? ""
      }
      .joined(separator: " "))

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
