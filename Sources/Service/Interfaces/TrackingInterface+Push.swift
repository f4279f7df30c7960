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

  static func pushed(_ parameters: CallParameters) throws(CallError) -> Push {
    let expected = "an array of 1 to \(PushedLines.most) lines of the recording format, as \"G,12.5,0,0,0.1\""
    let array = parameters["lines"]?.array ?? []
    guard !array.isEmpty, array.count <= PushedLines.most else {
      throw .invalidValue(.tracking, "lines", given: .string("\(array.count) lines"), expected: expected)
    }
    var lines: [String] = []
    lines.reserveCapacity(array.count)
    for element in array {
      guard let line = element.string else {
        throw .invalidValue(.tracking, "lines", given: element, expected: expected)
      }
      lines.append(line)
    }
    var clock = PushedLines.Clock.boot
    if let text = try parameters.textIfAny("clock") {
      guard let known = PushedLines.Clock(rawValue: text) else { throw parameters.invalid("clock", "boot or device") }
      clock = known
    }
    let name = parameters["name"] == nil ? "" : try parameters.text("name", longest: Limits.name)
    return Push(lines: lines, clock: clock, name: name)
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
