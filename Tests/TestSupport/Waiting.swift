import Foundation
public import GnomonClient
import Geometry

/// How many seconds a test waits for what other programs do: longer than any machine should need, and not for ever.
public let waitingLimit = 120.0

/// The end of a wait.
public struct Patience {
  private let end = Foundation.ProcessInfo.processInfo.systemUptime + waitingLimit

  public init() {}

  public var isOver: Bool { Foundation.ProcessInfo.processInfo.systemUptime > end }

  /// Throws once it is over.
  public func check() throws { if isOver { throw WaitedTooLong() } }
}

/// A wait that has come to its limit.
public struct WaitedTooLong: Error, CustomStringConvertible {
  public var description: String { "it did not happen within \(Int(waitingLimit)) s" }
}

/// Waits until something holds; throws at `waitingLimit`.
public func waitUntil(_ holds: () throws -> Bool) throws {
  let patience = Patience()
  while try !holds() {
    try patience.check()
    usleep(10_000)
  }
}

/// Whether something comes to hold within `waitingLimit`.
public func eventually(_ holds: () throws -> Bool) rethrows -> Bool {
  let patience = Patience()
  while try !holds() {
    if patience.isOver { return false }
    usleep(20_000)
  }
  return true
}

/// A client of a daemon whose every wait has a limit.
public func patientClient(_ path: String) throws -> Client {
  let client = try Client(path: path)
  client.setPatience(.seconds(waitingLimit))
  return client
}
