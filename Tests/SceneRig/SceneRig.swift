import CPosix
import Geometry
import Glibc
public import Samples

import Service
public import Text
import Wire

/// A daemon with one subscriber to the scene's frames, for benchmarks and tests: samples go in, frames arrive at the subscriber's
/// end of its socket.
public final class SceneRig {
  public struct Fault: Error { let text: String }

  private let daemon: Daemon
  private let path: String
  private let asker: CInt, reader: CInt
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  private var splitter = MessageSplitter(limit: 1 << 22)
  private nonisolated(unsafe) static var number = 0

  /// Makes a scene whose subscriber gets nearly every part of a frame; `route` is the text of a route. A crowded one gets instead
  /// of the marks all places with payload and orientation, none of them in a cluster, and the route's line.
  public init(places: [JSONValue], route: String, isEverything: Bool = false, isCrowded: Bool = false) throws {
    Self.number += 1
    path = "/tmp/gnomon-rig-\(getpid())-\(Self.number).sock"
    var options = DaemonOptions()
    options.socket = path
    options.handlesSignals = false
    options.isStepped = true
    daemon = try Daemon(options, Engine(SessionBeginning(profile: .head)), sources: [])
    try daemon.start()
    asker = gnomon_connect(path)
    reader = gnomon_connect(path)
    guard asker >= 0, reader >= 0 else { throw Fault(text: "cannot connect to \(path)") }
    for descriptor in [asker, reader] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
    try ask("AddPlaces", ["places": .array(places)])
    try ask("LoadRoute", ["text": .string(route)])
    let parts =
      isCrowded
      ? ["placements", "payload", "billboards", "line", "hint", "progress"]
      : ["placements", "arrows", "markers", "anchors", "radar", "hint", "finish", "progress", "light", "pose"]
    var members = [
      JSONMember("include", .array(parts.map { .string($0) })), JSONMember("rate_hz", .number(120)),
      JSONMember("everything", .bool(isEverything)),
      JSONMember("viewport", ["width_px": 1280, "height_px": 720, "field_of_view_deg": 60]),
    ]
    if isCrowded {
      members.append(
        JSONMember(
          "style",
          [
            "cluster_share": 0, "label": ["width_deg": 0.5, "height_deg": 0.5],
            "scaling": [["scheme": "normal"]],
          ]))
    }
    try send(["method": "org.gnomon.Scene.Subscribe", "parameters": .object(members), "more": true], reader)
    while daemon.subscribers == 0 { _ = try daemon.step(milliseconds: 20) }
  }

  deinit {
    daemon.finish()
    gnomon_close(asker)
    gnomon_close(reader)
  }

  private func send(_ call: JSONValue, _ descriptor: CInt) throws {
    let bytes = Array(call.text.utf8) + [0]
    let sent = bytes.withUnsafeBytes { gnomon_send(descriptor, $0.baseAddress, Int64($0.count)) }
    guard sent == bytes.count else { throw Fault(text: "a call was not sent") }
  }

  private func ask(_ method: String, _ parameters: JSONValue) throws {
    try send(["method": .string("org.gnomon.Scene.\(method)"), "parameters": parameters], asker)
    var answer: Int64 = -1
    while answer < 0 {
      _ = try daemon.step(milliseconds: 20)
      answer = chunk.withUnsafeMutableBytes { gnomon_receive(asker, $0.baseAddress, Int64($0.count)) }
    }
    let text = String(decoding: chunk[..<Int(answer)], as: UTF8.self)
    guard !text.contains("\"error\"") else { throw Fault(text: text) }
  }

  /// Sends a sample through the pipeline, and publishes the frame that is due.
  public func ingest(_ sample: Sample) { daemon.ingest(sample) }

  /// Does the daemon's work between samples: the look-up of the places.
  public func tend() { daemon.tendScene() }

  /// Reads all waiting bytes as the subscriber. Returns their number, and the frames among them if they are wanted.
  public func read(intoFrames frames: ((JSONValue) -> Void)? = nil) -> Int {
    var all = 0
    while true {
      // The daemon sends what its socket had no room for.
      _ = try? daemon.step(milliseconds: 0)
      let count = chunk.withUnsafeMutableBytes { gnomon_receive(reader, $0.baseAddress, Int64($0.count)) }
      guard count > 0 else { return all }
      all += Int(count)
      guard let frames else { continue }
      _ = chunk.withUnsafeBytes { splitter.append(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }
      while let message = splitter.next() {
        if let frame = try? JSONValue(reading: message, maximumDepth: 64)["parameters"]?["frame"] { frames(frame) }
      }
    }
  }
}
