import Geometry
import Samples

/// Whether a shoe stands on the ground, from the rates and forces of the last moments.
///
/// With ω the rate, b its bias, f the force, f̄ its mean, and means over a window of `standingWindow`,
///   T = mean(|ω − b|² + κ |f − g f̄/|f̄||²),
/// the statistic of SHOE with its two weights joined (Skog, Händel, Nilsson and Rantakokko, IEEE Trans. Biomedical Engineering
/// 57(11), 2010). The shoe stands if T < γ₀ + γ_E E, where E is |ω − b|² low-passed: the swing just made. A runner's stance is
/// never as still as a walker's, so one fixed threshold either misses it or counts a slow walker's swing as a stance. Wahlström
/// and Skog (IEEE Sensors Letters 3(6), 2019) derived a threshold that depends on the time since the last stance; the swing's
/// energy gives better tracks (docs/shoe.md).
struct StanceDetector: Sendable {
  private let parameters: ShoeParameters
  /// The two constants of the formulas above: the least threshold, and the weight of the force.
  private let least: Double, weight: Double
  private var window: InertialWindow, restWindow: InertialWindow
  /// E, the energy of the recent swing, in (rad/s)².
  private(set) var energy = 0.0
  /// T of the last sample, in (rad/s)².
  private(set) var motion = 0.0
  private(set) var isStanding = false

  init(_ parameters: ShoeParameters) {
    self.parameters = parameters
    let rate = ShoeParameters.standingRate.radians, ratio = rate / ShoeParameters.standingForce.value
    least = rate * rate
    weight = ratio * ratio
    window = InertialWindow(ShoeParameters.standingWindow)
    restWindow = InertialWindow(ShoeParameters.restWindow)
  }

  /// Ingests a sample.
  mutating func add(
    rate: SIMD3<Double>, force: SIMD3<Double>, bias: SIMD3<Double>, at time: BootInstant, over interval: Double
  ) {
    let sample = InertialWindow.Entry(time: time, rate: rate, force: force)
    window.add(sample)
    restWindow.add(sample)
    let turning = rate - bias
    energy += (dot(turning, turning) - energy) * fading(interval / ShoeParameters.swingTime.value)
    motion = statistic(bias)
    isStanding = motion < threshold
  }

  /// The limit of T.
  var threshold: Double { least + ShoeParameters.standingSwing * energy }

  /// T. For a vector c the mean of |x − c|² is the scatter of x about its mean x̄, plus |x̄ − c|²; with c = g f̄/|f̄| the latter is
  /// (|f̄| − g)².
  private func statistic(_ bias: SIMD3<Double>) -> Double {
    let off = window.meanRate - bias
    let excess = dot(window.meanForce, window.meanForce).squareRoot() - Constants.standardGravity.value
    return window.rateScatter + dot(off, off) + weight * (window.forceScatter + excess * excess)
  }

  /// Whether the foot stands and does not even roll: over `restWindow` rate and force hardly vary, and the rate is no larger than
  /// a bias. A limit for the size of the rate alone would never find a larger bias.
  var isResting: Bool {
    guard isStanding, restWindow.isFull else { return false }
    let rate = restWindow.meanRate
    let limit = ShoeParameters.restBias.radians, turns = ShoeParameters.restRate.radians,
      pushes = ShoeParameters.restForce.value
    return dot(rate, rate) < limit * limit && restWindow.rateScatter < turns * turns
      && restWindow.forceScatter < pushes * pushes
  }

  /// Clears the windows after a gap.
  mutating func clear() {
    window.clear()
    restWindow.clear()
    isStanding = false
  }
}

/// Means and scatters of rate and force over the samples of the last moments, at the same cost per sample for any window.
///
/// The sums are added up anew whenever the ring wraps, so that rounding errors do not accumulate: those of one lap are below
/// 1e-10 (m/s²)² after an impact of 150 m/s².
struct InertialWindow: Sendable {
  struct Entry: Sendable {
    var time = BootInstant(nanoseconds: .min)
    var rate = SIMD3(0.0, 0.0, 0.0)
    var force = SIMD3(0.0, 0.0, 0.0)
    var rateSquare = 0.0, forceSquare = 0.0

    init() {}
    init(time: BootInstant, rate: SIMD3<Double>, force: SIMD3<Double>) {
      (self.time, self.rate, self.force) = (time, rate, force)
      (rateSquare, forceSquare) = (dot(rate, rate), dot(force, force))
    }
  }

  private let length: TimeSpan
  private var ring: [Entry] = Array(repeating: Entry(), count: InertialWindow.capacity)
  /// Numbers of the oldest sample of the window and of the next one.
  private var oldest = 0, next = 0
  private var rates = SIMD3(0.0, 0.0, 0.0), forces = SIMD3(0.0, 0.0, 0.0)
  private var rateSquares = 0.0, forceSquares = 0.0

  /// A power of two: 0.15 s at 1.7 kHz. At higher rates the window is shorter.
  private static let capacity = 256

  init(_ length: TimeSpan) { self.length = length }

  private(set) var isFull = false
  private var count: Double { Double(next - oldest) }
  var meanRate: SIMD3<Double> { rates / count }
  var meanForce: SIMD3<Double> { forces / count }
  /// Mean squared difference from the mean, all axes together.
  var rateScatter: Double { max(0, rateSquares / count - dot(meanRate, meanRate)) }
  var forceScatter: Double { max(0, forceSquares / count - dot(meanForce, meanForce)) }

  mutating func add(_ entry: Entry) {
    // Tolerates the rounding of stamps; the length itself is excluded, so a window of 60 ms has twelve samples at 200 Hz.
    while next > oldest {
      let first = ring[oldest & (Self.capacity - 1)]
      guard next - oldest >= Self.capacity || entry.time - first.time > length - Self.rounding else { break }
      rates -= first.rate
      forces -= first.force
      rateSquares -= first.rateSquare
      forceSquares -= first.forceSquare
      oldest += 1
      isFull = true
    }
    ring[next & (Self.capacity - 1)] = entry
    include(entry)
    next += 1
    if next & (Self.capacity - 1) == 0 { sumUp() }
  }

  private static let rounding = TimeSpan(1e-5)

  mutating func clear() {
    oldest = 0
    next = 0
    isFull = false
    sumUp()
  }

  @inline(__always) private mutating func include(_ entry: Entry) {
    rates += entry.rate
    forces += entry.force
    rateSquares += entry.rateSquare
    forceSquares += entry.forceSquare
  }

  /// Adds the window up anew, so that rounding errors do not accumulate.
  private mutating func sumUp() {
    rates = .zero
    forces = .zero
    rateSquares = 0
    forceSquares = 0
    for number in oldest..<next { include(ring[number & (Self.capacity - 1)]) }
  }
}
