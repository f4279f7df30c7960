import CPosix
import Intake
import Samples
import Sensors
import ServiceParts
import SocketServer
import Wire

/// The contributors of samples: their clocks, their sensors, and the counts of refused lines.
struct SampleContributors {
  var owners = SensorOwners()
  var described = DescribedSensors()
  var lines: [UInt64: PushedLines] = [:]
  private(set) var refused: [String: Int] = [:]

  mutating func record(_ batch: PushedLines) {
    for refusal in batch.refused { refused["pushed lines: \(refusal.reason)", default: 0] += refusal.count }
  }

  /// Ends the record of a connection.
  mutating func release(_ connection: Connection) {
    described.release(connection: connection.number, at: gnomon_monotonic_time())
    guard lines.removeValue(forKey: connection.number) != nil else { return }
    owners.release(connection: connection.number)
  }

  /// The contributors as sources.
  func messages(at time: Int64) -> [SourceMessage] {
    let all = owners.contributions(at: time)
    let undescribed = all.filter { contribution in
      // A chip's temperature belongs to the sensors beside it.
      !described.entries.contains { $0.connection == contribution.contributor.connection }
    }
    return described.entries.map { entry in
      Self.message(
        entry,
        isRunning: all.contains {
          $0.contributor.connection == entry.connection && $0.isRunning && Self.role($0.tag) == entry.sensor.role.name
        })
    }
      + undescribed.map { contribution in
        let identity = contribution.contributor.identity.split(
          separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let role = Self.role(contribution.tag),
          device = identity.count == 2 && !identity[1].isEmpty ? String(identity[1]) : nil
        var message = SourceMessage(
          name: "pushed \(role ?? "temperature")" + (device.map { " of \($0)" } ?? ""),
          state: contribution.isRunning ? .running : .silent, detail: "from user \(identity.first ?? "")")
        message.role = role
        message.device = device
        return message
      }
  }

  private static func message(_ entry: DescribedSensors.Entry, isRunning: Bool) -> SourceMessage {
    let given = entry.description
    var state = SourceState(word: given.state), detail = given.detail
    if entry.isGone {
      (state, detail) = (.failed, "its driver has ended; of gnomon-drivers: 'systemctl status gnomon-drivers@*'")
    } else if let fault = entry.fault {
      (state, detail) = (.failed, fault)
    } else if entry.isOff {
      (state, detail) = (.absent, "the configuration leaves it out")
    } else if state == .running, !isRunning {
      (state, detail) = (.silent, "its driver says that it runs, and no sample of it is used")
    }
    var message = SourceMessage(
      name: "\(given.role.name) (\(given.device), \(given.place))", state: state, detail: detail)
    message.role = given.role.name
    message.device = given.device
    message.place = given.place
    if given.isMounted { message.isMounted = true }
    return message
  }

  private static func role(_ tag: LineTag) -> String? {
    switch tag {
    case .accelerometer: "accelerometer"
    case .gyroscope: "gyroscope"
    case .magnetometer: "magnetometer"
    case .barometer: "barometer"
    case .fix: "receiver"
    default: nil
    }
  }

  var counters: [CounterMessage] {
    let driven = described.entries.flatMap { entry in
      entry.description.counts.map { count in
        CounterMessage(
          reason: "\(entry.description.device), \(entry.description.place): \(count.reason)", count: count.count)
      }
    }
    return driven + refused.sorted { $0.key < $1.key }.map { CounterMessage(reason: $0.key, count: $0.value) }
  }
}

// Samples of contributors, on the same way as those of the board's own sources.
extension Daemon {
  /// The receivers among which a source chooses.
  var receiverMessages: [ReceiverMessage] {
    sources.flatMap(\.source.receivers).map {
      .init(
        device: $0.device, isUsed: $0.isUsed, reason: $0.cause, mode: $0.mode, statedError: $0.statedError,
        rate: $0.rate?.value, fixTime: $0.lastFix?.nanoseconds, usedCount: $0.usedCount, unusedCount: $0.unusedCount)
    }
  }

  /// The state of every source: those of the board, then contributors.
  var sourceMessages: [SourceMessage] {
    sources.flatMap(\.messages) + contributors.messages(at: gnomon_monotonic_time())
  }

  func push(_ lines: [String], clock: PushedLines.Clock, name: String, _ connection: Connection) -> PushedLines {
    let contributor = SensorOwners.Contributor(
      connection: connection.number, identity: "\(connection.user)/\(name)")
    let arrival = now, time = gnomon_monotonic_time()
    var batch = contributors.lines[connection.number] ?? PushedLines()
    batch.start()
    for line in lines {
      guard var sample = batch.ingest(line, clock: clock, at: arrival), let tag = PushedLines.tag(sample) else {
        continue
      }
      switch contributors.owners.claim(tag, by: contributor, at: time) {
      case .refused:
        batch.refuse(.taken)
        continue
      case .replaced where tag == .gyroscope:
        Log.write("\(connection.name) pushes the gyroscope's samples now: a new scene begins", .notice)
        _ = command("reset", "{}")
      case .replaced, .granted: break
      }
      if let entry = contributors.described.entry(tag, of: connection.number) {
        guard !entry.isOff, entry.fault == nil else {
          batch.refuse(entry.isOff ? .off : .mount)
          continue
        }
        sample = sample.mounted(entry.sensor)
      }
      if let refusal = engine.refusal(of: sample) { batch.refuse(refusal) } else { batch.accept() }
      // The door counts a refused sample.
      ingest(sample)
    }
    contributors.lines[connection.number] = batch
    contributors.record(batch)
    return batch
  }

  /// The sensors of the board and of its drivers.
  var presentSensors: [PresentSensor] { sources.flatMap(\.sensors) + contributors.described.present }

  /// Takes a driver's description of its sensors.
  func describe(_ descriptions: [DescribedSensors.Description], _ connection: Connection) throws(CallError) {
    let configuration = SensorConfiguration(options.configuration.settings)
    switch contributors.described.describe(descriptions, by: connection.number, configuration, calibrations.findings) {
    case .unchanged: break
    case .changed: interfaces.calibration.noticeSensors()
    case .full:
      throw CallError.invalidValue(
        .tracking, parameter: "sensors", given: "\(descriptions.count) beside those of other drivers",
        expected: "at most \(DescribedSensors.most) sensors of all drivers")
    }
  }
}
