import CPosix
import Glibc

/// The socket that clients connect to: handed over by the service manager, or bound by the daemon.
public struct ListeningSocket {
  let descriptor: CInt
  let path: String
  /// False for a socket passed by the service manager: its file belongs to the service manager and is not removed.
  private let isOwn: Bool
  /// The identity of the socket's file when it was made.
  private let file: FileIdentity?
  private static let backlog: CInt = 64

  /// Returns the sockets that were handed over, or else one bound to `path`.
  public static func all(path: String) throws(ListeningFault) -> [ListeningSocket] {
    let handed = gnomon_handed_over()
    guard handed > 0 else { return [try ListeningSocket(path: path)] }
    return (0..<handed).map { ListeningSocket(descriptor: 3 + $0, path: path, isOwn: false) }
  }

  private init(descriptor: CInt, path: String, isOwn: Bool) {
    self.descriptor = descriptor
    self.path = path
    self.isOwn = isOwn
    file = isOwn ? FileIdentity(path) : nil
  }

  /// Binds a socket to `path`. One that answers belongs to another daemon; one that refuses was left by a dead daemon and is
  /// replaced; any other file is kept and reported.
  private init(path: String) throws(ListeningFault) {
    let before = FileIdentity(path)
    let probe = gnomon_connect(path)
    if probe >= 0 {
      gnomon_close(probe)
      throw .alreadyRunning(path)
    }
    if probe == -ECONNREFUSED {
      // A connection to an ordinary file is refused as well.
      guard Self.isSocket(path) else {
        throw .cannotListen(path, "the path exists and is not a socket; move it away, or choose another --socket")
      }
      // Another daemon may have bound its own socket there meanwhile.
      if before == FileIdentity(path) { unlink(path) }
    }
    let descriptor = gnomon_listen(path, 0o660, Self.backlog)
    guard descriptor >= 0 else { throw .cannotListen(path, Self.hindrance(-descriptor, path)) }
    self.init(descriptor: descriptor, path: path, isOwn: true)
  }

  private static func isSocket(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFSOCK
  }

  /// Returns the cause of an error, with its remedy.
  private static func hindrance(_ errno: CInt, _ path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "./"
    switch errno {
    case ENOENT: return "the folder \(folder) does not exist; make it, or choose another --socket"
    case ENOTDIR: return "\(folder) is not a folder; choose another --socket"
    case EACCES, EPERM:
      return
        "user \(gnomon_own_user()) may not make a socket in \(folder); give the folder to that user, or choose another --socket"
    case EROFS: return "\(folder) cannot be written to; choose another --socket"
    case EADDRINUSE: return "there is a socket to which this user may not connect; choose another --socket"
    case ENAMETOOLONG: return "the path is longer than 107 bytes, the limit for sockets; choose another --socket"
    default: return String(cString: strerror(errno))
    }
  }

  public var name: String { isOwn ? path : "a socket passed by the service manager" }

  /// Closes the socket, and removes its file unless another daemon has bound the same path meanwhile.
  public func close() {
    // While the socket is open, no other file has its inode number.
    if let file, file == FileIdentity(path) { unlink(path) }
    gnomon_close(descriptor)
  }
}

/// The identity of the file at a path: its device and inode numbers.
private struct FileIdentity: Equatable {
  let device: dev_t, number: ino_t

  init?(_ path: String) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    (device, number) = (information.st_dev, information.st_ino)
  }
}

/// The reason for which a socket cannot be listened on.
public enum ListeningFault: Error, Equatable, Sendable {
  case alreadyRunning(String)
  case cannotListen(String, String)
}

extension ListeningFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .alreadyRunning(let path): "\(path): another daemon answers there; stop it, or choose another --socket"
    case .cannotListen(let path, let reason): "\(path): cannot listen: \(reason)"
    }
  }
}
