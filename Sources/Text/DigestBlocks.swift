/// The part that SHA-1 and SHA-256 have in common (FIPS 180-4): blocks of 64 bytes, as words of 32 bits, are mixed into a state.
enum DigestBlocks {
  /// Passes each block to `mix`, with its words at the beginning of a schedule of this length. Returns the state as bytes.
  static func digest(
    _ bytes: some Collection<UInt8>, from start: [UInt32], schedule length: Int,
    mix: (_ state: inout [UInt32], _ schedule: inout [UInt32]) -> Void
  ) -> [UInt8] {
    var state = start
    // § 5.1.1: a one bit, zeros, and the length in bits, to fill whole blocks.
    var message = Array(bytes)
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { message.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    var schedule = [UInt32](repeating: 0, count: length)
    for block in stride(from: 0, to: message.count, by: 64) {
      for t in 0..<16 {
        let first = block + 4 * t
        schedule[t] = message[first..<first + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      mix(&state, &schedule)
    }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }
}
