import Expectations
import Foundation
import TestSupport
import Testing

/// A real mosquitto on the loopback, which can be killed and started again at the same port.
final class Broker {
  let port = freePort(.stream)
  private let scratch: Scratch
  private let lines: [String]
  private var process: RigProcess?

  static var isInstalled: Bool { RigProcess.has("mosquitto", "mosquitto_pub", "mosquitto_sub") }

  /// Starts it with further lines of its configuration; `PORT` in them is the port.
  init(_ lines: [String] = ["listener PORT 127.0.0.1", "allow_anonymous true"], in scratch: Scratch) throws {
    self.scratch = scratch
    self.lines = lines
    try start()
  }

  func start() throws {
    // Started by root, it would otherwise change to a user that cannot read the scratch folder.
    let text = (["user root", "persistence false", "log_dest file \(scratch.path("broker.log"))"] + lines).joined(
      separator: "\n")
    let file = try scratch.write(text.replacingOccurrences(of: "PORT", with: "\(port)") + "\n", to: "broker.conf")
    process = try RigProcess("mosquitto", ["-c", file], isQuiet: true)
    try waitUntil { log.contains("running") || process?.isRunning != true }
  }

  var log: String { (try? String(contentsOfFile: scratch.path("broker.log"), encoding: .utf8)) ?? "" }

  func kill() {
    process?.signal(SIGKILL)
    process?.stop()
    process = nil
    try? FileManager.default.removeItem(atPath: scratch.path("broker.log"))
  }

  func publish(_ topic: String, _ payload: String, isRetained: Bool = false) throws {
    let kept = isRetained ? ["-r"] : []
    let run = try RigProcess(
      "mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-m", payload] + kept)
    expect(run.finish().status, equals: 0)
  }

  /// Publishes each line as one message, over one connection.
  func publish(_ topic: String, lines: [String]) throws {
    let file = try scratch.write(lines.joined(separator: "\n") + "\n", to: "lines")
    let run = try RigProcess(
      "sh", ["-c", "exec mosquitto_pub -h 127.0.0.1 -p \(port) -t '\(topic)' -l < '\(file)'"])
    expect(run.finish().status, equals: 0)
  }

  /// A receiver of all topics: each line is whether the message was stored, its topic and its payload.
  func listener() throws -> RigProcess {
    let process = try RigProcess(
      "mosquitto_sub", ["-h", "127.0.0.1", "-p", "\(port)", "-t", "#", "-F", "%r %t %p", "-k", "5"])
    try publish("ready", "", isRetained: false)
    return process
  }
}

/// One wearer: a daemon on a walk, with a place from the start, and its sharing service.
final class Wearer {
  let demo: Demo?
  let folder: String
  private let scratch: Scratch
  private var service: RigProcess?

  init(_ name: String, in scratch: Scratch, hasDaemon: Bool = true) throws {
    self.scratch = scratch
    folder = scratch.path(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    demo = hasDaemon ? try Demo(Demo.walk) : nil
    try start()
  }

  func start() throws {
    service = try RigProcess(
      Products.path("gnomon-share"), ["--folder", folder, "--socket", demo?.socket ?? scratch.path("none")],
      isQuiet: true)
    try waitUntil { FileManager.default.fileExists(atPath: "\(folder)/state.json") }
  }

  func kill() {
    service?.signal(SIGKILL)
    service?.stop()
  }

  func end() {
    service?.signal(SIGTERM)
    _ = service?.finish()
  }

  func share(_ words: String...) throws -> Run { try gnomonArray(["share"] + words + ["--folder", folder]) }

  func join(_ team: String, _ broker: Broker, _ words: String...) throws {
    let run = try gnomonArray(
      ["share", "join", team, "--broker", "127.0.0.1:\(broker.port)", "--folder", folder] + words)
    expect(run.status, equals: 0, "\(run.errors)")
  }

  /// The state as the service has written it last.
  var state: [String: Any] {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/state.json")),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    return object
  }

  /// A part of the state by the names of its members.
  func part(_ names: String...) -> Any? {
    names.reduce(state as Any?) { ($0 as? [String: Any])?[$1] }
  }

  func text(_ names: String...) -> String {
    names.reduce(state as Any?) { ($0 as? [String: Any])?[$1] } as? String ?? ""
  }

  func number(_ names: String...) -> Double {
    (names.reduce(state as Any?) { ($0 as? [String: Any])?[$1] } as? NSNumber)?.doubleValue ?? -1
  }

  var members: [[String: Any]] { part("members") as? [[String: Any]] ?? [] }

  /// The number of messages that were refused for a reason.
  func refused(_ reason: String) -> Int {
    let refusals = part("receiving", "refusals") as? [[String: Any]] ?? []
    return refusals.first { $0["reason"] as? String == reason }?["count"] as? Int ?? 0
  }

  /// Asks the daemon for a companion; nil while it has none with this id.
  func companion(_ id: String) throws -> [String: Any]? {
    guard let demo else { return nil }
    let run = try demo.run("place", "show", id, "--layer", "companions", "--json")
    return run.status == 0 ? try object(run)["place"] as? [String: Any] : nil
  }
}
