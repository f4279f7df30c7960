public import Geometry
import Intake
public import Samples
import ScenePublishing
public import Sensors

/// A recording or a simulation as a source: its samples come at their original pace, or faster, with their times shifted to the
/// present.
public struct PacedSource: SampleSource {
  /// The next sample; nil at the end.
  public typealias Supply = () throws(SourceFault) -> Sample?

  public let name: String
  public private(set) var playState = SourceStatus.State.starting
  public var state: SourceStatus.State? { playState }
  public private(set) var clock: SessionClock
  /// −1: only the deadline wakes this source.
  public let descriptor: CInt = -1
  private let begin: () throws(SourceFault) -> Supply
  private var supply: Supply?
  /// The sample that is due next, with its time shifted.
  private var next: Sample?
  private var shift: Int64 = 0
  private let speed: Double
  /// The length of the first part of the session whose samples come at once, as fast as they can be ingested.
  private let beginning: TimeSpan
  /// The time from the last sample to the first one of a repetition; nil plays it once. It is longer than any gap that is
  /// bridged, so a repetition is a new scene.
  private let pause: TimeSpan?
  private var isBatching = false
  /// The length of a batch in nanoseconds while no client waits for samples.
  private static let stretch: Int64 = 200_000_000

  /// Limit of samples in one `wake`, so that other work gets its turn.
  private static let most = 512

  /// Makes a source. `begin` opens the session to play; with a `pause` it is opened again after each end.
  public init(
    name: String, speed: Double = 1, from beginning: TimeSpan = .zero, loopingAfter pause: TimeSpan? = nil,
    begin: @escaping () throws(SourceFault) -> Supply
  ) {
    self.name = name
    self.speed = speed
    self.beginning = beginning
    self.pause = pause
    self.begin = begin
    clock = .live
    sensors = Self.roles.map { PresentSensor(role: $0, identity: SensorIdentity(name: $0.name, place: name)) }
  }

  /// The sensors of this session. They are identified by the name of the source, so a source of the same name has the same
  /// sensors.
  public private(set) var sensors: [PresentSensor]
  private static let roles: [SensorRole] = [.accelerometer, .gyroscope, .magnetometer]

  public mutating func apply(_ findings: [SensorFinding]) -> Bool {
    for (index, sensor) in sensors.enumerated() {
      let finding = findings.first { $0.role == sensor.role && $0.identity == sensor.identity }
      sensors[index].mount = finding?.mount.map { MountMatrix(found: $0) } ?? .identity
      sensors[index].isReversed = finding?.isReversed ?? false
      sensors[index].delay = finding?.delay ?? .zero
    }
    return false
  }

  public mutating func open() throws(SourceFault) {
    supply = try begin()
    clock = SessionClock(origin: .now, speed: speed)
    try align(to: clock.origin - beginning)
    playState = .playing(speed == 1 ? "in real time" : "\(speed) times as fast as real time")
  }

  /// Reads the first sample, and sets the shift of all times so that it is due at `moment`.
  private mutating func align(to moment: BootInstant) throws(SourceFault) {
    shift = 0
    guard let first = try supply?() else { throw SourceFault("it has no samples") }
    shift = moment.nanoseconds - first.due.nanoseconds
    next = first.moved(by: shift)
  }

  public mutating func wake(at boot: BootInstant, into events: (SourceEvent) -> Void) {
    let now = clock.session(boot)
    var count = 0
    do throws(SourceFault) {
      while let sample = next, sample.due <= now, count < Self.most {
        events(.sample(sample.read(as: sensors)))
        count += 1
        next = try supply?()?.moved(by: shift)
        if next == nil, let pause {
          supply = try begin()
          try align(to: sample.due + pause)
        }
      }
    } catch {
      // Reading again later would fail too, so the source ends instead of being opened again.
      next = nil
      playState = .ended("\(error)")
      return
    }
    if next == nil { playState = .ended("played to the end") }
  }

  /// Sets whether samples come in few and large batches, as real sensors deliver them when no client waits.
  public mutating func setBatching(_ isBatching: Bool) { self.isBatching = isBatching }

  public var deadline: BootInstant {
    guard let next else { return .never }
    let due = clock.boot(next.due)
    guard isBatching, due > .now else { return due }
    return BootInstant(nanoseconds: (due.nanoseconds / Self.stretch + 1) * Self.stretch)
  }

  @discardableResult public mutating func close(within span: TimeSpan) -> Bool {
    supply = nil
    next = nil
    return true
  }
}

extension Sample {
  /// Returns the sample as a board would read it whose sensors have these mounts and delays.
  fileprivate func read(as sensors: [PresentSensor]) -> Sample {
    switch self {
    case .accelerometer: mounted(sensors[0])
    case .gyroscope: mounted(sensors[1])
    case .magnetometer: mounted(sensors[2])
    default: self
    }
  }

  /// The time at which the sample arrived.
  fileprivate var due: BootInstant { if case .fix(let fix) = self { fix.arrival } else { time } }

  fileprivate func moved(by shift: Int64) -> Sample {
    func moved(_ time: BootInstant) -> BootInstant { BootInstant(nanoseconds: time.nanoseconds &+ shift) }
    switch self {
    case .accelerometer(var sample):
      sample.time = moved(sample.time)
      return .accelerometer(sample)
    case .gyroscope(var sample):
      sample.time = moved(sample.time)
      return .gyroscope(sample)
    case .magnetometer(var sample):
      sample.time = moved(sample.time)
      return .magnetometer(sample)
    case .barometer(var sample):
      sample.time = moved(sample.time)
      return .barometer(sample)
    case .temperature(var sample):
      sample.time = moved(sample.time)
      return .temperature(sample)
    case .fix(var fix):
      fix.time = moved(fix.time)
      fix.arrival = moved(fix.arrival)
      return .fix(fix)
    case .antennas(var sample):
      sample.time = moved(sample.time)
      return .antennas(sample)
    case .outsidePose(var pose):
      pose.time = moved(pose.time)
      return .outsidePose(pose)
    case .input(var event):
      event.time = moved(event.time)
      return .input(event)
    }
  }
}
