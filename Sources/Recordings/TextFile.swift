/// The path that stands for standard input.
public let standardInputPath = "-"

/// Passes a file's bytes to `body` in pieces, gunzipped if it is gzip, until `body` returns false. A file longer than `limit`
/// bytes is refused when it passes the limit; a damaged file, or one that unpacks to too much (`ArchiveLimits`), is refused too.
public func forEachPiece(
  of path: String, limit: Int, _ body: (UnsafeRawBufferPointer) -> Bool
) throws(RecordingFault) {
  let pieces = try FilePieces(path: path, readsInput: true)
  var total = 0
  while let piece = try pieces.next() {
    total += piece.count
    if total > limit { throw RecordingFault(path: path, line: 0, reason: .tooLong(limit: limit)) }
    if !body(piece) { return }
  }
}

/// Returns a whole file.
public func wholeFile(_ path: String, limit: Int) throws(RecordingFault) -> [UInt8] {
  var bytes: [UInt8] = []
  try forEachPiece(of: path, limit: limit) {
    bytes += $0
    return true
  }
  return bytes
}

/// Returns the beginning of a file.
public func opening(ofFile path: String, bytes most: Int) throws(RecordingFault) -> [UInt8] {
  var bytes: [UInt8] = []
  try forEachPiece(of: path, limit: .max) {
    bytes += $0.prefix(most - bytes.count)
    return bytes.count < most
  }
  return bytes
}

/// Returns a small file as text, gunzipped if it is gzip; nil if it cannot be read, is damaged, or is longer than `limit` bytes.
public func textFile(_ path: String, limit: Int = 1 << 20) -> String? {
  guard let bytes = try? wholeFile(path, limit: limit) else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
