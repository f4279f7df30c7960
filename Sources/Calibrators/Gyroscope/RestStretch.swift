public import Geometry
public import Samples

/// Finds the times at which a gyroscope truly rests, as on a table, and its readings then.
///
/// A simple threshold accepts a standing wearer: the body sways by a degree at 0.1–1 Hz, below any limit on single readings, and
/// the sway would be learned as a bias. The means over half a second show the difference: at rest they scatter as the white noise
/// of the readings predicts, with sway ten times as much. The variance of the noise is half the mean square of successive
/// differences (J. von Neumann 1941), which slow motion does not affect, of means over 50 ms, which a sensor's low-pass filter
/// does not smooth. The same holds for the force, which tilts with the sway.
public struct RestStretch: Sendable {
  public static let blockTime = TimeSpan(0.5)
  /// Least 1 σ allowed to the means of blocks: sensors' flicker and a table's creaking.
  public static let rateFloor = AngularRate(5e-4)  // 0.03 °/s
  public static let forceFloor = AccelerationSize(0.015)
  /// Factor by which the means of blocks may scatter more than the readings' noise explains.
  public static let slack = 4.0
  /// Single readings of the noisiest sensor at rest, 1 σ.
  public static let noisiestRate = AngularRate(0.02)
  public static let noisiestForce = AccelerationSize(0.3)

  /// Statistics of one stretch of rest.
  public struct Rest: Sendable {
    var blocks = 0
    var start = BootInstant(nanoseconds: 0)
    var end = BootInstant(nanoseconds: 0)
    var mean = SIMD3<Double>.zero
    var squares = SIMD3<Double>.zero
    var force = SIMD3<Double>.zero
    var forceSquares = 0.0
    var forceBlocks = 0
    /// 1 σ per axis of a block's mean that white noise would cause, and 1 σ of single readings.
    var expected = 0.0
    var noise = 0.0
    var temperature = TemperatureRange()

    public var duration: Double { (end - start).value }
    /// Measured 1 σ of a block's mean per axis.
    var scatter: Double { blocks > 1 ? (squares.sum() / (3 * Double(blocks - 1))).squareRoot() : 0 }
    var forceScatter: Double { forceBlocks > 1 ? (forceSquares / (3 * Double(forceBlocks - 1))).squareRoot() : 0 }
  }

  private var rates = Block()
  private var forces = Block()
  private var start: BootInstant?
  private(set) var rest = Rest()
  /// Distance of the newest block's mean from the earlier ones over the limit for rest; above 1 the sensor moves.
  private(set) var excess = 0.0
  private(set) var smallestStep = Double.infinity

  /// A block's sum, its scatter, and the successive differences of its parts' means.
  private struct Block: Sendable {
    static let partTime = TimeSpan(0.05)
    var count = 0
    var last = SIMD3<Double>.zero
    private var origin = SIMD3<Double>.zero
    private var sum = SIMD3<Double>.zero
    private var squares = 0.0
    private var part = SIMD3<Double>.zero
    private var partCount = 0
    private var partEnd = Block.partTime.value
    private var lastPart = SIMD3<Double>.zero
    private var parts = 0
    private var differences = 0.0

    /// Adds a reading; `age` is the time since the block began, s.
    public mutating func add(_ v: SIMD3<Double>, age: Double) {
      if count == 0 { origin = v }
      if age >= partEnd, partCount > 0 {
        let mean = part / Double(partCount)
        if parts > 0 { differences += dot(mean - lastPart, mean - lastPart) }
        lastPart = mean
        parts += 1
        part = .zero
        partCount = 0
        partEnd += Self.partTime.value
      }
      last = v
      let off = v - origin
      sum += off
      squares += dot(off, off)
      part += off
      partCount += 1
      count += 1
    }

    var mean: SIMD3<Double> { origin + sum / Double(max(1, count)) }
    /// 1 σ of single readings per axis.
    var noise: Double {
      guard count > 1 else { return 0 }
      let n = Double(count)
      return (max(0, squares - dot(sum, sum) / n) / (3 * (n - 1))).squareRoot()
    }
    /// 1 σ of the mean that white noise would cause, per axis.
    var expected: Double {
      parts > 1 ? (differences / (6 * Double(parts - 1)) / Double(parts)).squareRoot() : 0
    }
  }

  public enum Event: Sendable {
    case nothing
    case longer
    /// The sensor moved; the rest before the movement, if there was any.
    case ended(Rest)
  }

  public mutating func add(force: SIMD3<Double>, at time: BootInstant) {
    guard let start else { return }
    forces.add(force, age: (time - start).value)
  }

  public mutating func add(rate: SIMD3<Double>, at time: BootInstant, temperature: Temperature?) -> Event {
    if rates.count > 0 {
      let step = rate - rates.last
      for axis in 0..<3 where step[axis] != 0 { smallestStep = min(smallestStep, step[axis].magnitude) }
    }
    guard let begin = start else {
      start = time
      rates.add(rate, age: 0)
      return .nothing
    }
    let age = (time - begin).value
    guard age >= Self.blockTime.value else {
      rates.add(rate, age: age)
      return .nothing
    }
    defer {
      rates = Block()
      forces = Block()
      start = time
      rates.add(rate, age: 0)
    }
    guard age < 2 * Self.blockTime.value, rates.count >= 5 else { return end() }
    return close(from: begin, to: time, temperature)
  }

  private mutating func close(from begin: BootInstant, to end: BootInstant, _ temperature: Temperature?) -> Event {
    let mean = rates.mean
    // A coarse converter without noise jumps by whole steps.
    let step = smallestStep < 4 * Self.rateFloor.value ? 0.6 * smallestStep : 0
    let quiet = max(Self.rateFloor.value, step, Self.slack * rates.expected)
    let quietForce = max(Self.forceFloor.value, Self.slack * forces.expected)
    // Readings that scatter as in a hand are not rest, even if their means agree.
    var excess = max(rates.noise / Self.noisiestRate.value, forces.noise / Self.noisiestForce.value)
    if rest.blocks > 0 {
      excess = max(excess, length(mean - rest.mean) / (2.5 * quiet))
      excess = max(excess, (rest.squares.sum() / (3 * Double(max(1, rest.blocks - 1)))).squareRoot() / quiet)
      if rest.forceBlocks > 0, forces.count > 0 {
        excess = max(excess, length(forces.mean - rest.force) / (2.5 * quietForce), rest.forceScatter / quietForce)
      }
    }
    self.excess = excess
    if excess > 1 {
      let event = self.end()
      // The block after a movement may be the first of a rest.
      if rest.blocks == 0, excess < 4 { addBlock(mean, begin, end, temperature) }
      return event
    }
    addBlock(mean, begin, end, temperature)
    return .longer
  }

  private mutating func addBlock(
    _ mean: SIMD3<Double>, _ begin: BootInstant, _ end: BootInstant, _ temperature: Temperature?
  ) {
    if rest.blocks == 0 { rest.start = begin }
    rest.blocks += 1
    rest.end = end
    let off = mean - rest.mean
    rest.mean += off / Double(rest.blocks)
    rest.squares += off * (mean - rest.mean)
    rest.expected += (rates.expected - rest.expected) / Double(rest.blocks)
    rest.noise += (rates.noise - rest.noise) / Double(rest.blocks)
    if forces.count > 0 {
      rest.forceBlocks += 1
      let off = forces.mean - rest.force
      rest.force += off / Double(rest.forceBlocks)
      rest.forceSquares += dot(off, forces.mean - rest.force)
    }
    if let temperature { rest.temperature.add(temperature) }
  }

  /// Ends the stretch on request, for example when the temperature has changed.
  mutating func end() -> Event {
    let ended = rest
    rest = Rest()
    return ended.blocks > 0 ? .ended(ended) : .nothing
  }
}
