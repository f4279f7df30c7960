import Foundation
import Text

/// The largest of many values, with its source: one expectation for a whole walk.
struct Worst: CustomStringConvertible {
  private(set) var value = -Double.infinity
  private(set) var count = 0
  private var of = ""

  mutating func add(_ value: Double, _ of: @autoclosure () -> String) {
    count += 1
    // A NaN counts as the largest.
    guard !(value <= self.value) else { return }
    self.value = value.isNaN ? .infinity : value
    self.of = of()
  }
  var description: String { "\(value) of \(of), of \(count)" }
}

/// Nothing drawn turns about the wearer faster than easing allows, in addition to its own flow and the wearer's motion.
///
/// A thing on Earth stays in the scene, so its direction at the next frame follows from its position in the last one and from the
/// poses of both. Three causes may change it: the eased heading, by docs/engine.md's rate times the interval, the same for near
/// and far things; the eased place, by its rate times the interval, seen under an angle that grows with nearness; and the neglected
/// parts: easing goes in steps of 20 ms (0.2° while the head turns fast, 2 cm and, at 20° and 1.35 m/s, 1 cm of the walk), an arrow
/// at a corner cuts it by no more than it flows in a frame, digits end at 0.1 mm (0.001° at 10 m).
struct CalmCheck: CustomStringConvertible {
  private struct Thing {
    /// Position in the scene, and its flow in a second.
    var at: Flat
    var flow = Flat(east: 0, north: 0)
  }
  private var things: [String: Thing] = [:]
  private var phase: Double?
  private var last: CityFrame?
  /// Angles divided by the allowed ones.
  private(set) var worst = Worst()
  /// The same for the finish mark over a second at a time, in which steps do not count.
  private(set) var steady = Worst()
  private var second: [(time: Double, turned: Double, allowed: Double)] = []
  /// Speed of the eyes between two frames, m/s.
  private(set) var stride = Worst()
  private(set) var followed: [String: Int] = [:]
  var description: String { "\(worst); \(steady); \(stride)" }

  mutating func ingest(_ frame: CityFrame) {
    let (now, flowPhase) = Self.things(frame)
    defer { (things, phase, last) = (now, flowPhase, frame) }
    guard let last, frame.isShown, last.isShown, let alignment = frame.alignment, let before = last.alignment else {
      return
    }
    let step = frame.seconds - last.seconds
    let isWrapped = (flowPhase ?? 0) < (phase ?? 0)
    let shift = max(alignment.shift.length, before.shift.length)
    let walked = (frame.eyes - last.eyes).length, looked = abs(wrapped(frame.facing - last.facing))
    let left = max(abs(wrapped(alignment.yaw - alignment.applied)), abs(wrapped(before.yaw - before.applied)))
    // The law of docs/engine.md, as if nothing were within the known error.
    let turn = (1 + left / 3) * step + 0.2 * looked + walked / 22 * 180 / .pi
    let glide = (0.2 + shift / 5) * step + 0.14 * walked, way = glide + 0.033
    stride.add(walked / step, "eyes at \(frame.seconds)")
    for (name, thing) in things {
      let flows = thing.flow.length > 0
      // When an arrow's phase restarts, each arrow is at the previous place of the next one.
      guard let other = now[flows && isWrapped ? Self.following(name) : name] else { continue }
      let expected = thing.at + thing.flow * step - frame.eyes, seen = other.at - frame.eyes
      let bend = flows ? 0.06 : 0, distance = min(expected.length, seen.length)
      let turned = abs(wrapped(seen.azimuth - expected.azimuth))
      let allowed = turn + 0.202 + asin(min(1, (way + bend) / distance)) * 180 / .pi
      worst.add(
        turned / min(180, allowed), "\(name) at \(frame.seconds) s: \(turned)° of \(allowed)° \(distance) m away")
      if name == "finish" { watch(frame.seconds, turned, turn + glide / distance * 180 / .pi) }
      followed[name.split(separator: " ")[0].description, default: 0] += 1
    }
  }

  private mutating func watch(_ time: Double, _ turned: Double, _ allowed: Double) {
    second.append((time, turned, allowed))
    second.removeAll { $0.time < time - 1 }
    guard time - second[0].time > 0.9 else { return }
    let sum = second.reduce((0, 0.202)) { ($0.0 + $1.turned, $0.1 + $1.allowed) }
    steady.add(sum.0 / sum.1, "the second before \(time) s: \(sum.0)°")
  }

  private static func following(_ name: String) -> String {
    "arrow \((Int(name.split(separator: " ").last ?? "") ?? -2) + 1)"
  }

  /// All things that are drawn at a place on Earth, by their identities.
  private static func things(_ frame: CityFrame) -> ([String: Thing], Double?) {
    var things: [String: Thing] = [:]
    for arrow in frame.json["arrows"]?["arrows"]?.array ?? [] {
      guard let number = arrow["number"]?.integer, let at = arrow["point"].flatMap(Flat.init(scene:)),
        let tangent = arrow["tangent"].flatMap(Flat.init(scene:)), let length = arrow["length"]?.double,
        length < City.route.length - 0.1
      else { continue }
      things["arrow \(number)"] = Thing(at: at, flow: tangent * 1.5)
    }
    for marker in frame.json["markers"]?.array ?? [] {
      guard let kind = marker["kind"]?.string, let length = marker["length"]?.double,
        let at = marker["point"].flatMap(Flat.init(scene:))
      else { continue }
      things["marker \(kind) \(length)"] = Thing(at: at)
    }
    // These are drawn nearer: their directions are true, and so are the stated distances.
    func pulledIn(_ json: JSONValue, _ name: String, _ elevation: Double) {
      guard let point = json["point"].flatMap(Flat.init(scene:)), let distance = json["distance"]?.double else {
        return
      }
      let level = distance * cos(elevation * .pi / 180)
      things[name] = Thing(at: frame.eyes + Flat(azimuth: (point - frame.eyes).azimuth, length: level))
    }
    for place in frame.json["placements"]?.array ?? [] {
      pulledIn(place, "place \(place["id"]?.string ?? "")", place["elevation_deg"]?.double ?? 0)
    }
    if let finish = frame.json["finish"], !finish.isNull { pulledIn(finish, "finish", 0) }
    return (things, frame.json["arrows"]?["phase"]?.double)
  }
}

/// The arrows are on the route ahead, in its order and its direction, and so are the markers.
struct ArrowCheck {
  /// Meters beside the route, meters along it from the stated length, degrees from its direction.
  private(set) var beside = Worst(), along = Worst(), turned = Worst()
  /// Markers: meters from their places on the map.
  private(set) var markers = Worst()
  /// Meters between the progress and the drawn place on the route.
  private(set) var progress = Worst()
  /// Faults of numbers, order and extent.
  private(set) var faults: [String] = []
  private(set) var frames = 0

  mutating func ingest(_ frame: CityFrame) {
    guard frame.isShown, let alignment = frame.alignment, let place = frame.place else { return }
    for marker in frame.json["markers"]?.array ?? [] {
      guard let length = marker["length"]?.double,
        let at = marker["point"].flatMap(Flat.init(scene:)).flatMap(alignment.city)
      else { continue }
      markers.add((at - City.route.point(at: length)).length, "\(marker["kind"]?.string ?? "") at \(frame.seconds) s")
    }
    guard let reached = frame.json["progress"]?["length"]?.double,
      frame.json["progress"]?["status"]?.string == "following",
      let arrows = frame.json["arrows"]?["arrows"]?.array, let phase = frame.json["arrows"]?["phase"]?.double
    else { return }
    frames += 1
    progress.add(abs(City.route.nearest(place).length - reached), "the progress at \(frame.seconds) s")
    func fault(_ text: String) { if faults.count < 10 { faults.append("\(text) at \(frame.seconds) s") } }
    let numbers = arrows.compactMap { $0["number"]?.integer }, end = City.route.length
    if let first = numbers.first, let last = numbers.last {
      // To the digits of the stated length.
      let begins = abs(Double(first) * 3 - max(0, reached - 3) - 1.5) <= 1.501
      let ends = abs(min(end, reached + 100) - Double(last) * 3 - 1.5) <= 1.501
      if !begins || !ends || numbers != Array(first...last) { fault("arrows \(numbers) with \(reached) m done") }
    } else {
      fault("no arrows")
    }
    for arrow in arrows {
      guard let number = arrow["number"]?.double, let home = arrow["home"]?.double,
        let length = arrow["length"]?.double,
        let tangent = arrow["tangent"].flatMap(Flat.init(scene:)),
        let at = arrow["point"].flatMap(Flat.init(scene:)).flatMap(alignment.city)
      else {
        fault("an arrow that is none")
        continue
      }
      let name = "arrow \(number) at \(frame.seconds) s"
      if home != 3 * number || abs(length - min(end, home + 3 * phase)) > 0.01 {
        fault("\(name): \(home) and \(length)")
      }
      let found = City.route.nearest(at)
      beside.add(found.distance, name)
      along.add(abs(found.length - length), name)
      if City.route.toCorner(length) > 0.2 {
        turned.add(abs(wrapped(tangent.azimuth + alignment.applied - City.route.azimuth(at: length))), name)
      }
    }
  }
}

/// Seen through a display at the wearer's true place, the arrows are on the true route, up to the errors of heading and place,
/// and one degree.
struct TruthCheck {
  /// Angles divided by the allowed ones, for arrows 20 m away or more; the heading's error, clockwise, frame by frame.
  private(set) var worst = Worst()
  private(set) var errors: [(seconds: Double, degrees: Double)] = []

  mutating func ingest(_ frame: CityFrame, _ truth: (place: Flat, facing: Double)) {
    guard frame.isShown, let alignment = frame.alignment, let place = frame.place else { return }
    let turn = truth.facing - frame.facing, error = wrapped(alignment.applied - turn)
    errors.append((frame.seconds, error))
    for arrow in frame.json["arrows"]?["arrows"]?.array ?? [] {
      guard let at = arrow["point"].flatMap(Flat.init(scene:)), let length = arrow["length"]?.double else { continue }
      let way = City.route.point(at: length) - truth.place
      guard way.length > 20 else { continue }
      let off = abs(wrapped((at - frame.eyes).azimuth + turn - way.azimuth))
      let allowed = 1 + abs(error) + asin(min(1, (place - truth.place).length / way.length)) * 180 / .pi
      worst.add(off / allowed, "an arrow at \(frame.seconds) s: \(off)° of \(allowed)°")
    }
  }
}

/// A follower that sees only the arrows, and then the finish mark, and goes from each to the next at the wearer's speed.
struct ArrowFollower {
  private(set) var at: Flat?
  private var eyes: Flat?
  private(set) var walked = 0.0
  /// Distance from the finish, at the end.
  private(set) var left = Double.infinity
  /// Largest distance from the drawn route.
  private(set) var astray = Worst()

  mutating func ingest(_ frame: CityFrame) {
    defer { eyes = frame.eyes }
    guard frame.isShown, let last = eyes else { return }
    var here = at ?? frame.eyes
    defer { at = here }
    let step = (frame.eyes - last).length
    var goal: Flat?
    let arrows = (frame.json["arrows"]?["arrows"]?.array ?? []).compactMap { $0["point"].flatMap(Flat.init(scene:)) }
    if let nearest = arrows.indices.min(by: { (arrows[$0] - here).length < (arrows[$1] - here).length }) {
      goal = arrows[nearest...].dropFirst().first { ($0 - here).length > 1 }
    }
    if let finish = frame.json["finish"], let point = finish["point"].flatMap(Flat.init(scene:)),
      let distance = finish["distance"]?.double
    {
      let mark = frame.eyes + Flat(azimuth: (point - frame.eyes).azimuth, length: distance)
      left = (mark - here).length
      if goal == nil, left > 1 { goal = mark }
    }
    if let goal {
      here = here + Flat(azimuth: (goal - here).azimuth, length: step)
      walked += step
    }
    if let city = frame.alignment?.city(here) {
      astray.add(City.route.nearest(city).distance, "the follower at \(frame.seconds) s")
    }
  }
}
