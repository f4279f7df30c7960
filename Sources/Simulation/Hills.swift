public import Geodesy
public import Geometry
public import Terrain

/// Hilly ground, known everywhere: three waves across each other. With x, y meters east and north of the start, A the height and
/// L the length of the hills:
///
///     h = A (½ sin(k (x+y)/√2) + 0.3 sin(1.4 k (x−2y)/√5 + 1) + 0.2 sin(1.9 k x + 2)) − the same at the start,  k = 2π/L
public struct Hills: Sendable {
  private let plane: TangentPlane
  private let height: Double, wave: Double
  /// Height of the ground at the start, above the ellipsoid.
  private let start: Double

  /// Height of the eyes above the ground.
  public static let eyeHeight = Length(1.6)

  /// Hills around the start of a plan, whose height is that of the eyes.
  public init(_ parameters: SimulationParameters) {
    self.init(
      start: Geodetic(latitude: parameters.latitude, longitude: parameters.longitude, height: parameters.height),
      parameters)
  }

  init(start: Geodetic, _ parameters: SimulationParameters) {
    plane = TangentPlane(origin: start)
    height = parameters.hillHeight.value
    wave = 2 * .pi / parameters.hillLength.value
    self.start = (start.height - Self.eyeHeight).value
  }

  /// Returns how much higher the ground is than at the start.
  func rise(at place: Geodetic) -> Double {
    guard height != 0 else { return 0 }
    let flat = plane.origin.smallOffset(to: Geodetic(latitude: place.latitude, longitude: place.longitude))
    return height * (shape(flat.x, -flat.z) - shape(0, 0))
  }

  private func shape(_ x: Double, _ y: Double) -> Double {
    let first = 0.5 * sin(wave * (x + y) / 2.0.squareRoot())
    let second = 0.3 * sin(1.4 * wave * (x - 2 * y) / 5.0.squareRoot() + 1)
    return first + second + 0.2 * sin(1.9 * wave * x + 2)
  }

  /// Returns the height of the ground above the ellipsoid.
  public func ground(at place: Geodetic) -> Length { Length(start + rise(at: place)) }

  /// Returns heights above the sea on a grid of whole steps of 1/3600°, that reaches so far from the start to each side.
  public func raster(reach: Length, separation: Length) throws(TerrainFault) -> HeightRaster {
    let step = 1.0 / 3600, origin = plane.origin
    let north = reach.value / Constants.earthRadius.value * 180 / .pi
    let east = north / max(0.01, Angle(origin.latitude).cosine)
    let south = ((origin.latitude.value - north) / step).rounded(.down) * step
    let west = ((origin.longitude.value - east) / step).rounded(.down) * step
    let grid = try GroundGrid(
      south: Degrees(south), west: Degrees(west), latitudeStep: Degrees(step), longitudeStep: Degrees(step),
      rows: Int(2 * north / step) + 2, columns: Int(2 * east / step) + 2)
    var heights: [Float] = []
    heights.reserveCapacity(grid.rows * grid.columns)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        heights.append(Float((ground(at: grid.place(row: row, column: column)) - separation).value))
      }
    }
    return HeightRaster(grid: grid, heights: heights, datum: .seaLevel)
  }
}
