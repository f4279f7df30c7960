import Expectations
import Geodesy
import Geometry
import Samples
import Simulation
import Testing

/// Sessions as lines: schedules, determinism and every fault.
@Suite struct SessionTests {
  func lines(
    _ plan: Plan = .straight, faults: [String] = [], seed: UInt64 = 1, until: Double = 30,
    _ adjust: (inout SimulationParameters) -> Void = { _ in }
  ) throws -> [RecordingLine] {
    var parameters = SimulationParameters()
    adjust(&parameters)
    let simulation = Simulation(
      plan.itinerary(parameters), parameters: parameters, faults: try faults.map { try Fault($0) }, seed: seed)
    struct Enough: Error {}
    var lines: [RecordingLine] = []
    do {
      try simulation.run { line in
        if let time = line.time, time > BootInstant(seconds: until) { throw Enough() }
        lines.append(line)
      }
    } catch is Enough {}
    return lines
  }
  func gyroscope(_ lines: [RecordingLine]) -> [GyroscopeSample] {
    lines.compactMap { if case .sample(.gyroscope(let sample)) = $0 { sample } else { nil } }
  }
  func fixes(_ lines: [RecordingLine]) -> [Fix] {
    lines.compactMap { if case .sample(.fix(let fix)) = $0 { fix } else { nil } }
  }

  @Test func sameSeedSameLines() throws {
    let first = try lines()
    let again = try lines(), other = try lines(seed: 2)
    #expect(first == again && first != other)
  }

  @Test func oneSettingChangesOnlyItsOwn() throws {
    let plain = gyroscope(try lines())
    let noisier = gyroscope(try lines { $0.magnetometerNoise = FluxDensity(5) })
    let farther = gyroscope(try lines { $0.receiver.outliers = 0.5 })
    let faulty = gyroscope(try lines(faults: ["gap:gnss@3", "spike:accelerometer@4"]))
    #expect(plain == noisier && plain == farther && plain == faulty)
  }

  @Test func arrivalsAreInOrderAndRatesAsAsked() throws {
    let all = try lines { $0.imuRate = 100 }
    var last = BootInstant(nanoseconds: .min)
    for line in all {
      var time = line.time
      if case .sample(.fix(let fix)) = line { time = fix.arrival }
      guard let time else { continue }
      expect(time, isAtLeast: last)
      last = time
    }
    expect(gyroscope(all).count, equals: 3000)
    #expect(fixes(all).allSatisfy { $0.time == $0.arrival && $0.utc != nil })
    expect(all.filter { $0.tag == .magnetometer }.count, equals: 1500)
    expect(all.filter { $0.tag == .barometer }.count, equals: 300)
    expect(all.filter { $0.tag == .reference }.count, equals: 601)
  }

  @Test func samplesLieOnTheGrid() throws {
    for line in try lines(until: 5) {
      if case .sample(let sample) = line { expect(sample, equals: sample.quantized) }
      if case .reference(let reference) = line { expect(reference, equals: reference.quantized) }
    }
  }

  @Test func gapsSilence() throws {
    let samples = gyroscope(try lines(faults: ["gap:gyroscope@10+0.5"]))
    let largest = zip(samples, samples.dropFirst()).map { ($1.time - $0.time).value }.max() ?? 0
    expect(abs(largest - 0.505), isBelow: 1e-9)
    let all = try lines(faults: ["suspend@10+4"])
    #expect(
      all.allSatisfy { line in
        guard let time = line.time, line.tag != .reference, line.tag != .fix else { return true }
        return time < BootInstant(seconds: 10) || time >= BootInstant(seconds: 14)
      })
  }

  @Test func stuckAxisRepeats() throws {
    let samples = gyroscope(try lines(faults: ["stuck:gyroscope.y@5+2"]))
    let held = samples.filter { $0.time >= BootInstant(seconds: 5.005) && $0.time < BootInstant(seconds: 7) }
    #expect(Set(held.map(\.rate.y)).count == 1 && Set(held.map(\.rate.x)).count > 10)
  }

  @Test func spikesStrikeOnce() throws {
    let plain = gyroscope(try lines()), spiked = gyroscope(try lines(faults: ["spike:gyroscope.z@12=30"]))
    let changed = zip(plain, spiked).filter { $0 != $1 }
    expect(changed.count, equals: 1)
    expect(abs((changed.first.map { $0.1.rate.z - $0.0.rate.z } ?? 0) - 30), isBelow: 1e-6)
  }

  @Test func clocksStep() throws {
    let stepped = gyroscope(try lines(faults: ["clock:gyroscope@10=-0.2"]))
    #expect(zip(stepped, stepped.dropFirst()).contains { $1.time < $0.time })
    let plain = fixes(try lines()), leap = fixes(try lines(faults: ["leap@12=18"]))
    for (a, b) in zip(plain, leap) {
      let (x, y) = (a.utc?.nanosecondsSince1970 ?? 0, b.utc?.nanosecondsSince1970 ?? 0)
      expect(y - x, equals: (b.time < BootInstant(seconds: 12.25) ? 18_000_000_000 : 0))
      expect(a.latitude, equals: b.latitude)
    }
  }

  @Test func firstFixesAreFarOff() throws {
    let all = fixes(try lines { $0.receiver.firstFixError = .metres(2700) })
    func distance(_ fix: Fix) -> Double {
      Geodesic(
        from: Geodetic(latitude: fix.latitude, longitude: fix.longitude),
        to: Geodetic(latitude: Degrees(48.2082), longitude: Degrees(16.3738))
      ).distance.value
    }
    #expect(all.prefix(3).allSatisfy { distance($0) > 2600 })
    #expect(all.dropFirst(3).allSatisfy { distance($0) < 100 })
  }

  @Test func magnetsAddToTheField() throws {
    func strengths(_ lines: [RecordingLine]) -> [Double] {
      lines.compactMap { if case .sample(.magnetometer(let sample)) = $0 { sample.field.norm.value } else { nil } }
    }
    let plain = strengths(try lines()), magnet = strengths(try lines(faults: ["magnet@5+10=40"]))
    let changed = zip(plain, magnet).filter { abs($0 - $1) > 1e-9 }.count
    expect(abs(changed - 500), isAtMost: 1)
  }

  @Test(arguments: [
    ("gap", "no '@START'"), ("gap@", "START must be a number"), ("gap@x", "START must be a number"),
    ("bang@3", "no fault"),
    ("gap:nose@3", "no target"), ("stuck:gyroscope.w@3", "an axis"), ("gap@3+-1", "not be negative"),
    ("spike@3", "needs a target"), ("spike:gyroscope@3=nan", "VALUE must be a number"),
  ]) func badFaultsAreNamed(text: String, expected: String) {
    do throws(FaultSyntax) {
      let fault = try Fault(text)
      Issue.record("taken: \(fault)")
    } catch {
      #expect(error.description.contains(expected), "\(error)")
      #expect(error.description.contains(text))
    }
  }

  @Test func everyParameterTakesItsDefaultBack() throws {
    let defaults = SimulationParameters()
    for parameter in SimulationParameters.table.parameters {
      var changed = SimulationParameters()
      try SimulationParameters.table.set(parameter.name, to: parameter.text(defaults), in: &changed)
      expect(parameter.text(changed), equals: parameter.text(defaults))
    }
    var parameters = SimulationParameters()
    #expect(throws: ParameterFault.unknown(name: "imu.rat", nearest: "imu.rate")) {
      try SimulationParameters.table.set("imu.rat=5", in: &parameters)
    }
    #expect(throws: ParameterFault.self) { try SimulationParameters.table.set("imu.rate=5", in: &parameters) }
    #expect(throws: ParameterFault.self) { try SimulationParameters.table.set("imu.rate", in: &parameters) }
    #expect(throws: ParameterFault.self) { try SimulationParameters.table.set("gaze.style=up", in: &parameters) }
  }
}
