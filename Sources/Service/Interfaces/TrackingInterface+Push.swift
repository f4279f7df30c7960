import Intake
import Samples
import Sensors
import SocketServer
import Text
import Wire

// Samples of a contributor: PushSamples.
extension TrackingInterface {
  /// The parameters of a call.
  struct Push {
    var lines: [String]
    var clock: PushedLines.Clock
    var name: String
  }

  static func pushed(_ given: PushSamplesCall) throws(MessageFault) -> Push {
    guard let clock = PushedLines.Clock(rawValue: given.clock ?? PushedLines.Clock.boot.rawValue) else {
      throw MessageFault(member: "clock", expected: "boot or device")
    }
    return Push(lines: given.lines, clock: clock, name: given.name ?? "")
  }

  /// Sends the samples through the door and the pipeline, in their order; answers with the refused lines by reason.
  func push(_ push: Push, _ connection: Connection) -> Server.Answer {
    let pushed = daemon.push(push.lines, clock: push.clock, name: push.name, connection)
    return .reply(
      PushSamplesReply(
        accepted: pushed.accepted,
        refused: pushed.refused.map {
          RefusedLinesMessage(reason: $0.reason, field: $0.field, count: $0.count, first: $0.first)
        }))
  }

  private static let mostCounted = 1 << 53

  /// The sensors of a driver; each kind once.
  static func described(_ given: DescribeSensorsCall) throws(MessageFault) -> [DescribedSensors.Description] {
    var sensors: [DescribedSensors.Description] = []
    for sensor in given.sensors {
      guard let role = SensorRole.allCases.first(where: { $0.name == sensor.role }) else {
        throw MessageFault(member: "role", expected: SensorRole.allCases.map(\.name).joined(separator: ", "))
      }
      guard !sensors.contains(where: { $0.role == role }) else {
        throw MessageFault(member: "sensors", expected: "each role once, not two of \(role.name)")
      }
      if case .unlisted = sensor.state {
        let states = SourceState.listed.map(\.word).joined(separator: ", ")
        throw MessageFault(member: "state", expected: "one of \(states)")
      }
      for count in sensor.counts {
        guard count.reason.utf8.count <= 80, (0...Self.mostCounted).contains(count.count) else {
          throw MessageFault(member: "counts", expected: "reasons of at most 80 bytes and counts from 0 to 2^53")
        }
      }
      sensors.append(
        DescribedSensors.Description(
          role: role, device: sensor.device, place: sensor.place, state: sensor.state.word, detail: sensor.detail,
          counts: sensor.counts.prefix(16).map { ($0.reason, $0.count) }, isMounted: sensor.isMounted ?? false))
    }
    return sensors
  }
}
