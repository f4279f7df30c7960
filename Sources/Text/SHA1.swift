/// The SHA-1 digest of bytes (FIPS 180-4, §§ 4.1.1, 5, 6.1). The handshake of a WebSocket needs it (RFC 6455, § 4.2.2), where it
/// protects nothing; `SHA256` is for everything else.
public struct SHA1: Sendable {
  /// 20 bytes.
  public let digest: [UInt8]

  public init(_ bytes: some Collection<UInt8>) {
    let start: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    digest = DigestBlocks.digest(bytes, from: start, schedule: 80, mix: Self.mix)
  }

  /// Adds one block to the state (§ 6.1.2).
  private static func mix(_ state: inout [UInt32], _ w: inout [UInt32]) {
    func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x << n | x >> (32 - n) }
    for t in 16..<80 { w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1) }
    var a = state[0], b = state[1], c = state[2], d = state[3], e = state[4]
    for t in 0..<80 {
      // § 4.1.1 and § 4.2.1: the function and the constant of each twenty steps.
      let (f, k): (UInt32, UInt32) =
        switch t {
        case ..<20: (b & c ^ ~b & d, 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: (b & c ^ b & d ^ c & d, 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      let next = rotate(a, 5) &+ f &+ e &+ k &+ w[t]
      (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] = state[index] &+ value }
  }
}
