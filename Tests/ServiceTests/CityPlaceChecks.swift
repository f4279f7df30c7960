import Foundation
import Text

/// Each place is where trigonometry gives it from the drawn place of the wearer, and is there exactly while it is in range.
struct PlaceCheck {
  /// Degrees of azimuth and elevation, meters of distance; degrees and meters of the drawn point.
  private(set) var azimuth = Worst(), elevation = Worst(), distance = Worst(), pointed = Worst(), drawn = Worst()
  private(set) var faults: [String] = []
  /// The counts of the three stalls' groups, each once: "3", "1+2", "1+1+1".
  private(set) var groups: [String] = []
  /// Distance of each place at a frame.
  private(set) var distances: [Int64: [String: Double]] = [:]
  private var seen: Set<String> = []
  private var began: Double?

  mutating func ingest(_ frame: CityFrame) {
    guard frame.isShown, let alignment = frame.alignment, let place = frame.place,
      let placements = frame.json["placements"]?.array
    else { return }
    func fault(_ text: String) { if faults.count < 10 { faults.append("\(text) at \(frame.seconds) s") } }
    // Places are searched ten times a second: with the first frames there may be none.
    began = began ?? frame.seconds
    if placements.isEmpty, frame.seconds < (began ?? 0) + 0.11 { return }
    var away: [String: Double] = [:]
    for (id, at) in City.places { away[id] = (at - place).length }
    distances[frame.time] = away
    var present: Set<String> = [], nearest = 0.0
    for placement in placements {
      guard let id = placement["id"]?.string, let d = away[id] else { return fault("a place of nobody") }
      let name = "\(id) at \(frame.seconds) s", bearing = (City.place(id) - place).azimuth
      let rise = id == "tower" ? 40 - 1.6 - d * d / 2 / 6.37e6 : 0
      azimuth.add(abs(wrapped((placement["azimuth_deg"]?.double ?? .nan) - bearing)), name)
      elevation.add(abs((placement["elevation_deg"]?.double ?? .nan) - atan2(rise, d) * 180 / .pi), name)
      distance.add(abs((placement["distance"]?.double ?? .nan) - hypot(d, rise)), name)
      if let point = placement["point"], let flat = Flat(scene: point), let body = frame.body(point) {
        pointed.add(abs(wrapped((flat - frame.eyes).azimuth + alignment.applied - bearing)), name)
        let length = sqrt(body.x * body.x + body.y * body.y + body.z * body.z)
        if placement["slot"]?.integer == 0 { drawn.add(abs(length - min(d, 10 + hypot(d, rise) / 1000)), name) }
      }
      let members = placement["members"]?.array?.compactMap { $0["id"]?.string } ?? []
      if placement["count"]?.integer != Int64(members.count) || !members.contains(id) {
        fault("\(id) counts \(members)")
      }
      present.formUnion(members)
      // In order but for the hysteresis of the order.
      if d < nearest / 1.11 { fault("\(id) is out of order") }
      nearest = max(nearest, d)
      let band = d < 198 ? "near" : d > 204 && d < 495 ? "middle" : nil
      if let band, placement["band"]?.string != band { fault("\(id), \(d) m away, is not \(band)") }
      if placement["status"]?["state"]?.string != "shown" { fault("\(id) is not said to be shown") }
      if !((placement["azimuth_sigma_deg"]?.double ?? 0) > 0) { fault("\(id) is known too well") }
    }
    for (id, d) in away {
      // In at 500 m, out 1 % farther.
      let limit = seen.contains(id) ? 505.0 : 500.0
      if abs(d - limit) > 0.1, present.contains(id) != (d < limit) {
        fault("\(id), \(d) m away, is wrongly there or not")
      }
    }
    seen = present
    if let text = group(placements, away) { fault(text) }
  }

  /// The stalls, 49 m apart, are one group from afar, and separate as soon as half of the distance, with its hysteresis, is less
  /// than that.
  private mutating func group(_ placements: [JSONValue], _ away: [String: Double]) -> String? {
    let stalls = placements.filter { $0["id"]?.string?.hasPrefix("stall") == true }
    let counts = stalls.compactMap { $0["count"]?.integer }
    let text = counts.map { "\($0)" }.joined(separator: "+")
    if groups.last != text { groups.append(text) }
    // The nearest of the three represents them.
    guard let first = away["stall-1"], first < (away["stall-2"] ?? 0), first < (away["stall-3"] ?? 0) else {
      return nil
    }
    let isWrong = first > 100 && first < 170 && counts != [3] || first < 80 && counts.first != 1
    return isWrong ? "the stalls are \(text) from \(first) m" : nil
  }
}

/// The mark at the end: at its place on the map, and with the size by the formula, for a screen of 1280 × 720 pixels and 60°.
struct FinishCheck {
  private(set) var distance = Worst(), pointed = Worst(), diameter = Worst(), radius = Worst()

  mutating func ingest(_ frame: CityFrame) {
    guard frame.isShown, let alignment = frame.alignment, let place = frame.place, let finish = frame.json["finish"]
    else {
      return
    }
    let way = City.route.corners[City.route.corners.count - 1] - place, name = "the finish at \(frame.seconds) s"
    distance.add(abs((finish["distance"]?.double ?? .nan) - way.length), name)
    guard let point = finish["point"], let flat = Flat(scene: point), let body = frame.body(point) else {
      return pointed.add(.nan, name)
    }
    if way.length > 1 {
      pointed.add(abs(wrapped((flat - frame.eyes).azimuth + alignment.applied - way.azimuth)), name)
    }
    let size = 720 * (0.25 - 0.2 * max(0, min(1, (way.length - 50) / 1950)))
    diameter.add(abs((finish["diameter_px"]?.double ?? .nan) - size), name)
    let focal = 640 / tan(Double.pi / 6), drawn = sqrt(body.x * body.x + body.y * body.y + body.z * body.z)
    // At its place on the screen: by its depth, outside of the screen that of a corner.
    let corner = (640.0 * 640 + 360 * 360).squareRoot() / focal
    let depth = max(-body.z, drawn / (1 + corner * corner).squareRoot())
    radius.add(abs((finish["radius"]?.double ?? .nan) - depth * sin(atan(size / 2 / focal))), name)
  }
}

/// The hint: about the next corner and at last the finish, without a border point on the screen, else at the border point of a
/// pinhole camera.
struct HintCheck {
  private(set) var bearing = Worst(), border = Worst(), angle = Worst()
  private(set) var places: [String: Int] = [:]
  private(set) var kinds: [String] = []
  private(set) var faults: [String] = []
  /// The corner that was passed last: the hint is about it again only from 2 m before it.
  private var passedCorner = -1

  mutating func ingest(_ frame: CityFrame) {
    guard frame.isShown, let alignment = frame.alignment, let place = frame.place, let hint = frame.json["hint"] else {
      return
    }
    func fault(_ text: String) { if faults.count < 10 { faults.append("\(text) at \(frame.seconds) s") } }
    let name = "the hint at \(frame.seconds) s", kind = hint["kind"]?.string ?? "none"
    if kinds.last != kind { kinds.append(kind) }
    // The last steps after the arrival.
    if frame.json["progress"]?["status"]?.string == "arrived" {
      if kind != "destination" { fault("a hint of \(kind) after the arrival") }
      return
    }
    if frame.json["progress"]?.isNull ?? true {
      if !hint.isNull { fault("a hint after the route") }
      return
    }
    guard let point = hint["point"], let body = frame.body(point), let `where` = hint["screen"]?["where"]?.string,
      let step = frame.json["progress"]?["step"]?.integer
    else { return fault("no point") }
    places[`where`, default: 0] += 1
    let beyond = (frame.json["progress"]?["length"]?.double ?? 0) - City.route.lengths[Int(step) + 1]
    let corner = Int(step) + 1
    if beyond > 0 { passedCorner = corner }
    let isPassed = beyond > (passedCorner == corner ? -2 : 0) && corner + 1 < City.route.corners.count
    let way = City.route.corners[corner + (isPassed ? 1 : 0)] - place
    // Right at a corner the digits of the message do not show whether it was passed.
    if way.length > 5, abs(beyond) > 0.01 {
      let azimuth = hint["azimuth_deg"]?.double ?? .nan
      bearing.add(abs(wrapped(azimuth - way.azimuth)), name)
      let turn = wrapped(way.azimuth - alignment.applied - frame.facing)
      // Straight behind, the hint keeps its side.
      bearing.add(
        abs(wrapped((hint["bearing_deg"]?.double ?? .nan) - turn)), "\(name): \(kind) by \(turn), \(beyond) m beyond")
    }
    let across = hypot(body.x, body.y), ahead = -body.z
    angle.add(abs((hint["angle_deg"]?.double ?? .nan) - atan2(across, ahead) * 180 / .pi), name)
    // A pinhole camera of 1280 × 720 and 60°.
    let focal = 640 / tan(Double.pi / 6), x = focal * body.x / ahead, y = -focal * body.y / ahead
    let expected = ahead <= 0 ? "behind" : abs(x) <= 640 && abs(y) <= 360 ? "inside" : "outside"
    let isAtEdge = ahead > 0 && (abs(abs(x) - 640) < 1 || abs(abs(y) - 360) < 1) || abs(ahead) < 0.01
    if `where` != expected, !isAtEdge { fault("\(`where`) instead of \(expected)") }
    let given = hint["border"]
    if (given == nil || given?.isNull == true) != (`where` == "inside") { fault("a border \(`where`)") }
    guard let given, let px = given["x_px"]?.double, let py = given["y_px"]?.double else { return }
    guard atan2(across, -ahead) * 180 / .pi > 20.1 else {
      return border.add(py > 719.5 || px < 0.5 || px > 1279.5 ? 0 : 1000, name)
    }
    let scale = min(640 / abs(body.x), 360 / abs(body.y))
    border.add(hypot(px - 640 - scale * body.x, py - 360 + scale * body.y), name)
    // Within 10° of the display's upright plane the side is kept.
    if given["side"]?.string != (body.x < 0 ? "left" : "right"), abs(atan2(body.x, hypot(body.y, body.z))) > 0.175 {
      fault("the wrong side")
    }
  }
}
