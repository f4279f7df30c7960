public import Geodesy
public import Geometry
public import Scenery

extension PlaceStore {
  /// Finds the nearest places within a distance that a filter shows, nearest first; the filter's own radius and name are ignored.
  /// Distances are level.
  ///
  /// `places` is emptied first and keeps its memory. It gets at most `limit` places and about `bytes` of JSON; the result is the
  /// total number within the distance.
  @discardableResult
  public func find(
    within radius: Length, of center: Geodetic, _ choice: PlaceFilter = PlaceFilter(), limit: Int = .max,
    bytes: Int = .max, withPayload: Bool = true, into places: inout [Place]
  ) throws(DatabaseFault) -> Int {
    places.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    guard center.isFinite, center.latitude.magnitude <= Degrees(90), radius >= .zero else { return 0 }
    let condition = PlaceCondition(choice, layer: nil, hasRemoved: try hasRemoved(), from: 5)
    let measure = DistanceMeasure(center, upTo: radius)
    var total = 0, reach = radius.value
    for box in GeodeticBox(around: center, radius: radius).pieces {
      let stretches = PlaceBands.stretches(of: box)
      let select = "SELECT p.row, p.latitude, p.longitude FROM places p INDEXED BY spots"
      let statement = try database.statement("\(select) WHERE \(stretches[0].condition)\(condition.text)")
      defer { statement.reset() }
      condition.bind(to: statement)
      for stretch in stretches {
        stretch.bind(to: statement)
        while try statement.step() {
          let distance = measure.distance(
            to: Geodetic(latitude: Degrees(statement.double(1)), longitude: Degrees(statement.double(2))))
          guard distance <= radius else { continue }
          total += 1
          guard distance.value <= reach else { continue }
          found.append(FoundPlace(row: statement.integer(0), distance: distance.value))
          if found.count > Self.mostFound, found.count / 2 > limit { reach = keepNearest(limit) }
        }
        statement.reset()
      }
    }
    try fetch(limit, bytes: bytes, withPayload: withPayload, into: &places)
    return total
  }

  private static func isNearer(_ a: FoundPlace, _ b: FoundPlace) -> Bool {
    // Equal distances are sorted by row, so that the order is always the same.
    a.distance < b.distance || a.distance == b.distance && a.row < b.row
  }

  /// Keeps only the nearest, so that a million places around one point take little memory; returns the distance of the last one
  /// kept.
  private func keepNearest(_ count: Int) -> Double {
    found.sort(by: Self.isNearer)
    found.removeSubrange(max(0, count)...)
    return found.last?.distance ?? 0
  }

  /// Reads the rows of `found`, nearest first; returns false if `bytes` left some out.
  @discardableResult
  func fetch(
    _ limit: Int, bytes: Int = .max, withPayload: Bool = true, into places: inout [Place]
  ) throws(DatabaseFault) -> Bool {
    defer { if found.capacity > 2 * Self.mostFound { found = [] } }
    found.sort(by: Self.isNearer)
    try renewLayerNames()
    let columns = withPayload ? Self.columns : Self.columnsWithoutPayload
    let statement = try database.statement("SELECT \(columns) FROM places p WHERE row = ?")
    defer { statement.reset() }
    var size = 0
    for candidate in found.prefix(max(0, limit)) {
      if size > bytes { return false }
      statement.bind(1, candidate.row)
      if try statement.step() {
        let place = try place(in: statement)
        size += place.encodedBytes
        places.append(place)
      }
      statement.reset()
    }
    return true
  }

  /// Number of found rows above which only the nearest are kept.
  static let mostFound = 10_000
}

/// Level distances from one place: flat while that is exact to 1 cm (`smallOffset`), by geodesics beyond.
struct DistanceMeasure {
  private let center: Geodetic
  private let isFlat: Bool

  init(_ center: Geodetic, upTo radius: Length) {
    self.center = Geodetic(latitude: center.latitude, longitude: center.longitude)
    isFlat = radius <= .metres(2000) && center.latitude.magnitude <= Degrees(80)
  }

  func distance(to place: Geodetic) -> Length {
    if !isFlat { return Geodesic(from: center, to: place).distance }
    let offset = center.smallOffset(to: place)
    return .metres((offset.x * offset.x + offset.z * offset.z).squareRoot())
  }
}
