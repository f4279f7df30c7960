public import Geodesy
import Geometry
import Text

/// The question to an Overpass server (wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL) for named things of some categories within
/// a box. Only text: whoever sends it says that it tells the server where one is.
public struct OverpassQuery: Equatable, Sendable {
  public var box: GeodeticBox
  /// OpenStreetMap's values (`cafe`), or keys and values (`amenity=cafe`), or whole keys (`amenity=*`); none means all that are read.
  public var categories: [String]
  /// How long the server may work, and how much it may answer.
  public var patience: Int
  public var mostBytes: Int

  public init(_ box: GeodeticBox, categories: [String] = [], patience: Int = 60, mostBytes: Int = 64 << 20) {
    self.box = box
    self.categories = categories
    self.patience = patience
    self.mostBytes = mostBytes
  }

  /// In Overpass QL. Ways and relations are answered with their centre (`out tags` would leave out where nodes are); two boxes are asked for across the date line.
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
    return text + ");\nout center;\n"
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

  /// A string of Overpass QL: backslash and quote are escaped, control characters left out.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7f {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
