import Files
import Glibc
import Recordings

/// Small files and folders of the machine, such as those of /proc, /sys and /etc.
public enum MachineFiles {
  /// The first line of a small file; nil if it cannot be read.
  public static func line(_ path: String) -> String? {
    textFile(path, limit: 1 << 16).map { String($0.prefix { $0 != "\n" && $0 != "\0" }).trimmed }
  }

  public static func exists(_ path: String) -> Bool { Glibc.access(path, F_OK) == 0 }

  public static func names(in folder: String) -> [String]? { folderNames(folder) }

  /// The target of a symbolic link.
  public static func destination(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
