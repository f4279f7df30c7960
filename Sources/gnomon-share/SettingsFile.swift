import Files
import Sharing

/// A file with settings that is read again when it was replaced.
struct SettingsFile {
  enum Reading<Settings> {
    case unchanged, missing, faulty
    case settings(Settings)
  }

  let path: String
  /// The reason why the file cannot be used; nil for a good file, and without a file.
  private(set) var fault: String?
  private var version: FileVersion?

  init(_ path: String) { self.path = path }

  /// Reads the file if it was changed since the last call, or if `again`.
  mutating func read<Settings>(
    again: Bool, atMost limit: Int, _ parse: ([UInt8]) throws(ShareSettingsFault) -> Settings
  ) -> Reading<Settings> {
    let version = FileVersion(path)
    guard again || version != self.version else { return .unchanged }
    self.version = version
    fault = nil
    guard version != nil else { return .missing }
    do throws(FileFault) {
      let bytes = try AtomicFile(path).content(atMost: limit)
      do throws(ShareSettingsFault) { return .settings(try parse(bytes)) } catch { fault = "\(path): \(error)" }
    } catch {
      fault = "\(error)"
    }
    if let fault { Log.write("\(fault); nothing is sent", .warning) }
    return .faulty
  }
}
