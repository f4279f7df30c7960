import CPosix
import Glibc
import Samples
import Scenery
import Sensors
import Simulation
import SocketServer
import Storage
import TestSupport
import Testing
import Text
import Tracking
import Wire

@testable import ScenePublishing
@testable import Service

/// A daemon that advances only on the test's request, with a clock that the test sets where time matters.
final class Stepped {
  let daemon: Daemon
  let socket: String
  private let scratch: Scratch

  init(sources: [any SampleSource] = [], options change: (inout DaemonOptions) -> Void = { _ in }) throws {
    scratch = try Scratch()
    var options = DaemonOptions()
    options.socket = scratch.path("s")
    options.recordings = scratch.path("recordings")
    options.handlesSignals = false
    options.isStepped = true
    change(&options)
    socket = options.socket
    daemon = try Daemon(
      options, Engine(SessionBeginning(profile: .head)), sources: sources)
    try daemon.start()
  }

  deinit { daemon.finish() }

  var server: Server { daemon.server }

  func step() throws { _ = try daemon.step(milliseconds: 0) }
  func step(until isEnough: () -> Bool) throws {
    let patience = Patience()
    while !isEnough() {
      try patience.check()
      _ = try daemon.step(milliseconds: 20)
    }
  }

  /// Returns the outcome of a reading of the place store.
  func places<Answer: Sendable>(
    _ read: @escaping @Sendable (any PlaceReading) throws(DatabaseFault) -> Answer
  ) throws -> Answer {
    var outcome: Result<Answer, CallError>?
    daemon.scene.places.reading(from: .unknown(at: .init(nanoseconds: 0)), read).start { outcome = $0 }
    return try #require(outcome).get()
  }

  /// Sends the whole text, however little the kernel accepts at a time.
  func say(_ text: String, _ client: PatientClient) throws {
    var rest = (Array(text.utf8) + [0])[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(client.send(rest))
      try step()
    }
  }

  /// Returns a connected client that does not wait.
  func client() throws -> PatientClient {
    let count = server.count
    let client = try PatientClient(socket)
    try step { server.count > count }
    return client
  }

  func subscriber(_ parameters: String = #""streams":["pose"]"#) throws -> PatientClient {
    let client = try client(), count = daemon.publisher.subscribers
    client.send(#"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"# + parameters + #"},"more":true}"#)
    try step { daemon.publisher.subscribers > count }
    return client
  }

  /// The samples of a simulated walk of a minute.
  static func samples() throws -> [Sample] {
    let parameters = SimulationParameters()
    var samples: [Sample] = []
    try Simulation(Plan.straight.itinerary(parameters), parameters: parameters).run { line in
      if case .sample(let sample) = line, samples.count < 30_000 { samples.append(sample) }
    }
    return samples
  }
}

/// A client on the same thread as its daemon: it reads the available data and never waits.
final class PatientClient {
  let descriptor: CInt
  private var splitter = MessageSplitter(limit: 64 << 20)
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// Whether the daemon has closed the connection.
  private(set) var hasEnded = false

  init(_ path: String) throws {
    descriptor = gnomon_connect(path)
    try #require(descriptor >= 0, "connect: \(descriptor)")
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
  deinit { gnomon_close(descriptor) }

  /// Returns the number of accepted bytes.
  @discardableResult
  func send(_ bytes: ArraySlice<UInt8>) -> Int {
    max(0, bytes.withUnsafeBytes { Int(gnomon_send(descriptor, $0.baseAddress, Int64($0.count))) })
  }
  func send(_ text: String) { send((Array(text.utf8) + [0])[...]) }

  /// Reads at most this number of bytes.
  func read(_ most: Int = 1 << 16) {
    let count = chunk.withUnsafeMutableBytes { gnomon_receive(descriptor, $0.baseAddress, Int64(min(most, $0.count))) }
    if count == 0 || count < 0 && count != -Int64(EAGAIN) { hasEnded = true }
    if count > 0 { _ = chunk.withUnsafeBytes { splitter.append(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) } }
  }

  /// Reads until the daemon has closed the connection. A program that another test is starting holds a copy of the daemon's
  /// descriptor until it is loaded, so the end may come a little later.
  func readToEnd() throws {
    try waitUntil {
      read()
      return hasEnded
    }
  }

  /// Returns the next complete message.
  func message() -> JSONValue? {
    if let message = splitter.next() { return try? JSONValue(reading: message, maximumDepth: 64) }
    read()
    return splitter.next().flatMap { try? JSONValue(reading: $0, maximumDepth: 64) }
  }
}
