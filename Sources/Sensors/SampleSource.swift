public import Geometry
public import Samples

/// A source of samples: IIO devices, a receiver, a recording, a simulation.
///
/// Its supervisor waits on `descriptor` and for `deadline`, and then calls `wake`, which never waits.
public protocol SampleSource {
  var name: String { get }
  /// Readable when there is something to read; −1 while closed, and for a source that is woken only by its deadline.
  var descriptor: CInt { get }
  /// The time at which `wake` is due although nothing is readable: samples of a recording, timeouts, attempts, rescans.
  var deadline: BootInstant { get }
  /// The state of the source as a whole; nil for one that reports the state of each of its devices.
  var state: SourceStatus.State? { get }
  /// Refused, corrected and lost data from before it became a sample, by reason.
  var counts: [(reason: String, count: Int)] { get }
  /// Its sensors; empty for one that reports them with the state of its devices.
  var sensors: [PresentSensor] { get }
  /// The receivers among which it chooses; empty for a source without receivers.
  var receivers: [ReceiverState] { get }
  /// The relation of its time stamps to the boot clock.
  var clock: SessionClock { get }

  /// Opens the source; throws if that fails, and the supervisor tries again later.
  mutating func open() throws(SourceFault)
  /// Reads what is available and does what is due.
  mutating func wake(at now: BootInstant, into events: (SourceEvent) -> Void)
  /// While no client waits for its samples, a source may deliver them later, in fewer and larger batches, so that the machine can
  /// sleep. No sample is lost by this.
  mutating func setBatching(_ isBatching: Bool)
  /// Applies calibrations' results on how sensors are built in; true if the source has to be opened again for that.
  mutating func apply(_ findings: [SensorFinding]) -> Bool
  /// Closes it within that time; false if a thread did not return and was abandoned. It may be opened again.
  @discardableResult mutating func close(within span: TimeSpan) -> Bool
}

extension SampleSource {
  public var deadline: BootInstant { .never }
  public var state: SourceStatus.State? { nil }
  public var counts: [(reason: String, count: Int)] { [] }
  public var sensors: [PresentSensor] { [] }
  public var receivers: [ReceiverState] { [] }
  public var clock: SessionClock { .live }
  public mutating func setBatching(_ isBatching: Bool) {}
  public mutating func apply(_ findings: [SensorFinding]) -> Bool { false }
}

/// An event of a source; events come in the order in which they happened.
public enum SourceEvent: Equatable, Sendable {
  case sample(Sample)
  /// The state of one of its devices has changed.
  case status(SourceStatus)
  /// Another receiver is used from now on.
  case change(ReceiverChange)
}

/// The reason why a source cannot be opened, or read on.
public struct SourceFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}
