import Files
import Glibc

/// The configuration files in their order: the distribution's, the machine's, and its drop-ins by name.
public struct ConfigurationFiles: Sendable {
  public var shared = "\(prefix)/share/gnomon/gnomon.conf"
  public var machine = "/etc/gnomon/gnomon.conf"
  public var dropIns = "/etc/gnomon/gnomon.conf.d"

  /// Whether `shared` was named by the user: then it has to exist.
  public var isNamed = false

  private static let mostBytes = 1 << 20

  public init() {}

  /// Prefix of the installation, `/usr/local` for `/usr/local/bin/gnomond`; `/usr` if the program is not in a `bin` folder.
  private static let prefix: String = {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? -1
    }
    let parts = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "/")
    guard parts.count > 2, parts[parts.count - 2] == "bin" else { return "/usr" }
    return parts.dropLast(2).map { "/" + $0 }.joined()
  }()

  /// Reads the files. A missing file or folder is not a fault; an unreadable one is.
  public func read(flags: [String] = []) -> (configuration: Configuration, unreadable: [String]) {
    var files: [(path: String, text: String)] = [], unreadable: [String] = []
    for path in [shared, machine] + dropInFiles() {
      do throws(FileFault) {
        files.append((path, String(decoding: try wholeFile(path, atMost: Self.mostBytes), as: UTF8.self)))
      } catch {
        switch error.errno {
        case ENOENT: if isNamed, path == shared { unreadable.append("\(path): there is no such file") }
        case EFBIG:
          unreadable.append(
            "\(path): cannot read: it is longer than \(Self.mostBytes >> 20) MiB, too long for a configuration")
        default: unreadable.append("\(path): cannot read: \(error.reason)")
        }
      }
    }
    return (Configuration(files: files, flags: flags), unreadable)
  }

  private func dropInFiles() -> [String] {
    guard let folder = opendir(dropIns) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().map { "\(dropIns)/\($0)" }
  }
}
