public import Geodesy
public import Geometry

// The last steps of a route, from the street to the destination.
extension Route {
  /// Least distance beside the line for a side: what a map is good to.
  private static let beside = Length(3)
  /// Length of the line by which its last direction is taken.
  private static let direction = Length(10)

  /// Leads the route to the entrance of its destination, and states the side of the street on which that lies. Routing servers end
  /// on the street. Returns the distance of a door that is too far from the end, and is left out.
  @discardableResult
  public mutating func lead(to destination: Geodetic, entrance: Geodetic?) -> Length? {
    guard let end = points.last, points.count >= 2 else { return nil }
    let door = entrance ?? destination, offset = end.smallOffset(to: door)
    guard offset.horizontal <= Place.entranceReach.value else { return Geodesic(from: end, to: door).distance }
    let from = points.last { $0.smallOffset(to: end).horizontal >= Self.direction.value } ?? points[0]
    let way = from.smallOffset(to: end)
    let turn = Angle.arcTangent(way.x, -way.z).turn(to: Angle.arcTangent(offset.x, -offset.z))
    let aside = offset.horizontal * turn.sine
    if aside.magnitude >= Self.beside.value { side = aside > 0 ? .right : .left }
    guard let entrance, offset.horizontal >= 1 else { return nil }
    for index in manoeuvres.indices
    where manoeuvres[index].kind == .arrive && manoeuvres[index].index == points.count - 1 {
      manoeuvres[index].index += 1
    }
    points.append(Geodetic(latitude: entrance.latitude, longitude: entrance.longitude, height: end.height))
    statedLength = statedLength.map { $0 + .metres(offset.horizontal) }
    return nil
  }
}
