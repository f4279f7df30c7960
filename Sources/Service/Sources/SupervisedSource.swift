import CPosix
import Geometry
import Samples
import ScenePublishing
import Sensors
import ServiceParts
import Wire

/// A source and its supervisor. The source is woken when it is readable or due; after a failure it is closed and opened again,
/// soon at first and then at growing intervals. The state of each of its devices is kept, and logged when it changes.
struct SupervisedSource {
  private(set) var source: any SampleSource
  private let number: Int
  /// The descriptor of a timer that expires at the source's deadline; −1 while closed.
  private var timer: CInt = -1
  private var armed = BootInstant.never
  private var backoff = Backoff(from: .seconds(1), to: .seconds(30))
  private var retryAt: BootInstant?
  private var fault: String?
  /// The number of samples so far; `lastProgress` is the number and time at its last change, found by `retryIfDue`.
  private(set) var brought = 0
  private var lastProgress = (brought: 0, at: BootInstant.now)
  private var statuses: [SourceStatus] = []
  private var present: [PresentSensor] = []
  /// The gyroscope of the present scene.
  private var gyroscope: (identity: SensorIdentity, name: String)?
  private var budget = LogBudget()

  private static let silence = TimeSpan.seconds(2)
  /// Limit of the time to close a device: the daemon itself has two seconds to end.
  private static let leaving = TimeSpan.seconds(1)

  init(_ source: any SampleSource, number: Int) {
    self.source = source
    self.number = number
  }

  mutating func open(_ poller: DaemonPoller) {
    retryAt = nil
    do throws(SourceFault) {
      timer = gnomon_timer_create()
      guard timer >= 0 else { throw SourceFault("no timer: error \(-timer)") }
      try source.open()
      fault = nil
      poller.add(source.descriptor, key)
      poller.add(timer, key)
      arm()
      if let detail = source.state?.detail(at: .now), !detail.isEmpty { Log.write("\(source.name): \(detail)") }
    } catch {
      fail("\(error)", poller)
    }
  }

  private var key: DaemonPoller.Key { DaemonPoller.Key(.source, UInt64(number)) }

  /// Wakes the source and ingests its samples; returns whether a device has changed its state, so that `sensors` may differ.
  @discardableResult
  mutating func wake(_ poller: DaemonPoller, into ingest: (Sample) -> Void) -> Bool {
    var count = 0, changed: [SourceStatus] = [], changes: [ReceiverChange] = []
    source.wake(at: .now) { event in
      switch event {
      case .sample(let sample):
        count += 1
        ingest(sample)
      case .status(let status): changed.append(status)
      case .change(let change): changes.append(change)
      }
    }
    for status in changed { record(status, ingest) }
    for change in changes { log("receiver: \(change)", .notice) }
    brought &+= count
    if count > 0 { backoff.succeed() }
    if case .failed(let reason)? = source.state {
      fail(reason, poller)
      return true
    }
    arm()
    return !changed.isEmpty
  }

  /// Sets the timer to the source's deadline. This clears its expiration, too, so that the timer is never read.
  private mutating func arm() {
    let deadline = source.deadline
    guard timer >= 0, deadline != armed || armed <= .now else { return }
    armed = deadline
    if deadline == .never {
      gnomon_timer_set(timer, 0, 0)
    } else {
      gnomon_timer_set_at(timer, max(deadline.nanoseconds, 1))
    }
  }

  /// Applies the mounts and delays found by calibrations; opens the source again if it needs that.
  mutating func apply(_ findings: [SensorFinding], _ poller: DaemonPoller) {
    guard source.apply(findings) else { return }
    close(poller)
    open(poller)
  }

  mutating func setBatching(_ isBatching: Bool) {
    source.setBatching(isBatching)
    arm()
  }

  private mutating func fail(_ reason: String, _ poller: DaemonPoller) {
    close(poller)
    if fault != reason { Log.write("\(source.name): \(reason)", .warning) }
    fault = reason
    retryAt = .now + backoff.fail()
  }

  /// Opens the source again if that is due.
  mutating func retryIfDue(_ poller: DaemonPoller, at time: BootInstant) {
    if let retryAt, time >= retryAt { open(poller) }
    if brought != lastProgress.brought { lastProgress = (brought, time) }
  }

  mutating func close(_ poller: DaemonPoller) {
    if source.descriptor >= 0 { poller.remove(source.descriptor) }
    if timer >= 0 {
      poller.remove(timer)
      gnomon_close(timer)
    }
    (timer, armed) = (-1, .never)
    if !source.close(within: Self.leaving) {
      Log.write("\(source.name): a device did not return; its thread is abandoned", .warning)
    }
    statuses = []
  }

  /// Whether samples are expected now.
  var isRunning: Bool { fault == nil && (source.state?.isRunning ?? statuses.contains { $0.state.isRunning }) }

  /// The sensors seen so far, the latest of each role.
  var sensors: [PresentSensor] { source.sensors + present }

  /// The state of each device, for the status message.
  var messages: [SourceMessage] {
    if let fault { return [.init(name: source.name, state: .failed, detail: fault)] }
    let now = BootInstant.now, silent = now - lastProgress.at
    /// Returns the message of a state; a running source that does not watch itself is silent after `silence` without samples.
    func message(_ name: String, _ state: SourceStatus.State, _ detail: String) -> SourceMessage {
      guard state.isRunning, silent > Self.silence else {
        return .init(name: name, state: SourceState(state), detail: detail)
      }
      let state = SourceStatus.State.silent(since: lastProgress.at)
      return .init(name: name, state: SourceState(state), detail: state.detail(at: now))
    }
    if let state = source.state { return [message(source.name, state, state.detail(at: now))] }
    return statuses.map { status in
      var message = message(status.name, status.state, status.detail(at: now))
      message.role = status.role.name
      message.device = status.device?.id
      message.place = status.device.flatMap { $0.place.isEmpty ? nil : $0.place }
      return message
    }
  }

  // MARK: devices

  private mutating func record(_ status: SourceStatus, _ ingest: (Sample) -> Void) {
    var before: SourceStatus.State?
    // The devices of one role replace each other.
    if let index = statuses.firstIndex(where: { $0.role == status.role }) {
      before = statuses[index].state
      statuses[index] = status
    } else {
      statuses.append(status)
    }
    if before?.name != status.state.name { log(status) }
    guard let sensor = status.sensor else { return }
    present.removeAll { $0.role == sensor.role }
    present.append(sensor)
    if sensor.role == .gyroscope, case .streaming = status.state {
      replaceGyroscope(sensor.identity, status.name, ingest)
    }
  }

  private mutating func log(_ status: SourceStatus) {
    let detail = status.detail(at: .now)
    log(
      "\(status.name): \(status.state.name)\(detail.isEmpty ? "" : ", \(detail)")",
      status.state.isBad ? .warning : .information)
  }

  /// Logs a line within the source's budget of lines.
  private mutating func log(_ line: String, _ level: Log.Level) {
    guard case (true, let skipped) = budget.spend() else { return }
    if skipped > 0 {
      Log.write("\(source.name): \(skipped) changes of state were too fast and were not logged", .warning)
    }
    Log.write(line, level)
  }

  /// Starts a new scene when another gyroscope appears: it belongs to another body, so its samples have no relation to the scene
  /// so far. The kernel's number of a device may change each time it is plugged in, and is not part of its identity.
  private mutating func replaceGyroscope(_ identity: SensorIdentity, _ name: String, _ ingest: (Sample) -> Void) {
    defer { gyroscope = (identity, name) }
    guard let gyroscope, gyroscope.identity != identity else { return }
    Log.write("\(name) has replaced \(gyroscope.name): a new scene begins", .notice)
    ingest(.input(InputEvent(time: .now, kind: "reset", json: "{}")))
  }
}

extension SourceState {
  fileprivate init(_ state: SourceStatus.State) {
    self =
      switch state {
      case .starting: .starting
      case .absent: .absent
      case .waiting: .waiting
      case .streaming, .playing: .running
      case .silent: .silent
      case .ended: .ended
      case .failed: .failed
      }
  }
}
