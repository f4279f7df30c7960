import Geodesy
import Geometry
import GnomonClient
import Recordings
import Scenery
import Text
import Wire

// Places of files ↔ messages of the socket, and what the commands about the scene share.
extension PlaceMessage {
  init(_ place: Place) {
    self.init(id: place.id, name: place.name, position: place.position)
    category = place.category
    switch place.height {
    case .eye: heightKind = "eye"
    case .ground(let height): (heightKind, self.height) = ("ground", height)
    case .ellipsoid(let height): (heightKind, self.height) = ("ellipsoid", height)
    case .seaLevel(let height): (heightKind, self.height) = ("sea-level", height)
    }
    tags = place.tags
    payload = place.payload
    isFavourite = place.isFavourite
  }

  var place: Place {
    let policy: HeightPolicy =
      switch (heightKind, height) {
      case ("ground", let height?): .ground(height)
      case ("ellipsoid", let height?): .ellipsoid(height)
      case ("sea-level", let height?): .seaLevel(height)
      default: .eye
      }
    return Place(
      id: id, name: name, category: category, position: position, height: policy, tags: tags, payload: payload,
      isFavourite: isFavourite)
  }

  /// `Harbour  180 m  shown  (mine 4711)`
  var line: String {
    var parts = [isFavourite ? "\(name) *" : name]
    if !category.isEmpty { parts.append(category) }
    if let distance { parts.append(distanceText(distance)) }
    if let status { parts.append(status.text) }
    parts.append("(\(layer) \(id))")
    return parts.joined(separator: "  ")
  }
}

extension PlacementReport {
  var text: String { reason.map { "\(state): \($0)" } ?? state }
}

func distanceText(_ length: Length) -> String {
  length.value < 10_000 ? "\(text(length.value, 0)) m" : "\(text(length.value / 1000, 1)) km"
}

enum SceneFile {
  static let longest = 512 << 20

  /// A file's text, unpacked if need be.
  static func text(_ path: String, limit: Int = longest) throws(Failure) -> String {
    guard let text = textFile(path, limit: limit) else {
      throw .inputOutput("\(path): cannot be read, or is longer than \(limit >> 20) MiB")
    }
    return text
  }
}

extension DaemonCall {
  static let layer = Syntax.Option.value("--layer", "NAME", "the layer (your own)")

  /// The layer, if one is named.
  static func layer(_ arguments: Arguments) -> [JSONMember] {
    arguments.text("--layer").map { [JSONMember("layer", .string($0))] } ?? []
  }
}
