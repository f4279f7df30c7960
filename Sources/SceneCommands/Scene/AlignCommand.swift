import CommandParts
import Geometry
import GnomonClient
import Text
import Wire

/// `gnomon align`: measures the heading by a look at a known place.
struct AlignCommand: Command {
  let syntax = Syntax(
    name: "align",
    summary: "measure the heading: look at a known place, or along your shadow, and confirm with this command",
    operands: "[PLACE]", operandCount: 0...1,
    explanation: """
      PLACE is a place's name, or LAT,LON; the device has to point at it. Its direction is weighed against the compass, the way and
      the fixes. At a place that is far away and well known, it is the best heading there is. A recording contains the command.

      --sun: face along your own shadow, or with --pointed point a device that you hold at the sun. Never look into the sun. Its
      direction is known by place and time; shadows are long enough while it is 3 to 65° high.
      """,
    options: [
      .flag("--sun", "by the sun: you face along your own shadow"),
      .flag("--pointed", "with --sun: the device in your hand points at the sun"),
      .value("--sigma", "DEG", "how well the device points at it, 1 σ (2; by the sun 3)"),
      .value("--accuracy", "M", "how well the place is known, 68 % radius (5)"),
      .flag("--sure", "it is this place, although the heading says otherwise"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon align --sun", "you face along your shadow"),
      ("gnomon align 48.20849,16.37208 --sure", "the device points at this tower, whatever the heading is"),
      ("gnomon align 48.20849,16.37208 --sure --sigma 1 --accuracy 2", "with care, and at a point that is known well"),
    ])

  func run(_ arguments: Arguments) throws {
    if arguments.has("--sun") { return try alignToSun(arguments) }
    guard !arguments.operands.isEmpty, !arguments.has("--pointed") else {
      throw Failure.usage("give the PLACE that you look at, or --sun", syntax)
    }
    let place = try Destination(arguments.operands[0], try DaemonCall.connect(arguments), syntax).position
    let call = AlignToPlaceCall(
      latitude: place.latitude, longitude: place.longitude,
      sigma: try arguments.number("--sigma", in: 0.1...30).map { .degrees($0) },
      accuracy: try arguments.number("--accuracy", in: 0...1000).map { Length($0) },
      sure: arguments.has("--sure") ? true : nil)
    try DaemonCall.ask(SceneMethod.alignToPlace, call, arguments) { (look: AlignToPlaceReply) in
      func degrees(_ angle: Angle) -> String { "\(text(angle.degrees, 1))°" }
      return DaemonCall.lines([
        "at \(degrees(look.azimuth)), \(text(look.distance.value, 0)) m away; the heading was \(degrees(look.off)) beside it",
        "turned by \(degrees(look.turned)); the heading is known to \(degrees(look.headingSigma)) now",
      ])
    }
  }

  private func alignToSun(_ arguments: Arguments) throws {
    guard arguments.operands.isEmpty, !arguments.has("--accuracy") else {
      throw Failure.usage("--sun takes neither a PLACE nor --accuracy", syntax)
    }
    let call = AlignToSunCall(
      aim: arguments.has("--pointed") ? "sun" : nil,
      sigma: try arguments.number("--sigma", in: 0.1...30).map { .degrees($0) },
      sure: arguments.has("--sure") ? true : nil)
    try DaemonCall.ask(SceneMethod.alignToSun, call, arguments) { (look: AlignToSunReply) in
      func degrees(_ angle: Angle) -> String { "\(text(angle.degrees, 1))°" }
      return DaemonCall.lines([
        "the sun is at \(degrees(look.sunAzimuth)), \(degrees(look.sunElevation)) high; the heading was \(degrees(look.off)) beside it",
        "turned by \(degrees(look.turned)); the heading is known to \(degrees(look.headingSigma)) now",
      ])
    }
  }
}
