import Geodesy
import Geometry

/// The bands of latitude by which the places are indexed: 0.002°, 222 m. Within a band the index is sorted by longitude, so the
/// places of a box are one stretch of the index for each band that the box touches.
enum PlaceBands {
  /// Number of a place's band, as an expression of SQL on a row of `places`: the index is used only where this text is the same.
  static let column = "CAST((latitude + 90) * \(perDegree) AS INTEGER)"
  private static let perDegree = 500

  private static func band(_ latitude: Degrees) -> Int64 {
    Int64(min(max(0, (latitude.value + 90) * Double(perDegree)), Double(180 * perDegree)))
  }

  /// Most bands of a box that are each searched by themselves; with more the whole bands are one stretch, because the index is read
  /// faster than it is searched so often.
  private static let most: Int64 = 512

  /// Part of the index: whole bands, or the places of one band between two longitudes.
  struct Stretch {
    var bands: ClosedRange<Int64>
    var west: Double
    var east: Double

    /// The condition in SQL, the same for all stretches of a box.
    var condition: String {
      let places = bands.count == 1 ? "= ?1" : "BETWEEN ?1 AND ?4"
      return "\(PlaceBands.column) \(places) AND p.longitude BETWEEN ?2 AND ?3"
    }

    func bind(to statement: Statement) {
      statement.bind(1, bands.lowerBound)
      statement.bind(2, west)
      statement.bind(3, east)
      if bands.count > 1 { statement.bind(4, bands.upperBound) }
    }
  }

  /// Returns the stretches that contain the places of a box that does not cross the date line; all are of one band, or one of all.
  static func stretches(of box: GeodeticBox) -> [Stretch] {
    let south = band(box.south - margin), north = band(box.north + margin)
    let west = (box.west - margin).value, east = (box.east + margin).value
    guard north - south < most else { return [Stretch(bands: south...north, west: west, east: east)] }
    return (south...north).map { Stretch(bands: $0...$0, west: west, east: east) }
  }

  /// Rounding of the box's edges, 1 mm.
  private static let margin = Degrees(1e-8)
}
