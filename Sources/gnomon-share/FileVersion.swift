import Glibc

/// A version of a file: another one means that the file was replaced or changed.
struct FileVersion: Equatable {
  private var inode: UInt64
  private var size: Int
  private var seconds: Int
  private var nanoseconds: Int

  /// Nil if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
  }
}
