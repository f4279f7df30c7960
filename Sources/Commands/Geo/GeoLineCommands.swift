import CommandParts
import Geodesy
import Geometry
import Text

/// `gnomon geo inverse`: the shortest line between two places.
struct GeoInverseCommand: Command {
  let syntax = Syntax(
    name: "geo inverse", summary: "distance and azimuths of the shortest line between two places",
    operands: "[LAT1 LON1 LAT2 LON2]", operandCount: 0...4,
    explanation: """
      The geodesic on the WGS 84 ellipsoid, to nanometres. Azimuths are clockwise from true north, both in the direction of
      travel. Without operands each line of standard input is LAT1 LON1 LAT2 LON2.
      """,
    options: [.json],
    examples: [("gnomon geo inverse 48.2082 16.3738 47.4979 19.0402", "Vienna to Budapest")])

  func run(_ arguments: Arguments) throws {
    try GeoTable(syntax: syntax, inputs: ["LAT1", "LON1", "LAT2", "LON2"], required: 4).run(arguments) { numbers in
      let line = Geodesic(from: try place(numbers[0], numbers[1]), to: try place(numbers[2], numbers[3]))
      return [
        .metres("distance", "distance", line.distance), .angle("azimuth", "azimuth", line.azimuth),
        .angle("final azimuth", "final_azimuth", line.finalAzimuth),
      ]
    }
  }
}

/// `gnomon geo direct`: the place at a distance and azimuth from another.
struct GeoDirectCommand: Command {
  let syntax = Syntax(
    name: "geo direct", summary: "the place at a distance and azimuth from another",
    operands: "[LAT LON AZIMUTH DISTANCE]", operandCount: 0...4,
    explanation: """
      Along the geodesic that leaves in AZIMUTH (degrees clockwise from true north) for DISTANCE metres. Without operands
      each line of standard input is LAT LON AZIMUTH DISTANCE.
      """,
    options: [.json],
    examples: [("gnomon geo direct 48.2082 16.3738 90 1000", "a kilometre east of Vienna's centre")])

  func run(_ arguments: Arguments) throws {
    try GeoTable(syntax: syntax, inputs: ["LAT", "LON", "AZIMUTH", "DISTANCE"], required: 4).run(arguments) { numbers in
      let line = Geodesic(
        from: try place(numbers[0], numbers[1]), azimuth: .degrees(numbers[2]), distance: .metres(numbers[3]))
      return [
        .degrees("latitude", "latitude", line.end.latitude), .degrees("longitude", "longitude", line.end.longitude),
        .angle("final azimuth", "final_azimuth", line.finalAzimuth),
      ]
    }
  }
}

/// `gnomon geo bearing`: the direction from one place to another, and back.
struct GeoBearingCommand: Command {
  let syntax = Syntax(
    name: "geo bearing", summary: "the direction in which one place is seen from another, and the way back",
    operands: "[LAT1 LON1 LAT2 LON2]", operandCount: 0...4,
    explanation: """
      The azimuth of the geodesic, the spherical formula beside it as a check (it differs by up to 0.2°), and the azimuth
      from the far end back. Without operands each line of standard input is LAT1 LON1 LAT2 LON2.
      """,
    options: [.json], examples: [("gnomon geo bearing 48.2082 16.3738 48.2167 16.3983", "across town")])

  func run(_ arguments: Arguments) throws {
    try GeoTable(syntax: syntax, inputs: ["LAT1", "LON1", "LAT2", "LON2"], required: 4).run(arguments) { numbers in
      let from = try place(numbers[0], numbers[1]), to = try place(numbers[2], numbers[3])
      let line = Geodesic(from: from, to: to)
      return [
        .angle("bearing", "bearing", line.azimuth), .angle("back", "back", line.finalAzimuth.reversed),
        .angle("spherical", "spherical", from.sphericalBearing(to: to)),
        .metres("distance", "distance", line.distance),
      ]
    }
  }
}

/// `gnomon geo local`: a place in another's tangent plane, and back.
struct GeoLocalCommand: Command {
  let syntax = Syntax(
    name: "geo local", summary: "a place in metres east, north and up of another, and where it is seen",
    operands: "[LAT0 LON0 H0 LAT LON H]", operandCount: 0...6,
    explanation: """
      In the tangent plane of the first place, through the Earth's centre, so that far things sink as the Earth curves.
      With --inverse the last three are metres EAST NORTH UP, and the place is printed. Without operands each line of
      standard input holds the six numbers.
      """,
    options: [.flag("--inverse", "from east, north, up to a place"), .json],
    examples: [
      ("gnomon geo local 48.2 16.37 200 48.3 16.37 200", "11 km north: it stands 10 m below the horizon"),
      ("gnomon geo local --inverse 48.2 16.37 200 100 0 1.6", "100 m east, at eye height"),
    ])

  func run(_ arguments: Arguments) throws {
    let inverse = arguments.has("--inverse")
    let inputs = ["LAT0", "LON0", "H0"] + (inverse ? ["EAST", "NORTH", "UP"] : ["LAT", "LON", "H"])
    try GeoTable(syntax: syntax, inputs: inputs, required: 6).run(arguments) { numbers in
      let plane = TangentPlane(origin: try place(numbers[0], numbers[1], numbers[2]))
      if inverse {
        let there = plane.geodetic(Displacement<ENU>(numbers[3], numbers[4], numbers[5]))
        return [
          .degrees("latitude", "latitude", there.latitude), .degrees("longitude", "longitude", there.longitude),
          .metres("height", "height", there.height),
        ]
      }
      let there = try place(numbers[3], numbers[4], numbers[5])
      let offset = plane.enu(there), sighting = plane.sighting(of: there)
      return [
        .metres("east", "east", .metres(offset.x)), .metres("north", "north", .metres(offset.y)),
        .metres("up", "up", .metres(offset.z)), .angle("azimuth", "azimuth", sighting.azimuth),
        .angle("elevation", "elevation", sighting.elevation), .metres("distance", "distance", sighting.distance),
      ]
    }
  }
}
