import Expectations
import Geodesy
import Geometry
import Samples
import Testing

@testable import Simulation

/// The simulated errors have the requested statistics.
@Suite struct NoiseTests {
  static let quiet = SimulationParameters.Triad(
    noise: 0, instability: 0, walk: 0, bias: 0, scale: 0, misalignment: 0, temperature: 0, step: 0, range: 1e9)

  /// Returns three axes of readings at rest, each one a series.
  func series(_ model: SimulationParameters.Triad, rate: Double, count: Int, seed: UInt64 = 1) -> [[Double]] {
    var triad = ErroneousTriad(model, rate: rate, generator: Generator(seed: seed))
    var axes = [[Double]](repeating: [], count: 3)
    for _ in 0..<count {
      let reading = triad.reading(of: .zero, warming: 0)
      for axis in 0..<3 { axes[axis].append(reading[axis]) }
    }
    return axes
  }

  /// Overlapping Allan deviation (IEEE Std 952-1997, annex C), by cumulative sums.
  func allanDeviation(_ series: [Double], averaging m: Int, rate: Double) -> Double {
    var sums = [0.0]
    for value in series { sums.append(sums[sums.count - 1] + value) }
    var total = 0.0
    let count = series.count - 2 * m + 1
    for i in 0..<count {
      let difference = (sums[i + 2 * m] - 2 * sums[i + m] + sums[i]) / Double(m)
      total += difference * difference
    }
    return (total / (2 * Double(count))).squareRoot()
  }

  /// Root mean square over the axes, so that one run gives more.
  func allan(_ axes: [[Double]], averaging m: Int, rate: Double) -> Double {
    let squares = axes.map { pow(allanDeviation($0, averaging: m, rate: rate), 2) }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  @Test func whiteNoiseFallsWithTheRoot() {
    var model = Self.quiet
    model.noise = 2e-3
    let axes = series(model, rate: 100, count: 400_000)
    for seconds in [0.1, 1, 10] {
      let deviation = allan(axes, averaging: Int(seconds * 100), rate: 100)
      expect(abs(deviation * seconds.squareRoot() / model.noise - 1), isBelow: 0.05)
    }
  }

  @Test func flickerIsLevel() {
    var model = Self.quiet
    model.instability = 1e-3
    // several realizations: the flicker floor of a single one varies
    let runs = (1...6).flatMap { series(model, rate: 20, count: 200_000, seed: $0) }
    for seconds in [2.0, 10, 50, 250] {
      let deviation = allan(runs, averaging: Int(seconds * 20), rate: 20)
      expect(abs(deviation / (0.664 * model.instability) - 1), isBelow: 0.12, "at \(seconds) s")
    }
  }

  @Test func randomWalkGrowsWithTheRoot() {
    var model = Self.quiet
    model.walk = 1e-4
    let runs = (1...8).flatMap { series(model, rate: 20, count: 100_000, seed: $0) }
    for seconds in [5.0, 20, 80] {
      // K √(t/3) for the averaging time t, IEEE 952 C.1.5
      let expected = model.walk * (seconds / 3).squareRoot()
      expect(abs(allan(runs, averaging: Int(seconds * 20), rate: 20) / expected - 1), isBelow: 0.12, "at \(seconds) s")
    }
  }

  @Test func turnOnErrorsHaveTheirSize() {
    var model = Self.quiet
    model.bias = 0.1
    model.scale = 0.01
    model.misalignment = 0.003
    model.temperature = 0.02
    var bias = 0.0, scale = 0.0, cross = 0.0, warm = 0.0
    let count = 4000
    for seed in 0..<count {
      var triad = ErroneousTriad(model, rate: 10, generator: Generator(seed: UInt64(seed)))
      let zero = triad.reading(of: .zero, warming: 0)
      let x = triad.reading(of: SIMD3(1, 0, 0), warming: 0) - zero
      bias += dot(zero, zero) / 3
      scale += (x.x - 1) * (x.x - 1)
      cross += (x.y * x.y + x.z * x.z) / 2
      let warmed = triad.reading(of: .zero, warming: 10) - zero
      warm += dot(warmed, warmed) / 300
    }
    func sigma(_ sum: Double) -> Double { (sum / Double(count)).squareRoot() }
    expect(abs(sigma(bias) / model.bias - 1), isBelow: 0.05)
    expect(abs(sigma(scale) / model.scale - 1), isBelow: 0.05)
    expect(abs(sigma(cross) / model.misalignment - 1), isBelow: 0.05)
    expect(abs(sigma(warm) / model.temperature - 1), isBelow: 0.05)
  }

  @Test func quantisationAndSaturation() {
    var model = Self.quiet
    model.step = 0.25
    model.range = 2
    var triad = ErroneousTriad(model, rate: 10, generator: Generator(seed: 1))
    expect(triad.reading(of: SIMD3(0.3, -0.4, 7), warming: 0), equals: SIMD3(0.25, -0.5, 2))
    expect(triad.reading(of: SIMD3(-9, 0.13, 0), warming: 0), equals: SIMD3(-2, 0.25, 0))
  }

  @Test func fixErrorsAreCorrelatedAsAsked() {
    var parameters = SimulationParameters()
    parameters.receiver.bias = .metres(3)
    parameters.receiver.biasTime = .seconds(30)
    parameters.receiver.noise = .metres(0.5)
    let trajectory = Simulation(Plan.benchRest.itinerary(parameters), parameters: parameters).trajectory
    let truth = trajectory.instant(at: .zero)
    let plane = TangentPlane(origin: truth.place)
    let count = 40_000
    var receiver = SimulatedReceiver(
      trajectory, parameters.receiver, started: UTC(nanosecondsSince1970: 0), seed: 4)
    let errors = (0..<count).map { i -> SIMD3<Double> in
      let fix = receiver.fix(at: min(590, Double(i)), clockOffset: 0)
      let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
      return plane.enu(place).components
    }
    func covariance(lag: Int) -> SIMD3<Double> {
      var sum = SIMD3<Double>.zero
      for i in 0..<(count - lag) { sum += errors[i] * errors[i + lag] }
      return sum / Double(count - lag)
    }
    for (lag, expected) in [(0, 9.25), (1, 9 * exp(-1.0 / 30)), (30, 9 * exp(-1)), (60, 9 * exp(-2))] {
      let measured = covariance(lag: lag)
      let horizontal = (measured.x + measured.y) / 2
      expect(abs(horizontal - expected), isBelow: 0.7, "lag \(lag): \(horizontal) m², expected \(expected)")
      expect(abs(measured.z - expected * 1.7 * 1.7), isBelow: 3.0)
    }
    // and the receiver states its error rightly: 95 % of the errors are within eph
    let fix = receiver.fix(at: 1, clockOffset: 0)
    let radius = fix.horizontalError?.value ?? 0
    let inside = errors.filter { hypot($0.x, $0.y) < radius }.count
    expect(abs(Double(inside) / Double(count) - 0.95), isBelow: 0.015)
  }

  @Test func surroundingsHaveSizeAndLength() {
    var size = 0.0, near = 0.0, far = 0.0
    let count = 3000
    for seed in 0..<count {
      let field = DisturbanceField(rms: 3, length: 4, seed: UInt64(seed))
      let a = field.field(at: .zero).components
      size += dot(a, a) / 3
      near += dot(a, field.field(at: Displacement(4, 0, 0)).components) / 3
      far += dot(a, field.field(at: Displacement(0, 20, 0)).components) / 3
    }
    expect(abs((size / Double(count)).squareRoot() / 3 - 1), isBelow: 0.05)
    expect(abs(near / size - exp(-0.5)), isBelow: 0.05)
    expect(abs(far / size), isBelow: 0.05)
  }
}
