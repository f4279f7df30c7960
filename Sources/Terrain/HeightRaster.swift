/// Heights as read from a file, before they become a tile: rows from south to north, NaN for a void.
public struct HeightRaster: Equatable, Sendable {
  public var grid: GroundGrid
  public var heights: [Float]
  public var datum: HeightDatum

  public init(grid: GroundGrid, heights: [Float], datum: HeightDatum) {
    precondition(heights.count == grid.rows * grid.columns)
    self.grid = grid
    self.heights = heights
    self.datum = datum
  }

  /// Heights of the ground; a number outside is a void. The lowest ground of the sea lies at −10 935 m, the highest at 8849 m.
  public static let plausible: ClosedRange<Float> = -12_000...9_500

  public var voids: Int { heights.reduce(0) { $0 + ($1.isNaN ? 1 : 0) } }

  /// The lowest and the highest height; nil if all are voids.
  public var range: ClosedRange<Float>? {
    var low = Float.infinity, high = -Float.infinity
    for height in heights where !height.isNaN {
      low = min(low, height)
      high = max(high, height)
    }
    return low <= high ? low...high : nil
  }
}
