import Geometry

/// The channels of a motion under construction, one value per control of the spline: meters and radians.
struct MotionChannels {
  var east: [Double], north: [Double], up: [Double]
  /// The direction of travel, unwrapped, and the direction in which the carrier faces.
  var course: [Double], heading: [Double]
  var elevation: [Double], roll: [Double]
  let spacing: Double

  init(count: Int, spacing: Double) {
    let zeros = [Double](repeating: 0, count: count)
    east = zeros
    north = zeros
    up = zeros
    course = zeros
    heading = zeros
    elevation = zeros
    roll = zeros
    self.spacing = spacing
  }

  var controls: [UniformSpline.Channels] {
    east.indices.map { SIMD8(east[$0], north[$0], up[$0], heading[$0], elevation[$0], roll[$0], 0, 0) }
  }

  /// Rounds corners as bodies do.
  mutating func smoothPath(seconds: Double, turning: Double) {
    let width = Int(seconds / spacing)
    east = smoothed(east, width: width)
    north = smoothed(north, width: width)
    up = smoothed(up, width: width)
    course = smoothed(course, width: Int(turning / spacing))
  }

  /// Adds turns of the head: about 0.5 s per turn, peak rate twice its angle per second.
  mutating func addGaze(_ targets: [(yaw: Double, elevation: Double)]) {
    let width = Int(1 / spacing)
    let yaw = smoothed(targets.map(\.yaw), width: width), tilt = smoothed(targets.map(\.elevation), width: width)
    for i in heading.indices {
      heading[i] += yaw[i]
      elevation[i] += tilt[i]
    }
  }

  /// Adds the slow sway of a standing person: millimeters and tenths of degrees.
  mutating func addSway(size: Double, seed: UInt64) {
    guard size > 0 else { return }
    var generator = Generator(seed: seed, stream: "sway")
    func wander(_ sigma: Double, _ seconds: Double) -> [Double] {
      var process = GaussMarkov(sigma: sigma, timeConstant: seconds, interval: spacing, generator: &generator)
      return smoothed(east.indices.map { _ in process.next(&generator).x }, width: Int(0.8 / spacing))
    }
    let channels = [wander(0.008, 2), wander(0.008, 2), wander(0.001, 2)]
    let angles = [wander(0.012, 1.5), wander(0.01, 1.5), wander(0.008, 1.5)]
    for i in east.indices {
      east[i] += size * channels[0][i]
      north[i] += size * channels[1][i]
      up[i] += size * channels[2][i]
      heading[i] += size * angles[0][i]
      elevation[i] += size * angles[1][i]
      roll[i] += size * angles[2][i]
    }
  }

  /// Adds the bounce of walking, phase by cadence. The body is lowest and fastest at double support, so the fore-aft swing
  /// follows the vertical one a quarter period behind (Cavagna, Thys and Zamboni, J. Physiol. 262, 1976); sway, roll and yaw have
  /// half the step frequency. Cadence grows with the square root of speed, 1.85 Hz at 1.35 m/s. Returns the phases.
  @discardableResult
  mutating func addGait(
    _ conveyances: [Conveyance], size: Double, variability: Double, seed: UInt64
  ) -> [Double] {
    var phases = [Double](repeating: 0, count: east.count)
    guard size > 0 else { return phases }
    var generator = Generator(seed: seed, stream: "gait")
    var wander = GaussMarkov(sigma: variability, timeConstant: 8, interval: spacing, generator: &generator)
    let speeds = speed
    var phase = 0.0
    for i in east.indices {
      let pace = speeds[i] / 1.35
      phase += 2 * .pi * 1.85 * pace.squareRoot() * (1 + wander.next(&generator).x) * spacing
      phases[i] = phase
      let strength = size * min(1, pace / 0.4) * (0.4 + 0.6 * min(2, pace))
      guard strength > 0, conveyances[i] == .feet else { continue }
      let ahead = strength * 0.011 * sin(phase), aside = strength * 0.018 * sin(phase / 2)
      let c = cos(course[i]), s = sin(course[i])
      east[i] += ahead * s + aside * c
      north[i] += ahead * c - aside * s
      up[i] += strength * 0.021 * (0.25 * cos(2 * phase + 0.6) - cos(phase))
      elevation[i] += strength * 0.017 * cos(phase + 0.8)
      roll[i] += strength * 0.014 * sin(phase / 2 + 0.4)
      heading[i] += strength * 0.021 * sin(phase / 2 + 1.1)
    }
    return phases
  }

  /// Adds a vehicle's movement on its springs: it squats when pulling away, leans out of bends, and vibrates with the road.
  mutating func addRoad(size: Double, seed: UInt64) {
    var generator = Generator(seed: seed, stream: "road")
    let speeds = speed
    let along = derivative(speeds)
    let turning = derivative(course)
    func shake(_ amplitude: Double) -> [Double] {
      smoothed(east.indices.map { _ in generator.gaussian() * amplitude }, width: 7)
    }
    let bounce = shake(0.004), nod = shake(0.006), lean = shake(0.006)
    for i in east.indices {
      let lateral = speeds[i] * turning[i]
      let strength = size * min(1, speeds[i] / 8)
      up[i] += strength * bounce[i]
      elevation[i] += 0.0044 * along[i] + strength * nod[i]
      roll[i] += 0.0061 * lateral + strength * lean[i]
    }
  }

  /// Adds attitudes in the hand, with the smoothest change from one to the next (x³(10 − 15x + 6x²), Flash and Hogan 1985).
  mutating func addHolds(_ holds: [(time: Double, attitude: Attitude)], _ times: [Double]) {
    guard !holds.isEmpty else { return }
    var next = 0
    for (i, time) in times.enumerated() {
      while next < holds.count && holds[next].time <= time { next += 1 }
      let before = holds[max(0, next - 1)], after = holds[min(next, holds.count - 1)]
      let span = after.time - before.time
      let x = span > 0 ? max(0, min(1, (time - before.time) / span)) : 1
      let share = x * x * x * (10 - 15 * x + 6 * x * x)
      func blend(_ path: KeyPath<Attitude, Angle>) -> Double {
        let a = before.attitude[keyPath: path].radians, b = after.attitude[keyPath: path].radians
        return a + (b - a) * share
      }
      heading[i] += blend(\.heading)
      elevation[i] += blend(\.elevation)
      roll[i] += blend(\.roll)
    }
  }

  var speed: [Double] {
    let e = derivative(east), n = derivative(north)
    return e.indices.map { hypot(e[$0], n[$0]) }
  }

  func derivative(_ signal: [Double]) -> [Double] {
    signal.indices.map { i in
      let a = max(0, i - 1), b = min(signal.count - 1, i + 1)
      return (signal[b] - signal[a]) / (Double(b - a) * spacing)
    }
  }
}
