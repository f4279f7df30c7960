public import Geodesy
public import Geometry

/// The ground around the wearer: parts of tiles in memory, the finest first. So a frame reads no file.
public struct TerrainWindow: Equatable, Sendable {
  public private(set) var patches: [TerrainPatch]

  public init(_ patches: [TerrainPatch] = []) {
    self.patches = patches.sorted { $0.grid.latitudeStep.value < $1.grid.latitudeStep.value }
  }

  public var isEmpty: Bool { patches.isEmpty }

  /// Returns the height of the ground. Of patches that cover the place the finest counts, or, where that is void, the next.
  ///
  /// Tiles whose heights are those of pixels leave a strip of one pixel between them. There the height is interpolated between
  /// the nearest posts of both sides, with weights 1/d, d the distance to each in steps.
  public func height(at place: Geodetic) -> GroundAnswer {
    // The tiles that are void there: a coarser part of the same tile does not count.
    var voids: UInt64 = 0
    var sum = 0.0, weights = 0.0, sides = 0, datum = HeightDatum.seaLevel
    for patch in patches {
      let spot = patch.grid.spot(place), outside = patch.grid.distanceOutside(spot)
      guard outside < 1, voids & patch.bit == 0 else { continue }
      let height = patch.height(at: spot)
      guard !height.isNaN else {
        voids |= patch.bit
        continue
      }
      if outside <= GroundGrid.edge { return .height(Length(height), patch.datum) }
      guard sides == 0 || patch.datum == datum else { continue }
      datum = patch.datum
      sides += 1
      sum += height / outside
      weights += 1 / outside
    }
    if sides > 1 { return .height(Length(sum / weights), datum) }
    return voids != 0 ? .void : .outside
  }

  /// Returns the ground around a place for the pipeline, above the ellipsoid: at the posts of the finest patch there, or every
  /// few of them, so that it reaches at least 60 m. nil where there is none, or no `separation` to convert its heights.
  public func patch(around place: Geodetic, separation: Length?) -> TerrainPatch? {
    guard let finest = patches.first(where: { $0.grid.distanceOutside($0.grid.spot(place)) < 1 }) else { return nil }
    let grid = finest.grid, spot = grid.spot(place), reach = 4
    let stride = max(1, Int((15 / grid.spacing.value).rounded(.up)))
    // Aligned with the posts, so that neighbors share theirs.
    let row = Int((spot.row / Double(stride)).rounded(.down)) - reach + 1
    let column = Int((spot.column / Double(stride)).rounded(.down)) - reach + 1
    let corner = grid.place(row: row * stride, column: column * stride)
    guard
      let own = try? GroundGrid(
        south: corner.latitude, west: corner.longitude,
        latitudeStep: Degrees(grid.latitudeStep.value * Double(stride)),
        longitudeStep: Degrees(grid.longitudeStep.value * Double(stride)), rows: 2 * reach, columns: 2 * reach)
    else { return nil }
    var heights: [Float] = []
    heights.reserveCapacity(own.rows * own.columns)
    for row in 0..<own.rows {
      for column in 0..<own.columns {
        guard case .height(let height, let datum) = self.height(at: own.place(row: row, column: column)),
          let shift = datum == .ellipsoid ? Length.zero : separation
        else {
          heights.append(.nan)
          continue
        }
        heights.append(Float((height + shift).value))
      }
    }
    guard heights.contains(where: { !$0.isNaN }) else { return nil }
    return TerrainPatch(grid: own, datum: .ellipsoid, heights: heights)
  }
}

extension TerrainPatch {
  fileprivate var bit: UInt64 { 1 << UInt64(tile & 63) }
}
