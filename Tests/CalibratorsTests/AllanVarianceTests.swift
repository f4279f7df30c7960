import Allan
import CalibrationRecords
import Expectations
import Geometry
import Odometry
import Samples
import Testing

@testable import Calibrators
@testable import Simulation

@Suite struct AllanVarianceTests {
  static let interval = 0.01

  static func white(_ density: Double, count: Int, seed: UInt64) -> [Double] {
    var random = Generator(seed: seed, stream: "white")
    let sigma = density / interval.squareRoot()
    return (0..<count).map { _ in random.gaussian() * sigma }
  }

  static func walk(_ density: Double, count: Int, seed: UInt64) -> [Double] {
    var random = Generator(seed: seed, stream: "walk")
    var sum = 0.0
    return (0..<count).map { _ in
      sum += random.gaussian() * density * interval.squareRoot()
      return sum
    }
  }

  /// 1/f noise by a fractional filter: h₀ = 1, h_k = h_(k−1) (k − ½)/k (N. J. Kasdin, Proc. IEEE 83(5), 1995, eq. 116). With
  /// white noise of variance q as its input it has the two-sided density q/(2πf); flicker of instability B has B²/(2πf) (IEEE
  /// 952): q = B².
  static func flicker(_ instability: Double, count: Int, seed: UInt64) -> [Double] {
    var random = Generator(seed: seed, stream: "flicker")
    var h = [1.0]
    for k in 1..<count { h.append(h[k - 1] * (Double(k) - 0.5) / Double(k)) }
    let noise = (0..<count).map { _ in random.gaussian() * instability }
    var result = [Double](repeating: 0, count: count)
    h.withUnsafeBufferPointer { h in
      noise.withUnsafeBufferPointer { noise in
        for n in 0..<count {
          var sum = 0.0
          for k in 0...n { sum += h[k] * noise[n - k] }
          result[n] = sum
        }
      }
    }
    return result
  }

  /// The same for many more samples, by Gauss–Markov processes (Keshner).
  static func longFlicker(_ instability: Double, count: Int, seed: UInt64) -> [[Double]] {
    var random = Generator(seed: seed, stream: "flicker")
    var noise = FlickerNoise(instability: instability, interval: interval, generator: &random)
    var axes = [[Double]](repeating: [], count: 3)
    for _ in 0..<count {
      let v = noise.next(&random)
      for i in 0..<3 { axes[i].append(v[i]) }
    }
    return axes
  }

  static func close(_ coefficient: AllanVariance.Coefficient?, _ truth: Double) -> Bool {
    guard let value = coefficient?.value else { return false }
    return abs(value / truth - 1) < 0.1
  }

  @Test func whiteNoiseAlone() {
    for seed in 0..<6 as Range<UInt64> {
      let allan = AllanVariance(of: Self.white(2e-4, count: 360_000, seed: seed), interval: TimeSpan(Self.interval))
      #expect(Self.close(allan.whiteNoise, 2e-4), "\(String(describing: allan.whiteNoise))")
      #expect(allan.walk == nil)
      #expect(allan.instability == nil)
    }
  }

  @Test func randomWalkAlone() {
    for seed in 0..<6 as Range<UInt64> {
      let allan = AllanVariance(of: Self.walk(1e-5, count: 360_000, seed: seed), interval: TimeSpan(Self.interval))
      #expect(Self.close(allan.walk, 1e-5), "\(String(describing: allan.walk))")
      #expect(allan.whiteNoise == nil)
    }
  }

  @Test func flickerAlone() {
    for seed in 0..<3 as Range<UInt64> {
      let allan = AllanVariance(of: Self.flicker(5e-5, count: 1 << 15, seed: seed), interval: TimeSpan(Self.interval))
      #expect(Self.close(allan.instability, 5e-5), "\(String(describing: allan.instability))")
    }
  }

  @Test func aMixture() {
    // White noise below 1 s, flicker around 10 s, a random walk beyond 200 s; for an hour.
    let count = 720_000, n = 1e-4, b = 3e-4, k = 3e-5
    var inside = 0, all = 0
    for seed in 0..<2 as Range<UInt64> {
      let flicker = Self.longFlicker(b, count: count, seed: seed)
      for (axis, series) in flicker.enumerated() {
        let white = Self.white(n, count: count, seed: 10 * seed + UInt64(axis))
        let walk = Self.walk(k, count: count, seed: 10 * seed + UInt64(axis))
        let allan = AllanVariance(
          of: series.indices.map { series[$0] + white[$0] + walk[$0] }, interval: TimeSpan(Self.interval))
        #expect(Self.close(allan.whiteNoise, n))
        #expect(Self.close(allan.instability, b))
        for (found, truth) in [(allan.whiteNoise, n), (allan.instability, b), (allan.walk, k)] {
          all += 1
          if let found, (found.lower...found.upper).contains(truth) { inside += 1 }
        }
      }
    }
  }

  @Test func whiteNoiseAndWalkTogether() {
    for seed in 0..<4 as Range<UInt64> {
      let white = Self.white(2e-4, count: 720_000, seed: seed), walk = Self.walk(1e-4, count: 720_000, seed: seed)
      let allan = AllanVariance(of: white.indices.map { white[$0] + walk[$0] }, interval: TimeSpan(Self.interval))
      #expect(Self.close(allan.whiteNoise, 2e-4))
      #expect(Self.close(allan.walk, 1e-4))
    }
  }

  @Test func intervalsHoldTheTruthNineteenTimesInTwenty() {
    // The confidence interval of a point: the Allan variance of white noise is known exactly.
    var inside = 0, all = 0
    for seed in 0..<60 as Range<UInt64> {
      let allan = AllanVariance(of: Self.white(1, count: 6000, seed: seed), interval: TimeSpan(Self.interval))
      for point in allan.points {
        all += 1
        let truth = 1 / point.time.value.squareRoot()
        if (point.lower...point.upper).contains(truth) { inside += 1 }
      }
    }
    let share = Double(inside) / Double(all)
    #expect((0.92...0.98).contains(share))
  }

  static func recorder(
    _ seconds: Double, rate: Double = 100, change: (Int, inout GyroscopeSample) -> Bool = { _, _ in true }
  ) -> AllanRecorder {
    var recorder = AllanRecorder()
    var random = Generator(seed: 1)
    for k in 0..<Int(seconds * rate) {
      var sample = GyroscopeSample(
        time: BootInstant(seconds: Double(k) / rate), rate: AngularVelocity(random.gaussian3() * 0.002))
      if change(k, &sample) { recorder.ingest(.gyroscope(sample)) }
    }
    return recorder
  }

  @Test func theLongestStretchCounts() throws {
    let report = try Self.recorder(600) { k, _ in !(20_000..<20_300).contains(k) && k % 5000 != 0 }.result(
      of: .gyroscope)
    expect(report.stretches, equals: 2)
    expect(abs(report.duration.value - 397), isBelow: 0.1)
    expect(report.filled, equals: 7)
    expect(abs(report.interval.value - 0.01), isBelow: 1e-5)
    #expect(Self.close(report.axes[0].whiteNoise, 0.0002))
  }

  @Test func longRecordsAreAveragedInPairs() throws {
    var recorder = AllanRecorder(capacity: 4096)
    var random = Generator(seed: 1)
    for k in 0..<20_000 {
      recorder.ingest(
        .gyroscope(
          GyroscopeSample(
            time: BootInstant(seconds: 0.01 * Double(k)), rate: AngularVelocity(random.gaussian3() * 0.002))))
    }
    let report = try recorder.result(of: .gyroscope)
    expect(abs(report.interval.value - 0.08), isBelow: 1e-6)
    #expect(Self.close(report.axes[0].whiteNoise, 0.0002))
  }

  @Test func recommendationsAreLinesThatTheFilterTakes() throws {
    let report = try Self.recorder(600).result(of: .gyroscope)
    let line = try #require(report.recommendations.first).line
    var parameters = AttitudeParameters()
    try AttitudeParameters.table.set(line, in: &parameters)
    expect(abs(parameters.gyroscopeNoise.degrees / (3 * degrees(0.0002)) - 1), isBelow: 0.1)
    #expect(line.hasPrefix("gyroscope.noise=0.03"))
    #expect(report.configuration.hasPrefix("[Parameters]\n# 3 times the white noise"))
    #expect(report.configuration.hasSuffix("\n\(line)\n"))
  }

  @Test func badInputIsNamed() {
    func reason(_ recorder: AllanRecorder, _ sensor: AllanRecorder.Sensor = .gyroscope) -> CalibrationFailure.Reason? {
      do {
        _ = try recorder.result(of: sensor)
        return nil
      } catch { return error.reason }
    }
    expect(reason(Self.recorder(10)), equals: .tooLittleMotion)
    expect(reason(Self.recorder(100), .accelerometer), equals: .sensorMissing)
    expect(
      reason(
        Self.recorder(100) { k, sample in
          if k == 5000 { sample.time = BootInstant(seconds: 1) }
          return true
        }), equals: .clock)
    expect(
      reason(
        Self.recorder(100) { _, sample in
          sample.rate = AngularVelocity(0.1, 0, 0)
          return true
        }), equals: .constant)
    expect(
      reason(
        Self.recorder(100) { _, sample in
          sample.rate.y = 0
          return true
        }), equals: .constant)
    expect(
      reason(
        Self.recorder(100) { k, sample in
          if k % 20 == 0 { sample.rate.y = .nan }
          return true
        }), equals: .notFinite)
  }
}
