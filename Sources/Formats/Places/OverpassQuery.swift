public import Geodesy
import Geometry
import Text

/// The query to an Overpass server (wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL) for named things of some categories
/// within a box. It is only the text: the code that sends it must say that the server learns the wearer's place.
public struct OverpassQuery: Equatable, Sendable {
  public var box: GeodeticBox
  /// OpenStreetMap's values (`cafe`), or keys and values (`amenity=cafe`), or whole keys (`amenity=*`); empty means all supported
  /// ones.
  public var categories: [String]
  /// Longest time for the server's work in seconds, and largest answer in bytes.
  public var patience: Int
  public var mostBytes: Int

  public init(_ box: GeodeticBox, categories: [String] = [], patience: Int = 60, mostBytes: Int = 64 << 20) {
    self.box = box
    self.categories = categories
    self.patience = patience
    self.mostBytes = mostBytes
  }

  /// The query in Overpass QL: the things, and the entrances of the ways among them. Ways and relations are answered with their
  /// center (`out tags` would omit the positions of nodes); a box across the date line becomes two.
  public var text: String {
    var text = "[out:json][timeout:\(patience)][maxsize:\(mostBytes)];\n(\n"
    for box in box.pieces {
      var corners = TextBuffer()
      for (index, corner) in [box.south, box.west, box.north, box.east].enumerated() {
        if index > 0 { corners.append(UInt8(ascii: ",")) }
        corners.append(corner.value, decimals: 7)
      }
      for filter in filters { text += "  nwr\(filter)[\"name\"](\(corners.string));\n" }
    }
    return text + ");\n(._; node(w)[\"entrance\"];);\nout center;\n"
  }

  private var filters: [String] {
    if categories.isEmpty { return OpenStreetMapTags.keys.map { "[\(quoted($0))]" } }
    return categories.flatMap { category in
      let parts = category.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2 {
        return [parts[1] == "*" ? "[\(quoted(parts[0]))]" : "[\(quoted(parts[0]))=\(quoted(parts[1]))]"]
      }
      return OpenStreetMapTags.keys.map { "[\(quoted($0))=\(quoted(category))]" }
    }
  }

  /// Returns a string of Overpass QL: backslash and quote are escaped, control characters left out.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7f {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
