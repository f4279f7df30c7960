import CPosix
import Intake
import Samples
import ServiceParts
import SocketServer
import Wire

/// The contributors of samples: their clocks, their sensors, and the counts of refused lines.
struct SampleContributors {
  var owners = SensorOwners()
  var lines: [UInt64: PushedLines] = [:]
  private(set) var refused: [String: Int] = [:]

  mutating func record(_ batch: PushedLines) {
    for refusal in batch.refused { refused["pushed lines: \(refusal.reason)", default: 0] += refusal.count }
  }

  /// Ends the record of a connection.
  mutating func release(_ connection: Connection) {
    guard lines.removeValue(forKey: connection.number) != nil else { return }
    owners.release(connection: connection.number)
  }

  /// The contributors as sources.
  func messages(at time: Int64) -> [SourceMessage] {
    owners.contributions(at: time).map { contribution in
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
    refused.sorted { $0.key < $1.key }.map { CounterMessage(reason: $0.key, count: $0.value) }
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
      guard let sample = batch.ingest(line, clock: clock, at: arrival), let tag = PushedLines.tag(sample) else {
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
      if let refusal = engine.refusal(of: sample) { batch.refuse(refusal) } else { batch.accept() }
      // The door counts a refused sample.
      ingest(sample)
    }
    contributors.lines[connection.number] = batch
    contributors.record(batch)
    return batch
  }
}
