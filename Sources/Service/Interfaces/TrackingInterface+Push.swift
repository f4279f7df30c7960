import Intake
import Samples
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
}
