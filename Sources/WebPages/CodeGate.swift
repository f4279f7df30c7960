/// A code of six digits by which a person lets a browser in, with few tries.
///
/// After three wrong codes the code is void, and for a minute none is accepted; then a new one is made. Each further lock lasts
/// twice as long as the one before, up to a day. So a program that guesses has some 30 tries on the first day, of a million codes.
public struct CodeGate: Sendable {
  public enum Verdict: Equatable, Sendable {
    case right
    case wrong(triesLeft: Int)
    /// No code is accepted for so many seconds.
    case locked(seconds: Double)
    /// Not six digits: it does not count as a try.
    case malformed
  }

  /// nil while no code is accepted.
  public private(set) var code: String?
  private var triesLeft = Self.tries
  private var lock = Self.firstLock
  /// The end of the lock, on the caller's clock.
  private var end = 0.0

  public static let digits = 6
  static let tries = 3, firstLock = 60.0, longestLock = 86400.0

  public init(from generator: inout some RandomNumberGenerator) { code = Self.code(from: &generator) }

  private static func code(from generator: inout some RandomNumberGenerator) -> String {
    (0..<digits).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
  }

  public var isLocked: Bool { code == nil }

  /// Compares with the code at a time in seconds. The third wrong one locks.
  public mutating func check(_ given: String, at time: Double) -> Verdict {
    guard let code else { return .locked(seconds: max(0, end - time)) }
    guard given.utf8.count == Self.digits, given.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return .malformed }
    if areEqual(given, code) { return .right }
    triesLeft -= 1
    guard triesLeft <= 0 else { return .wrong(triesLeft: triesLeft) }
    self.code = nil
    end = time + lock
    defer { lock = min(2 * lock, Self.longestLock) }
    return .locked(seconds: lock)
  }

  /// Makes a new code at the end of a lock, and returns it; nil otherwise.
  public mutating func renew(at time: Double, from generator: inout some RandomNumberGenerator) -> String? {
    guard isLocked, time >= end else { return nil }
    triesLeft = Self.tries
    code = Self.code(from: &generator)
    return code
  }
}
