import Expectations
import Geometry
import Samples
import TestSupport
import Testing

@testable import Sensors

/// IIO devices that state impossible values, change while they are opened, or disconnect: nothing ends, refused values are
/// reported and counted, and the other sensors continue.
@Suite(.serialized, .enabled(if: RigProcess.has("python3"))) struct HostileIIOTests {
  private typealias Channel = IIOServer.Channel
  private typealias Device = IIOServer.Device

  private func imu(_ stream: [String: Any], scale: String = "0.01", offset: String? = nil, rates: String? = nil)
    -> Device
  {
    var force = Channel.axes("accel", scale: scale)
    if let offset { for axis in force.indices { force[axis].attributes["offset"] = offset } }
    var device = Device(channels: force + Channel.axes("anglvel", scale: "0.001") + [Channel.timestamp], stream: stream)
    if let rates { device.attributes["sampling_frequency_available"] = rates }
    return device
  }

  /// An impossible scale is refused with its number; the gyroscope of the same device continues.
  @Test(arguments: ["0", "-0.0", "1e300", "-1e9", "inf"]) func impossibleScales(_ scale: String) throws {
    let server = try IIOServer([imu(["hz": 100], scale: scale)])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.rates.count >= 20 && $0.says("accelerometer", "states an invalid scale of") }
    #expect(
      events.says("accelerometer", "states an invalid scale of") && events.forces.isEmpty && events.rates.count >= 20)
    #expect(source.close(within: .seconds(5)))
  }

  /// Numbers beyond the range of any sensor are counted, and the sensor is not reported as running.
  @Test(arguments: ["1e9", "1e300", "-1e300", "inf"]) func impossibleNumbers(_ offset: String) throws {
    let server = try IIOServer([imu(["hz": 100], offset: offset)])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.rates.count >= 20 && $0.says("accelerometer", "check scale and offset") }
    #expect(events.says("accelerometer", "check scale and offset") && events.forces.isEmpty)
    #expect(source.counts.contains { $0.reason == "devices: values beyond the sensor's range" && $0.count > 50 })
    guard case .failed? = events.statuses.last(where: { $0.role == .sensor(.accelerometer) })?.state else {
      Issue.record("the accelerometer is said to be \(String(describing: events.last))")
      return
    }
    #expect(source.close(within: .seconds(5)))
  }

  /// Rates that no device can have are ignored.
  @Test(arguments: [
    "0", "1e300", "-5 0 1e-300", "[0 0 0]", "[1e-300 1e-300 1e300]", "nan inf -inf", "[", "1e999 1e400",
  ])
  func impossibleRates(_ rates: String) throws {
    let server = try IIOServer([imu(["hz": 100], rates: rates)])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.forces.count >= 50 }
    expect(events.forces.count, isAtLeast: 50)
    #expect(source.close(within: .seconds(5)))
  }

  /// Times increase and are before their arrival, for any stamps of the device.
  @Test(arguments: [
    [Int64.max, 1], [1, Int64.max, 1 << 62, 5], [-1, Int64.min], [Int64.max], [1], [1 << 62, 1 << 61, 1 << 60],
  ])
  func impossibleStamps(_ stamps: [Int64]) throws {
    let server = try IIOServer([imu(["hz": 100, "stamps": stamps])])
    defer { server.stop() }
    let source = server.source()
    let forces = drive(source) { $0.forces.count >= 150 }.forces
    let now = BootInstant.now
    #expect(forces.count >= 150 && forces.allSatisfy { $0.time <= now + .seconds(0.001) })
    #expect(zip(forces, forces.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(source.close(within: .seconds(5)))
  }

  /// The channels change between the examination of a device and its opening: it is examined again, and read with its new
  /// channels. libiio divides by the length of a channel's storage; a length of zero is not passed to it.
  @Test(arguments: ["le:S8/8>>0", "be:S16/32>>0"]) func channelsThatChange(_ format: String) throws {
    let server = try IIOServer([imu(["hz": 100, "later": format, "values": [1, 2, 3, 4, 5, 6]])])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.forces.count >= 20 }
    #expect(events.says("accelerometer", "its channels have changed"))
    #expect(events.forces.allSatisfy { $0.force.components == SIMD3(0.01, 0.02, 0.03) } && events.forces.count >= 20)
    #expect(source.close(within: .seconds(5)))
  }

  @Test(arguments: ["le:S16/0>>0", "le:S0/16>>0", "le:S64/8>>70"]) func unreadableChannels(_ format: String)
    throws
  {
    let server = try IIOServer([imu(["hz": 100, "later": format])])
    defer { server.stop() }
    let source = server.source()
    // Their attributes can still be read.
    let events = drive(source) { $0.forces.count >= 5 }
    #expect(events.forces.allSatisfy { $0.force.components == SIMD3(0.1, 0.2, 0.3) } && events.forces.count >= 5)
    #expect(source.close(within: .seconds(5)))
  }

  /// Between its examination and its opening the device is unplugged, and plugged in again.
  @Test func aDeviceThatGoesWhileItIsOpened() throws {
    let server = try IIOServer([imu(["hz": 100, "gone": 2])])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source) { $0.forces.count >= 20 }
    #expect(events.says("accelerometer", "it was unplugged") && events.forces.count >= 20)
    #expect(source.close(within: .seconds(5)))
  }

  /// The device disconnects in the middle of a scan: the incomplete scan is not a sample, and the device is read again.
  @Test func aScanThatIsCut() throws {
    let server = try IIOServer([imu(["hz": 100, "fault": "half", "after": 60])])
    defer { server.stop() }
    let source = server.source()
    let events = drive(source, for: .seconds(60)) { $0.forces.count >= 140 }
    expect(events.forces.count, isAtLeast: 140)
    for sample in events.forces {
      expect((sample.force.y - 2 * sample.force.x).magnitude.remainder(dividingBy: 10).magnitude, isBelow: 1e-6)
    }
    #expect(source.close(within: .seconds(5)))
  }

  /// A present device that fails is tried again within five seconds, however long it has failed.
  @Test func aDeviceThatFailsIsTriedAgainSoon() throws {
    let server = try IIOServer([imu(["hz": 100, "open": 13])])
    defer { server.stop() }
    let source = server.source()
    drive(source, for: .seconds(12)) { _ in
      // While it searches there is no deadline.
      #expect(source.deadline == .never || source.deadline < BootInstant.now + .seconds(5))
      return false
    }
    #expect(source.close(within: .seconds(5)))
  }

  /// Any stamps, in any batches: no trap, and increasing times.
  @Test func anyStamps() {
    var generator = Generator(seed: 7)
    let odd: [Int64] = [.min, -1, 0, 1, 2, 1 << 32, 1 << 61, 1 << 62, (1 << 62) + 1, .max - 1, .max]
    for round in 0..<400 {
      var clock = SampleClock(isBootClock: round % 2 == 0, nominal: round % 3 == 0 ? nil : Frequency(100))
      var arrival: Int64 = 1_000_000_000_000, last = BootInstant(nanoseconds: .min)
      for _ in 0..<60 {
        arrival += Int64.random(in: 0...(round % 5 == 0 ? 90_000_000_000_000 : 20_000_000), using: &generator)
        let stamps = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
          Bool.random(using: &generator)
            ? odd.randomElement(using: &generator) ?? 0 : Int64.random(in: .min ... .max, using: &generator)
        }
        var times = Array(repeating: BootInstant(nanoseconds: 0), count: stamps.count)
        stamps.withUnsafeBufferPointer { stamps in
          times.withUnsafeMutableBufferPointer {
            clock.date(stamps: stamps, arrival: BootInstant(nanoseconds: arrival), into: $0)
          }
        }
        for time in times {
          expect(time, isAbove: last)
          last = time
        }
      }
    }
  }
}
