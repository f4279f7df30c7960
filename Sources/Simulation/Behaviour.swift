import Geometry

/// Behavior of simulated people beyond walking: the source of their plans.
public enum Behaviour: String, Sendable {
  case around, gallery, errand, crowd

  /// Returns one person's outing; all of it follows from the seed.
  func outing(_ person: Person, _ parameters: SimulationParameters, seed: UInt64) -> Outing {
    var script = Script(person, parameters, seed: seed)
    switch self {
    case .around: script.around(seconds: 180)
    case .gallery: script.gallery(seconds: 240)
    case .errand: script.errand()
    case .crowd: script.crowd(seconds: 180)
    }
    script.pause(2)
    return script.outing
  }
}

/// Builder of an outing.
struct Script {
  let person: Person
  let parameters: SimulationParameters
  var generator: Generator
  var outing = Outing()

  init(_ person: Person, _ parameters: SimulationParameters, seed: UInt64) {
    self.person = person
    self.parameters = parameters
    generator = Generator(seed: seed, stream: "outing")
    outing.aimEyes(at: .direction(azimuth: parameters.azimuth.radians, elevation: 0), spread: 0.3)
    outing.face(nil)
    outing.wait(2)
  }

  mutating func draw(_ range: ClosedRange<Double>) -> Double { generator.uniform(in: range) }
  mutating func chance(_ probability: Double) -> Bool { generator.uniform() < probability }
  mutating func side() -> Double { chance(0.5) ? 1 : -1 }

  mutating func pause(_ seconds: Double) { outing.wait(seconds) }

  /// Returns the peak of a shuffled step: mostly gentle, sometimes as strong as a stride.
  mutating func shufflePeak() -> Double {
    (chance(0.12) ? draw(1.4...2.2) : draw(0.4...0.8)) * parameters.gait
  }

  /// Adds a step of 10–30 cm after an irregular time.
  mutating func shuffle(_ direction: Double, atMost limit: Double = 0.3) {
    let size = min(limit, draw(0.1...0.3))
    outing.step(by: SIMD2(azimuth: direction) * size, in: draw(0.35...1.2), peak: shufflePeak())
  }

  /// Adds standing, with some shuffling on the spot.
  mutating func stand(_ seconds: Double) {
    let end = outing.time + seconds, spot = outing.place
    while true {
      let rest = draw(1...5)
      if outing.time + rest + 1.2 > end { break }
      outing.wait(rest)
      for _ in 0..<Int(draw(1...4)) {
        let back = spot - outing.place
        let direction = back.length > 0.25 ? back.azimuth + 0.4 * generator.gaussian() : draw(0...(2 * .pi))
        if outing.time + 1.2 > end { break }
        shuffle(direction)
      }
    }
    if end > outing.time { outing.wait(end - outing.time) }
  }

  /// Direction of movement relative to the direction in which the body faces.
  enum Manner: CaseIterable { case forward, backward, sideways }

  /// Adds strides along a course at one speed and cadence; `unevenness` is the relative 1 σ of a step's duration.
  mutating func stride(_ distance: Double, course: Double, speed: Double, unevenness: Double) {
    var left = distance
    // Cadence and step length both grow with the square root of the speed.
    let interval = 1 / (person.cadence * max(0.5, (speed / person.speed).squareRoot()))
    let peak = person.stepPeak(at: speed)
    while left > 0.01 {
      let duration = max(0.35, min(1.2, interval * (1 + unevenness * max(-2, min(2, generator.gaussian())))))
      let size = min(left, speed * interval)
      let variation = peak * (1 + 0.1 * max(-2, min(2, generator.gaussian())))
      outing.step(by: SIMD2(azimuth: course + 0.03 * generator.gaussian()) * size, in: duration, peak: variation)
      left -= size
    }
  }

  /// Adds a few steps to a point: forward, backward or sideways.
  mutating func approach(_ target: SIMD2<Double>, manner: Manner, speed: Double) {
    let way = target - outing.place, distance = way.length
    guard distance > 0.05 else { return }
    let course = way.azimuth
    switch manner {
    case .forward: outing.face(course)
    case .backward: outing.face(course + .pi)
    case .sideways: outing.face(course + side() * .pi / 2)
    }
    let count = max(1, (distance / draw(0.5...0.8)).rounded())
    let interval = max(0.4, distance / count / speed)
    for _ in 0..<Int(count) {
      let duration = max(0.35, min(1.2, interval * (1 + 0.12 * generator.gaussian())))
      let peak = manner == .forward ? person.stepPeak(at: speed) : min(person.stepPeak(at: 0.5 * speed), 2)
      outing.step(by: way / count, in: duration, peak: peak)
    }
    outing.face(nil)
  }

  /// Adds a glance at something else, for a second or two.
  mutating func glance(from target: Outing.Attention.Target, spread: Double) {
    outing.aimEyes(at: .direction(azimuth: draw(-.pi ... .pi), elevation: draw(-0.3...0.2)), spread: 0.6)
    outing.aimEyes(at: target, spread: spread, after: draw(0.8...2))
  }
}
