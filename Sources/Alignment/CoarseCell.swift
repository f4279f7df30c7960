public import Geodesy
import Geometry

/// A patch of the Earth about thirty meters across: coarse enough to tell little about a wearer, fine enough for the effect of a
/// house on a compass.
///
/// Rows have equal height; each is divided into as many columns as fit on its circle of latitude, so that cells are nearly square
/// at any latitude, and at the poles there is one. The arc is that of a sphere: a cell need not be exact.
public struct CoarseCell: Hashable, Sendable {
  /// Number of the row, from the south pole.
  public let row: Int
  /// Number of the column, eastward from 180° west.
  public let column: Int

  static let size = 30.0
  /// Cells are stored across sessions by row and column, so this value must not change.
  private static let metresPerDegree = 111_195.0
  static let rows = Int(saturating: 180 * metresPerDegree / size)

  /// nil for an invalid place.
  public init?(_ place: Geodetic) {
    guard place.isFinite, place.latitude.value.magnitude <= 90, place.longitude.value.magnitude <= 1e6 else {
      return nil
    }
    row = min(Self.rows - 1, Int(saturating: (place.latitude.value + 90) / 180 * Double(Self.rows)))
    let turns = (place.longitude.value + 180) / 360
    let share = turns - turns.rounded(.down)
    let columns = Self.columns(row)
    column = min(columns - 1, Int(saturating: share * Double(columns)))
  }

  /// nil for a cell that is not on Earth.
  public init?(row: Int, column: Int) {
    guard 0..<Self.rows ~= row, 0..<Self.columns(row) ~= column else { return nil }
    self.row = row
    self.column = column
  }

  private static func columns(_ row: Int) -> Int {
    let latitude = Angle.degrees((Double(row) + 0.5) / Double(rows) * 180 - 90)
    return max(1, Int(saturating: latitude.cosine * 360 * metresPerDegree / size))
  }
}
