public import Samples
public import Sensors

/// Something that samples come from: a device, a receiver, a recording, a simulation.
///
/// The daemon waits on `descriptor`, and calls `drain` when it is readable. What fails is opened again by and by.
public protocol SampleSource {
  var name: String { get }
  /// Readable when there is something to drain; −1 while closed.
  var descriptor: CInt { get }
  var condition: SourceCondition { get }
  /// Its parts, where it has several; itself otherwise.
  var parts: [SourcePart] { get }
  /// Whether it ought to bring samples now.
  var isRunning: Bool { get }
  /// What was refused, mended or lost before it became a sample, by reason.
  var counts: [(reason: String, count: Int)] { get }
  /// The sensors that there have been, the last of each role.
  var sensors: [PresentSensor] { get }
  /// Takes over what calibrations have found of how sensors are built in; whether it has to be opened anew for that.
  mutating func obey(_ findings: [SensorFinding]) -> Bool
  /// What its time stamps mean.
  var clock: SessionClock { get }
  mutating func open() throws(SourceFault)
  /// Hands over everything that is there, in order of arrival, and does not wait for more.
  mutating func drain(into take: (Sample) -> Void)
  /// Nobody waits for its samples: it may bring them later, in larger batches.
  mutating func relax(_ isRelaxed: Bool)
  mutating func close()
}

extension SampleSource {
  public var clock: SessionClock { .live }
  public mutating func relax(_ isRelaxed: Bool) {}
  public var counts: [(reason: String, count: Int)] { [] }
  public var sensors: [PresentSensor] { [] }
  public mutating func obey(_ findings: [SensorFinding]) -> Bool { false }
  public var parts: [SourcePart] { [SourcePart(name: name, condition: condition)] }
  public var isRunning: Bool { condition.state == .running }
}

/// A part of a source: one sensor of a board, for example.
public struct SourcePart: Equatable, Sendable {
  /// For people.
  public var name: String
  public var condition: SourceCondition
  /// What it is a source of, the device behind it, and where that is plugged in; nil where there is no such thing.
  public var role: SourceStatus.Role?
  public var device: SourceStatus.Device?

  public init(
    name: String, condition: SourceCondition, role: SourceStatus.Role? = nil, device: SourceStatus.Device? = nil
  ) {
    self.name = name
    self.condition = condition
    self.role = role
    self.device = device
  }
}

/// How a source is doing.
public struct SourceCondition: Equatable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    case starting, running
    /// There, and it has not spoken yet.
    case waiting
    /// Not there; looked for again.
    case absent
    /// It has spoken, and does not any more.
    case silent
    /// A recording is over.
    case ended
    /// It cannot be used; tried again later.
    case failed

    /// Whether somebody should look after it.
    var isBad: Bool { self == .absent || self == .silent || self == .failed }
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
