import CPosix
import Foundation
import GnomonClient
import Samples
import Simulation
import TestSupport
import Testing
import Text
import Tracking
import Wire

@testable import Service
@testable import gnomond

/// A daemon in this process, on a separate thread, with a simulated walk.
final class Running: @unchecked Sendable {
  let socket: String
  let scratch: Scratch
  private let lock = NSLock()
  private var isWanted = true
  private let ended = DispatchSemaphore(value: 0)

  init(speed: Double = 20, plan: Plan = .straight, options change: (inout DaemonOptions) -> Void = { _ in }) throws {
    scratch = try Scratch()
    socket = scratch.path("s")
    var options = DaemonOptions()
    options.socket = socket
    options.recordings = scratch.path("recordings")
    options.handlesSignals = false
    change(&options)
    let parameters = SimulationParameters()
    let simulation = Simulation(plan.itinerary(parameters), parameters: parameters)
    let source = PacedSource.simulated(simulation, named: "simulate", speed: speed)
    let engine = Engine(SessionBeginning(profile: .head))
    nonisolated(unsafe) let daemon = try Daemon(options, engine, sources: [source])
    try daemon.start()
    Thread.detachNewThread { [self] in
      while lock.withLock({ isWanted }), (try? daemon.step(milliseconds: 20)) == true {}
      daemon.finish()
      ended.signal()
    }
  }

  func stop() {
    lock.withLock { isWanted = false }
    ended.wait()
  }
}

/// A client that sends any given bytes.
final class RawClient {
  let descriptor: CInt
  private var splitter = MessageSplitter(limit: 64 << 20)

  init(_ path: String) throws {
    descriptor = gnomon_connect(path)
    try #require(descriptor >= 0, "connect: \(descriptor)")
    gnomon_set_receive_timeout(descriptor, 20_000_000_000)
    gnomon_set_send_timeout(descriptor, 20_000_000_000)
  }
  deinit { if descriptor >= 0 { gnomon_close(descriptor) } }

  /// Returns the number of accepted bytes.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { gnomon_send(descriptor, $0.baseAddress, Int64($0.count)) }
      if count < 0 { return sent }
      sent += Int(count)
    }
    return sent
  }
  func send(_ text: String) { send(Array(text.utf8) + [0]) }

  /// Returns the next message; nil when the connection is closed.
  func receive() -> JSONValue? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let message = splitter.next() { return try? JSONValue(reading: message, maximumDepth: 64) }
      let count = chunk.withUnsafeMutableBytes { gnomon_receive(descriptor, $0.baseAddress, Int64($0.count)) }
      if count <= 0 { return nil }
      _ = chunk.withUnsafeBytes { splitter.append(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }
    }
  }

  func ask(_ text: String) -> JSONValue? {
    send(text)
    return receive()
  }
}

/// A separate gnomond process.
final class Spawned {
  let process = Process()
  let scratch: Scratch
  let socket: String

  init(
    _ arguments: [String], socket given: String? = nil, within shell: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    scratch = try Scratch()
    socket = given ?? scratch.path("s")
    let call =
      shell + [Products.path("gnomond")] + arguments + [
        "--socket", socket, "--recordings", scratch.path("recordings"),
      ]
    process.executableURL = shell.isEmpty ? Products.url("gnomond") : URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = shell.isEmpty ? Array(call.dropFirst()) : call
    process.environment = Foundation.ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Returns a client as soon as the daemon answers.
  func client() throws -> Client {
    try #require(answers())
    return try patientClient(socket)
  }

  /// Ends the daemon as the service manager does, and returns its status.
  @discardableResult
  func end(_ signal: CInt = SIGTERM) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Whether the daemon answers, within a time longer than any machine needs.
  func answers() -> Bool {
    for _ in 0..<2000 {
      let descriptor = gnomon_connect(socket)
      if descriptor >= 0 {
        gnomon_close(descriptor)
        return true
      }
      usleep(10_000)
    }
    return false
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}

/// Calls again after a moment: the number of requests per second on a connection is limited.
func later<Value>(_ ask: () throws -> Value) rethrows -> Value {
  usleep(2000)
  return try ask()
}

func named(_ reply: JSONValue?) -> String? { reply?["error"]?.string }
