import Geodesy
import Geometry
import Samples
import Simulation
import Testing
import Text
import Tracking

@testable import ScenePublishing
@testable import Service

/// A daemon and a simulated walk of a minute, straight on, that advances only on the test's request.
struct SceneWalk {
  let stepped: Stepped
  /// A client for all calls without a client of their own.
  private let asker: PatientClient
  private let samples: [Sample]
  private var next = 0

  init(_ samples: [Sample]? = nil, options change: (inout DaemonOptions) -> Void = { _ in }) throws {
    stepped = try Stepped(options: change)
    // Poses do not become old while the test process is stopped for a while.
    stepped.daemon.engine.longestSilence = .seconds(3600)
    asker = try stepped.client()
    self.samples = try samples ?? Stepped.samples()
  }

  static let itinerary = Plan.straight.itinerary(SimulationParameters())

  /// Returns a place by its distance along the walk and to its right.
  static func place(_ ahead: Double, right: Double = 0) -> Geodetic {
    let plane = TangentPlane(origin: itinerary.start), azimuth = itinerary.azimuth.radians
    let east = ahead * Geometry.sin(azimuth) + right * Geometry.cos(azimuth)
    let north = ahead * Geometry.cos(azimuth) - right * Geometry.sin(azimuth)
    return plane.geodetic(Displacement<Level>(east, 0, -north))
  }

  static func json(
    _ id: String, at place: Geodetic, name: String? = nil, _ members: [JSONMember] = []
  ) -> JSONValue {
    .object(
      [
        JSONMember("id", .string(id)), JSONMember("name", .string(name ?? "Place \(id)")),
        JSONMember("latitude_deg", .number(place.latitude.value)),
        JSONMember("longitude_deg", .number(place.longitude.value)),
      ] + members)
  }

  /// Continues the walk for a time in seconds.
  mutating func walk(_ seconds: Double, each: () throws -> Void = {}) throws {
    guard samples.indices.contains(next) else { return }
    let end = samples[next].time + .seconds(seconds)
    var count = 0
    while next < samples.count, samples[next].time < end {
      stepped.daemon.ingest(samples[next])
      next += 1
      count += 1
      guard count % 100 == 0 else { continue }
      stepped.daemon.interfaces.scene.tend()
      try stepped.step()
      try each()
    }
    stepped.daemon.interfaces.scene.tend()
    try stepped.step()
  }

  /// Walks until the wearer's place and heading are known.
  mutating func localize() throws {
    try walk(30)
    let pose = try #require(stepped.daemon.engine.latest)
    try #require(pose.place != nil && (pose.yawSigma ?? .degrees(180)) < .degrees(20))
  }

  @discardableResult
  func ask(_ method: String, _ parameters: JSONValue = .object([]), _ client: PatientClient? = nil) throws -> JSONValue
  {
    let client = client ?? asker
    try stepped.say(Self.call(method, parameters), client)
    return try answer(client)
  }

  /// Sends a call of any interface as text.
  func ask(text: String) throws -> JSONValue {
    try stepped.say(text, asker)
    return try answer(asker)
  }

  func answer(_ client: PatientClient) throws -> JSONValue {
    while true {
      _ = try stepped.daemon.step(milliseconds: 5)
      if let message = client.message() { return message["error"] == nil ? message["parameters"] ?? .null : message }
    }
  }

  func subscribe(_ parameters: JSONValue) throws -> PatientClient {
    let client = try stepped.client(), count = stepped.daemon.scenePublisher.subscribers
    client.send(Self.call("Subscribe", parameters, more: true))
    try stepped.step { stepped.daemon.scenePublisher.subscribers > count }
    return client
  }

  private static func call(_ method: String, _ parameters: JSONValue, more: Bool = false) -> String {
    var text = TextBuffer()
    let call: JSONValue = [
      "method": .string("org.gnomon.Scene.\(method)"), "parameters": parameters, "more": .bool(more),
    ]
    call.write(to: &text)
    return text.string
  }
}

extension JSONValue {
  func state(of id: String) -> String? {
    guard let status = self["places"]?.array?.first(where: { $0["id"]?.string == id })?["status"] else { return nil }
    return [status["state"]?.string, status["reason"]?.string].compactMap { $0 }.joined(separator: " ")
  }
}
