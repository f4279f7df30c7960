import Glibc

/// The variables of the process's environment.
public enum Environment {
  /// The value of a variable; nil if it is unset or empty.
  public static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The time of day. Only commands read it, never the pipeline.
public func secondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec)
}

/// Reads a whole file of at most 64 MiB; errors name the file.
public func contents(of path: String) throws(Failure) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .inputOutput("\(path): cannot open: \(String(cString: strerror(errno)))") }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 {
      if errno == EINTR { continue }
      throw .inputOutput("\(path): cannot read: \(String(cString: strerror(errno)))")
    }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
    if bytes.count > 64 << 20 { throw .data("\(path): larger than 64 MiB, too large for this file") }
  }
}
