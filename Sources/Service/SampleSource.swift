public import Samples

/// Something that samples come from: a device, a receiver, a recording, a simulation.
///
/// The daemon waits on `descriptor`, and calls `drain` when it is readable. What fails is opened again by and by.
public protocol SampleSource {
  var name: String { get }
  /// Readable when there is something to drain; −1 while closed.
  var descriptor: CInt { get }
  var status: SourceStatus { get }
  /// What its time stamps mean.
  var clock: SessionClock { get }
  mutating func open() throws(SourceFault)
  /// Hands over everything that is there, in order of arrival, and does not wait for more.
  mutating func drain(into take: (Sample) -> Void)
  mutating func close()
}

extension SampleSource {
  public var clock: SessionClock { .live }
}

/// How a source is doing.
public struct SourceStatus: Equatable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    case starting, running
    /// For a device to come, or to speak again.
    case waiting
    /// A recording is over.
    case ended
    /// It is closed, and opened again later.
    case failed
  }
  public var state: State
  /// A sentence for people.
  public var detail: String

  public init(_ state: State, _ detail: String = "") {
    self.state = state
    self.detail = detail
  }
}

/// Why a source cannot be opened, or read on.
public struct SourceFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}
