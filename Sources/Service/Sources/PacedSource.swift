import CPosix
public import Geometry
public import Samples
public import Sensors

/// Samples that are there already, or are made, handed out at the pace at which they happened, or faster. Their times are moved
/// so that the first one is now.
public struct PacedSource: SampleSource {
  /// The next sample; nil at the end.
  public typealias Supply = () throws(SourceFault) -> Sample?

  public let name: String
  public private(set) var condition = SourceCondition(.starting)
  public private(set) var clock: SessionClock
  public private(set) var descriptor: CInt = -1
  private let begin: () throws(SourceFault) -> Supply
  private var supply: Supply?
  /// The sample that is due next, its time moved.
  private var next: Sample?
  private var shift: Int64 = 0
  private let speed: Double
  /// What happened before that moment of it comes at once, as fast as it can be taken.
  private let beginning: TimeSpan
  /// After the last sample it begins again, so much later: longer than any gap is bridged, so in a new scene.
  private let pause: TimeSpan?
  private var isRelaxed = false
  /// While nobody waits for them, samples come so many nanoseconds' worth at a time.
  private static let stretch: Int64 = 200_000_000

  /// So many at once, before others have their turn.
  private static let most = 512

  /// `begin` opens what is played; with a `pause` it is opened again whenever it has ended.
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

  /// What is made or played back has sensors of its own, which are no others' as long as it goes by that name.
  public private(set) var sensors: [PresentSensor]
  private static let roles: [SensorRole] = [.accelerometer, .gyroscope, .magnetometer]

  public mutating func obey(_ findings: [SensorFinding]) -> Bool {
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
    let timer = gnomon_timer_create()
    guard timer >= 0 else { throw SourceFault("no timer: error \(-timer)") }
    descriptor = timer
    clock = SessionClock(origin: SessionClock.boot, speed: speed)
    try align(to: clock.origin - beginning)
    condition = SourceCondition(.running, speed == 1 ? "in real time" : "\(speed) times as fast as it happened")
    arm()
  }

  /// Takes the first sample, and moves the time of all so that it is due then.
  private mutating func align(to moment: BootInstant) throws(SourceFault) {
    shift = 0
    guard let first = try supply?() else { throw SourceFault("there is nothing in it") }
    shift = moment.nanoseconds - first.due.nanoseconds
    next = first.moved(by: shift)
  }

  public mutating func drain(into take: (Sample) -> Void) {
    _ = gnomon_timer_read(descriptor)
    let now = clock.now
    var count = 0
    do throws(SourceFault) {
      while let sample = next, sample.due <= now, count < Self.most {
        take(sample.read(as: sensors))
        count += 1
        next = try supply?()?.moved(by: shift)
        if next == nil, let pause {
          supply = try begin()
          try align(to: sample.due + pause)
        }
      }
    } catch {
      // What cannot be read today cannot be read again in a second.
      next = nil
      condition = SourceCondition(.ended, "\(error)")
      return arm()
    }
    if next == nil { condition = SourceCondition(.ended, "all of it was played") }
    arm()
  }

  /// As real sensors do when nobody waits for their samples: in few and large batches.
  public mutating func relax(_ isRelaxed: Bool) {
    guard isRelaxed != self.isRelaxed else { return }
    self.isRelaxed = isRelaxed
    arm()
  }

  private func arm() {
    if let next {
      let due = clock.boot(next.due).nanoseconds
      let isEarly = isRelaxed && due > gnomon_boot_time()
      gnomon_timer_set_at(descriptor, isEarly ? (due / Self.stretch + 1) * Self.stretch : due)
    } else {
      gnomon_timer_set(descriptor, 0, 0)
    }
  }

  public mutating func close() {
    if descriptor >= 0 { gnomon_close(descriptor) }
    descriptor = -1
    supply = nil
    next = nil
  }
}

extension Sample {
  /// As a board would read it whose sensors are built in like this.
  fileprivate func read(as sensors: [PresentSensor]) -> Sample {
    func turned<U: Unit>(_ value: Vector<U, Body>, _ sensor: PresentSensor) -> Vector<U, Body> {
      sensor.mount(Vector<U, Chip>(sensor.isReversed ? -value.components : value.components))
    }
    switch self {
    case .accelerometer(let sample) where sensors[0].isTouched:
      return .accelerometer(
        AccelerometerSample(time: sample.time - sensors[0].delay, force: turned(sample.force, sensors[0])))
    case .gyroscope(let sample) where sensors[1].isTouched:
      return .gyroscope(GyroscopeSample(time: sample.time - sensors[1].delay, rate: turned(sample.rate, sensors[1])))
    case .magnetometer(let sample) where sensors[2].isTouched:
      return .magnetometer(
        MagnetometerSample(time: sample.time - sensors[2].delay, field: turned(sample.field, sensors[2])))
    default: return self
    }
  }

  /// When it arrived.
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
    case .outsidePose(var pose):
      pose.time = moved(pose.time)
      return .outsidePose(pose)
    case .input(var event):
      event.time = moved(event.time)
      return .input(event)
    }
  }
}

extension PresentSensor {
  fileprivate var isTouched: Bool { mount != .identity || isReversed || delay != .zero }
}
