import CommandParts
import Geodesy
import Geometry
import SceneCommands
import Text

/// `gnomon geo field`: the Earth's magnetic field at a place and date.
struct GeoFieldCommand: Command {
  let syntax = Syntax(
    name: "geo field", summary: "the Earth's magnetic field at a place: declination, dip, strength",
    operands: "[LAT LON]", operandCount: 0...2,
    explanation: """
      By the World Magnetic Model 2025, or a newer coefficient file. Declination is positive east: add it to a compass
      bearing to get a true one. Without operands each line of standard input is LAT LON [HEIGHT [YEAR]].
      """,
    options: [
      .value("--height", "M", "above the ellipsoid, in metres (0)"),
      .value("--year", "Y", "as a decimal, such as 2026.5 (today)"),
      .value("--model", "FILE", "coefficients instead of the built-in ones: NOAA's WMM.COF or gnomon's CSV"),
      .json,
    ],
    examples: [
      ("gnomon geo field 48.2 16.37", "today, on the ground"),
      ("gnomon geo field -33.86 151.21 --height 500 --year 2027.25", "a later date, higher up"),
      ("gnomon geo field --model WMM2030.COF 48.2 16.37 --year 2031", "with a newer model"),
    ])

  func run(_ arguments: Arguments) throws {
    var model = MagneticModel.worldMagneticModel2025
    if let path = arguments.text("--model") {
      do {
        model = try MagneticModel(coefficientFile: contents(of: path))
      } catch let fault as CoefficientFileFault {
        throw Failure.data("\(path): \(fault)")
      }
    }
    let height = try arguments.number("--height", in: -10_000...1e6) ?? 0
    let today = UTC(secondsSince1970: secondsSince1970()).map { DecimalYear($0).value } ?? 0
    let year = try arguments.number("--year", in: 1900...2200) ?? today
    try GeoTable(syntax: syntax, inputs: ["LAT", "LON", "HEIGHT", "YEAR"], required: 2).run(arguments) { numbers in
      let here = try place(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : height)
      let date = DecimalYear(numbers.count > 3 ? numbers[3] : year)
      let field: MagneticField<ENU>
      do {
        field = try model.field(at: here, year: date)
      } catch {
        throw Failure.data("\(error)")
      }
      return [
        .nanotesla("north", "north", field.y), .nanotesla("east", "east", field.x),
        .nanotesla("down", "down", -field.z),
        .angle("declination", "declination", field.declination, decimals: 6),
        .angle("inclination", "inclination", field.inclination, decimals: 6),
        .nanotesla("horizontal", "horizontal", field.horizontalStrength.value),
        .nanotesla("total", "total", field.totalStrength.value),
        .init(name: "year", key: "year", value: .number(date.value), decimals: 4, unit: ""),
        .init(name: "model", key: "model", value: .string(model.name), decimals: 0, unit: ""),
      ]
    }
  }
}
