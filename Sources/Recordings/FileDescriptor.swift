import Glibc

/// An open file that closes itself.
final class FileDescriptor {
  let number: CInt
  private let closes: Bool

  init(_ number: CInt, closes: Bool) {
    self.number = number
    self.closes = closes
  }

  deinit { if closes { close(number) } }

  var isRegular: Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Size of a regular file; 0 for anything else.
  var size: Int {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
  }

  /// Time of the last change of a regular file, in nanoseconds since 1970; 0 for anything else.
  var modified: Int64 {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  /// Returns the bytes read, 0 at the end, −errno on failure; interruptions are not failures.
  func read(into output: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = Glibc.read(number, output.baseAddress, output.count)
      if count >= 0 { return count }
      if errno != EINTR { return -Int(errno) }
    }
  }

  /// Writes all bytes; returns the errno of a failure.
  func write(_ input: UnsafeRawBufferPointer) -> Int32? {
    var written = 0
    while written < input.count {
      let count = Glibc.write(number, input.baseAddress.map { $0 + written }, input.count - written)
      if count >= 0 { written += count } else if errno != EINTR { return errno }
    }
    return nil
  }
}
