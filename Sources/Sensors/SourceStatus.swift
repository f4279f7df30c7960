public import Geometry
public import Samples

/// The status of one device of a source: its role, its identity, its state, and the sentences that a person can act on.
public struct SourceStatus: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    case starting
    /// Not there; the sentence says what was looked for and what would help.
    case absent(String)
    /// There, and nothing has come yet.
    case waiting(String)
    /// Samples come, this often.
    case streaming(Frequency)
    /// Samples are made or played back; the sentence says how.
    case playing(String)
    /// Samples came, the last of them then.
    case silent(since: BootInstant)
    /// The end of a recording was reached.
    case ended(String)
    /// There, and it cannot be used: the sentence says why and what would help.
    case failed(String)
  }

  /// The kind of samples that come from it.
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
  /// A remark for its owner although samples come; empty for none.
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
  /// The sentence beside the state: why it is so, how often samples come, for how long none came.
  public func detail(at now: BootInstant) -> String {
    let detail = state.detail(at: now)
    if case .streaming = state, !note.isEmpty { return "\(detail); \(note)" }
    return detail
  }
}

extension SourceStatus.State {
  /// The word for it in messages and in the log.
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

  /// The sentence beside the word.
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

  /// Whether an owner should look after it.
  public var isBad: Bool {
    switch self {
    case .absent, .silent, .failed: true
    default: false
    }
  }

  /// Whether it is worth saying after another: a rate that differs by less than a tenth is not.
  func isNews(after other: Self?) -> Bool {
    if case .streaming(let rate) = self, case .streaming(let old)? = other {
      return (rate - old).magnitude > 0.1 * max(rate, old)
    }
    return self != other
  }
}
