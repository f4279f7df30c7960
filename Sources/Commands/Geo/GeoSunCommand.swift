import CommandParts
import Geodesy
import Geometry
import SceneCommands
import Text

/// `gnomon geo sun`: the position of the sun at a place, and its daylight.
struct GeoSunCommand: Command {
  let syntax = Syntax(
    name: "geo sun", summary: "where the sun stands at a place, and whether it is day, twilight or night",
    operands: "[LAT LON]", operandCount: 0...2,
    explanation: """
      Good to 0.02°. `elevation` is geometric; `apparent` has refraction added. Day ends when the upper limb sets, twilight
      when the centre is 6° below the horizon. Without operands each line of standard input is LAT LON.
      """,
    options: [.value("--time", "UTC", "as 2026-06-21T11:00:00Z (now)"), .json],
    examples: [("gnomon geo sun 48.2 16.37 --time 2026-06-21T11:00:00Z", "midsummer noon in Vienna")])

  func run(_ arguments: Arguments) throws {
    var time = UTC(secondsSince1970: secondsSince1970()) ?? UTC(nanosecondsSince1970: 0)
    if let text = arguments.text("--time") {
      guard let stated = UTC(text) else {
        throw Failure.usage("--time must be like 2026-06-21T11:00:00Z, not '\(text)'", syntax)
      }
      time = stated
    }
    try GeoTable(syntax: syntax, inputs: ["LAT", "LON"], required: 2).run(arguments) { numbers in
      let sun = Sun(from: try place(numbers[0], numbers[1]), at: time)
      return [
        .angle("azimuth", "azimuth", sun.azimuth, decimals: 4),
        .angle("elevation", "elevation", sun.elevation, decimals: 4),
        .angle("apparent", "apparent_elevation", sun.apparentElevation, decimals: 4),
        .init(name: "light", key: "light", value: .string(sun.daylight.rawValue), decimals: 0, unit: ""),
        .init(name: "time", key: "time", value: .string(time.description), decimals: 0, unit: ""),
      ]
    }
  }
}
