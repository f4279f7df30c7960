import Glibc

/// A file as a whole, gunzipped if it is gzip. One that is longer than `limit` bytes is refused, and so is one that is damaged.
public func wholeFile(_ path: String, limit: Int) throws(RecordingFault) -> [UInt8] {
  func fault(_ reason: RecordingFault.Reason) -> RecordingFault { RecordingFault(path: path, line: 0, reason: reason) }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw fault(.cannotOpen(errno: errno)) }
  let file = FileDescriptor(descriptor, closes: true)
  let stream = ByteStream { file.read(into: $0) }
  var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 16)
  bytes.reserveCapacity(min(file.size, limit))
  while true {
    switch chunk.withUnsafeMutableBytes({ stream.read(into: $0) }) {
    case .bytes(let count):
      if bytes.count + count > limit { throw fault(.tooLong(limit: limit)) }
      bytes += chunk[..<count]
    case .end: return bytes
    case .failed(let reason): throw fault(reason)
    }
  }
}

/// A small file as text, gunzipped if it is gzip; nil when it cannot be read, is damaged, or is longer than `limit` bytes.
public func textFile(_ path: String, limit: Int = 1 << 20) -> String? {
  guard let bytes = try? wholeFile(path, limit: limit) else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
