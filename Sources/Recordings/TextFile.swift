import Glibc

/// A small file as a whole, gunzipped if it is gzip; nil when it cannot be read, is damaged, or is longer than `limit` bytes.
public func textFile(_ path: String, limit: Int = 1 << 20) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  let stream = ByteStream { output in
    while true {
      let count = read(descriptor, output.baseAddress, output.count)
      if count >= 0 { return count }
      if errno != EINTR { return -Int(errno) }
    }
  }
  var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 14)
  while true {
    let outcome = chunk.withUnsafeMutableBytes { stream.read(into: $0) }
    switch outcome {
    case .bytes(let count):
      bytes += chunk[..<count]
      if bytes.count > limit { return nil }
    case .end: return String(decoding: bytes, as: UTF8.self)
    case .failed: return nil
    }
  }
}
