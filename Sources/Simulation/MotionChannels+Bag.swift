import Geometry

/// A bag on a shoulder, and how a telephone lies in it; drawn from the seed.
struct Bag {
  /// Half of the swing of the bag on its strap, to the side with the stride and ahead with the step, in radians: some degrees, as
  /// the trunk under it sways and the thigh nudges it.
  let swing: SIMD2<Double>
  /// 1 σ of its slow turn about the strap, in radians, and how long it keeps one direction, in s.
  let turning: Double, lasting: Double
  /// From the strap to the telephone, in m.
  let length: Double
  /// Rotation of the telephone in the bag: any.
  let mount: Rotation<Body, Body>

  init(seed: UInt64) {
    var generator = Generator(seed: seed, stream: "bag")
    swing = SIMD2(generator.uniform(in: 0.03...0.08), generator.uniform(in: 0.03...0.1))
    turning = generator.uniform(in: 0.05...0.15)
    lasting = generator.uniform(in: 4...10)
    length = generator.uniform(in: 0.3...0.6)
    mount =
      Rotation<Body, Body>(about: Direction(0, 1, 0), by: .radians(generator.uniform(in: -.pi ... .pi)))
      * Rotation<Body, Body>(about: Direction(1, 0, 0), by: .radians(generator.uniform(in: -1.2...1.2)))
      * Rotation<Body, Body>(about: Direction(0, 0, 1), by: .radians(generator.uniform(in: -.pi ... .pi)))
  }
}

extension MotionChannels {
  /// Hangs the device from the trunk in a bag. `phases` are those of the gait, a turn a step.
  mutating func carry(in bag: Bag, _ conveyances: [Conveyance], phases: [Double], gait: Double, seed: UInt64) {
    var generator = Generator(seed: seed, stream: "strap")
    var size = GaussMarkov(sigma: 0.25, timeConstant: 6, interval: spacing, generator: &generator)
    var turn = GaussMarkov(sigma: bag.turning, timeConstant: bag.lasting, interval: spacing, generator: &generator)
    let speeds = speed
    let walking = smoothed(
      conveyances.indices.map { conveyances[$0] == .feet ? gait * min(1, speeds[$0] / 1.35) : 0 },
      width: Int(0.5 / spacing))
    for i in east.indices {
      let stronger = max(0, 1 + size.next(&generator).x), strength = walking[i] * stronger
      let aside = strength * bag.swing.x * sin(phases[i] / 2 + 0.8), ahead = strength * bag.swing.y * sin(phases[i] + 2)
      let c = cos(course[i]), s = sin(course[i]), right = bag.length * aside + 0.2, forward = bag.length * ahead
      east[i] += forward * s + right * c
      north[i] += forward * c - right * s
      elevation[i] += ahead
      roll[i] += aside
      heading[i] += walking[i] * turn.next(&generator).x
    }
  }
}
