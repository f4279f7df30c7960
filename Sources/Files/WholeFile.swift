import Glibc

/// The bytes of a file, read to its end. One of more than `most` bytes is refused (EFBIG), however long it is.
public func wholeFile(_ path: String, atMost most: Int) throws(FileFault) -> [UInt8] {
  let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC))
  guard file.isOpen else { throw FileFault(path, "cannot open", errno) }
  var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(file.number, &chunk, chunk.count)
    if count < 0 {
      if errno == EINTR { continue }
      throw FileFault(path, "cannot read", errno)
    }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
    if bytes.count > most { throw FileFault(path, "cannot read", EFBIG) }
  }
}
