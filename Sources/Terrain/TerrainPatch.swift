public import Geodesy
import Geometry
public import Text

/// A part of a tile in memory.
public struct TerrainPatch: Equatable, Sendable {
  public var grid: GroundGrid
  public var datum: HeightDatum
  /// Rows from south to north; NaN for a void.
  public var heights: [Float]
  /// The number of its tile in a window.
  public var tile = 0

  public init(grid: GroundGrid, datum: HeightDatum, heights: [Float]) {
    precondition(heights.count == grid.rows * grid.columns)
    self.grid = grid
    self.datum = datum
    self.heights = heights
  }

  /// Returns the height at a position; NaN for a void.
  @inline(__always)
  func height(at spot: GroundGrid.Spot) -> Double {
    heights.withUnsafeBufferPointer { heights in
      grid.interpolate(at: spot) { Double(heights[$0 * grid.columns + $1]) }
    }
  }

  public func height(at place: Geodetic) -> GroundAnswer {
    let spot = grid.spot(place)
    guard grid.distanceOutside(spot) <= GroundGrid.edge else { return .outside }
    let height = height(at: spot)
    return height.isNaN ? .void : .height(Length(height), datum)
  }

  /// Whether a place lies inside by at least so many steps.
  public func contains(_ place: Geodetic, margin: Double) -> Bool {
    let spot = grid.spot(place)
    return spot.row >= margin && spot.column >= margin && spot.row <= Double(grid.rows - 1) - margin
      && spot.column <= Double(grid.columns - 1) - margin
  }
}

// A patch as an input of the pipeline, so that a recording has the ground that its wearer walked on.
extension TerrainPatch {
  /// The kind of the input.
  public static let inputKind = "terrain"
  private static let mostPosts = 1024

  /// Heights above the ellipsoid in meters, to the centimeter, and degrees to a tenth of a millimeter.
  public var json: JSONValue {
    func rounded(_ value: Double, _ unit: Double) -> JSONValue { .number((value / unit).rounded() * unit) }
    return [
      "south_deg": rounded(grid.south.value, 1e-9), "west_deg": rounded(grid.west.value, 1e-9),
      "latitude_step_deg": .number(grid.latitudeStep.value), "longitude_step_deg": .number(grid.longitudeStep.value),
      "rows": .integer(Int64(grid.rows)), "columns": .integer(Int64(grid.columns)),
      "heights": .array(heights.map { $0.isNaN ? .null : rounded(Double($0), 0.01) }),
    ]
  }

  /// nil unless all members are there and make a grid. An input without rows ends the ground.
  public init?(json: JSONValue) {
    func degrees(_ name: String) -> Degrees? { json[name]?.double.map { Degrees($0) } }
    guard let south = degrees("south_deg"), let west = degrees("west_deg"),
      let latitudeStep = degrees("latitude_step_deg"), let longitudeStep = degrees("longitude_step_deg"),
      let rows = json["rows"]?.integer, let columns = json["columns"]?.integer,
      (2...64).contains(rows), (2...64).contains(columns), rows * columns <= Self.mostPosts,
      let numbers = json["heights"]?.array, numbers.count == rows * columns
    else { return nil }
    do throws(TerrainFault) {
      grid = try GroundGrid(
        south: south, west: west, latitudeStep: latitudeStep, longitudeStep: longitudeStep, rows: Int(rows),
        columns: Int(columns))
    } catch { return nil }
    datum = .ellipsoid
    heights = numbers.map {
      guard let height = $0.double.map({ Float($0) }), HeightRaster.plausible.contains(height) else { return .nan }
      return height
    }
  }
}
