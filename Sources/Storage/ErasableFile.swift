import Files
import Glibc

/// A file whose content is to be destroyed: overwritten with zeros and emptied in place, which works on a full disk, and
/// synchronized to the disk. It is held open, so that it can be destroyed after a new file has taken its name.
///
/// Flash memory and copy-on-write file systems may keep the earlier content; only encryption protects it from a reader of the
/// bare disk.
final class ErasableFile {
  let path: String
  private let file: Descriptor
  private var descriptor: CInt { file.number }

  /// nil if the file does not exist.
  init?(_ path: String) throws(FileFault) {
    self.path = path
    file = Descriptor(open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw FileFault(path, "cannot be erased", errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileFault(path, "is not a regular file, and cannot be erased", EINVAL)
    }
  }

  /// Destroys the content, and checks in the file that nothing is left.
  func destroy() throws(FileFault) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFault(path, "cannot be erased", errno) }
    let zeros = [UInt8](repeating: 0, count: 4096)
    var done: off_t = 0
    while done < status.st_size {
      let count = pwrite(descriptor, zeros, min(zeros.count, Int(status.st_size - done)), done)
      if count > 0 { done += off_t(count) } else if count < 0, errno != EINTR { break }
    }
    // A copy-on-write file system may have no room for the zeros, and still frees the old content.
    if done > 0 { fsync(descriptor) }
    guard ftruncate(descriptor, 0) == 0, fsync(descriptor) == 0 else {
      throw FileFault(path, "cannot be erased", errno)
    }
    var byte: UInt8 = 0
    guard pread(descriptor, &byte, 1, 0) == 0 else { throw FileFault(path, "is not empty after it was erased", EIO) }
  }

  /// Destroys the content of a file and removes its name.
  static func erase(_ path: String) throws(FileFault) {
    guard let file = try ErasableFile(path) else { return }
    try file.destroy()
    guard unlink(path) == 0 || errno == ENOENT else { throw FileFault(path, "cannot be removed", errno) }
  }
}
