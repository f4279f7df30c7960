import Glibc

/// Fault of writing or reading a file.
public struct FileFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var path: String
  public var complaint: String
  public var errno: CInt

  public init(_ path: String, _ complaint: String, _ errno: CInt) {
    self.path = path
    self.complaint = complaint
    self.errno = errno
  }

  public var reason: String { String(cString: strerror(errno)) }
  public var description: String { "\(path): \(complaint): \(reason)" }
}
