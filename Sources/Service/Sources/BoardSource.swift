import CPosix
import Geometry
public import Samples
public import Sensors

/// Sensors of the board as a source of the daemon: what they say is taken when they are readable, and when a time-out of theirs is
/// due; how each of them is doing is kept, and said when it changes.
public struct BoardSource: SampleSource {
  public let name: String
  private var statuses: [SourceStatus] = []
  private let make: ([SensorFinding]) -> any SensorSource
  private var findings: [SensorFinding] = []
  private var board: (any SensorSource)?
  /// Waits for the sensors and for their time-outs at once.
  private var poller: Poller?
  private var timer: CInt = -1
  private var armed = BootInstant(nanoseconds: 0)
  private var isRelaxed = false
  private var budget = LogBudget()
  public private(set) var sensors: [PresentSensor] = []
  /// The gyroscope that the scene was made by: its identity, and its name for people.
  private var gyroscope: (identity: SensorIdentity, name: String)?

  /// How long it may take to leave a device: within the two seconds that the daemon has.
  private static let leaving = TimeSpan(1)

  public init(name: String, make: @escaping ([SensorFinding]) -> any SensorSource) {
    self.name = name
    self.make = make
  }

  public var descriptor: CInt { poller?.descriptor ?? -1 }
  /// It looks after its devices itself, so that it never fails as a whole.
  public var condition: SourceCondition { SourceCondition(board == nil ? .starting : .running) }

  public var parts: [SourcePart] {
    statuses.map {
      SourcePart(name: $0.name, condition: SourceCondition($0, at: .now), role: $0.role, device: $0.device)
    }
  }

  public var isRunning: Bool {
    statuses.contains { if case .streaming = $0.state { true } else { false } }
  }

  public var counts: [(reason: String, count: Int)] { board?.counts ?? [] }

  public mutating func open() throws(SourceFault) {
    let sensors = make(findings)
    timer = gnomon_timer_create()
    guard timer >= 0 else { throw SourceFault("no timer: error \(-timer)") }
    do throws(ServiceFault) {
      let poller = try Poller()
      poller.add(sensors.descriptor, Poller.Key(.source))
      poller.add(timer, Poller.Key(.housekeeping))
      self.poller = poller
    } catch {
      gnomon_close(timer)
      throw SourceFault("\(error)")
    }
    board = sensors
    sensors.relax(isRelaxed)
    gnomon_timer_set(timer, 1, 0)
  }

  public mutating func drain(into take: (Sample) -> Void) {
    guard let board else { return }
    _ = gnomon_timer_read(timer)
    board.wake(at: .now) { event in
      switch event {
      case .sample(let sample): take(sample)
      case .status(let status): note(status, take)
      }
    }
    arm(board.deadline)
  }

  public mutating func obey(_ findings: [SensorFinding]) -> Bool {
    defer { self.findings = findings }
    return findings != self.findings && board != nil
  }

  public mutating func relax(_ isRelaxed: Bool) {
    self.isRelaxed = isRelaxed
    board?.relax(isRelaxed)
  }

  private mutating func arm(_ deadline: BootInstant) {
    guard deadline != armed else { return }
    armed = deadline
    if deadline == .never {
      gnomon_timer_set(timer, 0, 0)
    } else {
      gnomon_timer_set_at(timer, max(deadline.nanoseconds, 1))
    }
  }

  public mutating func close() {
    if let board, !board.stop(within: Self.leaving) {
      Log.note("\(name): a device did not return; its thread is left behind", .warning)
    }
    board = nil
    poller = nil
    if timer >= 0 { gnomon_close(timer) }
    timer = -1
    armed = BootInstant(nanoseconds: 0)
    statuses = []
  }

  // MARK: how they are doing

  private mutating func note(_ status: SourceStatus, _ take: (Sample) -> Void) {
    let condition = SourceCondition(status, at: .now)
    var before: SourceCondition?
    // The devices of a role follow each other.
    if let index = statuses.firstIndex(where: { $0.role == status.role }) {
      before = SourceCondition(statuses[index], at: .now)
      statuses[index] = status
    } else {
      statuses.append(status)
    }
    if before?.state != condition.state, case (true, let skipped) = budget.spend() {
      if skipped > 0 { Log.note("\(name): \(skipped) changes of state came too fast and were not logged", .warning) }
      let detail = condition.detail.isEmpty ? "" : ", \(condition.detail)"
      Log.note("\(status.name): \(condition.state.rawValue)\(detail)", condition.state.isBad ? .warning : .information)
    }
    if let sensor = status.sensor {
      sensors.removeAll { $0.role == sensor.role }
      sensors.append(sensor)
    }
    if status.role == .sensor(.gyroscope), condition.state == .running, let sensor = status.sensor {
      swap(to: sensor.identity, status.name, take)
    }
  }

  /// Another gyroscope is another body: what it says has nothing to do with the scene so far. The kernel's number of the device
  /// may be another one each time it is plugged in, and is no part of its identity.
  private mutating func swap(to identity: SensorIdentity, _ name: String, _ take: (Sample) -> Void) {
    defer { gyroscope = (identity, name) }
    guard let gyroscope, gyroscope.identity != identity else { return }
    Log.note("\(name) has taken the place of \(gyroscope.name): a new scene", .notice)
    take(.input(InputEvent(time: .now, kind: "reset", json: "{}")))
  }
}

extension SourceCondition {
  init(_ status: SourceStatus, at now: BootInstant) {
    switch status.state {
    case .absent(let sentence): self.init(.absent, sentence)
    case .waiting(let sentence): self.init(.waiting, sentence)
    case .streaming(let rate): self.init(.running, rate.shown + (status.note.isEmpty ? "" : "; \(status.note)"))
    case .silent(let since): self.init(.silent, "for \(Int((now - since).value)) s")
    case .failed(let sentence): self.init(.failed, sentence)
    }
  }
}
