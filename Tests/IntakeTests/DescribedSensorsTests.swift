import Configuration
import Expectations
import Geometry
import Samples
import Sensors
import Testing

@testable import Intake
@testable import Service

/// Sensors that drivers describe.
@Suite struct DescribedSensorsTests {
  private static func gyroscope(_ place: String = "i2c-1/0x6a") -> DescribedSensors.Description {
    DescribedSensors.Description(
      role: .gyroscope, device: "LSM6DSOX", place: place, state: "running", detail: "208 Hz")
  }

  @Test func theMountOfTheConfigurationAndOfCalibrations() throws {
    var described = DescribedSensors(), configuration = SensorConfiguration()
    let quarter = Matrix3(rows: SIMD3(0, -1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 1))
    let identity = SensorIdentity(name: "LSM6DSOX", place: "i2c-1/0x6a")
    let finding = SensorFinding(role: .gyroscope, identity: identity, mount: quarter, delay: .seconds(0.004))
    let isNew = described.describe([Self.gyroscope()], by: 7, configuration, [finding])
    expect(isNew, equals: .changed)
    // Nothing has changed.
    let hasChanged = described.describe([Self.gyroscope()], by: 7, configuration, [finding])
    expect(hasChanged, equals: .unchanged)
    let entry = try #require(described.entry(.gyroscope, of: 7))
    let sample = Sample.gyroscope(GyroscopeSample(time: BootInstant(seconds: 5), rate: Vector(1, 2, 3)))
    let mounted = sample.mounted(entry.sensor)
    expect(mounted, equals: .gyroscope(GyroscopeSample(time: BootInstant(seconds: 4.996), rate: Vector(-2, 1, 3))))
    // Another sensor's calibration is not its own.
    _ = described.describe([Self.gyroscope("i2c-1/0x6b")], by: 7, configuration, [finding])
    expect(described.entry(.gyroscope, of: 7)?.sensor.mount, equals: .identity)
    // The configuration comes first.
    configuration.gyroscope.mount = "1,0,0;0,0,1;0,-1,0"
    _ = described.describe([Self.gyroscope()], by: 7, configuration, [finding])
    expect(described.entry(.gyroscope, of: 7)?.sensor.mount.origin, equals: .configuration)
    configuration.gyroscope.mount = "1,0,0;0,0,1;0,1,0"
    described.apply(configuration, [finding])
    expect(described.entry(.gyroscope, of: 7)?.fault?.contains("reflection"), equals: true)
    configuration.gyroscope = SensorConfiguration.Choice(isUsed: false)
    described.apply(configuration, [])
    expect(described.entry(.gyroscope, of: 7)?.isOff, equals: true)
    #expect(described.entry(.accelerometer, of: 7) == nil && described.entry(.gyroscope, of: 8) == nil)
  }

  @Test func aDriverThatEndsAndComesBack() {
    var described = DescribedSensors()
    let configuration = SensorConfiguration()
    _ = described.describe([Self.gyroscope()], by: 1, configuration, [])
    described.release(connection: 1, at: 5)
    #expect(described.present.isEmpty && described.entries.count == 1)
    _ = described.describe([Self.gyroscope()], by: 2, configuration, [])
    #expect(described.present.count == 1 && described.entries.count == 1)
    // Drivers that come and go make room for each other; those that stay are bounded.
    for connection in UInt64(3)..<100 {
      let place = "i2c-1/0x\(connection)"
      expect(described.describe([Self.gyroscope(place)], by: connection, configuration, []), equals: .changed)
      described.release(connection: connection, at: Int64(connection))
    }
    #expect(described.entries.count == DescribedSensors.most && described.present.count == 1)
    for connection in UInt64(100)..<131 {
      _ = described.describe([Self.gyroscope("i2c-\(connection)")], by: connection, configuration, [])
    }
    expect(described.describe([Self.gyroscope("more")], by: 200, configuration, []), equals: .full)
    #expect(described.entry(.gyroscope, of: 200) == nil && described.present.count == DescribedSensors.most)
    // Drivers that have gone are forgotten.
    described.release(connection: 100, at: 7)
    described.forget(at: 7 + DescribedSensors.memory)
    #expect(described.entries.contains { $0.isGone })
    described.forget(at: 8 + DescribedSensors.memory)
    #expect(!described.entries.contains { $0.isGone })
  }

  @Test func samplesAreTurnedAndSourcesAreNamed() throws {
    let pushing = try Pushing { options in
      options.configuration = Configuration(
        files: [], flags: ["IMU.MountMatrix=0,-1,0;1,0,0;0,0,1", "Magnetometer.Device=none"])
    }
    let contributor = pushing.contributor(), daemon = pushing.daemon
    let field = DescribedSensors.Description(
      role: .magnetometer, device: "LIS3MDL", place: "i2c-1/0x1c", state: "running", detail: "10 Hz",
      counts: [("readings without a new measurement", 3)])
    try daemon.describe([Self.gyroscope(), field], contributor)
    let batch = daemon.push(["G,5,1,2,3", "M,5,20,30,40"], clock: .device, name: "i2c-1", contributor)
    expect(batch.accepted, equals: 1)
    expect(batch.refused.map(\.reason), equals: ["the configuration leaves this sensor out"])
    #expect(daemon.engine.latest == nil || daemon.engine.taken == 1)
    let messages = daemon.sourceMessages
    expect(messages.map(\.name), equals: ["gyroscope (LSM6DSOX, i2c-1/0x6a)", "magnetometer (LIS3MDL, i2c-1/0x1c)"])
    expect(messages.map(\.state), equals: [.running, .absent])
    expect(daemon.presentSensors.map(\.role), equals: [.gyroscope])
    let counter = daemon.contributors.counters.first { $0.reason.hasPrefix("LIS3MDL") }
    expect(counter?.count, equals: 3)
    daemon.contributors.described.release(connection: contributor.number, at: 0)
    #expect(daemon.sourceMessages.allSatisfy { $0.state == .failed })
  }

  @Test func descriptionsOverTheSocket() throws {
    let pushing = try Pushing()
    func call(_ sensors: String) throws -> String {
      let text = #"{"method":"org.gnomon.Tracking.DescribeSensors","parameters":{"sensors":[\#(sensors)]}}"#
      return try pushing.ask(text).text
    }
    func sensor(_ role: String, _ state: String, _ counts: String = "") -> String {
      #"{"role":"\#(role)","device":"x","place":"y","state":"\#(state)","detail":"","counts":[\#(counts)]}"#
    }
    try expect(call(sensor("gyroscope", "running", #"{"reason":"lost","count":3}"#)), equals: #"{"parameters":{}}"#)
    let long = String(repeating: "x", count: 81)
    #expect(try call(sensor("gyroscope", "running", #"{"reason":"\#(long)","count":3}"#)).contains("counts"))
    #expect(try call(sensor("gyroscope", "running", #"{"reason":"x","count":-1}"#)).contains("counts"))
    #expect(try call(sensor("gyroscope", "running", #"{"reason":"x","count":9223372036854775807}"#)).contains("counts"))
    try expect(call(sensor("gyroscope", "running")), equals: #"{"parameters":{}}"#)
    try expect(call(""), equals: #"{"parameters":{}}"#)
    #expect(try call(sensor("thermometer", "running")).contains("role"))
    #expect(try call(sensor("gyroscope", "sleepy")).contains("state"))
    #expect(try call(sensor("gyroscope", "running") + "," + sensor("gyroscope", "failed")).contains("each role once"))
  }
}
