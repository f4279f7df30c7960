import Geometry

// Viewing things in rooms.
extension Script {
  /// Adds walking about a thing 1–2 m away with the eyes on it, at 0.2–0.8 m/s and with stops; backward and sideways as often as
  /// forward.
  mutating func around(seconds: Double) {
    let end = outing.time + seconds
    let bearing = parameters.azimuth.radians + draw(-.pi ... .pi)
    let thing = outing.place + SIMD2(azimuth: bearing) * person.reach
    let target = Outing.Attention.Target.point(thing, height: draw(-0.7...0.1))
    outing.aimEyes(at: target)
    outing.face(nil)
    stand(draw(2...5))
    while outing.time < end - 8 {
      if chance(0.3) {
        outing.face(nil)
        if chance(0.4) { glance(from: target, spread: 1) }
        stand(min(draw(2...8), end - outing.time))
        continue
      }
      let manner = [Manner.forward, .backward, .sideways][Int(draw(0...2.999))]
      circle(thing, manner: manner, seconds: min(draw(2...8), end - outing.time))
      if chance(0.2) { glance(from: target, spread: 1) }
    }
    outing.face(nil)
    stand(max(0, end - outing.time))
  }

  /// Adds a few shuffled steps about a thing, toward it or away from it.
  private mutating func circle(_ thing: SIMD2<Double>, manner: Manner, seconds: Double) {
    let end = outing.time + seconds, speed = draw(0.2...0.8), turn = side()
    // Forward goes toward the thing and backward away from it, while there is room; any manner is possible along the circle.
    let isRadial = manner != .sideways && chance(0.5)
    while outing.time < end {
      let away = outing.place - thing, distance = away.length
      var course: Double
      if isRadial {
        let room = manner == .forward ? distance > 1.1 : distance < 2
        guard room else { break }
        course = away.azimuth + (manner == .forward ? .pi : 0)
      } else {
        // a little inward or outward, so that the distance stays between 1 and 2 m
        course = away.azimuth + turn * (.pi / 2 + 0.8 * max(-1, min(1, distance - person.reach)))
      }
      course += 0.15 * generator.gaussian()
      switch manner {
      case .forward: outing.face(course)
      case .backward: outing.face(course + .pi)
      case .sideways: outing.face((-away).azimuth)
      }
      let size = min(draw(0.1...0.3), 1.2 * speed)
      let duration = max(0.35, min(1.2, size / speed * (1 + 0.2 * generator.gaussian())))
      outing.step(by: SIMD2(azimuth: course) * size, in: duration, peak: shufflePeak())
    }
  }

  /// Adds a tour from picture to picture on the walls of a room, with one walk out of it and in again.
  mutating func gallery(seconds: Double) {
    let end = outing.time + seconds
    let size = SIMD2(draw(4...10), draw(4...10)), turn = parameters.azimuth.radians
    /// Returns a point in the room's own axes; its center is the start of the outing.
    func point(_ x: Double, _ y: Double) -> SIMD2<Double> {
      SIMD2(azimuth: turn + .pi / 2) * x + SIMD2(azimuth: turn) * y
    }
    var pictures: [(wall: SIMD2<Double>, spot: SIMD2<Double>)] = []
    for wall in 0..<4 {
      let isAcross = wall % 2 == 0
      let along = isAcross ? size.x : size.y, depth = (isAcross ? size.y : size.x) / 2
      let sign = wall < 2 ? 1.0 : -1
      let count = max(1, Int(along / 2.5))
      for i in 0..<count {
        let offset = sign * along * ((Double(i) + 0.5) / Double(count) - 0.5) * 0.8
        let stand = sign * (depth - draw(0.8...min(1.6, depth - 0.3)))
        let hang = sign * depth
        pictures.append(
          isAcross
            ? (point(offset, hang), point(offset, stand)) : (point(hang, -offset), point(stand, -offset)))
      }
    }
    let door = point(size.x / 2, size.y * 0.3), hall = point(size.x / 2 + draw(2.5...4), size.y * 0.3)
    var current = Int(draw(0...Double(pictures.count) - 0.001)), leaves = outing.time + draw(0.4...0.6) * seconds
    while outing.time < end {
      if outing.time > leaves {
        leaves = .infinity
        for place in [door, hall, door] { move(to: place, manner: .forward) }
      }
      let picture = pictures[current]
      let manner = [Manner.forward, .forward, .sideways, .backward][Int(draw(0...3.999))]
      move(to: picture.spot, manner: manner)
      view(picture.wall, seconds: min(5 * pow(8, generator.uniform()), max(3, end - outing.time)))
      // The next one round the room, or sometimes an earlier one; a picture 2–5 m away is preferred.
      let others = pictures.indices.filter { $0 != current }
      let near = others.filter { (2...5).contains((pictures[$0].spot - outing.place).length) }
      let choices = near.isEmpty ? others : near
      let next = (current + 1) % pictures.count
      if near.contains(next) && chance(0.5) {
        current = next
      } else if !choices.isEmpty {
        current = choices[Int(draw(0...Double(choices.count) - 0.001))]
      }
    }
  }

  /// Adds a walk across the room, with the eyes on anything.
  private mutating func move(to place: SIMD2<Double>, manner: Manner) {
    outing.aimEyes(at: .direction(azimuth: draw(-.pi ... .pi), elevation: draw(-0.3...0.2)))
    let target = place + SIMD2(generator.gaussian(), generator.gaussian()) * 0.15
    approach(target, manner: (target - outing.place).length > 3.5 ? .forward : manner, speed: draw(0.5...1.1))
  }

  /// Adds viewing a picture: eyes on it, side steps, a step back and one closer.
  private mutating func view(_ picture: SIMD2<Double>, seconds: Double) {
    let end = outing.time + seconds
    let target = Outing.Attention.Target.point(picture, height: draw(-0.3...0.2))
    outing.aimEyes(at: target)
    while outing.time < end - 3 {
      stand(min(draw(2...7), end - outing.time))
      if chance(0.15) { glance(from: target, spread: 1) }
      let ahead = (picture - outing.place).azimuth, distance = (picture - outing.place).length
      let course =
        distance < 0.8 ? ahead + .pi : distance > 1.8 ? ahead : ahead + [-1.0, 1, 2, 0][Int(draw(0...3.999))] * .pi / 2
      outing.face(ahead)
      for _ in 0..<Int(draw(1...3.999)) where outing.time < end - 1.2 { shuffle(course) }
      outing.face(nil)
    }
    stand(max(0, end - outing.time))
  }
}
