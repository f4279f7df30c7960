import Bridge
public import CommandParts
public import Formats
public import GnomonClient
import Scenery
import Text
import Wire

/// Sends places to the daemon in calls of limited size, because its database writes one call at a time.
public struct PlaceUpload {
  /// The most places and bytes in one call; only a single place with a large payload makes a larger one.
  static let mostPlaces = 200, mostBytes = 256 << 10

  private let client: Client
  private let layerName: String?
  private var batch: [PlaceMessage] = []
  private var size = 0
  private var progress: Waiting

  private(set) var layer = ""
  private(set) var added = 0
  private(set) var updated = 0
  private(set) var refused = 0
  private var refusals: [String] = []

  public init(_ client: Client, _ arguments: Arguments) {
    self.client = client
    layerName = arguments.text("--layer")
    progress = Waiting("adding places")
  }

  mutating func add(_ place: Place) throws(Failure) {
    batch.append(PlaceMessage(place))
    size += 200 + place.name.utf8.count + (place.payload?.utf8.count ?? 0)
    if batch.count >= Self.mostPlaces || size >= Self.mostBytes { try send() }
  }

  /// Adds all places of a file or of a server's answer. A failure begins with the name and ends with the hint.
  public mutating func add(all reader: inout PlaceReader, named name: String, hint: String = "") throws(Failure) {
    while true {
      let next: Place?
      do throws(PlaceFault) { next = try reader.next() } catch {
        progress.end()
        throw .data(
          DaemonCall.plain("\(name): \(error)\(hint)")
            + (added + updated > 0 ? "; \(added + updated) before it were added" : "")
        )
      }
      guard let place = next else { break }
      try add(place)
    }
    try send()
    progress.end()
  }

  private mutating func send() throws(Failure) {
    guard !batch.isEmpty else { return }
    let places = batch
    batch.removeAll(keepingCapacity: true)
    size = 0
    let answer: PlaceAdditionMessage
    do throws(ClientFault) { answer = try client.addPlaces(places, to: layerName) } catch {
      progress.end()
      throw DaemonCall.failure(error)
    }
    layer = answer.layer
    added += answer.added
    updated += answer.updated
    refused += answer.refused
    for refusal in answer.refusals where refusals.count < PlaceReport.mostRefusals {
      refusals.append("\(refusal.id): \(refusal.reason)")
    }
    progress.show("\(added + updated)")
  }

  /// Prints how many places were added, replaced and refused.
  func printReport(_ report: PlaceReport, _ arguments: Arguments) {
    if arguments.has("--json") {
      return Terminal.print(
        [
          "layer": .string(layer), "added": .integer(Int64(added)), "updated": .integer(Int64(updated)),
          "refused": .integer(Int64(refused + report.refused)),
          "notes": .array(report.notes.map { .string($0) }),
          "refusals": .array((report.refusals.map { "\($0)" } + refusals).map { .string($0) }),
        ], layout: .compact)
    }
    var lines = [layer.isEmpty ? "no places" : "\(added) added, \(updated) replaced in \(layer)"]
    lines += report.notes + report.refusals.map { "  \($0)" }
    if refused > 0 { lines.append("\(refused) refused") }
    lines += refusals.map { "  \($0)" }
    Terminal.print(DaemonCall.lines(lines))
  }
}
