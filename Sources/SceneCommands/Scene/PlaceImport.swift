import CPosix
import CommandParts
import Formats
import Geometry
import GnomonClient
import Recordings
import Scenery
import Text

/// One import of a file of places of any length: its pieces, its places, and the calls of the daemon. It ends cleanly at SIGINT or
/// SIGTERM, and stores the point that it has reached.
struct PlaceImport {
  private let arguments: Arguments, syntax: Syntax
  private let file: FilePieces
  private var stream: PlaceStream
  private var upload: PlaceUpload
  private var state: ImportState
  /// Places at the beginning that an earlier import has added.
  private let skipped: Int
  private let hasTags: Bool
  private var read = 0
  private let signals: CInt
  private let start = gnomon_monotonic_time()
  private var saved = gnomon_monotonic_time()

  /// Time between two savings of the state, in nanoseconds.
  private static let interval: Int64 = 1_000_000_000

  init(_ path: String, _ client: Client, _ arguments: Arguments, _ syntax: Syntax) throws(Failure) {
    self.arguments = arguments
    self.syntax = syntax
    let tags = arguments.all("--tag"), selection: TagSelection
    do throws(PlaceFault) { selection = try TagSelection(tags) } catch { throw .usage("--tag: \(error)", syntax) }
    hasTags = !tags.isEmpty
    let file = try attempt { () throws(RecordingFault) in try FilePieces(path: path, readsInput: true) }
    self.file = file
    stream = PlaceStream(selection: selection, unpack: { unpackedZlib($0, size: $1) })
    upload = PlaceUpload(client, arguments)
    state = ImportState(file, layer: arguments.text("--layer") ?? "", tags: tags)
    skipped = try Self.resumePoint(state, path, arguments, syntax)
    state.places = skipped
    signals = gnomon_signals_create()
    let start = self.start
    upload.progressDetail = { answered in
      let seconds = max(1e-3, Double(gnomon_monotonic_time() - start) * 1e-9)
      let share = file.fractionRead.map { ", \(Int(saturating: $0 * 100)) % of the file" } ?? ""
      return ", \(Int(saturating: Double(answered) / seconds)) a second\(share)"
    }
  }

  /// Returns the number of places that an earlier import has added, if this one is to continue it.
  private static func resumePoint(
    _ state: ImportState, _ path: String, _ arguments: Arguments, _ syntax: Syntax
  ) throws(Failure) -> Int {
    let resumes = arguments.has("--resume")
    if resumes, state.size == 0 { throw .usage("--resume needs a file that can be read again, not '\(path)'", syntax) }
    let name = DaemonCall.plain(path)
    switch state.loadEarlier() {
    case .none: if resumes { Terminal.inform("\(name): no unfinished import of it is known: from the beginning") }
    case .changed:
      if resumes { Terminal.inform("\(name): it has changed since its unfinished import: from the beginning") }
    case .reached(let places):
      if resumes {
        Terminal.inform("\(name): continuing after the \(places) places that an earlier import has added")
        return places
      }
      Terminal.inform(
        "\(name): an earlier import of it ended after \(places) places, and --resume would continue it: from the beginning"
      )
    }
    return 0
  }

  /// Imports the file, and prints the report.
  mutating func run() throws(Failure) {
    defer { if signals >= 0 { gnomon_close(signals) } }
    let isWhole: Bool
    do throws(Failure) { isWhole = try addAll() } catch {
      // The places before the fault stay, and their answers are counted.
      try? upload.stop()
      throw failure(error)
    }
    guard isWhole else { return try end() }
    state.remove()
    upload.printReport(stream.report, arguments, resumedAfter: skipped)
  }

  /// Adds all places; returns false if a signal ends the import.
  private mutating func addAll() throws(Failure) -> Bool {
    while let piece = try nextPiece() {
      stream.append(piece[...])
      guard try addPlaces() else { return false }
    }
    stream.finish()
    guard try addPlaces() else { return false }
    try upload.finish()
    return true
  }

  private func nextPiece() throws(Failure) -> [UInt8]? {
    try attempt { () throws(RecordingFault) in try file.next().map { Array($0) } }
  }

  /// Adds the places of the pieces so far; returns false if a signal ends the import.
  private mutating func addPlaces() throws(Failure) -> Bool {
    while let place = try nextPlace() {
      read += 1
      guard read > skipped else { continue }
      guard try upload.add(place) else { continue }
      state.places = skipped + upload.answered
      let now = gnomon_monotonic_time()
      if now - saved > Self.interval {
        saved = now
        _ = state.save()
      }
      if signals >= 0, gnomon_signals_read(signals) != 0 { return false }
    }
    return true
  }

  private mutating func nextPlace() throws(Failure) -> Place? {
    if hasTags, let format = stream.format, !format.hasSelection {
      throw .usage(
        "--tag chooses among the nodes of an OpenStreetMap extract, and this file is \(format.rawValue)", syntax)
    }
    do throws(PlaceFault) { return try stream.next() } catch {
      // The places before the fault are good.
      try upload.finish()
      throw .data(DaemonCall.plain("\(file.path): \(error)"))
    }
  }

  /// The failure with the way to go on.
  private mutating func failure(_ failure: Failure) -> Failure {
    var failure = failure
    state.places = skipped + upload.answered
    if upload.answered > 0 { failure.message += "; \(upload.answered) places before it were added" }
    if state.save() { failure.message += "; the same command with --resume continues after \(state.places)" }
    return failure
  }

  /// Ends after a signal.
  private mutating func end() throws(Failure) {
    try upload.stop()
    state.places = skipped + upload.answered
    upload.printReport(stream.report, arguments, resumedAfter: skipped, isWhole: false)
    let hint = state.save() ? ": the same command with --resume continues there" : ""
    throw Failure(status: .interrupted, message: "interrupted after \(state.places) places\(hint)")
  }
}
