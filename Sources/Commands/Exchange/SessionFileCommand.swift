import ChunkCompression
import CommandParts
import Geodesy
import Geometry
import Playback
import Recordings
import Samples
import SceneCommands
import SessionFiles
import Text
import Tracking
import Wire

/// The part of `gnomon export` that writes a whole session as MCAP, or its poses as a trajectory, while the pipeline runs: memory
/// does not grow with the recording.
struct SessionFileCommand {
  enum Form: String, CaseIterable { case mcap, tum, kitti }

  private let form: Form
  private let path: String, output: String
  private let arguments: Arguments
  private let syntax: Syntax
  private let step: Double

  init(_ form: Form, _ path: String, _ output: String, _ arguments: Arguments, _ syntax: Syntax) throws(Failure) {
    self.form = form
    self.path = path
    self.output = output
    self.arguments = arguments
    self.syntax = syntax
    guard path != "-" else {
      throw .usage(
        "\(form.rawValue) needs two readings, of which the first finds the clock and the origin: name a file", syntax)
    }
    if form != .mcap, arguments.has("--ros2") { throw .usage("--ros2 is for MCAP (--to mcap)", syntax) }
    if form == .mcap, arguments.text("--what") != nil {
      throw .usage("--what is for tracks and trajectories: MCAP has all of the session", syntax)
    }
    if form == .mcap, output == "-", Terminal.isOutputTerminal {
      throw .usage("MCAP is not text: name a file with -o, or send it through a pipe", syntax)
    }
    let rate = try arguments.number("--rate", in: 0.001...10_000)
    step = rate.map { 1 / $0 } ?? (form == .mcap ? 0.02 : 0)
  }

  func run() throws {
    let start = try SessionStart(path: path)
    if form == .mcap { try writeMessages(start) } else { try writeTrajectory(start) }
  }

  // MARK: MCAP

  private func writeMessages(_ start: SessionStart) throws {
    var session = try ReplaySession(path, arguments, syntax)
    var file = try OutputFile(path: output)
    var messages = MessageFile(
      arguments.has("--ros2") ? .ros2 : .foxglove, clock: start.clock ?? 0, origin: start.origin,
      poseStep: Int64(step * 1e9), creator: "gnomon \(Release.version)", compression: "zstd",
      compress: ChunkCompression.zstd)
    var pairs = session.metadata.filter { $0.value.utf8.count < 1 << 16 }.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
    pairs.append(("clock", start.clock == nil ? "CLOCK_BOOTTIME of the recording" : "UTC"))
    pairs.append(("utc_minus_recording_ns", "\(start.clock ?? 0)"))
    messages.appendMetadata(pairs.map { (key: $0.0, value: $0.1) })
    func drain() throws(Failure) {
      messages.writer.output.withUnsafeBufferPointer { file.text.append(contentsOf: $0) }
      messages.removeOutput()
      try file.drainIfDue()
    }
    let fault = try session.pass("exporting") { (passage, session) throws(Failure) in
      switch passage.line {
      case .reference(let reference): messages.append(.truth(reference))
      case .metadata: return
      case .sample(let sample):
        guard !passage.isWithheld else { return }
        messages.append(.sample(sample))
        for correction in session.corrections { messages.append(.correction(correction)) }
        if let pose = passage.pose { messages.append(.pose(pose)) }
      }
      if !messages.writer.output.isEmpty { try drain() }
    }
    messages.finish()
    try drain()
    try file.close()
    printSummary(messages, start)
    // The file has all before the break, and is complete in itself.
    if let fault { throw fault }
  }

  private func printSummary(_ messages: MessageFile, _ start: SessionStart) {
    var notes: [String] = []
    if start.clock == nil { notes.append("no fix with UTC, so the times are those of the recording's clock") }
    if start.origin == nil { notes.append("no fix and no truth, so there is no frame map") }
    if messages.withoutTime > 0 {
      notes.append("\(messages.withoutTime) messages are of a time before zero and left out")
    }
    if messages.withoutGyroscope > 0 {
      notes.append(
        "\(messages.withoutGyroscope) accelerometer samples are in no message: ROS's has one for each gyroscope sample")
    }
    let counts = messages.writer.counts.sorted { $0.topic < $1.topic }
    if arguments.has("--json") {
      return Terminal.print([
        "file": .string(output), "format": .string(arguments.has("--ros2") ? "mcap-ros2" : "mcap"),
        "messages": .integer(Int64(messages.writer.messages)),
        "topics": .object(counts.map { JSONMember($0.topic, .integer(Int64($0.count))) }),
        "notes": .array(notes.map(JSONValue.string)),
      ])
    }
    if output != "-" {
      let parts = counts.map { "\($0.count) \($0.topic)" }.joined(separator: ", ")
      Terminal.inform("\(output): \(messages.writer.messages) messages: \(parts)")
    }
    for note in notes { Terminal.inform("\(path): \(note)") }
  }

  // MARK: trajectories

  private func writeTrajectory(_ start: SessionStart) throws {
    let kinds = PoseLines.Kind.allCases.map(\.rawValue),
      what = arguments.text("--what") ?? PoseLines.Kind.fused.rawValue
    guard let kind = PoseLines.Kind(rawValue: what), let lineForm = PoseLines.Form(rawValue: form.rawValue) else {
      throw Failure.unknown("choice for --what of a trajectory", what, among: kinds)
    }
    var session = try ReplaySession(path, arguments, syntax)
    var lines = PoseLines(lineForm, kind, step: TimeSpan(step), origin: start.origin)
    var file = try OutputFile(path: output)
    lines.start(&file.text)
    let fault = try session.pass("exporting") { (passage, _) throws(Failure) in
      var isWritten = false
      if case .reference(let reference) = passage.line { isWritten = lines.append(reference, to: &file.text) }
      if let pose = passage.pose { isWritten = lines.append(pose, to: &file.text) }
      if isWritten { try file.endLine() }
    }
    if let fault { throw fault }
    try file.close()
    guard lines.count > 0 else {
      let why =
        switch kind {
        case .fused: "the place never became known; --what odometry writes the scene's poses"
        case .odometry: "no poses: it needs a gyroscope and an accelerometer"
        case .truth: "it has no truth (R lines) with a place"
        }
      throw Failure.data("\(path): nothing to write: \(why)")
    }
    if arguments.has("--json") {
      Terminal.print([
        "file": .string(output), "format": .string(form.rawValue), "what": .string(what),
        "poses": .integer(Int64(lines.count)),
      ])
    } else if output != "-" {
      Terminal.inform("\(output): \(lines.count) poses")
    }
  }
}

/// The clock and the origin of a recording, from its first fixes.
struct SessionStart {
  /// UTC less the recording's time, ns: the median of the first fixes'. nil without UTC.
  private(set) var clock: Int64?
  /// The place of the first fix, else of the first truth; nil without either.
  private(set) var origin: Geodetic?
  /// Fixes that are looked at for the clock.
  private static let enough = 31

  init(path: String) throws(Failure) {
    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: path) }
    var progress = Progress("looking for the clock of \(path)")
    var offsets: [Int64] = [], truth: Geodetic?
    while offsets.count < Self.enough {
      // A recording that breaks off is found again, and reported, while it is replayed.
      guard let line = try? reader.next() else { break }
      progress.show(reader.fractionRead)
      switch line {
      case .sample(.fix(let fix)):
        if let utc = fix.utc { offsets.append(utc.nanosecondsSince1970 &- fix.time.nanoseconds) }
        origin = origin ?? Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
      case .reference(let reference):
        guard truth == nil, let place = reference.place else { continue }
        truth = Geodetic(latitude: place.latitude, longitude: place.longitude, height: place.height ?? .zero)
      default: continue
      }
    }
    progress.end()
    origin = origin ?? truth
    if !offsets.isEmpty { clock = offsets.sorted()[offsets.count / 2] }
  }
}
