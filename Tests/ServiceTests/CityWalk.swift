import EngineSettings
import Geodesy
import Geometry
import Glibc
import Samples
import Simulation
import Testing
import TestSupport
import Text
import Tracking

@testable import ScenePublishing
@testable import Service

/// A daemon on a simulated walk around the corners of a city, and clients of its socket.
///
/// The daemon runs its own loop with the simulation as its source; the test advances time step by step, and every client reads
/// all its messages before the next step. So nothing depends on the speed of the machine.
final class CityWalk {
  let daemon: Daemon
  private let scratch: Scratch
  private let source: SteppedSource
  private let trajectory: Trajectory
  private let asker: PatientClient, tracking: PatientClient
  private var scene: PatientClient?
  private(set) var stream = CityStream()
  /// Nanoseconds of a step: two samples, since a connection stores only a few messages for a client that does not read.
  private static let step: Int64 = 10_000_000
  let duration: Int64

  /// `parameters` of the pipeline by their names.
  init(_ parameters: [(name: String, value: String)] = []) throws {
    let simulation = try Self.simulation()
    trajectory = simulation.trajectory
    duration = Int64(trajectory.duration.value * 1e9)
    source = SteppedSource(simulation, name: "city", speed: 1000)
    scratch = try Scratch()
    var options = DaemonOptions()
    options.socket = scratch.path("s")
    options.handlesSignals = false
    options.isStepped = true
    var pipeline = TrackerParameters(profile: .head)
    for (name, value) in parameters { try TrackerParameters.table.set(name, to: value, in: &pipeline) }
    let engine = Engine(SessionBeginning(profile: .head, parameters: pipeline))
    // Poses do not become old while the test process is stopped for a while.
    engine.longestSilence = .seconds(3600)
    daemon = try Daemon(options, engine, sources: [source])
    try daemon.start()
    asker = try PatientClient(options.socket)
    tracking = try PatientClient(options.socket)
    tracking.send(
      #"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose","alignment","correction"]},"more":true}"#
    )
    while daemon.publisher.subscribers == 0 { _ = try daemon.step(milliseconds: 5) }
  }

  deinit { daemon.finish() }

  /// A walk along the streets, with a wandering gaze and a low-cost receiver that has its first fix after six seconds.
  private static func simulation() throws -> Simulation {
    var parameters = SimulationParameters()
    parameters.receiver.firstFixAfter = .seconds(6)
    parameters.receiver.bias = .metres(2)
    let corners = City.corners.map { corner in
      let spot = City.ground.spot(corner)
      return Geodetic(
        latitude: Degrees(spot.latitude), longitude: Degrees(spot.longitude), height: parameters.height)
    }
    var itinerary = try #require(
      Itinerary(through: corners, carrier: .head, cruise: Speed(1.35), cornerRadius: .metres(1.5)))
    itinerary.steps.insert(.stay(.seconds(7)), at: 0)
    return Simulation(itinerary, parameters: parameters, seed: 7)
  }

  // MARK: calls of the client

  @discardableResult
  func ask(_ method: String, _ parameters: String = "{}") throws -> JSONValue {
    asker.send(#"{"method":"org.gnomon.\#(method)","parameters":\#(parameters)}"#)
    while true {
      _ = try daemon.step(milliseconds: 5)
      if let message = asker.message() { return message["error"] == nil ? message["parameters"] ?? .null : message }
    }
  }

  func subscribe(_ parameters: String) throws {
    let client = try PatientClient(daemon.options.socket)
    client.send(#"{"method":"org.gnomon.Scene.Subscribe","parameters":\#(parameters),"more":true}"#)
    while daemon.scenePublisher.subscribers == 0 { _ = try daemon.step(milliseconds: 5) }
    scene = client
  }

  // MARK: time

  var time: Int64 { source.reached }

  /// Advances by a time in seconds, to the end at most; calls `each` with each frame and the pose and alignment of its time.
  func walk(_ seconds: Double, _ each: (CityFrame) throws -> Void = { _ in }) throws {
    let end = min(duration, time + Int64(seconds * 1e9))
    while time < end {
      source.allow(min(end, time + Self.step))
      while source.isReady { _ = try daemon.step(milliseconds: 5) }
      daemon.interfaces.scene.tend()
      _ = try daemon.step(milliseconds: 0)
      while let message = tracking.message() { _ = stream.ingest(message["parameters"] ?? .null) }
      while let message = scene?.message() {
        if let frame = stream.ingest(message["parameters"] ?? .null) { try each(frame) }
      }
    }
  }

  // MARK: the truth

  /// Returns the wearer's place at a time, and the true azimuth of the body's direction.
  func truth(at time: Int64) -> (place: Flat, facing: Double) {
    let instant = trajectory.instant(at: .seconds(Double(time) * 1e-9))
    let ahead = instant.levelOrientation(Displacement<Body>(0, 0, -1))
    let spot = Spot(latitude: instant.place.latitude.value, longitude: instant.place.longitude.value)
    return (City.ground.flat(spot), Flat(east: ahead.x, north: -ahead.z).azimuth)
  }
}
