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
    let file: SecretFile
    do throws(FileFault) { file = try SecretFile(path, atMost: 256) } catch {
      if error.errno == ENOENT, let mode { return try make(path, mode) }
      throw failure(path, error.errno)
    }
    guard file.isRegular else { throw .inputOutput("\(path): it is not a regular file") }
    guard !file.permits(0o007) else {
      throw Failure(status: .permission, message: "\(path): every user can read the token: chmod o= \(path)")
    }
    guard let token = PageSecret(String(decoding: file.bytes, as: UTF8.self).trimmed) else {
      throw .data("\(path): expected a token of 32 to 128 letters and digits; delete the file for a new one")
    }
    return token
  }

  private static func make(_ path: String, _ mode: mode_t) throws(Failure) -> PageSecret {
    var generator = SystemRandomNumberGenerator()
    let token = PageSecret(from: &generator)
    do throws(FileFault) {
      try SecretFile.make(path, Array((token.text + "\n").utf8), mode: mode)
    } catch {
      guard error.errno != ENOENT else { throw .inputOutput("\(path): its folder does not exist") }
      throw failure(path, error.errno)
    }
    return token
  }

  private static func failure(_ path: String, _ reason: CInt) -> Failure {
    let why = String(cString: strerror(reason))
    return switch reason {
    case EACCES, EPERM:
      Failure(
        status: .permission,
        message: "\(path): \(why)"
          + (path == ofService
            ? "; the service's token is for members of the group 'gnomon' (usermod --append --groups gnomon USER)" : "")
      )
    case ENOENT:
      .inputOutput(
        "\(path): \(why); the service makes it when it starts with a port: set Port= in the section [Bridge] of the configuration, then 'systemctl restart gnomon-bridge'"
      )
    default: .inputOutput("\(path): \(why)")
    }
  }
}
