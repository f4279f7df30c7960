import Glibc
public import SocketServer

/// The reason for which the daemon does not run.
public enum ServiceFault: Error, Equatable, Sendable {
  case socket(ListeningFault)
  case cannotWait(Int32)
  case cannotRecord(String)

  /// The exit status; 74 is EX_IOERR of sysexits.h.
  public var status: Int32 {
    switch self {
    case .socket(.alreadyRunning): 1
    case .socket(.cannotListen), .cannotWait, .cannotRecord: 74
    }
  }
}

extension ServiceFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .socket(let fault): "\(fault)"
    case .cannotWait(let number): "cannot wait for events: \(String(cString: strerror(number)))"
    case .cannotRecord(let reason): reason
    }
  }
}
