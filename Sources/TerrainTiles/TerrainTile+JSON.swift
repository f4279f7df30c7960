import Geometry
public import Terrain
public import Text

extension TerrainTile {
  /// The tile as in answers of the daemon and of `gnomon terrain`.
  public var json: JSONValue {
    let grid = header.grid
    return [
      "name": .string(name), "south_deg": .number(grid.south.value), "west_deg": .number(grid.west.value),
      "north_deg": .number(grid.north.value), "east_deg": .number(grid.east.value),
      "rows": .integer(Int64(grid.rows)), "columns": .integer(Int64(grid.columns)),
      "spacing": .number((grid.spacing.value * 100).rounded() / 100), "height_kind": .string(header.datum.rawValue),
      "lowest": .number(header.lowest.value), "highest": .number(header.highest.value),
      "voids": .integer(Int64(header.voids)),
    ]
  }
}

extension UnusedTile {
  public var json: JSONValue { ["path": .string(path), "english": .string(fault.description)] }
}

extension GroundAnswer {
  public var json: JSONValue {
    if case .height(let height, let datum) = self {
      return ["height": .number((height.value * 100).rounded() / 100), "height_kind": .string(datum.rawValue)]
    }
    return ["reason": reason.map { .string($0) } ?? .null]
  }
}
