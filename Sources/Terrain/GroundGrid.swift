public import Geodesy
public import Geometry

/// A regular grid of posts in degrees, rows from south to north and columns from west to east.
public struct GroundGrid: Equatable, Sendable {
  /// Latitude of the first row and longitude of the first column.
  public var south: Degrees
  public var west: Degrees
  public var latitudeStep: Degrees
  public var longitudeStep: Degrees
  public var rows: Int
  public var columns: Int

  /// Limit of the posts of one grid: an SRTM tile of 1 arc-second has 13 million.
  public static let mostPosts = 1 << 25

  /// Throws unless the grid lies on the Earth, has at least 2 × 2 posts, and at most `mostPosts`.
  public init(
    south: Degrees, west: Degrees, latitudeStep: Degrees, longitudeStep: Degrees, rows: Int, columns: Int
  ) throws(TerrainFault) {
    self.south = south
    self.west = west
    self.latitudeStep = latitudeStep
    self.longitudeStep = longitudeStep
    self.rows = rows
    self.columns = columns
    guard rows >= 2, columns >= 2, rows <= Self.mostPosts, columns <= Self.mostPosts else {
      throw TerrainFault("\(rows) × \(columns) heights are no grid", fix: "give at least 2 × 2")
    }
    guard rows * columns <= Self.mostPosts else {
      throw TerrainFault(
        "\(rows) × \(columns) heights are more than \(Self.mostPosts)", fix: "cut it into tiles with gdal_retile.py")
    }
    // From 1 mm to a tenth of the Earth between two posts.
    let steps = 1e-8...36.0
    guard steps.contains(latitudeStep.value), steps.contains(longitudeStep.value) else {
      throw TerrainFault("its posts are \(latitudeStep) and \(longitudeStep) apart", fix: "check its georeference")
    }
    let slack = 1e-6
    guard south.value >= -90 - slack, north.value <= 90 + slack, west.value.magnitude <= 360, width <= 360 + slack
    else {
      throw TerrainFault(
        "it reaches from \(south) to \(north) north and from \(west) to \(east) east, beyond the Earth",
        fix: "check its georeference")
    }
  }

  public var north: Degrees { Degrees(south.value + Double(rows - 1) * latitudeStep.value) }
  public var east: Degrees { Degrees(west.value + width) }
  private var width: Double { Double(columns - 1) * longitudeStep.value }

  /// The distance between two rows.
  public var spacing: Length {
    Length(latitudeStep.value * .pi / 180 * Constants.earthRadius.value)
  }

  /// A position in the grid, in steps from the first row and column; outside of it too.
  public struct Spot: Equatable, Sendable {
    public var row: Double
    public var column: Double
  }

  /// Returns the position of a place; its longitude may be any number of turns away.
  @inline(__always)
  public func spot(_ place: Geodetic) -> Spot {
    let middle = west.value + width / 2
    let east = (place.longitude.value - middle).remainder(dividingBy: 360) + width / 2
    return Spot(
      row: (place.latitude.value - south.value) / latitudeStep.value, column: east / longitudeStep.value)
  }

  /// Returns the place of a post; row and column may lie outside.
  public func place(row: Int, column: Int) -> Geodetic {
    Geodetic(
      latitude: Degrees(south.value + Double(row) * latitudeStep.value),
      longitude: Degrees(west.value + Double(column) * longitudeStep.value))
  }

  /// Returns how many steps a position lies outside; zero inside.
  func distanceOutside(_ spot: Spot) -> Double {
    let rows = max(0, -spot.row, spot.row - Double(self.rows - 1))
    let columns = max(0, -spot.column, spot.column - Double(self.columns - 1))
    return max(rows, columns)
  }

  /// Rounding of a place on a post, in steps: a tenth of a millimeter of 30 m.
  static let edge = 3e-6

  /// Moves a position on a post to it, so that the posts beside it have no share.
  @inline(__always) private static func snapped(_ value: Double) -> Double {
    let post = value.rounded()
    return (value - post).magnitude < edge ? post : value
  }

  /// Interpolates linearly along both axes between the four posts around a position:
  ///   h = (1−v)((1−u) h₀₀ + u h₀₁) + v((1−u) h₁₀ + u h₁₁)
  /// with u, v the shares of a step beyond the post in the south-west. A position outside counts as the nearest on the edge.
  /// Returns NaN if a post with a share in the result is void.
  @inline(__always)
  func interpolate(at spot: Spot, _ post: (_ row: Int, _ column: Int) -> Double) -> Double {
    let row = Self.snapped(min(max(spot.row, 0), Double(rows - 1)))
    let column = Self.snapped(min(max(spot.column, 0), Double(columns - 1)))
    let i = min(Int(row), rows - 2), j = min(Int(column), columns - 2)
    let v = row - Double(i), u = column - Double(j)
    var height = 0.0
    if v < 1, u < 1 { height += (1 - v) * (1 - u) * post(i, j) }
    if v < 1, u > 0 { height += (1 - v) * u * post(i, j + 1) }
    if v > 0, u < 1 { height += v * (1 - u) * post(i + 1, j) }
    if v > 0, u > 0 { height += v * u * post(i + 1, j + 1) }
    return height
  }
}

/// The surface that heights are counted from.
public enum HeightDatum: String, CaseIterable, Sendable {
  /// The geoid: EGM96 for SRTM, EGM2008 for Copernicus, which differ by less than a meter nearly everywhere.
  case seaLevel = "sea-level"
  /// The ellipsoid of WGS 84.
  case ellipsoid
}

/// The height of the ground at a place, or the reason why there is none.
public enum GroundAnswer: Equatable, Sendable {
  case height(Length, HeightDatum)
  /// The tile has no height there.
  case void
  /// No tile covers the place.
  case outside

  /// The reason, for people; nil for a height.
  public var reason: String? {
    switch self {
    case .height: nil
    case .void: "void"
    case .outside: "no-tile"
    }
  }
}

/// The reason why a file is no terrain, with what to do.
public struct TerrainFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var sentence: String
  public var fix: String

  public init(_ sentence: String, fix: String) {
    self.sentence = sentence
    self.fix = fix
  }

  public var description: String { "\(sentence); \(fix)" }
}
