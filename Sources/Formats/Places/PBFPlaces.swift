import Scenery
import Text

/// Reads the selected nodes of an OpenStreetMap PBF file in pieces.
struct PBFPlaces: Sendable {
  private var blobs: PBFBlobs
  private let selection: TagSelection
  private var hasHeader = false
  private var block: PBFBlock?
  private var blockOffset = 0
  private(set) var report = PlaceReport()

  /// Features of a file that a reader has to know, and that this one does.
  private static let knownFeatures: Set = ["OsmSchema-V0.6", "DenseNodes"]

  init(_ selection: TagSelection, _ unpack: PlaceStream.Unpack?) {
    self.selection = selection
    blobs = PBFBlobs(unpack)
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) { blobs.append(bytes) }
  mutating func finish() { blobs.finish() }

  /// Returns the next place; nil if its block is incomplete, or after the last.
  mutating func next() throws(PlaceFault) -> Place? {
    while true {
      while let node = try nextNode() {
        do throws(PlaceRefused) {
          guard let tags = node.tags else { throw PlaceRefused("a tag is not UTF-8") }
          let place = try openStreetMapPlace(
            "node", node.id, try openStreetMapMembers(tags), latitude: node.latitude, longitude: node.longitude)
          report.read += 1
          if place.name.isEmpty { report.unnamed += 1 }
          return place
        } catch {
          report.refuse(error.reason) { "node \(node.id)" }
        }
      }
      report.notPoints += block?.waysAndRelations ?? 0
      block = nil
      guard let blob = try blobs.next() else { return nil }
      try read(blob)
    }
  }

  private mutating func read(_ blob: PBFBlobs.Blob) throws(PlaceFault) {
    blockOffset = blob.offset
    switch blob.type {
    case "OSMHeader":
      let unknown: String?
      do throws(ProtobufCursor.Damage) { unknown = try Self.unknownFeature(blob.content) } catch { throw fault(error) }
      if let unknown { throw PlaceFault("the file needs the feature '\(unknown)', which is not supported") }
      hasHeader = true
    case "OSMData":
      guard hasHeader else { throw PlaceFault("not an OpenStreetMap PBF file: it does not begin with an OSMHeader") }
      do throws(ProtobufCursor.Damage) { block = try PBFBlock(blob.content, selection) } catch { throw fault(error) }
    // Readers skip blobs of other types.
    default: break
    }
  }

  /// Returns a required feature (field 4 of the HeaderBlock) that is unknown.
  private static func unknownFeature(_ bytes: [UInt8]) throws(ProtobufCursor.Damage) -> String? {
    var cursor = ProtobufCursor(0..<bytes.count)
    while let (number, value) = try cursor.field(bytes) {
      guard number == 4, case .bytes(let range) = value else { continue }
      let name = String(decoding: bytes[range], as: UTF8.self)
      if !knownFeatures.contains(name) { return name }
    }
    return nil
  }

  private mutating func nextNode() throws(PlaceFault) -> PBFBlock.Node? {
    do throws(ProtobufCursor.Damage) { return try block?.next() } catch { throw fault(error) }
  }

  private func fault(_ damage: ProtobufCursor.Damage) -> PlaceFault {
    PlaceFault(
      "the block at byte \(blockOffset) is damaged: \(damage.reason) at byte \(damage.offset) of its content")
  }
}
