import CZlib
import Glibc

/// The bytes of a recording, gunzipped if their first two bytes are gzip's (RFC 1952), for any file name. Concatenated members
/// are one stream; zero padding after the last one is ignored.
final class ByteStream {
  /// Reads up to the buffer's size; returns 0 at the end, −errno on failure.
  typealias Source = (UnsafeMutableRawBufferPointer) -> Int

  enum Outcome: Equatable {
    case bytes(Int)
    case end
    case failed(RecordingFault.Reason)
  }

  private let rawSource: Source
  /// Bytes read from the file, before any decompression.
  private(set) var bytesRead = 0
  private var bytesUnpacked = 0
  private var inflater: Inflater?
  private var input: UnsafeMutableRawBufferPointer
  private var inputStart = 0, inputEnd = 0
  private var hasBegun = false

  init(source: @escaping Source) {
    rawSource = source
    input = .allocate(byteCount: 1 << 16, alignment: 16)
  }

  deinit { input.deallocate() }

  private func source(_ output: UnsafeMutableRawBufferPointer) -> Int {
    let count = rawSource(output)
    bytesRead += max(0, count)
    return count
  }

  func read(into output: UnsafeMutableRawBufferPointer) -> Outcome {
    if !hasBegun {
      hasBegun = true
      // Two bytes decide; a pipe may deliver one at a time.
      while inputEnd < 2 {
        let count = source(UnsafeMutableRawBufferPointer(rebasing: input[inputEnd...]))
        if count < 0 { return .failed(.readFailed(errno: Int32(-count))) }
        if count == 0 { break }
        inputEnd += count
      }
      if inputEnd >= 2 && input[0] == 0x1F && input[1] == 0x8B {
        guard let inflater = Inflater() else { return .failed(.gzipDamaged("zlib refuses to start")) }
        self.inflater = inflater
      }
    }
    return inflater.map { inflate($0, into: output) } ?? copy(into: output)
  }

  private func copy(into output: UnsafeMutableRawBufferPointer) -> Outcome {
    if inputStart < inputEnd {
      let count = min(output.count, inputEnd - inputStart)
      output.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[inputStart..<inputStart + count]))
      inputStart += count
      return .bytes(count)
    }
    let count = source(output)
    return count < 0 ? .failed(.readFailed(errno: Int32(-count))) : count == 0 ? .end : .bytes(count)
  }

  private func inflate(_ inflater: Inflater, into output: UnsafeMutableRawBufferPointer) -> Outcome {
    while true {
      if inputStart == inputEnd {
        let count = source(input)
        if count < 0 { return .failed(.readFailed(errno: Int32(-count))) }
        if count == 0 { return inflater.isBetweenMembers ? .end : .failed(.gzipTruncated) }
        inputStart = 0
        inputEnd = count
      }
      switch inflater.inflate(UnsafeMutableRawBufferPointer(rebasing: input[inputStart..<inputEnd]), into: output) {
      case .progress(let consumed, let produced):
        inputStart += consumed
        bytesUnpacked += produced
        if ArchiveLimits.isExceeded(unpacked: bytesUnpacked, packed: bytesRead) {
          return .failed(.gzipRatio(limit: ArchiveLimits.ratio))
        }
        if produced > 0 { return .bytes(produced) }
      case .failed(let why): return .failed(.gzipDamaged(why))
      }
    }
  }
}

/// zlib's inflate over concatenated gzip members.
private final class Inflater {
  enum Outcome {
    case progress(consumed: Int, produced: Int)
    case failed(String)
  }

  private let stream: UnsafeMutablePointer<z_stream>
  /// True before the first byte of a further member: the only place where the data may end.
  private(set) var isBetweenMembers = false
  private var isPadding = false

  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let gzipOnly: Int32 = 15 + 16
    guard inflateInit2_(stream, gzipOnly, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func inflate(_ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Outcome {
    guard let inputBase = input.baseAddress, let outputBase = output.baseAddress else {
      return .progress(consumed: 0, produced: 0)
    }
    if isBetweenMembers {
      // gzip members may be followed by zeros (tapes, block devices); anything else begins a member or is damage.
      isPadding = isPadding || input[0] == 0
      if isPadding {
        return input.allSatisfy { $0 == 0 }
          ? .progress(consumed: input.count, produced: 0) : .failed("bytes after the last member")
      }
      guard inflateReset(stream) == Z_OK else { return .failed("zlib refuses to start again") }
      isBetweenMembers = false
    }
    stream.pointee.next_in = inputBase.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = outputBase.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(output.count)
    let status = CZlib.inflate(stream, Z_NO_FLUSH)
    let consumed = input.count - Int(stream.pointee.avail_in)
    let produced = output.count - Int(stream.pointee.avail_out)
    switch status {
    case Z_STREAM_END:
      isBetweenMembers = true
      return .progress(consumed: consumed, produced: produced)
    case Z_OK: return .progress(consumed: consumed, produced: produced)
    case Z_BUF_ERROR where consumed > 0 || produced > 0: return .progress(consumed: consumed, produced: produced)
    default:
      // Output from before the damage is good: it is returned first, and the next call meets the damage again.
      if produced > 0 { return .progress(consumed: consumed, produced: produced) }
      return .failed(stream.pointee.msg.map { String(cString: $0) } ?? "error \(status)")
    }
  }
}
