public import Geometry
public import Samples

/// The status of one device of a source: its role, its identity, its state, and the sentences that a person can act on.
public struct SourceStatus: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    case starting
    /// Not present; the sentence states what was looked for and the remedy.
    case absent(String)
    /// Present, but no sample has arrived yet.
    case waiting(String)
    /// Samples arrive, at this rate.
    case streaming(Frequency)
    /// Samples are generated or played back; the sentence states how.
    case playing(String)
    /// No samples arrive any more; the last one had this time.
    case silent(since: BootInstant)
    /// The end of a recording was reached.
    case ended(String)
    /// Present but unusable: the sentence states the reason and the remedy.
    case failed(String)
  }

  /// The kind of its samples.
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

  /// The device behind a source, as it is at present.
  public struct Device: Equatable, Sendable {
    /// The kernel's name, `iio:device0`, which may change with the next boot; for a receiver the address of its gpsd.
    public var id: String
    /// The place where it is plugged in, in a text that stays the same after a restart (`SensorIdentity.place`); empty if
    /// unknown.
    public var place: String
    /// A text that distinguishes it from other devices: `bmi160, iio:device0`.
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
  /// A remark for the owner although samples arrive; empty for none.
  public var note = ""
  /// The sensor itself, while it is present.
  public var sensor: PresentSensor?

  public init(_ role: Role, device: Device? = nil, state: State) {
    self.role = role
    self.device = device
    self.state = state
  }

  /// The name in messages: `gyroscope (bmi160, iio:device0)`.
  public var name: String { device.map { "\(role.name) (\($0.words))" } ?? role.name }
}

extension SourceStatus: CustomStringConvertible {
  public var description: String {
    switch state {
    case .streaming(let rate): "\(name): \(rate.shown)\(note.isEmpty ? "" : "; \(note)")"
    case .silent(let since): "\(name): silent since \(since)"
    case .starting: "\(name): starting"
    case .absent(let sentence), .waiting(let sentence), .playing(let sentence), .ended(let sentence),
      .failed(let sentence):
      "\(name): \(state.name): \(sentence)"
    }
  }
}

extension SourceStatus {
  /// The sentence beside the state: its reason, the rate of the samples, or the time since the last one.
  public func detail(at now: BootInstant) -> String {
    let detail = state.detail(at: now)
    if case .streaming = state, !note.isEmpty { return "\(detail); \(note)" }
    return detail
  }
}

extension SourceStatus.State {
  /// The word for the state in messages and in the log.
  public var name: String {
    switch self {
    case .starting: "starting"
    case .absent: "absent"
    case .waiting: "waiting"
    case .streaming, .playing: "running"
    case .silent: "silent"
    case .ended: "ended"
    case .failed: "failed"
    }
  }

  /// The sentence beside the word for the state.
  public func detail(at now: BootInstant) -> String {
    switch self {
    case .starting: ""
    case .streaming(let rate): rate.shown
    case .silent(let since): "for \(Int((now - since).value)) s"
    case .absent(let sentence), .waiting(let sentence), .playing(let sentence), .ended(let sentence),
      .failed(let sentence):
      sentence
    }
  }

  /// Whether samples come.
  public var isRunning: Bool {
    switch self {
    case .streaming, .playing: true
    default: false
    }
  }

  /// Whether the state needs the owner's attention.
  public var isBad: Bool {
    switch self {
    case .absent, .silent, .failed: true
    default: false
    }
  }

  /// Whether the state is worth reporting after another: a rate that differs by less than a tenth is not.
  func isNews(after other: Self?) -> Bool {
    if case .streaming(let rate) = self, case .streaming(let old)? = other {
      return (rate - old).magnitude > 0.1 * max(rate, old)
    }
    return self != other
  }
}
