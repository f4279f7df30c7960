public import Geometry
public import Samples

/// What a source of samples says of itself, in words that a person can act on.
public struct SourceStatus: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// Not there; the sentence says what was looked for and what would help.
    case absent(String)
    /// There, and nothing has come yet.
    case waiting(String)
    /// Samples come, this often.
    case streaming(Frequency)
    /// Samples came, the last of them then.
    case silent(since: BootInstant)
    /// There, and it cannot be used: the sentence says why and what would help.
    case failed(String)
  }

  /// What it is a source of.
  public enum Role: Equatable, Sendable {
    case sensor(SensorRole)
    case receiver

    public var name: String {
      switch self {
      case .sensor(let role): role.name
      case .receiver: "receiver"
      }
    }
  }

  /// The device behind a source, as it is now.
  public struct Device: Equatable, Sendable {
    /// The kernel's name, `iio:device0`, which may be another one after the next start; of a receiver the address of its gpsd.
    public var id: String
    /// Where it is plugged in, in words that last (`SensorIdentity.place`); empty where that is unknown.
    public var place: String
    /// As people can tell it from others: `bmi160, iio:device0`.
    public var words: String

    public init(id: String, place: String = "", words: String) {
      self.id = id
      self.place = place
      self.words = words
    }
  }

  public var role: Role
  /// nil while no device is known.
  public var device: Device?
  public var state: State
  /// What its owner should know although samples come; "" when there is nothing to say.
  public var note = ""
  /// The sensor itself, while there is one.
  public var sensor: PresentSensor?

  public init(_ role: Role, device: Device? = nil, state: State) {
    self.role = role
    self.device = device
    self.state = state
  }

  /// For people: `gyroscope (bmi160, iio:device0)`.
  public var name: String { device.map { "\(role.name) (\($0.words))" } ?? role.name }
}

extension SourceStatus: CustomStringConvertible {
  public var description: String {
    switch state {
    case .absent(let sentence): "\(name): absent: \(sentence)"
    case .waiting(let sentence): "\(name): waiting: \(sentence)"
    case .streaming(let rate): "\(name): \(rate.shown)\(note.isEmpty ? "" : "; \(note)")"
    case .silent(let since): "\(name): silent since \(since)"
    case .failed(let sentence): "\(name): failed: \(sentence)"
    }
  }
}

/// What comes out of a source.
public enum SensorEvent: Equatable, Sendable {
  case sample(Sample)
  /// The state of one of its devices has changed.
  case status(SourceStatus)
}

/// Something that hands over samples to a loop around `epoll`. It never waits, and never calls the loop.
public protocol SensorSource: AnyObject {
  /// Readable when there is something to take. The same for the whole life of the source.
  var descriptor: CInt { get }
  /// When `wake` wants to be called even though nothing is readable: time-outs, attempts, rescans.
  var deadline: BootInstant { get }
  /// Takes what is there and does what is due.
  func wake(at now: BootInstant, into events: (SensorEvent) -> Void)
  /// Nobody waits for its samples: it may bring them later, in fewer and larger batches, so that the machine can sleep. All come.
  func relax(_ isRelaxed: Bool)
  /// What was refused, mended or lost since it began, by reason.
  var counts: [(reason: String, count: Int)] { get }
  /// Ends it, waiting no longer than this; false when a thread did not return and was abandoned.
  func stop(within span: TimeSpan) -> Bool
}

extension SensorSource {
  /// One that brings little has nothing to gain.
  public func relax(_ isRelaxed: Bool) {}
  public var counts: [(reason: String, count: Int)] { [] }
}

extension SourceStatus.State {
  /// Whether it is worth saying after another: a rate that differs by less than a tenth is not.
  func isNews(after other: Self?) -> Bool {
    if case .streaming(let rate) = self, case .streaming(let old)? = other {
      return (rate - old).magnitude > 0.1 * max(rate, old)
    }
    return self != other
  }
}
