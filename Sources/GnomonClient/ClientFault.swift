import Glibc
public import Wire

/// The reasons why a call has no answer.
public enum ClientFault: Error, Sendable {
  /// The daemon is absent, or this user may not connect to it.
  case cannotConnect(path: String, errno: Int32)
  /// The daemon answered with an error of an interface.
  case refused(CallError)
  /// The daemon closed the connection.
  case closed
  case timedOut
  case broken(errno: Int32)
  /// The answer does not match the interface.
  case misunderstood(MessageFault)

  /// True if this user has no permission for the socket or for the method.
  public var isAboutPermission: Bool {
    switch self {
    case .cannotConnect(_, let number): number == EACCES || number == EPERM
    case .refused(let error): error.name.hasSuffix(".NotPermitted")
    default: false
    }
  }
  public var isAboutAbsence: Bool {
    switch self {
    case .cannotConnect: !isAboutPermission
    case .closed: true
    default: false
    }
  }
}

extension ClientFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotConnect(let path, _) where isAboutPermission:
      "\(path): not permitted: \(Self.remedy(path))"
    case .cannotConnect(let path, let number):
      "\(path): no daemon answers (\(String(cString: strerror(number)))); start it with 'systemctl start gnomond', or 'gnomond --demo --socket PATH'"
    case .refused(let error): "\(error)"
    case .closed: "the daemon has closed the connection; see 'journalctl --unit gnomond'"
    case .timedOut: "the daemon has not answered in time"
    case .broken(let number): "the connection is broken (\(String(cString: strerror(number))))"
    case .misunderstood(let fault): "the daemon's answer is invalid: \(fault)"
    }
  }
}

extension ClientFault {
  /// How a user gets access to the socket: by its group, unless this is the private group of the user who started the daemon.
  private static func remedy(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return
        "its folder is closed to this user; the service's socket is for members of the group 'gnomon' (usermod --append --groups gnomon USER)"
    }
    let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
    let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
    if group == owner || group == "root" {
      return
        "the daemon was started by '\(owner)' for itself: ask as that user, or use the service, whose socket is for members of the group 'gnomon'"
    }
    return
      "the socket is for members of the group '\(group)' (usermod --append --groups \(group) USER, then log in again)"
  }
}
