public import CommandParts
import Files
public import Glibc
public import WebPages

/// The file that holds a token, so that it stays the same from one start to the next.
public enum TokenFile {
  /// The bridge's service's: in its `StateDirectory`, readable for the group `gnomon`.
  public static let ofService = "/var/lib/gnomon-bridge/token"

  /// Reads the token; a file that is missing is made with this mode if one is given.
  public static func token(at path: String, makingWith mode: mode_t?) throws(Failure) -> PageSecret {
    let file = Descriptor(open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)), descriptor = file.number
    if !file.isOpen {
      let reason = errno
      if reason == ENOENT, let mode { return try make(path, mode) }
      throw failure(path, reason)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .inputOutput("\(path): it is not a regular file")
    }
    guard status.st_mode & 0o007 == 0 else {
      throw Failure(status: .permission, message: "\(path): every user can read the token: chmod o= \(path)")
    }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0, let token = PageSecret(String(decoding: bytes[..<max(0, count)], as: UTF8.self).trimmed) else {
      throw .data("\(path): expected a token of 32 to 128 letters and digits; delete the file for a new one")
    }
    return token
  }

  private static func make(_ path: String, _ mode: mode_t) throws(Failure) -> PageSecret {
    var generator = SystemRandomNumberGenerator()
    let token = PageSecret(from: &generator)
    let file = Descriptor(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode))
    guard file.isOpen else { throw failure(path, errno) }
    let descriptor = file.number
    let line = Array((token.text + "\n").utf8)
    // The umask may have removed bits.
    guard fchmod(descriptor, mode) == 0, write(descriptor, line, line.count) == line.count else {
      let reason = errno
      unlink(path)
      throw failure(path, reason)
    }
    return token
  }

  private static func failure(_ path: String, _ reason: CInt) -> Failure {
    let why = String(cString: strerror(reason))
    return switch reason {
    case EACCES, EPERM:
      Failure(
        status: .permission,
        message:
          "\(path): \(why); the service's token is for members of the group 'gnomon' (usermod --append --groups gnomon USER)"
      )
    case ENOENT:
      .inputOutput(
        "\(path): \(why); the service makes it when it starts with a port: set Port= in the section [Bridge] of the configuration, then 'systemctl restart gnomon-bridge'"
      )
    default: .inputOutput("\(path): \(why)")
    }
  }
}
