import ChipModels
import Chips
import Expectations
import Glibc
import Geometry
import Samples
import Testing

/// A bus with models of chips, read for a while.
private struct Run {
  let bus = FakeBus()
  var served: ServedBus
  var samples: [ChipSample] = []

  init(_ chips: [UInt8: any ChipModel], every milliseconds: Double = 50) {
    bus.chips = chips
    served = ServedBus(every: .seconds(milliseconds / 1000), at: bus.now)
  }

  mutating func go(_ seconds: Double, late: () -> Double = { 100e-6 }) {
    let end = bus.seconds + seconds
    while bus.seconds < end {
      bus.wait(until: served.next, late: late())
      served.turn(bus, into: &samples)
    }
  }

  func times(_ kind: ChipSample.Kind) -> [Double] {
    samples.filter { $0.kind == kind }.map { Double($0.time.nanoseconds) * 1e-9 }
  }
}

@Suite struct ServedBusTests {
  @Test(arguments: [(-0.012, 5), (0.0, 0), (0.008, -12)])
  func everySampleArrivesAtItsTime(error: Double, trim: Int) {
    let chip = LSM6Model(error: error, trim: Int8(trim))
    var random = Generator(seed: UInt64(100 + trim))
    var run = Run([0x6b: chip])
    run.bus.delay = { 40e-6 + 200e-6 * Double.random(in: 0...1, using: &random) }
    run.go(60) { 2e-3 * Double.random(in: 0...1, using: &random) }
    let times = run.times(.rate)
    let counts = run.served.devices[0].counts
    expect(counts, equals: ChipCounts())
    #expect(chip.overread == 0 && chip.thrown == 0)
    // The last of them are in the FIFO.
    expect(times.count, isAtLeast: chip.measured - 15)
    expect(times.count, equals: run.times(.force).count)
    let differences = zip(times, chip.truth).map { abs($0 - $1.time) }
    let worst = differences.dropFirst(208).max() ?? 1
    expect(differences.prefix(208).max() ?? 1, isBelow: 1.5e-3)
    expect(worst, isBelow: 0.5e-3, "\(worst)")
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    expect(gaps.min() ?? 0, isAbove: 0.004)
  }

  @Test func valuesAreInUnitsOfSI() {
    var run = Run([0x6a: LSM6Model(), 0x1c: LIS3MDLModel(), 0x76: BMP280Model()])
    run.go(4)
    let rate = run.samples.first { $0.kind == .rate }
    let moment = Double(rate?.time.nanoseconds ?? 0) * 1e-9
    let turning: Double = 70 * Double.pi / 180 * Glibc.sin(moment)
    expect(abs((rate?.value.z ?? 0) - turning), isBelow: 0.005)
    let force = run.samples.first { $0.kind == .force }?.value ?? .zero
    expect(abs(force.y - 9.80665), isBelow: 0.003)
    let field = run.samples.first { $0.kind == .field }?.value ?? .zero
    #expect(abs(field.x - 20) < 0.02 && abs(field.y + 30) < 0.02 && abs(field.z - 40) < 0.02)
    expect(run.samples.first { $0.kind == .inertialTemperature }?.value.x, equals: 32)
    expect(run.samples.first { $0.kind == .fieldTemperature }?.value.x, equals: 30)
    let pressure = run.samples.first { $0.kind == .pressure }?.value.x ?? 0
    expect(abs(pressure - 100_653.27), isBelow: 0.05)
    let warmth = run.samples.first { $0.kind == .airTemperature }?.value.x ?? 0
    expect(abs(warmth - 25.08), isBelow: 0.01)
  }

  @Test func fortyCallsASecondAreEnough() {
    let chip = LSM6Model(error: 0.01)
    var run = Run([0x6a: chip, 0x1e: LIS3MDLModel(), 0x77: BMP390Model()])
    run.go(3)
    let before = run.bus.calls, began = run.bus.seconds
    run.go(60)
    let rate = Double(run.bus.calls - before) / (run.bus.seconds - began)
    expect(rate, isAtMost: 40, "\(rate)")
    #expect(run.served.devices.allSatisfy { $0.counts == ChipCounts() })
    #expect(run.times(.field).count > 600 && run.times(.pressure).count > 140)
  }

  @Test func lossesOfTheFIFOAreCounted() {
    let chip = LSM6Model()
    var run = Run([0x6a: chip])
    run.go(2)
    run.bus.seconds += 2
    run.go(2)
    let device = run.served.devices[0]
    expect(chip.thrown, isAbove: 500)
    let missing = chip.measured * 2 - run.times(.rate).count - run.times(.force).count
    expect(abs(device.counts.lost - missing), isAtMost: 30, "\(device.counts.lost), \(missing)")
    #expect(device.state == .running && device.counts.restarts == 0)
    let truth = chip.truth.map(\.time)
    let right = run.times(.rate).suffix(200).filter { time in truth.contains { abs($0 - time) < 0.5e-3 } }
    expect(right.count, isAbove: 190)
  }

  @Test func errorsOfTheBusAreCounted() {
    let chip = LSM6Model()
    var random = Generator(seed: 3)
    var run = Run([0x6a: chip, 0x1c: LIS3MDLModel()])
    run.go(1)
    run.bus.fails = { Double.random(in: 0...1, using: &random) < 0.03 }
    run.go(60)
    let device = run.served.devices[0]
    expect(device.counts.busErrors, isAbove: 20)
    #expect(run.samples.allSatisfy { $0.kind != .rate || abs($0.value.z) < 1.3 })
    let times = run.times(.rate)
    expect(Double(times.count), isAbove: 0.95 * 208 * 60)
    #expect(zip(times.dropFirst(), times).allSatisfy { $0 > $1 })
  }

  @Test func pulledAndPutBack() {
    let chip = LSM6Model(), field = LIS3MDLModel()
    var run = Run([0x6a: chip, 0x1c: field])
    run.go(2)
    run.bus.chips = [:]
    run.go(3)
    expect(run.served.devices.map(\.state), equals: [.failed(.bus(.noAnswer)), .failed(.bus(.noAnswer))])
    let before = run.times(.rate).count
    chip.reset()
    run.bus.chips = [0x6a: chip, 0x1c: field]
    run.go(12)
    #expect(run.served.devices.allSatisfy { $0.state == .running && $0.counts.restarts == 1 })
    expect(run.times(.rate).count, isAbove: before + 208)
    let times = run.times(.rate)
    #expect(zip(times.dropFirst(), times).allSatisfy { $0 > $1 })
    let truth = chip.truth.last?.time ?? 0
    expect(abs((times.last ?? 0) - truth), isBelow: 0.06)
  }

  @Test func lostSettingsAreNoticed() {
    let chip = LSM6Model()
    var run = Run([0x6a: chip])
    run.go(2)
    chip.reset()
    run.go(0.9)
    expect(run.served.devices[0].state, equals: .failed(.wasReset))
    run.go(2)
    expect(run.served.devices[0].state, equals: .running)
  }

  @Test func aChipThatMeasuresNothingIsNamed() {
    let chip = LSM6Model(), field = LIS3MDLModel()
    var run = Run([0x6a: chip, 0x1c: field])
    run.go(2)
    (chip.isDead, field.isDead) = (true, true)
    run.go(1.4)
    expect(run.served.devices.map(\.state), equals: [.failed(.silent), .failed(.silent)])
    expect(run.served.devices[1].counts.stale, isAtLeast: 10)
  }

  @Test func anotherChipAtTheAddressIsNotTaken() {
    let chip = LSM6Model()
    chip.registers[0x0f] = 0x6a
    var run = Run([0x6a: chip])
    run.go(12)
    #expect(run.served.devices.isEmpty)
    // It is exchanged while it runs.
    let good = LSM6Model()
    run.bus.chips = [0x6a: good]
    run.go(6)
    expect(run.served.devices.count, equals: 1)
    good.reset()
    good.registers[0x0f] = 0x6a
    run.go(2)
    expect(run.served.devices[0].state, equals: .failed(.otherChip(0x6a)))
    #expect(ChipFault.otherChip(0x6a).sentence(.lsm6dsox).contains("0x6a"))
  }

  @Test func anotherChipTakesThePlace() {
    let first = LSM6Model()
    var run = Run([0x6a: first])
    run.go(2)
    // An ISM330DHCX at the same address, later another one at the other.
    let second = LSM6Model(identity: 0x6b)
    run.bus.chips = [0x6a: second]
    run.go(40)
    expect(run.served.devices.map(\.chip), equals: [.ism330dhcx])
    expect(run.served.devices[0].state, equals: .running)
    run.bus.chips = [0x6b: LSM6Model()]
    run.go(40)
    expect(run.served.devices.map(\.chip), equals: [.ism330dhcx, .lsm6dsox])
    expect(run.served.devices[1].state, equals: .running)
    // The one before comes back: one of a kind is read.
    let before = run.times(.rate).count
    run.bus.chips[0x6a] = LSM6Model(identity: 0x6b)
    run.go(20)
    expect(abs(run.times(.rate).count - before - 208 * 20), isBelow: 20)
    expect(run.served.devices[0].state, differsFrom: .running)
  }

  @Test func anICM20948WithoutItsMagnetometer() {
    let chip = ICM20948Model()
    var run = Run([0x68: chip])
    run.go(20)
    #expect(run.served.devices[0].state == .running && run.served.devices[0].counts.restarts == 0)
    #expect(run.times(.rate).count > chip.truth.count - 25 && run.times(.field).isEmpty)
    expect(run.served.devices[0].fault(.magnetometer), equals: .noCompass)
    #expect(run.served.devices[0].fault(.gyroscope) == nil)
    // It is there after all.
    run.bus.chips[0x0c] = AK09916Model()
    run.go(15)
    #expect(run.served.devices[0].fault(.magnetometer) == nil && run.times(.field).count > 40)
  }

  @Test func anotherMagnetometerTakesItsPlace() {
    let chip = ICM20948Model()
    var run = Run([0x68: chip, 0x0c: AK09916Model()])
    run.go(3)
    run.bus.chips = [0x1c: LIS3MDLModel()]
    run.go(40)
    run.bus.chips = [0x1c: LIS3MDLModel(), 0x68: ICM20948Model(), 0x0c: AK09916Model()]
    let before = run.times(.rate).count
    run.go(20)
    expect(run.times(.rate).count - before, isAbove: 225 * 3)
    expect(run.served.devices.map(\.roles), equals: [[.accelerometer, .gyroscope], [.magnetometer]])
  }

  @Test func aFootHasSixteenG() {
    let chip = LSM6Model()
    let bus = FakeBus()
    bus.chips = [0x6a: chip]
    var served = ServedBus(every: .seconds(0.05), at: bus.now, isWide: true), samples: [ChipSample] = []
    for _ in 0..<40 {
      bus.wait(until: served.next)
      served.turn(bus, into: &samples)
    }
    expect(chip.registers[0x10], equals: 0x54)
    expect(served.devices[0].setting, equals: "±16 g, ±2000 °/s")
  }

  @Test func aMachineThatSlept() {
    // Ten hours, with a clock that is 0.4 % off and that the chip goes on counting.
    let chip = LSM6Model(error: 0.004)
    var run = Run([0x6a: chip])
    run.go(5)
    run.bus.seconds += 36_000
    let before = run.times(.rate).count
    run.go(5)
    let times = run.times(.rate).dropFirst(before)
    expect((times.min() ?? 0), isAbove: run.bus.seconds - 8)
    expect(abs((times.last ?? 0) - (chip.truth.last?.time ?? 0)), isBelow: 0.06)
    expect(run.served.devices[0].state, equals: .running)
  }

  @Test func slowAndStubbornChips() {
    let slow = LSM6Model()
    slow.resetTime = 0.2
    var run = Run([0x6a: slow])
    run.go(2)
    expect(run.served.devices[0].state, equals: .running)
    let stubborn = LSM6Model()
    stubborn.keepsSettings = false
    run = Run([0x6a: stubborn])
    run.go(2)
    expect(run.served.devices[0].state, equals: .failed(.refusedSetting(0x12)))
  }

  @Test func theKernelComesFirst() {
    var run = Run([0x6a: LSM6Model(), 0x1c: LIS3MDLModel()])
    run.bus.held = [0x6a]
    run.go(6)
    expect(run.served.devices.map(\.chip), equals: [.lis3mdl])
    // A driver takes the other one, too, while it is pulled.
    run.bus.held = [0x6a, 0x1c]
    run.bus.chips = [:]
    run.go(3)
    expect(run.served.devices[0].state, equals: .held)
    // The driver of the kernel is taken away.
    run.bus.held = []
    run.bus.chips = [0x1c: LIS3MDLModel()]
    run.go(20)
    expect(run.served.devices[0].state, equals: .running)
  }

  @Test func theCounterGoesOnBeyondItsEnd() {
    let chip = LSM6Model(error: 0.004)
    chip.firstTicks = 0xffff_ffff - 400_000
    var run = Run([0x6a: chip])
    run.go(30)
    let times = run.times(.rate)
    let worst = zip(times, chip.truth).map { abs($0 - $1.time) }.dropFirst(208).max() ?? 1
    #expect(worst < 0.5e-3 && run.served.devices[0].counts == ChipCounts())
  }

  @Test(arguments: [-0.02, 0.015])
  func anICM20948IsDatedByItsCount(error: Double) {
    let chip = ICM20948Model(error: error)
    var run = Run([0x68: chip, 0x0c: AK09916Model()])
    var random = Generator(seed: 8)
    run.go(40) { 3e-3 * Double.random(in: 0...1, using: &random) }
    let device = run.served.devices[0]
    #expect(device.state == .running && device.counts == ChipCounts())
    let times = run.times(.rate)
    expect(times.count, isAbove: chip.truth.count - 25)
    let worst = zip(times, chip.truth).map { abs($0 - $1) }.dropFirst(225 * 5).max() ?? 1
    expect(worst, isBelow: 2.5e-3, "\(worst), \(times.count) of \(chip.truth.count), emptied \(chip.emptied)")
    let rate = run.samples.first { $0.kind == .rate }?.value ?? .zero
    expect(abs(rate.z - 10 * .pi / 180), isBelow: 0.001)
    let field = run.samples.first { $0.kind == .field }?.value ?? .zero
    expect(field, equals: SIMD3(15, 30, -45))
    // Half a second late: the FIFO has overflowed.
    run.bus.seconds += 0.5
    run.go(1)
    expect(run.served.devices[0].counts.lost, isAbove: 0)
    expect(chip.emptied, equals: 2)
    expect(run.served.devices[0].state, equals: .running)
  }

  @Test func aBMP390ByAnotherFormula() {
    var run = Run([0x77: BMP390Model()])
    run.go(2)
    let pressure = run.samples.first { $0.kind == .pressure }?.value.x ?? 0
    let warmth = run.samples.first { $0.kind == .airTemperature }?.value.x ?? 0
    expect(abs(warmth - BMP390Model.warmth), isBelow: 0.02, "\(warmth)")
    expect(abs(pressure - BMP390Model.pressure), isBelow: 1, "\(pressure)")
  }
}
