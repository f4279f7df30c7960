import Geometry

/// Turns of a head towards the target of the eyes, in jerks from one point of the target to the next.
///
/// A turn of size Δ takes D = 15Δ/8ω for a peak rate of ω (`headPeak`), and its rate has ∫ω² dt = 10Δ²/7D. With a turn every I
/// (`headInterval`) on average, the mean square rate is 0.76 ω Δ/I, which gives the mean size of a turn for a person's rate.
/// Turns follow each other after 0.6–1.4 I and never overlap.
struct HeadTurns {
  private let person: Person
  private let outing: Outing
  private let seed: UInt64

  init(_ person: Person, _ outing: Outing, seed: UInt64) {
    self.person = person
    self.outing = outing
    self.seed = seed
  }

  /// Returns the head's angles at the spline's controls, azimuths unwrapped. `neck` holds the neck's positions, to aim at the
  /// target.
  func turns(
    neck: [SIMD2<Double>], times: [Double], spacing: Double
  ) -> [(azimuth: Double, elevation: Double, roll: Double)] {
    var generator = Generator(seed: seed, stream: "head")
    let meanSize = person.headRate * person.headRate * person.headInterval / (0.76 * person.headPeak)
    // Two draws of ±s are 2s/3 apart on average; nods, tilts and glances have their share of the rate.
    let reach = 1.5 * 0.72 * meanSize
    var offset = SIMD3<Double>.zero
    var move: JerkMove?
    var next = times[0] + generator.uniform(in: 0.2...1), attention = 0, last = 0.0
    return times.indices.map { i in
      let time = max(0, times[i])
      if let done = move, done.end <= time {
        offset += done.change
        move = nil
      }
      // A turn in progress is completed first: heads do not stop within it.
      var base = aim(attention, neck[i], near: last)
      while move == nil && attention < outing.attentions.count && outing.attentions[attention].start <= time {
        attention += 1
        next = time
        let new = aim(attention, neck[i], near: last)
        // The head stays where it is, and then turns to the new target.
        if i > 0 { offset += SIMD3(base.x - new.x, base.y - new.y, 0) }
        base = new
      }
      last = base.x
      if time >= next && move == nil {
        next = time + person.headInterval * generator.uniform(in: 0.6...1.4)
        let spread = attention > 0 ? outing.attentions[attention - 1].spread : 1
        let target = SIMD3(
          spread * generator.uniform(in: -reach...reach), spread * 0.4 * generator.uniform(in: -reach...reach), 0)
        let roll = 0.05 * max(-2, min(2, generator.gaussian())) - 0.15 * target.x
        let change = SIMD3(target.x, target.y, roll) - offset
        let peak = person.headPeak * generator.uniform(in: 0.7...1.3)
        let size = max(abs(change.x), abs(change.y), abs(change.z))
        move = JerkMove(start: time, duration: max(0.18, 1.875 * size / peak), change: change)
      }
      let turned = offset + (move?.value(at: time) ?? .zero)
      return (base.x + turned.x, max(-1.2, min(1.2, base.y + turned.y)), turned.z)
    }
  }

  /// Returns azimuth and elevation of the eyes' target, the azimuth within half a turn of `near`.
  private func aim(_ attention: Int, _ place: SIMD2<Double>, near: Double) -> SIMD2<Double> {
    guard attention > 0 else { return SIMD2(near, 0) }
    switch outing.attentions[attention - 1].target {
    case .point(let point, let height):
      let way = point - place
      return SIMD2(near + Angle(way.azimuth - near).wrapped.radians, atan2(height, max(0.3, way.length)))
    case .direction(let azimuth, let elevation):
      return SIMD2(near + Angle(azimuth - near).wrapped.radians, elevation)
    }
  }
}
