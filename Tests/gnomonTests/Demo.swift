import Foundation
import Geodesy
import Geometry
import Simulation
import TestSupport
import Testing

/// A gnomond with a simulated walk, at twenty times its pace, that ends with the test.
final class Demo {
  /// The walk at its own pace, from where the heading is known and arrows are ahead. Eight minutes are left of it.
  static let walk = ["simulate", "city-blocks", "--from", "45"]

  let socket: String
  private var process = Process()
  private let scratch: Scratch
  private let arguments: [String]

  init(_ arguments: [String] = ["--demo", "--speed", "20"]) throws {
    scratch = try Scratch()
    socket = scratch.path("s")
    self.arguments = arguments + ["--socket", socket, "--recordings", scratch.path("recordings")]
    try start()
  }
  deinit { end() }

  /// Starts it, also again after its end, at the same socket.
  func start() throws {
    process = Process()
    process.executableURL = Products.url("gnomond")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try waitForAnswer(at: socket, of: process.isRunning)
  }

  func signal(_ number: CInt) { kill(process.processIdentifier, number) }

  /// Kills it, and waits until it has ended.
  func end() {
    guard process.isRunning else { return }
    signal(SIGKILL)
    process.waitUntilExit()
  }

  func run(_ words: String..., input: String = "", environment: [String: String] = [:]) throws -> Run {
    try gnomonArray(words + ["--socket", socket], input: input, environment: environment)
  }

  /// Returns a place by its distance along the first street of the walk and to its right.
  static func place(_ ahead: Double, right: Double = 0) -> Geodetic {
    let itinerary = Plan.cityBlocks.itinerary(SimulationParameters()), azimuth = itinerary.azimuth.radians
    let east = ahead * Geometry.sin(azimuth) + right * Geometry.cos(azimuth)
    let north = ahead * Geometry.cos(azimuth) - right * Geometry.sin(azimuth)
    return TangentPlane(origin: itinerary.start).geodetic(Displacement<Level>(east, 0, -north))
  }

  /// `48.208354,16.373822`
  static func words(_ place: Geodetic) -> String {
    String(format: "%.6f,%.6f", place.latitude.value, place.longitude.value)
  }

  static func route(_ points: [Geodetic]) -> String {
    let line = points.map { "[\($0.longitude.value),\($0.latitude.value)]" }.joined(separator: ",")
    return #"{"type":"LineString","coordinates":[\#(line)]}"#
  }
}

func object(_ run: Run) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run)")
}
