import Foundation
public import GnomonClient
import Geometry

/// Longest time in seconds that a test waits for other programs: more than any machine needs, but limited. Sanitized programs have
/// longer (scripts/sanitize).
public let waitingLimit: Double = {
  let slower = Foundation.ProcessInfo.processInfo.environment["GNOMON_SLOWER"].flatMap { Double($0) }
  return 120 * (slower ?? 1)
}()

/// The end of a wait.
public struct Patience {
  private let end = Foundation.ProcessInfo.processInfo.systemUptime + waitingLimit

  public init() {}

  public var isOver: Bool { Foundation.ProcessInfo.processInfo.systemUptime > end }

  /// Throws once the wait is over.
  public func check() throws { if isOver { throw WaitedTooLong() } }
}

/// The error of a wait that has reached its limit.
public struct WaitedTooLong: Error, CustomStringConvertible {
  public var description: String { "it did not happen within \(Int(waitingLimit)) s" }
}

/// Waits until a condition holds; throws at `waitingLimit`.
public func waitUntil(_ holds: () throws -> Bool) throws {
  let patience = Patience()
  while try !holds() {
    try patience.check()
    usleep(10_000)
  }
}

/// Whether a condition holds within `waitingLimit`.
public func eventually(_ holds: () throws -> Bool) rethrows -> Bool {
  let patience = Patience()
  while try !holds() {
    if patience.isOver { return false }
    usleep(20_000)
  }
  return true
}

/// A client of a daemon with a limit for every wait.
public func patientClient(_ path: String) throws -> Client {
  let client = try Client(path: path)
  client.setPatience(.seconds(waitingLimit))
  return client
}
