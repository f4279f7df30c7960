import Bridge
public import CommandParts
public import Formats
public import GnomonClient
import Scenery
import Text
import Wire

/// Sends places to the daemon in calls of limited size, because its database writes one call at a time. While the daemon writes
/// one call's places, the next ones are read.
public struct PlaceUpload {
  /// The most places and bytes in one call; only a single place with a large payload makes a larger one.
  static let mostPlaces = Limits.places, mostBytes = 256 << 10

  private let client: Client
  private let layerName: String?
  private var batch: [PlaceMessage] = []
  private var size = 0
  /// Places of each call that waits for its answer: the daemon writes those of one, and has the next at hand.
  private var unanswered: [Int] = []
  private var progress: Waiting

  private(set) var layer = ""
  private(set) var added = 0
  private(set) var updated = 0
  private(set) var refused = 0
  private var refusals: [String] = []
  /// Places that the daemon has added, replaced or refused.
  private(set) var answered = 0
  /// Text after the number of answered places in the progress.
  var progressDetail: (Int) -> String = { _ in "" }

  public init(_ client: Client, _ arguments: Arguments) {
    self.client = client
    layerName = arguments.text("--layer")
    progress = Waiting("adding places")
  }

  /// Adds a place to the next call, and sends it if it is full. Returns whether a call was sent.
  mutating func add(_ place: Place) throws(Failure) -> Bool {
    batch.append(PlaceMessage(place))
    size += 200 + place.name.utf8.count + (place.payload?.utf8.count ?? 0)
    guard batch.count >= Self.mostPlaces || size >= Self.mostBytes else { return false }
    try send()
    return true
  }

  /// Sends the places that are left, and waits for the last answer.
  mutating func finish() throws(Failure) {
    try send()
    while !unanswered.isEmpty { try readAnswer() }
    progress.end()
  }

  /// Waits for the last answers, without sending more.
  mutating func stop() throws(Failure) {
    batch = []
    while !unanswered.isEmpty { try readAnswer() }
    progress.end()
  }

  /// Adds all places of a file or of a server's answer. A failure begins with the name and ends with the hint.
  public mutating func add(all reader: inout PlaceReader, named name: String, hint: String = "") throws(Failure) {
    while true {
      let next: Place?
      do throws(PlaceFault) { next = try reader.next() } catch {
        try finish()
        throw .data(
          DaemonCall.plain("\(name): \(error)\(hint)")
            + (added + updated > 0 ? "; \(added + updated) before it were added" : "")
        )
      }
      guard let place = next else { break }
      _ = try add(place)
    }
    try finish()
  }

  private mutating func send() throws(Failure) {
    guard !batch.isEmpty else { return }
    do throws(ClientFault) { try client.scene.sendPlaces(batch, layer: layerName) } catch { throw failed(error) }
    unanswered.append(batch.count)
    batch.removeAll(keepingCapacity: true)
    size = 0
    if unanswered.count > 1 { try readAnswer() }
  }

  private mutating func readAnswer() throws(Failure) {
    let count = unanswered.removeFirst()
    let answer: AddPlacesReply
    do throws(ClientFault) { answer = try client.scene.placesAdded() } catch { throw failed(error) }
    layer = answer.layer
    added += answer.added
    updated += answer.updated
    // Of no use to go on: every new place would be refused.
    let isFull = answer.refusals.contains { $0.reason == PlaceRefusal.Reason.storeIsFull.rawValue }
    if isFull {
      progress.end()
      throw .data(
        DaemonCall.plain(
          "\(PlaceRefusal.Reason.storeIsFull.rawValue): \(added) were added; remove a layer ('gnomon place remove --help')"
        ))
    }
    answered += count
    refused += answer.refused
    for refusal in answer.refusals where refusals.count < PlaceReport.mostRefusals {
      refusals.append("\(refusal.id): \(refusal.reason)")
    }
    progress.show("\(answered)\(progressDetail(answered))")
  }

  private mutating func failed(_ fault: ClientFault) -> Failure {
    progress.end()
    unanswered = []
    return DaemonCall.failure(fault)
  }

  /// Prints how many places were added, replaced and refused.
  func printReport(_ report: PlaceReport, _ arguments: Arguments, resumedAfter: Int = 0, isWhole: Bool = true) {
    if arguments.has("--json") {
      return Terminal.print(
        [
          "layer": .string(layer), "added": .integer(Int64(added)), "updated": .integer(Int64(updated)),
          "refused": .integer(Int64(refused + report.refused)), "resumed_after": .integer(Int64(resumedAfter)),
          "is_whole": .bool(isWhole), "notes": .array(report.notes.map { .string($0) }),
          "refusals": .array((report.refusals.map { "\($0)" } + refusals).map { .string($0) }),
        ], layout: .compact)
    }
    var lines = [layer.isEmpty ? "no places" : "\(added) added, \(updated) replaced in \(layer)"]
    if resumedAfter > 0 { lines.append("\(resumedAfter) before these were imported earlier") }
    lines += report.notes + report.refusals.map { "  \($0)" }
    if refused > 0 { lines.append("\(refused) refused") }
    lines += refusals.map { "  \($0)" }
    Terminal.print(DaemonCall.lines(lines))
  }
}
