import CommandParts
import Geometry
import Glibc
import GnomonClient
import SceneCommands
import Scenery
import Text
import Wire

/// `gnomon wait`: waits until heading or place are known well enough, so that scripts need no loop.
struct WaitCommand: Command {
  let syntax = Syntax(
    name: "wait", summary: "wait until heading or place are known well enough",
    operands: "", operandCount: 0...0,
    explanation: """
      Waits until all given conditions hold at the same time; without a condition, until the wearer counts as localized.
      A heading that nothing but a compass has told counts as known to 30°, as for what the scene shows: walk ten metres.
      Exit status 2 after the timeout.
      """,
    options: [
      .value("--heading", "ANGLE", "required accuracy of the heading (1 σ), like 5deg"),
      .value("--place", "LENGTH", "required accuracy of the place (68 %), like 10m"),
      .value("--timeout", "SECONDS", "longest time to wait (no limit)"),
    ] + DaemonCall.options,
    examples: [("gnomon wait --heading 5deg --timeout 60 && start-navigation", "wait a minute at most")])

  func run(_ arguments: Arguments) throws {
    let heading = try quantity(arguments, "--heading", ["deg", "°"])
    let place = try quantity(arguments, "--place", ["m"])
    let deadline = try quantity(arguments, "--timeout", ["s"]).map { Self.now() + $0 }
    let client = try DaemonCall.connect(arguments)
    var pose: PoseMessage?, alignment: AlignmentMessage?
    func holds() -> Bool {
      guard let pose, let alignment else { return false }
      if heading == nil && place == nil { return pose.localization.state == .localized }
      let isHeaded =
        heading.map { limit in
          pose.headingSigma.map {
            $0.degrees <= limit && (alignment.isHeadingConfirmed || limit >= ReadinessGate.unconfirmed.degrees)
          }
            ?? false
        } ?? true
      let isPlaced = place.map { limit in alignment.horizontalAccuracy.map { $0.value <= limit } ?? false } ?? true
      return isHeaded && isPlaced
    }
    func setPatience() { client.setPatience(deadline.map { .seconds(max(0.001, $0 - Self.now())) }) }
    setPatience()
    do throws(ClientFault) {
      try client.tracking.subscribe(streams: [.pose, .alignment], rate: 10) { message in
        pose = message.pose ?? pose
        alignment = message.alignment ?? alignment
        setPatience()
        return !holds() && deadline.map { Self.now() < $0 } ?? true
      }
    } catch .timedOut {
    } catch {
      return try DaemonCall.attempt { () throws(ClientFault) in throw error }
    }
    guard holds() else {
      throw Failure(
        status: .notReached,
        message: "not reached in time: \(pose.map { "\($0.headingText), \($0.stateText)" } ?? "there is no pose yet")"
          + (alignment?.isHeadingConfirmed == false
            ? "; nothing but the compass has told the heading: walk ten metres" : ""))
    }
    guard let pose, let alignment else { return }
    if arguments.has("--json") {
      Terminal.print(
        [
          "heading_deg": pose.heading.map { .number($0.degrees) } ?? .null,
          "heading_sigma_deg": pose.headingSigma.map { .number($0.degrees) } ?? .null,
          "horizontal_accuracy": alignment.horizontalAccuracy.map { .number($0.value) } ?? .null,
        ], layout: .compact)
    } else {
      Terminal.print(
        DaemonCall.lines(["\(pose.headingText), \(placeText(alignment.place, alignment.horizontalAccuracy))"]))
    }
  }

  /// A number with or without its unit.
  private func quantity(_ arguments: Arguments, _ name: String, _ units: [String]) throws(Failure) -> Double? {
    guard var word = arguments.text(name) else { return nil }
    for unit in units where word.hasSuffix(unit) { word.removeLast(unit.count) }
    guard Double(word) != nil else {
      let unit = units[0]
      throw Failure.usage("\(name) must be a number, or one with its unit, like 15\(unit), not '\(word)'", syntax)
    }
    return try Arguments.number(word, name, in: 0...1e9, syntax)
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
