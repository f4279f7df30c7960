import Glibc

/// The content of a file to be destroyed: overwritten with zeros and emptied where it lies, which a full disk allows, and brought
/// to the disk. It is held open, so that it can be destroyed after another content has taken its name.
///
/// Flash and file systems that write copies may keep what was there before; only encryption helps against who reads the bare disk.
final class ErasableFile {
  let path: String
  private let descriptor: CInt

  /// nil where there is no such file.
  init?(_ path: String) throws(StorageFault) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw StorageFault(path, "cannot be erased", errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw StorageFault(path, "is no file, and cannot be erased", EINVAL)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Destroys the content, and holds against the file itself that nothing is left.
  func destroy() throws(StorageFault) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw StorageFault(path, "cannot be erased", errno) }
    let zeros = [UInt8](repeating: 0, count: 4096)
    var done: off_t = 0
    while done < status.st_size {
      let count = pwrite(descriptor, zeros, min(zeros.count, Int(status.st_size - done)), done)
      if count > 0 { done += off_t(count) } else if count < 0, errno != EINTR { break }
    }
    // A file system that writes copies may have no room for the zeros, and still frees what it held.
    if done > 0 { fsync(descriptor) }
    guard ftruncate(descriptor, 0) == 0, fsync(descriptor) == 0 else {
      throw StorageFault(path, "cannot be erased", errno)
    }
    var byte: UInt8 = 0
    guard pread(descriptor, &byte, 1, 0) == 0 else { throw StorageFault(path, "is not empty after it was erased", EIO) }
  }

  /// Destroys the content of the file of that name, and removes the name.
  static func erase(_ path: String) throws(StorageFault) {
    guard let file = try ErasableFile(path) else { return }
    try file.destroy()
    guard unlink(path) == 0 || errno == ENOENT else { throw StorageFault(path, "cannot be removed", errno) }
  }
}
