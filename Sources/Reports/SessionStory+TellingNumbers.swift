import Alignment
import Geometry
import Samples
import Text

// The text of the page, for a program.
extension SessionStory {
  func tellingNumbers(anonymous: Bool) -> [JSONMember] {
    let telling = SessionTelling(self)
    func number(_ value: Double?) -> JSONValue {
      value.flatMap { $0.isFinite ? .number(($0 * 1e6).rounded() / 1e6) : nil } ?? .null
    }
    func seconds(_ time: BootInstant?) -> JSONValue { number(time.flatMap { time in start.map { (time - $0).value } }) }
    let events = events(anonymous: anonymous).map { event -> JSONValue in
      [
        "t_s": seconds(event.time), "kind": .string(event.kind.rawValue), "text": .string(event.text),
        "grave": .bool(event.isGrave),
      ]
    }
    let ages = fixes.compactMap { noted in noted.held.map { (noted.fix.arrival - $0).value } }.sorted()
    let calibrated: [(String, Bool)] = [
      ("accelerometer", calibration.accelerometer != nil), ("gyroscope", calibration.gyroscope != nil),
      ("magnetometer", calibration.magnetometer != nil),
    ]
    var members = [
      JSONMember("grade", .string(telling.grade.rawValue)), JSONMember("verdict", .string(telling.verdict)),
      JSONMember("heading", .string(telling.heading)), JSONMember("place", .string(telling.place)),
      JSONMember("advice", .array(telling.advice.map { .string($0) })), JSONMember("events", .array(events)),
      JSONMember("fix_age_s", number(ages.isEmpty ? nil : ages[ages.count / 2])),
      JSONMember("calibrated", .object(calibrated.map { JSONMember($0.0, .bool($0.1)) })),
      JSONMember("compass_health", compassHealth?.verdict.map { .string($0.rawValue) } ?? .null),
      JSONMember(
        "disturbed_s", number(disturbances.reduce(TimeSpan.zero) { $0 + ($1.end - $1.start) }.value)),
    ]
    if !aids.sources.isEmpty { members.append(JSONMember("aids", aids.json)) }
    if let route = scene.routes.last {
      members.append(
        JSONMember(
          "route",
          [
            "name": anonymous ? .null : .string(route.track.route.name), "length_m": number(route.track.length.value),
            "status": .string(scene.status?.rawValue ?? "cleared"), "remaining_m": number(scene.remaining?.value),
          ]))
    }
    if !scene.visits.isEmpty {
      members.append(
        JSONMember(
          "places",
          .array(
            scene.visits.map { visit in
              [
                "name": anonymous ? .null : .string(visit.place.name), "nearest_m": number(visit.nearest?.value),
                "nearest_t_s": seconds(visit.nearestAt), "shown_t_s": seconds(visit.shownAt),
                "shown_s": number(visit.shown.value),
              ]
            })))
    }
    return members
  }
}
