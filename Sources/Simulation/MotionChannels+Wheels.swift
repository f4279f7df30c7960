import Geometry

// The motion of a body that something carries: springs and road, the rim of a wheelchair, and the thigh of a trouser pocket.
extension MotionChannels {
  /// Adds the bounce of what carries the body: a spring that the road shakes, in three axes, and the lean of a body that stands in
  /// it.
  mutating func addRide(_ conveyances: [Conveyance], size: Double, seed: UInt64) {
    var generator = Generator(seed: seed, stream: "ride")
    let speeds = speed, along = derivative(smoothed(speeds, width: Int(0.6 / spacing))), turning = derivative(course)
    var springs = [Spring](repeating: Spring(), count: 3)
    for i in east.indices {
      let vibration = conveyances[i].vibration
      let shakes = [vibration.rms, 0.4 * vibration.rms, 0.4 * vibration.rms].enumerated().map { axis, rms in
        springs[axis].advance(rms: rms, frequency: vibration.frequency, over: spacing, generator.gaussian())
      }
      guard conveyances[i] != .feet else { continue }
      let strength = size * min(1, speeds[i] / vibration.speed)
      up[i] += strength * shakes[0]
      let ahead = strength * shakes[1], aside = strength * shakes[2], c = cos(course[i]), s = sin(course[i])
      east[i] += ahead * s + aside * c
      north[i] += ahead * c - aside * s
      elevation[i] += size * 0.015 * along[i] + strength * 0.5 * shakes[1]
      roll[i] += size * 0.015 * speeds[i] * turning[i] + strength * 0.5 * shakes[2]
    }
  }

  /// A mass on a spring, with a damping of a quarter, shaken by white noise.
  ///
  ///     σ² = q/(4 ζ ω³)
  ///
  /// is the variance of its place by noise of density q.
  private struct Spring {
    var place = 0.0, speed = 0.0

    /// Returns the place after a step.
    mutating func advance(rms: Double, frequency: Double, over step: Double, _ noise: Double) -> Double {
      let omega = 2 * .pi * frequency, damping = 0.25, size = rms / (omega * omega)
      let drive = size * (4 * damping * omega * omega * omega / step).squareRoot()
      speed += (drive * noise - 2 * damping * omega * speed - omega * omega * place) * step
      place += speed * step
      return place
    }
  }

  /// Adds the strokes at the rims of a wheelchair, about one a second: the chair gains in each and loses between, and the trunk
  /// leans (M. L. Boninger et al., "Manual wheelchair pushrim biomechanics and axle position", Arch. Phys. Med. Rehabil. 81,
  /// 2000). Half of the seeds have a motor instead.
  mutating func addStrokes(_ conveyances: [Conveyance], seed: UInt64) {
    guard conveyances.contains(.wheelchair) else { return }
    var generator = Generator(seed: seed, stream: "strokes")
    let hasMotor = generator.uniform() < 0.5, rate = generator.uniform(in: 0.8...1.1)
    guard !hasMotor else { return }
    var wander = GaussMarkov(sigma: 0.1, timeConstant: 5, interval: spacing, generator: &generator)
    let speeds = speed
    var phase = 0.0
    for i in east.indices {
      phase += 2 * .pi * rate * (1 + wander.next(&generator).x) * spacing
      guard conveyances[i] == .wheelchair else { continue }
      let strength = min(1, speeds[i] / 0.8)
      east[i] += strength * 0.025 * sin(phase) * sin(course[i])
      north[i] += strength * 0.025 * sin(phase) * cos(course[i])
      elevation[i] -= strength * 0.05 * cos(phase + 0.6)
    }
  }
}

// MARK: the pocket

/// A leg, and how a telephone lies in the pocket on its thigh; drawn from the seed.
struct Thigh {
  /// Half of the swing of a walking thigh, in radians: at a stride of 0.93 Hz its rate reaches 2.5 to 3 rad/s as the leg swings,
  /// and 1.2 rad/s as it stands (D. A. Winter, "The biomechanics and motor control of human gait", 1991, ch. 3).
  let swing: Double
  /// The same of a pedalling thigh, whose hip turns through 38 to 43° (M. O. Ericson, R. Nisell, G. Németh, "Joint motions of the
  /// lower limb during ergometer cycling", J. Orthop. Sports Phys. Ther. 9(8), 1988), and pedal strokes a second: 60 to 90 a
  /// minute.
  let pedal: Double, cadence: Double
  /// From the hip to the telephone, in m.
  let length: Double
  /// Velocity that the landing of the own foot takes from it, in m/s.
  let impact: Double
  /// Rotation of the telephone in the pocket.
  let mount: Rotation<Body, Body>

  init(seed: UInt64) {
    var generator = Generator(seed: seed, stream: "thigh")
    swing = generator.uniform(in: 0.265...0.3)
    pedal = generator.uniform(in: 0.33...0.38)
    cadence = generator.uniform(in: 1...1.5)
    length = generator.uniform(in: 0.15...0.25)
    impact = generator.uniform(in: 0.5...1)
    // The screen looks inward or outward, the top points up or down; nothing lies quite straight.
    let screen = (generator.uniform() < 0.5 ? 0 : .pi) + generator.uniform(in: -1.2...1.2)
    let top = (generator.uniform() < 0.5 ? 0 : .pi) + generator.uniform(in: -0.5...0.5)
    mount =
      Rotation<Body, Body>(about: Direction(0, 1, 0), by: .radians(screen))
      * Rotation<Body, Body>(about: Direction(0, 0, 1), by: .radians(top))
  }

  /// Height of the telephone by the landings of its foot, a pulse of 30 ms (1 σ) each: the first harmonics of the stride.
  func landing(at stride: Double) -> Double {
    let omega = 2 * .pi * 0.93, width = 0.03
    return (1...6).reduce(0) { height, k in
      let rate = Double(k) * omega
      return height - impact * omega / .pi * exp(-0.5 * rate * width * rate * width) / (rate * rate)
        * cos(Double(k) * (stride - 0.3))
    }
  }

  /// How far the thigh points ahead of the vertical on average.
  func posture(_ conveyance: Conveyance) -> Double {
    switch conveyance {
    case .feet, .bus, .train: 0.05
    case .bicycle: 0.95
    case .wheelchair: 1.4
    }
  }
}

extension MotionChannels {
  /// Moves the device from the hip into the pocket. `phases` are those of the gait, a turn a step.
  mutating func carry(on thigh: Thigh, _ conveyances: [Conveyance], phases: [Double], gait: Double, seed: UInt64) {
    var generator = Generator(seed: seed, stream: "pedals")
    var process = GaussMarkov(sigma: 0.08, timeConstant: 10, interval: spacing, generator: &generator)
    let speeds = speed, along = derivative(smoothed(speeds, width: Int(0.6 / spacing)))
    let second = Int(1 / spacing)
    let posture = smoothed(conveyances.map(thigh.posture), width: 2 * second)
    let isPedalling = conveyances.indices.map { conveyances[$0] == .bicycle && speeds[$0] > 0.5 && along[$0] > -0.3 }
    let pedalling = smoothed(isPedalling.map { $0 ? 1 : 0 }, width: second)
    let walking = smoothed(
      conveyances.indices.map { conveyances[$0] == .feet ? gait * min(1, speeds[$0] / 1.35) : 0 }, width: second / 2)
    var crank = 0.0
    for i in east.indices {
      let wander = process.next(&generator)
      crank += 2 * .pi * thigh.cadence * min(1, speeds[i] / 3) * pedalling[i] * (1 + wander.y) * spacing
      let stride = phases[i] / 2
      let flexion =
        posture[i] + walking[i] * thigh.swing * (1 + wander.x) * (cos(stride) - 0.32 * sin(2 * stride))
        + pedalling[i] * thigh.pedal * cos(crank)
      let ahead = thigh.length * sin(flexion) + 0.06, aside = 0.12, c = cos(course[i]), s = sin(course[i])
      east[i] += ahead * s + aside * c
      north[i] += ahead * c - aside * s
      up[i] += walking[i] * thigh.landing(at: stride) - thigh.length * cos(flexion)
      elevation[i] += flexion
      heading[i] += walking[i] * 0.09 * sin(stride + 0.5)
      roll[i] += walking[i] * 0.07 * cos(stride + 1.2) + pedalling[i] * 0.05 * sin(crank)
    }
  }
}
