import CommandParts
import Geodesy
import Geometry
import Recordings
import Samples
import SceneCommands
import Simulation
import Terrain
import TerrainTiles
import Text

/// `gnomon simulate`: a recording of a simulated walk, ride or bench test, with its truth.
struct SimulateCommand: Command {
  let syntax = Syntax(
    name: "simulate", summary: "make a recording of a simulated walk, ride or bench test, with known truth",
    operands: "PLAN | WAYPOINTS | TRACE", operandCount: 0...1,
    operandKinds: [.words(Plan.allCases.map(\.rawValue))],
    explanation: """
      PLAN is one of the names that --list prints. WAYPOINTS is a file of lines LAT,LON[,HEIGHT], or the points themselves,
      separated by semicolons. TRACE is a file whose first line names the columns t,x,y,z,qx,qy,qz,qw: the position and the
      orientation of a body, for example from motion capture, at least ten rows a second. t is in seconds; x east, y up,
      z south are metres from an origin at place.latitude, place.longitude, place.height; the quaternion turns the body's axes
      (x right, y up, z back) into east, up, south. The same plan, settings and seed give the same bytes. The recording's R
      lines have the truth; samples are means over the interval that ends at their time. The Earth's rotation is not
      simulated.

      In around, gallery, errand and crowd each seed is another person; on a bicycle, in a bus, a train or a wheelchair, and with
      --carry pocket or bag, it is another device too: half of them without a magnetometer, some with 25 samples a second, with a
      velocity of the receiver, with one that states no error, or without. Even seeds are for development, odd ones for evaluation.

      Faults: KIND[:TARGET[.AXIS]]@START[+LENGTH][=VALUE], KIND one of gap, stuck, spike, clock, leap, magnet, suspend.
      """,
    options: [
      .value("--seed", "N", "seed of the random numbers: another seed is another session (1)"),
      .value(
        "--output", "FILE", "output file; gzip if it ends in .gz; - is standard output (-)", short: "-o",
        kind: .recording),
      .value(
        "--set", "KEY=VALUE", "change a setting; repeatable; --list prints them all",
        kind: .assignment(SimulationParameters.table.parameters.map(\.name))),
      .value("--fault", "FAULT", "add a fault; repeatable"),
      .value("--trace", "FILE", "write the truth as a TRACE too, with 100 rows a second", kind: .file(["csv"])),
      .value("--terrain", "DIR", "add the ground of the hills to this folder of tiles", kind: .folder),
      .value(
        "--carrier", "WHO", "head or vehicle, for way-points and traces (head)", kind: .words(["head", "vehicle"])),
      .value(
        "--carry", "WHERE", "head, pocket (of the trousers), bag or foot: where a wearer has the device (head)",
        kind: .words(["head", "pocket", "bag", "foot"])),
      .flag("--ideal", "perfect sensors, to which every --set still applies"),
      .flag("--list", "print plans and settings"),
      .json,
    ],
    examples: [
      ("gnomon simulate city-blocks -o walk.gnomon", "nine minutes through town"),
      (
        "gnomon simulate straight --seed 7 --set gaze.range=30 -o w.gnomon.gz",
        "another walker, with smaller turns of the head"
      ),
      ("gnomon simulate '48.2,16.37;48.201,16.372;48.2,16.374' -o tour.gnomon", "along way-points"),
      (
        "gnomon simulate around --seed 2 -o a.gnomon --trace a.csv",
        "a person who walks around a thing; the head's motion as a trace"
      ),
      ("gnomon simulate a.csv -o again.gnomon", "sensors for the motion of a trace"),
      ("gnomon simulate stairs --carry foot --set imu.rate=400 -o shoe.gnomon", "the same walk, worn on the shoe"),
      ("gnomon simulate bicycle --carry pocket --seed 4 -o p.gnomon", "a rider with a telephone in the trouser pocket"),
      ("gnomon simulate city-blocks --carry bag -o b.gnomon", "a telephone in a bag, which points anywhere"),
      ("gnomon simulate loop --set walk.loop=20 -o l.gnomon", "rings of 20 m, both ways round"),
      ("gnomon simulate ride --fault gap:gnss@120+60 --fault spike:gyroscope.z@80=30 -o r.gnomon", "a tunnel, a spike"),
    ])

  func run(_ arguments: Arguments) throws {
    if arguments.has("--list") { return list(asJSON: arguments.has("--json")) }
    guard let name = arguments.operands.first else { throw Failure.usage("expected \(syntax.operands)", syntax) }

    let seed = UInt64(try arguments.whole("--seed", in: 0...Int.max) ?? 1)
    let carrier = try carrier(arguments.text("--carry"))
    var parameters =
      Plan(rawValue: name)?.parameters(carriedIn: carrier, seed: seed)
      ?? SimulationParameters(carriedIn: carrier, seed: seed)
    if arguments.has("--ideal") { parameters.makeIdeal() }
    for assignment in arguments.all("--set") {
      do {
        try SimulationParameters.table.set(assignment, in: &parameters)
      } catch {
        throw Failure.usage("\(error)", syntax)
      }
    }
    var faults: [Fault] = []
    for text in arguments.all("--fault") {
      do {
        faults.append(try Fault(text))
      } catch {
        throw Failure.usage("\(error)", syntax)
      }
    }
    var itinerary = try self.itinerary(name, arguments, parameters)
    if let carrier { try carry(in: carrier, &itinerary) }
    let simulation = Simulation(itinerary, parameters: parameters, faults: faults, seed: seed)
    let output = arguments.text("--output") ?? "-"

    let writer = try attempt { () throws(RecordingFault) in try RecordingWriter(path: output) }
    let duration = simulation.trajectory.duration.value
    var progress = Progress("simulating \(name.prefix(30))")
    do {
      try simulation.run { line in
        progress.show(line.time.map { Double($0.nanoseconds) * 1e-9 / duration })
        try writer.append(line)
      }
      try writer.close()
    } catch let fault as RecordingFault {
      throw Failure.inputOutput("\(fault)")
    } catch let fault as MagneticModelFault {
      throw Failure.data("\(fault)")
    }
    progress.end()
    if let path = arguments.text("--trace") { try write(simulation.trajectory, to: path) }
    if let path = arguments.text("--terrain") {
      do throws(TerrainFault) {
        let separation = parameters.receiver.separation
        _ = try TileFolder(path).add(try simulation.hills.raster(reach: .metres(2000), separation: separation))
      } catch {
        throw Failure.inputOutput("\(path): \(error)")
      }
    }
    if output == "-" { return }
    if arguments.has("--json") {
      Terminal.print([
        "file": .string(output), "plan": .string(name), "seed": .integer(Int64(seed)), "duration_s": .number(duration),
        "profile": .string(itinerary.carrier.profile),
      ])
    } else {
      Terminal.inform("\(output): \(text(duration, 1)) s of \(name), seed \(seed)")
    }
  }

  /// Returns where a wearer has the device, by its word; nil for the head.
  private func carrier(_ word: String?) throws(Failure) -> Itinerary.Carrier? {
    switch word {
    case nil, "head": return nil
    case "pocket": return .pocket
    case "bag": return .bag
    case "foot": return .foot
    case let other?: throw .usage("--carry must be head, pocket, bag or foot, not '\(other)'", syntax)
    }
  }

  /// Moves the device from a wearer's head to the shoe, the pocket or a bag.
  private func carry(in carrier: Itinerary.Carrier, _ itinerary: inout Itinerary) throws(Failure) {
    guard itinerary.carrier == .head, case .steps = itinerary.source else {
      throw .usage(
        "--carry \(carrier.rawValue) needs a plan that leads along a way, such as straight or city-blocks", syntax)
    }
    guard carrier != .foot || !itinerary.isOnWheels else {
      throw .usage("--carry foot needs a plan that walks, such as straight or city-blocks", syntax)
    }
    itinerary.carrier = carrier
  }

  private func itinerary(
    _ name: String, _ arguments: Arguments, _ parameters: SimulationParameters
  ) throws(Failure) -> Itinerary {
    if let plan = Plan(rawValue: name) { return plan.itinerary(parameters) }
    let isInline = name.contains(";") || (name.contains(",") && name.first.map { $0.isNumber || $0 == "-" } == true)
    if !isInline && !name.contains("/") && !name.contains(".") {
      throw .unknown("plan", name, among: Plan.allCases.map(\.rawValue), list: "gnomon simulate --list")
    }
    let carrierName = arguments.text("--carrier") ?? "head"
    guard let carrier = Itinerary.Carrier(rawValue: carrierName), carrier != .bench else {
      throw .usage("--carrier must be head or vehicle, not '\(carrierName)'", syntax)
    }
    let source = isInline ? "way-points" : name
    let text = isInline ? "" : String(decoding: try contents(of: name), as: UTF8.self)
    if Trace.isBegun(by: text) { return try itinerary(ofTrace: text, name, carrier, parameters) }
    let lines =
      isInline
      ? name.split(separator: ";").map(String.init)
      : text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    var places: [Geodetic] = []
    for (index, line) in lines.enumerated() {
      let words = line.split { $0 == "," || $0 == " " || $0 == "\t" || $0 == "\r" }
      if words.isEmpty || words[0].hasPrefix("#") { continue }
      let numbers = words.compactMap { Double($0) }
      guard numbers.count == words.count, (2...3).contains(numbers.count) else {
        throw .data("\(source):\(index + 1): expected LAT,LON[,HEIGHT], got '\(line)'")
      }
      do throws(Failure) {
        places.append(try place(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : parameters.height.value))
      } catch {
        throw .data("\(source):\(index + 1): \(error.message)")
      }
    }
    guard
      let itinerary = Itinerary(
        through: places, carrier: carrier,
        cruise: carrier == .vehicle ? parameters.cruisingSpeed : parameters.walkingSpeed,
        cornerRadius: .metres(carrier == .vehicle ? 15 : 1.5))
    else { throw .data("\(source): fewer than two different way-points") }
    return itinerary
  }

  private func itinerary(
    ofTrace text: String, _ name: String, _ carrier: Itinerary.Carrier, _ parameters: SimulationParameters
  ) throws(Failure) -> Itinerary {
    do throws(TraceFault) {
      let trace = try Trace(parsing: text, named: name)
      var itinerary = Itinerary(
        carrier: carrier,
        start: Geodetic(latitude: parameters.latitude, longitude: parameters.longitude, height: parameters.height),
        azimuth: .zero, cruise: parameters.walkingSpeed)
      itinerary.source = .trace(trace)
      return itinerary
    } catch { throw .data("\(error)") }
  }

  /// Writes the truth as a trace.
  private func write(_ trajectory: Trajectory, to path: String) throws(Failure) {
    var file = try OutputFile(path: path)
    file.text.append(Trace.header)
    try file.endLine()
    for row in Trace(of: trajectory, rate: 100).rows {
      file.text.append(Trace.text(of: row))
      try file.endLine()
    }
    try file.close()
  }

  private func list(asJSON: Bool) {
    let parameters = SimulationParameters(), table = SimulationParameters.table.parameters
    if asJSON {
      return Terminal.print([
        "plans": .array(Plan.allCases.map { ["name": .string($0.rawValue), "summary": .string($0.summary)] }),
        "settings": .array(
          table.map {
            [
              "name": .string($0.name), "default": .string($0.text(parameters)), "unit": .string($0.unit),
              "meaning": .string($0.meaning), "effects": ParameterEffects.of($0.name, in: .simulation).json,
            ]
          }),
      ])
    }
    var text = "plans:\n"
    for plan in Plan.allCases { text += "  \(plan.rawValue.padded(to: 14))\(plan.summary)\n" }
    text += "\nsettings, with their defaults:\n"
    for parameter in table {
      let value = "\(parameter.text(parameters)) \(parameter.unit)"
      text +=
        "  \(parameter.name.padded(to: 28))\(value.padded(to: 22))\(parameter.meaning)\n"
        + ParameterEffects.of(parameter.name, in: .simulation).text
    }
    Terminal.print(text)
  }
}
