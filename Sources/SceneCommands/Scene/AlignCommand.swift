import CommandParts
import GnomonClient
import Text
import Wire

/// `gnomon align`: measures the heading by a look at a known place.
struct AlignCommand: Command {
  let syntax = Syntax(
    name: "align", summary: "measure the heading: look at a known place, and confirm with this command",
    operands: "PLACE", operandCount: 1...1,
    explanation: """
      PLACE is a place's name, or LAT,LON; the device has to point at it. Its direction is weighed against the compass, the way and
      the fixes. At a place that is far away and well known, it is the best heading there is. A recording contains the command.
      """,
    options: [
      .value("--sigma", "DEG", "how well the device points at it, 1 σ (2)"),
      .value("--accuracy", "M", "how well the place is known, 68 % radius (5)"),
      .flag("--sure", "it is this place, although the heading says otherwise"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon align 48.20849,16.37208 --sure", "the device points at this tower, whatever the heading is"),
      ("gnomon align 48.20849,16.37208 --sure --sigma 1 --accuracy 2", "with care, and at a point that is known well"),
    ])

  func run(_ arguments: Arguments) throws {
    var options: [JSONMember] = []
    if let sigma = try arguments.number("--sigma", in: 0.1...30) {
      options.append(JSONMember("sigma_deg", .number(sigma)))
    }
    if let accuracy = try arguments.number("--accuracy", in: 0...1000) {
      options.append(JSONMember("accuracy", .number(accuracy)))
    }
    if arguments.has("--sure") { options.append(JSONMember("sure", true)) }
    let place = try Destination(arguments.operands[0], try DaemonCall.connect(arguments), syntax).position
    let aim = [
      JSONMember("latitude_deg", .number(place.latitude.value)),
      JSONMember("longitude_deg", .number(place.longitude.value)),
    ]
    try DaemonCall.ask("org.gnomon.Scene.AlignToPlace", .object(aim + options), arguments) { answer in
      func number(_ name: String, _ decimals: Int = 1) -> String { text(answer[name]?.double ?? .nan, decimals) }
      return DaemonCall.lines([
        "at \(number("azimuth_deg"))°, \(number("distance", 0)) m away; the heading was \(number("off_deg"))° beside it",
        "turned by \(number("turned_deg"))°; the heading is known to \(number("heading_sigma_deg"))° now",
      ])
    }
  }
}
