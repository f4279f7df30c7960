import CZlib

/// Unpacks zlib data (RFC 1950) to exactly `size` bytes; nil if it is damaged, or has another length. No more memory is used than
/// `size`, which the caller limits.
public func unpackedZlib(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
  var stream = z_stream()
  guard packed.count <= Int(UInt32.max), size <= Int(UInt32.max),
    inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { return nil }
  defer { inflateEnd(&stream) }
  // One more byte, so that longer data is found, and so that there is a buffer for none.
  var isWhole = false
  let content = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
    packed.withUnsafeBufferPointer { input in
      // zlib declares its input as writable, but never writes to it.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(size + 1)
      let status = inflate(&stream, Z_FINISH)
      count = size + 1 - Int(stream.avail_out)
      isWhole = status == Z_STREAM_END && count == size
    }
  }
  return isWhole ? content : nil
}
