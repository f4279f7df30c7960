import Glibc

/// Bytes that wait until a socket accepts them.
public struct OutputQueue {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// Accepted bytes that are kept at most before the rest is moved, and the capacity that is kept when all are sent.
  private static let mostKept = 1 << 16

  public init() {}

  /// Bytes that the kernel has not accepted.
  public var waiting: Int { bytes.count - sent }

  public mutating func add(_ more: some Collection<UInt8>) { bytes += more }

  /// Sends as much as `write` accepts, which returns a count or −errno. Returns how much that was, and nil when the other side has
  /// gone. After −EAGAIN the next writing begins with the same bytes.
  public mutating func send(by write: (UnsafePointer<UInt8>, Int) -> Int64) -> Int? {
    let before = sent
    while sent < bytes.count {
      let count = bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { write($0 + sent, bytes.count - sent) } ?? 0
      }
      if count == -Int64(EAGAIN) {
        let accepted = sent - before
        if sent > Self.mostKept {
          bytes.removeFirst(sent)
          sent = 0
        }
        return accepted
      }
      guard count > 0 else { return nil }
      sent += Int(count)
    }
    let accepted = sent - before
    bytes.removeAll(keepingCapacity: bytes.capacity < 2 * Self.mostKept)
    sent = 0
    return accepted
  }
}
