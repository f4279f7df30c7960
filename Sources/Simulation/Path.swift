import Geodesy
import Geometry

/// The line of an itinerary on the Earth: geodesics and arcs, end to end, by distance from the start.
struct Path: Sendable {
  private struct Element: Sendable {
    var startDistance: Double
    var length: Double
    var start: Geodetic
    var azimuth: Angle
    var line: GeodesicLine?  // straight
    var radius = 0.0  // signed: positive turns clockwise
    var climb: Double
  }

  private var elements: [Element] = []
  private(set) var length = 0.0
  /// The present end: the next element begins there.
  private var tip: Geodetic
  private var tipAzimuth: Angle

  init(start: Geodetic, azimuth: Angle) {
    tip = start
    tipAzimuth = azimuth
    addLine(0, climb: 0)
  }

  mutating func addLine(_ distance: Double, climb: Double) {
    let line = GeodesicLine(from: tip, azimuth: tipAzimuth)
    elements.append(
      Element(
        startDistance: length, length: distance, start: tip, azimuth: tipAzimuth, line: line, climb: climb))
    advance(distance)
  }

  mutating func addArc(_ turn: Angle, radius: Double) {
    let distance = turn.magnitude.radians * radius
    elements.append(
      Element(
        startDistance: length, length: distance, start: tip, azimuth: tipAzimuth,
        radius: turn.radians < 0 ? -radius : radius, climb: 0))
    advance(distance)
  }

  private mutating func advance(_ distance: Double) {
    length += distance
    let end = station(at: length)
    tip = end.place
    tipAzimuth = end.azimuth
  }

  /// Returns place and direction of travel at a distance, clamped to the ends.
  func station(at distance: Double) -> (place: Geodetic, azimuth: Angle) {
    let element = elements[index(at: distance)]
    let along = max(0, min(element.length, distance - element.startDistance))
    var place: Geodetic
    var azimuth: Angle
    if let line = element.line {
      let station = line.station(at: .metres(along))
      place = station.place
      azimuth = station.azimuth
    } else {
      // Computed on the tangent plane of the arc's start: the Earth's curvature within one bend adds less than a millimeter.
      let angle = along / element.radius
      let chord = 2 * element.radius * sin(angle / 2)
      let direction = element.azimuth.radians + angle / 2
      place = element.start.moved(by: Displacement(chord * sin(direction), 0, -chord * cos(direction)))
      azimuth = element.azimuth + .radians(angle)
    }
    let share = element.length > 0 ? along / element.length : 0
    place.height = element.start.height + .metres(element.climb * share)
    return (place, azimuth)
  }

  /// Returns 1/r at a distance, positive clockwise; 0 on a straight.
  func curvature(at distance: Double) -> Double {
    let radius = elements[index(at: distance)].radius
    return radius == 0 ? 0 : 1 / radius
  }

  /// Returns the element at a distance, by bisection.
  private func index(at distance: Double) -> Int {
    var low = 0, high = elements.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if elements[middle].startDistance <= distance { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
