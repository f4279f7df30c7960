public import Geodesy
public import Geometry

/// A grid over the Earth that finds what is near: which of many places lie within a radius.
///
/// Rows are even steps of latitude, and each has as many columns as make its cells about as wide as they are high, so there are
/// no crowded cells at the poles and none is cut by the date line. Distances are those of the straight line between the points
/// of the ellipsoid, which 1 km away is 1 µm shorter than along it.
public struct PlaceIndex: Sendable {
  private var cells: [Cell: [Int32]] = [:]
  private var points: [Displacement<ECEF>] = []
  private var homes: [Cell?] = []
  /// How many are in it.
  public private(set) var count = 0
  private let rows: Int
  private let height: Double

  private struct Cell: Hashable {
    var row: Int32
    var column: Int32
  }

  /// - Parameter cell: how high and wide its cells are; about half of the radius that will be asked for.
  public init(cell: Length = .metres(250)) {
    // A degree of latitude is nowhere shorter than 110.5 km.
    rows = max(2, Int(180 * 110_500 / max(cell.value, 1)))
    height = 180 / Double(rows)
  }

  /// Takes a place by a number of the caller's, small and not negative: its place in an array. One that is there is moved.
  public mutating func insert(_ number: Int, at position: Geodetic) {
    precondition(number >= 0 && number <= Int32.max)
    remove(number)
    guard position.isFinite else { return }
    if number >= homes.count {
      homes.append(contentsOf: repeatElement(nil, count: number + 1 - homes.count))
      points.append(contentsOf: repeatElement(.zero, count: number + 1 - points.count))
    }
    let cell = cell(of: position)
    homes[number] = cell
    points[number] = position.ground
    cells[cell, default: []].append(Int32(number))
    count += 1
  }

  public mutating func remove(_ number: Int) {
    guard homes.indices.contains(number), let cell = homes[number] else { return }
    homes[number] = nil
    count -= 1
    guard let place = cells[cell]?.firstIndex(of: Int32(number)) else { return }
    cells[cell]?.remove(at: place)
    if cells[cell]?.isEmpty == true { cells[cell] = nil }
  }

  /// The numbers of what lies within a radius, in no order, after what is already in `found`.
  public func find(within radius: Length, of centre: Geodetic, into found: inout [Int]) {
    guard centre.isFinite, radius > .zero else { return }
    let middle = centre.ground, limit = radius.value * radius.value
    // From the centre a radius reaches no more degrees than on the smallest of the ellipsoid's circles.
    let reach = radius.value / 110_500
    let first = row(centre.latitude.value - reach), last = row(centre.latitude.value + reach)
    for row in first...last {
      let columns = columns(inRow: row)
      let (start, width) = span(of: radius.value, around: centre, inRow: row, columns: columns)
      for step in 0..<width {
        let column = (start + step) % columns
        guard let members = cells[Cell(row: Int32(row), column: Int32(column))] else { continue }
        for member in members where (points[Int(member)] - middle).squaredNorm <= limit { found.append(Int(member)) }
      }
    }
  }

  /// The columns of a row that a circle can reach: the first, and how many.
  private func span(of radius: Double, around centre: Geodetic, inRow row: Int, columns: Int) -> (Int, Int) {
    // sin(Δλ/2) = chord / 2ρ with ρ the smallest distance to the axis in the row or at the centre
    let edge = max((-90 + Double(row) * height).magnitude, (-90 + Double(row + 1) * height).magnitude)
    let steepest = min(90, max(edge, centre.latitude.value.magnitude))
    let axis = 6_335_000 * Degrees(steepest).cosine
    guard radius < axis else { return (0, columns) }
    let turn = 2 * asin(radius / (2 * axis)) * 180 / .pi
    let width = 360 / Double(columns)
    let count = 2 * Int((turn / width).rounded(.up)) + 1
    guard count < columns else { return (0, columns) }
    let home = column(centre.longitude.value, of: columns)
    return ((home - count / 2 + columns) % columns, count)
  }

  private func cell(of position: Geodetic) -> Cell {
    let row = row(position.latitude.value)
    return Cell(row: Int32(row), column: Int32(column(position.longitude.value, of: columns(inRow: row))))
  }

  private func row(_ latitude: Double) -> Int { max(0, min(rows - 1, Int((latitude + 90) / height))) }

  private func column(_ longitude: Double, of columns: Int) -> Int {
    let turn = (longitude / 360 + 0.5).truncatingRemainder(dividingBy: 1)
    return min(columns - 1, Int((turn < 0 ? turn + 1 : turn) * Double(columns)))
  }

  private func columns(inRow row: Int) -> Int {
    max(1, Int(2 * Double(rows) * Degrees(-90 + (Double(row) + 0.5) * height).cosine))
  }
}

extension Quantity where U == Degree {
  fileprivate var cosine: Double { Angle(self).cosine }
}
