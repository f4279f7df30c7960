import CPosix
import Glibc

/// The socket that clients connect to: handed over by the service manager, or bound here.
struct ListeningSocket {
  let descriptor: CInt
  let path: String
  /// One that was handed over stays: it belongs to who handed it over.
  private let isOwn: Bool
  /// The socket's file, as it was made.
  private let file: FileIdentity?
  private static let backlog: CInt = 64

  /// Those that were handed over, else one of our own.
  static func all(path: String) throws(ServiceFault) -> [ListeningSocket] {
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

  /// A path that answers is another daemon's; a socket that refuses is what a dead one has left; anything else is not ours.
  private init(path: String) throws(ServiceFault) {
    let before = FileIdentity(path)
    let probe = gnomon_connect(path)
    if probe >= 0 {
      gnomon_close(probe)
      throw .alreadyRunning(path)
    }
    if probe == -ECONNREFUSED {
      // A file refuses as well.
      guard Self.isSocket(path) else {
        throw .cannotListen(path, "there is something else of that name; move it away, or choose another --socket")
      }
      // Another daemon that starts now may have put its own there meanwhile.
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

  /// What is in the way, and what would help.
  private static func hindrance(_ errno: CInt, _ path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "./"
    switch errno {
    case ENOENT: return "the folder \(folder) is not there; make it, or choose another --socket"
    case ENOTDIR: return "\(folder) is no folder; choose another --socket"
    case EACCES, EPERM:
      return
        "user \(gnomon_own_user()) may not make a socket in \(folder); give the folder to that user, or choose another --socket"
    case EROFS: return "\(folder) cannot be written to; choose another --socket"
    case EADDRINUSE: return "a socket is there that this user may not connect to; choose another --socket"
    case ENAMETOOLONG: return "the path is longer than the 107 bytes that a socket's may have; choose another --socket"
    default: return String(cString: strerror(errno))
    }
  }

  var name: String { isOwn ? path : "a socket that was handed over" }

  /// Takes the socket's name away, unless another daemon has a socket of that name by now.
  func close() {
    // While it is open its file's number is no other's.
    if let file, file == FileIdentity(path) { unlink(path) }
    gnomon_close(descriptor)
  }
}

/// Which file a name is of: its device and its number there.
private struct FileIdentity: Equatable {
  let device: dev_t, number: ino_t

  init?(_ path: String) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    (device, number) = (information.st_dev, information.st_ino)
  }
}

/// Why the daemon does not run.
public enum ServiceFault: Error, Equatable, Sendable {
  case alreadyRunning(String)
  case cannotListen(String, String)
  case cannotWait(Int32)
  case cannotRecord(String)

  /// Numbers of sysexits.h.
  public var status: Int32 {
    switch self {
    case .alreadyRunning: 1
    case .cannotListen, .cannotWait, .cannotRecord: 74
    }
  }
}

extension ServiceFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .alreadyRunning(let path): "\(path): a daemon answers there already; stop it, or choose another --socket"
    case .cannotListen(let path, let reason): "\(path): cannot listen: \(reason)"
    case .cannotWait(let number): "cannot wait for events: \(String(cString: strerror(number)))"
    case .cannotRecord(let reason): reason
    }
  }
}
