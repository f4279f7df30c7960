import Geometry
public import Samples

/// Whether the floor below a standing shoe rises or falls, as that of a lift or on an escalator, by the barometer: the slope of its
/// heights while the shoe stands. A shoe that swings is no measure, because the wind of the swing is in its pressure.
///
/// Heights are averaged over bins of a quarter of a second. The slope is that of a straight line through the last bins; its error
/// follows from their distances from such lines (Draper and Smith, Applied Regression Analysis, 3rd ed. 1998, §1.4). So an unsteady
/// pressure recognizes nothing instead of something wrong.
public struct RisingFloor: Sendable {
  /// The last bin while the floor moves.
  public struct Reading: Sendable {
    /// Height gained since before the floor moved, in meters, and its 1 σ.
    public var climb: Double
    public var sigma: Double
    public var time: BootInstant
  }

  private struct Bin: Sendable {
    var time = 0.0, height = 0.0
  }

  public private(set) var isMoving = false
  private var bins = [Bin](repeating: Bin(), count: RisingFloor.long)
  private var count = 0
  /// The bin that is being filled: its first sample, and the sums of times since then and heights.
  private var start: BootInstant?
  private var sum = Bin(), samples = 0.0
  /// Time zero of the bins.
  private var origin: BootInstant?
  /// Height before the floor moved.
  private var base = 0.0
  /// Variance of a bin, from the distances of bins from their lines.
  private var noise: Double?
  private var stillBins = 0

  /// Bins of two seconds, which decide that the floor moves, and of the last one, which decide that it has stopped.
  private static let long = 8, short = 4
  private static let width = TimeSpan(0.25), longestGap = TimeSpan(1)
  /// In m/s: half the speed at which the slowest escalators rise.
  private static let slowest = 0.1
  private static let certain = 3.0
  /// Least error of a bin in meters: the resolution of a good barometer.
  private static let leastNoise = 0.02
  /// Share of a line in `noise`.
  private static let noiseShare = 0.05

  public init() {}

  /// Clears the bins: the shoe has moved by itself, or there was a gap. A moving floor still moves.
  public mutating func clear() {
    count = 0
    start = nil
  }

  /// The shoe has walked off.
  public mutating func stop() {
    clear()
    isMoving = false
  }

  /// Ingests a height while the shoe stands. Returns a reading for each bin while the floor moves.
  public mutating func add(_ height: Double, at time: BootInstant) -> Reading? {
    if let start, time >= start, time - start < Self.width {
      sum.time += (time - start).value
      sum.height += height
      samples += 1
      return nil
    }
    let isContinuous = start.map { time >= $0 && time - $0 < Self.longestGap } ?? false
    if isContinuous { closeBin() } else { clear() }
    start = time
    sum = Bin(time: 0, height: height)
    samples = 1
    guard isContinuous else { return nil }
    if isMoving { watchForStop() } else { recognize() }
    guard isMoving, count > 0, let origin else { return nil }
    let last = bins[count - 1]
    return Reading(climb: last.height - base, sigma: binSigma, time: origin + TimeSpan(last.time))
  }

  private mutating func closeBin() {
    guard let start else { return }
    if count == 0 { origin = start }
    guard let origin else { return }
    if count == Self.long {
      for i in 1..<Self.long { bins[i - 1] = bins[i] }
      count -= 1
    }
    bins[count] = Bin(time: (start - origin).value + sum.time / samples, height: sum.height / samples)
    count += 1
  }

  private var binSigma: Double { max((noise ?? 0).squareRoot(), Self.leastNoise) }

  private mutating func recognize() {
    guard count == Self.long else { return }
    let line = line(Self.long)
    noise = noise.map { $0 + (line.variance - $0) * Self.noiseShare } ?? line.variance
    let sigma = (max(line.variance, binSigma * binSigma) / line.spread).squareRoot()
    guard line.slope.magnitude - Self.certain * sigma > Self.slowest else { return }
    isMoving = true
    stillBins = 0
    base = bins[0].height
  }

  private mutating func watchForStop() {
    guard count >= Self.short else { return }
    stillBins = line(Self.short).slope.magnitude < Self.slowest ? stillBins + 1 : 0
    if stillBins >= 2 { isMoving = false }
  }

  /// The line through the last bins: its slope, the variance of a bin about it, and Σ(t − t̄)².
  private func line(_ number: Int) -> (slope: Double, variance: Double, spread: Double) {
    let first = count - number, n = Double(number)
    var middle = Bin()
    for i in first..<count {
      middle.time += bins[i].time / n
      middle.height += bins[i].height / n
    }
    var spread = 0.0, product = 0.0
    for i in first..<count {
      let away = bins[i].time - middle.time
      spread += away * away
      product += away * (bins[i].height - middle.height)
    }
    let slope = product / spread
    var squares = 0.0
    for i in first..<count {
      let off = bins[i].height - middle.height - slope * (bins[i].time - middle.time)
      squares += off * off
    }
    return (slope, squares / (n - 2), spread)
  }
}
