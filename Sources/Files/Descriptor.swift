import Glibc

/// A descriptor of the kernel with one owner, whose end closes it. It cannot be copied, so it is closed once: also when an
/// initializer throws after it was opened, and never again when its number belongs to another file.
public struct Descriptor: ~Copyable, Sendable {
  /// Negative if it could not be opened: −1, or −errno of a function of `CPosix`.
  public let number: CInt

  /// Owns a descriptor that was opened for it alone.
  public init(_ number: CInt) { self.number = number }

  deinit { if number >= 0 { close(number) } }

  public var isOpen: Bool { number >= 0 }
}
