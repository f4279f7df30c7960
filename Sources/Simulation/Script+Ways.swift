import Geometry

// Walking among things and people.
extension Script {
  /// Adds a walk with an independent gaze: a new target every few seconds.
  private mutating func walk(_ distance: Double, course: Double) {
    let range = parameters.gazeRange.radians
    outing.face(course)
    var left = distance
    while left > 0.01 {
      let piece = min(left, person.speed * draw(2...6))
      outing.aimEyes(at: .direction(azimuth: course + draw(-range...range), elevation: draw(-0.35...0.15)), spread: 0.8)
      stride(piece, course: course, speed: person.speed, unevenness: person.unevenness)
      left -= piece
    }
  }

  /// Adds a stop: looking about, then down at a hand.
  private mutating func halt(course: Double) {
    outing.face(nil)
    for _ in 0..<Int(draw(3...6)) {
      outing.aimEyes(at: .direction(azimuth: course + draw(-2.6...2.6), elevation: draw(-0.2...0.3)), spread: 0.8)
      outing.wait(draw(1...2.5))
    }
    outing.aimEyes(at: .direction(azimuth: course + draw(-0.6...0.6), elevation: draw(-0.95 ... -0.6)), spread: 0.25)
    stand(draw(4...9))
  }

  /// Adds 30–60 m of walking, a stop, two minutes about a thing; 30 m on another course, and again.
  mutating func errand() {
    var course = parameters.azimuth.radians
    for leg in 0..<3 {
      if leg > 0 { course += side() * draw(1...2.6) }
      if leg == 0 && chance(0.4) {
        walk(draw(15...25), course: course)
        course += side() * draw(0.8...1.6)
        walk(draw(15...35), course: course)
      } else {
        walk(leg == 0 ? draw(30...60) : 30, course: course)
      }
      halt(course: course)
      if leg < 2 { around(seconds: 120) }
    }
  }

  /// Adds stop and go among people: 0.4–1.2 m/s, halts of 1–5 s, side steps, evading, half turns.
  mutating func crowd(seconds: Double) {
    let end = outing.time + seconds, range = parameters.gazeRange.radians
    var course = parameters.azimuth.radians
    func isDone(_ outing: Outing) -> Bool { outing.time >= end }
    outing.face(course)
    while !isDone(outing) {
      course += 0.25 * generator.gaussian()
      if chance(0.08) { course += side() * draw(0.8...1.6) }
      let speed = draw(0.4...1.2), uneven = person.crowdUnevenness
      outing.face(course)
      outing.aimEyes(
        at: .direction(azimuth: course + draw(-1.4 * range...1.4 * range), elevation: draw(-0.4...0.2)))
      stride(speed * draw(2...8), course: course, speed: speed, unevenness: uneven)
      switch generator.uniform() {
      case ..<0.3:
        outing.aimEyes(at: .direction(azimuth: course + draw(-2...2), elevation: draw(-0.3...0.2)))
        outing.face(chance(0.5) ? nil : course)
        outing.wait(draw(1...5))
      case ..<0.5:
        // evading: off to one side and back to the course
        let off = side() * draw(0.4...0.9)
        stride(draw(0.8...1.6), course: course + off, speed: speed, unevenness: uneven)
        stride(draw(0.8...1.6), course: course - off, speed: speed, unevenness: uneven)
      case ..<0.7:
        let aside = course + side() * .pi / 2
        for _ in 0..<Int(draw(1...3.999)) {
          outing.step(by: SIMD2(azimuth: aside) * draw(0.2...0.45), in: draw(0.4...0.9), peak: shufflePeak())
        }
      case ..<0.8:
        // a half turn on the spot and some steps back, then on again
        for azimuth in [course + .pi, course] {
          outing.face(azimuth)
          outing.aimEyes(at: .direction(azimuth: azimuth + draw(-range...range), elevation: draw(-0.3...0.2)))
          for _ in 0..<3 { shuffle(draw(-.pi ... .pi), atMost: 0.1) }
          if azimuth != course {
            stride(draw(0...3), course: azimuth, speed: speed, unevenness: uneven)
            outing.wait(draw(0.5...3))
          }
        }
      default: break
      }
    }
  }
}
