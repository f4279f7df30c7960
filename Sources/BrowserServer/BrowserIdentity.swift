import CTLS
public import CommandParts
import Files
import Glibc

/// The key of a server that speaks HTTPS and its certificate, which the key itself has signed: made at the first start and kept.
///
/// The certificate is not bound to an address, so it and its fingerprint are the same in every network. No authority vouches for
/// it, so a browser warns; comparing the fingerprint shows that it is this server's.
public final class BrowserIdentity {
  let pointer: OpaquePointer
  /// SHA-256 of the certificate, as browsers show it: `3A:0F:…`.
  public let fingerprint: String
  /// True if it was made by this start.
  public let isNew: Bool

  /// Days until the certificate ends.
  private static let days: CInt = 3653

  /// The identity in this user's folder of states.
  public convenience init() throws(Failure) {
    guard let folder = UserFolder.state else {
      throw .inputOutput("there is no folder for the key of HTTPS: set HOME or XDG_STATE_HOME, or use --plain")
    }
    try self.init(key: "\(folder)/view-key.pem", certificate: "\(folder)/view-certificate.pem")
  }

  init(key: String, certificate: String) throws(Failure) {
    isNew = access(key, F_OK) != 0 && access(certificate, F_OK) != 0
    if isNew { try Self.make(key, certificate) }
    let texts = (try Self.text(key, beside: certificate), try Self.text(certificate, beside: key))
    var fault: CInt = 0
    guard let made = ctls_identity_create(texts.0, texts.1, &fault) else {
      let why = fault == -EKEYREJECTED ? "\(certificate) is of another key" : "they are damaged"
      throw .data("\(key) and \(certificate) cannot be used: \(why); delete both for new ones")
    }
    pointer = made
    var digest = [UInt8](repeating: 0, count: Int(CTLS_FINGERPRINT))
    ctls_identity_fingerprint(made, &digest)
    fingerprint = digest.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined(separator: ":")
  }

  deinit { ctls_identity_free(pointer) }

  private static func make(_ key: String, _ certificate: String) throws(Failure) {
    var texts = (
      [CChar](repeating: 0, count: Int(CTLS_TEXT)), [CChar](repeating: 0, count: Int(CTLS_TEXT))
    )
    guard ctls_make("gnomon", days, &texts.0, &texts.1) == 0 else {
      throw .inputOutput("OpenSSL cannot make a key for HTTPS; use --plain")
    }
    AtomicFile(key).makeFolders(for: .owner)
    do throws(FileFault) {
      for (path, text) in [(key, texts.0), (certificate, texts.1)] {
        try SecretFile.make(path, text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), mode: 0o600)
      }
    } catch {
      throw Failure(error, permission: "the folder has to be this user's")
    }
  }

  /// The text of a file that only its owner can read.
  private static func text(_ path: String, beside other: String) throws(Failure) -> String {
    let file: SecretFile
    do throws(FileFault) { file = try SecretFile(path, atMost: Int(CTLS_TEXT)) } catch {
      guard error.errno != ENOENT else { throw .data("\(path) is missing; delete \(other), too, for new ones") }
      throw Failure(error, permission: "the file has to be this user's")
    }
    guard file.isRegular else { throw .inputOutput("\(path): it is not a regular file") }
    guard !file.permits(0o077) else {
      throw Failure(status: .permission, message: "\(path): other users can read or change it: chmod 600 \(path)")
    }
    return String(decoding: file.bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
