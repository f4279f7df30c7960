import Geodesy
import Geometry
import Samples
import Simulation
import TestSupport
import Text
import Tracking
import Wire

@testable import Service
@testable import CommandParts
@testable import Watcher

/// The walk of `scripts/capture-view`, seen by a watcher: a daemon whose time advances on the test's request, and the connections
/// of `gnomon watch` to its socket. So every message is real, and the same in every run.
final class WatchWalk {
  /// The watcher's data, second by second; empty if the walk failed.
  static let seconds: [WatchModel] = {
    guard let walk = try? WatchWalk() else { return [] }
    var models: [WatchModel] = []
    for second in 0...125 {
      if second == 9, (try? walk.declare()) == nil { return [] }
      guard (try? walk.walk(to: Double(second))) != nil else { return [] }
      models.append(walk.model)
    }
    return models
  }()
  /// Returns the time of one of them.
  static func moment(_ second: Int) -> BootInstant { BootInstant(seconds: Double(second)) }

  private(set) var model = WatchModel()
  private let daemon: Daemon
  private let source: SteppedSource
  private let link: WatchLink
  private let scratch: Scratch
  private var reached: BootInstant { BootInstant(nanoseconds: source.reached) }

  /// Places of many kinds, near the path and far from it.
  private static let places: [(name: String, category: String, leg: Int, along: Double, right: Double)] = [
    ("Café Landtmann", "café", 0, 66, -12), ("Bakery", "shop", 0, 146, 18), ("Bookshop", "shop", 0, 151, 24),
    ("Flowers", "shop", 0, 157, 16), ("Tram 71", "stop", 0, 104, -24), ("Clock Tower", "sight", 0, 330, -70),
    ("Ring Gallery", "museum", 0, 236, 84), ("Opera", "sight", 1, 260, 40), ("Public Garden", "park", 1, 118, -34),
    ("University", "school", 1, 190, -26), ("Pharmacy", "shop", 1, 60, 15), ("Old Harbour", "pier", 1, 420, -40),
    ("Town Hall", "sight", 2, 160, 40), ("Library", "books", 2, 60, -14), ("Café Prückel", "café", 5, 30, 12),
    ("Market Hall", "food", 5, 60, -20), ("Fountain", "sight", 6, 20, 14), ("Post", "office", 6, 48, -13),
    ("Ferry Pier", "pier", 6, 76, 6), ("Lighthouse", "sight", 6, 240, 50), ("Boat Hire", "shop", 6, 110, -30),
  ]
  private static let legs: [(length: Double, turn: Double)] = [
    (85, 90), (124, -90), (95, -90), (120, -35), (45, 125), (120, 90), (75, 0),
  ]

  init() throws {
    var parameters = SimulationParameters()
    // Long enough for the request to go outside.
    parameters.receiver.firstFixAfter = .seconds(24)
    let simulation = Simulation(
      Plan.cityBlocks.itinerary(parameters), parameters: parameters, seed: 1)
    // A speed other than 1 means that the samples' time counts, not the clock's. The status states three decimals of it.
    source = SteppedSource(simulation, name: "simulate city-blocks", detail: "in real time", speed: 1.00001)
    scratch = try Scratch()
    var options = DaemonOptions()
    options.socket = scratch.path("s")
    options.handlesSignals = false
    options.isStepped = true
    let engine = Engine(SessionBeginning(profile: .head))
    // Poses do not become old while the test process is stopped for a while.
    engine.longestSilence = .seconds(3600)
    daemon = try Daemon(options, engine, sources: [source])
    try daemon.start()
    link = try WatchLink(
      path: options.socket, rate: 10, range: WatchControls().range, showing: .filter,
      at: BootInstant(nanoseconds: 0))
    while daemon.publisher.subscribers < 2 || daemon.scenePublisher.subscribers == 0 {
      _ = try daemon.step(milliseconds: 5)
    }
  }

  deinit { daemon.finish() }

  func walk(to second: Double) throws {
    let end = Int64(second * 1e9)
    while source.reached < end {
      source.allow(min(end, source.reached + 100_000_000))
      while source.isReady { _ = try daemon.step(milliseconds: 5) }
      daemon.interfaces.scene.tend()
      // Data that did not fit into the socket at once arrive too.
      for _ in 0..<6 {
        _ = try daemon.step(milliseconds: 0)
        try link.pump(&model, at: reached) { _, _ in }
      }
    }
  }

  /// Adds the places and the route along the streets.
  func declare() throws {
    let plane = TangentPlane(origin: Plan.cityBlocks.itinerary(SimulationParameters()).start)
    var corners = [SIMD2<Double>(0, 0)], azimuth = 35.0
    for leg in Self.legs {
      let ahead = SIMD2(Geometry.sin(azimuth * .pi / 180), Geometry.cos(azimuth * .pi / 180))
      corners.append(corners[corners.count - 1] + ahead * leg.length)
      azimuth += leg.turn
    }
    func spot(_ point: SIMD2<Double>) -> Geodetic { plane.geodetic(Displacement<Level>(point.x, 0, -point.y)) }
    let places = Self.places.enumerated().map { index, place -> JSONValue in
      let from = corners[place.leg], way = corners[place.leg + 1] - from
      let ahead = way / (way * way).sum().squareRoot()
      let at = spot(from + ahead * place.along + SIMD2(ahead.y, -ahead.x) * place.right)
      return [
        "id": .string("\(index)"), "name": .string(place.name), "category": .string(place.category),
        "latitude_deg": .number(at.latitude.value), "longitude_deg": .number(at.longitude.value),
      ]
    }
    try ask("org.gnomon.Scene.AddPlaces", ["places": .array(places)])
    let line = corners.map { "[\(spot($0).longitude.value),\(spot($0).latitude.value)]" }.joined(separator: ",")
    let text = #"{"type":"LineString","coordinates":[\#(line)]}"#
    try ask("org.gnomon.Scene.LoadRoute", ["text": .string(text), "name": .string("Ferry Pier")])
  }

  private func ask(_ method: String, _ parameters: JSONValue) throws {
    let channel = try DaemonChannel(path: daemon.options.socket, Request(method: method, parameters: parameters))
    var answer: [UInt8]?
    while answer == nil {
      _ = try daemon.step(milliseconds: 5)
      guard channel.receive({ answer = $0 }) else { throw DaemonGone() }
    }
    _ = try Reply(reading: answer ?? [])
  }
}

private struct DaemonGone: Error {}
