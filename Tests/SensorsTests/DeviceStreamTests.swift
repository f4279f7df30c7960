import CAllocations
import Expectations
import Geometry
import Samples
import Testing

@testable import Sensors

@Suite struct DeviceStreamTests {
  private static func axes(_ role: SensorRole, scale: Double, mount: String = "") -> [DeviceDescription.Channel] {
    (0..<3).map { (axis: Int) -> DeviceDescription.Channel in
      DeviceDescription.Channel(
        id: "\(role.name)\(axis)", quantity: .role(role), axis: axis,
        format: .integer(bits: 16, length: 16, shift: 0, isSigned: true, isBigEndian: false), scale: scale,
        hasRaw: true,
        mount: mount)
    }
  }

  private static let stamp = DeviceDescription.Channel(
    id: "timestamp", quantity: .timestamp,
    format: .integer(bits: 64, length: 64, shift: 0, isSigned: true, isBigEndian: false))

  private static func imu(trigger: String = "", name: String = "bmi160") -> DeviceDescription {
    DeviceDescription(
      id: "iio:device2", name: name, hasTrigger: true, trigger: trigger, rates: "25 50 100 200 400 800",
      channels: axes(.accelerometer, scale: 0.01) + axes(.gyroscope, scale: 0.001) + [stamp])
  }

  private static func plan(_ device: DeviceDescription, triggers: [String] = []) throws -> DevicePlan {
    try DevicePlan(
      device, for: [.accelerometer, .gyroscope], SensorConfiguration(), triggers: triggers, isBuffered: true)
  }

  @Test func theDriversOwnTriggerComesBeforeTheHelpers() throws {
    let all = ["gnomon-device0", "gnomon-device2", "bmi160-dev2"]
    try expect(Self.plan(Self.imu(), triggers: all).trigger, equals: "bmi160-dev2")
    try expect(Self.plan(Self.imu(name: "mpu6050"), triggers: all).trigger, equals: "gnomon-device2")
    #expect(try Self.plan(Self.imu(trigger: "bmi160-dev2"), triggers: all).trigger == nil)
    #expect(try Self.plan(Self.imu(), triggers: []).trigger == nil)
  }

  /// A timer fires at the wanted rate, also one that an earlier process has set; a chip's own interrupt at its measuring rate.
  @Test func aTimerHasTheRateThatIsWanted() throws {
    for set in ["", "gnomon-device2"] {
      var device = Self.imu(trigger: set)
      device.rates = "208 416"
      let plan = try Self.plan(device, triggers: ["gnomon-device2"])
      #expect(plan.trigger == "gnomon-device2" && plan.triggerRateText == "200")
      #expect(plan.rate == Frequency(200) && plan.rateText == "208")
    }
    var device = Self.imu(trigger: "bmi160-dev2")
    device.rates = "208 416"
    let plan = try Self.plan(device, triggers: ["bmi160-dev2", "gnomon-device2"])
    #expect(plan.triggerRateText == nil && plan.rate == Frequency(208))
  }

  @Test func aPlanAsksForARateAndReadsAHundredthOfASecond() throws {
    let plan = try Self.plan(Self.imu())
    #expect(plan.rateText == "200" && plan.batch == 2 && plan.isBuffered && plan.stamp == 6)
    #expect(plan.channels.count == 7 && plan.lanes.count == 2)
  }

  /// Every step from the ring buffer to the loop, for as many scans as in a session.
  @Test func nothingIsAllocatedPerSample() throws {
    let offsets = [0, 2, 4, 6, 8, 10, 16]
    guard var stream = DeviceStream(try Self.plan(Self.imu()), offsets: offsets, stride: 24, isBootClock: true) else {
      Issue.record("no stream")
      return
    }
    var merger = StreamMerger(lanes: 2)
    let scans = UnsafeMutableRawBufferPointer.allocate(byteCount: 48, alignment: 16)
    defer { scans.deallocate() }
    var count = 0, sum = 0.0
    func run(_ batches: Range<Int>) {
      for batch in batches {
        for i in 0..<2 {
          for axis in 0..<6 { scans.storeBytes(of: Int16(axis * 100), toByteOffset: 24 * i + 2 * axis, as: Int16.self) }
          let time = 1_000_000_000_000 + Int64(2 * batch + i) * 5_000_000
          scans.storeBytes(of: time, toByteOffset: 24 * i + 16, as: Int64.self)
        }
        let now = BootInstant(nanoseconds: 1_000_000_000_000 + Int64(2 * batch + 1) * 5_000_000 + 300_000)
        stream.decode(UnsafeRawBufferPointer(scans), arrival: now) { lane, sample in
          merger.push(sample, in: lane, at: now) { _ in }
        }
        merger.drain(at: now) { sample in
          count += 1
          if case .accelerometer(let sample) = sample { sum += sample.force.z }
        }
      }
    }
    run(0..<100)
    let before = allocations_of_this_thread()
    run(100..<10_000)
    expect(allocations_of_this_thread() - before, equals: 0)
    #expect(count >= 39_990 && (sum / Double(count / 2) - 2).magnitude < 0.01)
    #expect(stream.clock.basis == .boot && stream.refusedCount == 0)
  }
}
