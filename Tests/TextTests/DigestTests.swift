import Expectations
import Testing
import Text

@Suite struct DigestTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The examples that NIST published for FIPS 180: one block, two blocks, the empty text, and a million letters.
  private static let examples = [
    "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "", String(repeating: "a", count: 1_000_000),
  ]

  @Test func publishedExamplesOfSHA1() {
    let digests = Self.examples.map { hexadecimal(SHA1(Array($0.utf8)).digest) }
    expect(
      digests,
      equals: [
        "a9993e364706816aba3e25717850c26c9cd0d89d", "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709", "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      ])
  }

  @Test func publishedExamplesOfSHA256() {
    let digests = Self.examples.map { hexadecimal(SHA256(Array($0.utf8)).digest) }
    expect(
      digests,
      equals: [
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
      ])
  }

  /// RFC 4648, § 10.
  @Test func base64() {
    for (text, expected) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ] {
      var buffer = TextBuffer()
      buffer.append(base64: Array(text.utf8))
      expect(buffer.string, equals: expected)
    }
  }
}
