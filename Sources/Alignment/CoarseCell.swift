public import Geodesy
import Geometry

/// A patch of the Earth some thirty metres across: coarse enough to say little of who was there, fine enough for what a house
/// does to a compass.
///
/// Rows are equally high; each is divided into as many columns as its circle of latitude has room for, so that cells are
/// nearly square at any latitude, and at the poles there is one. The arc is that of a sphere: a cell need not be exact.
public struct CoarseCell: Hashable, Sendable {
  /// Counted from the south pole.
  public let row: Int
  /// Counted east from 180° west.
  public let column: Int

  static let size = 30.0
  /// Cells are kept from session to session by row and column, so it stays as it is.
  private static let metresPerDegree = 111_195.0
  static let rows = Int(saturating: 180 * metresPerDegree / size)

  /// nil for what is no place.
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
