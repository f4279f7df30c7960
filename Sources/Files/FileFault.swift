import Glibc

/// Fault of writing or reading a file.
public struct FileFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var path: String
  public var sentence: String
  public var errno: CInt

  public init(_ path: String, _ sentence: String, _ errno: CInt) {
    self.path = path
    self.sentence = sentence
    self.errno = errno
  }

  public var reason: String { String(cString: strerror(errno)) }
  public var description: String { "\(path): \(sentence): \(reason)" }
}
