import CAllocations
import Expectations
import Geometry
import Samples
import Sensors
import TestSupport
import Testing

private let hasMountNamespaces: Bool = {
  guard RigProcess.has("unshare", "mount", "python3") else { return false }
  let arguments = ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/sys/bus"]
  guard let process = try? RigProcess("unshare", arguments), process.finish().status == 0 else {
    print("skipped: no mount name spaces here")
    return false
  }
  return true
}()

/// A device in sysfs and /dev, in a separate mount name space, that another process reads: the effect of libiio's local backend
/// on attributes, clock, rate and buffer.
@Suite(.enabled(if: hasMountNamespaces)) struct LocalDeviceTests {
  /// Returns the output of the probe, which includes the requests to the driver.
  private func probe(_ rate: String, _ arguments: [String]) throws -> [String] {
    let process = try RigProcess(
      "unshare",
      [
        "--map-root-user", "--mount", "--propagation", "private", "python3", RigProcess.script("fake_iio.py"), rate,
        "100000", "--", Products.path("sensor-probe"),
      ] + arguments)
    let (lines, status) = process.finish()
    expect(status, equals: 0)
    return lines
  }

  /// 400 Hz without a waiting client: at most 25 wake-ups a second, of which the daemon's slow tick uses ten. The time is
  /// measured by the number of samples, not by a clock.
  @Test(.enabled(if: allocations_are_counted(), "a sanitizer has a thread of its own that wakes up"))
  func withoutAWaitingClientTheSourceSleeps() throws {
    let lines = try probe("400", ["60", "3000", "400"])
    let fields = lines.first { $0.hasPrefix("relaxed") }?.split(separator: " ").compactMap { Int($0) } ?? []
    try #require(fields.count == 3)
    // Two samples a scan.
    let seconds = Double(fields[0]) / 2 / 400
    expect(Double(fields[1]) / seconds, isAtMost: 15, "\(fields)")
    // Nothing is lost, neither during relaxed reading nor at its ends.
    let forces = lines.filter { $0.hasPrefix("A ") }.map { $0.split(separator: " ").compactMap { Double($0) } }
    expect(forces.count, isAtLeast: 3700)
    #expect(forces.enumerated().allSatisfy { k, row in row.count == 4 && row[2] == -0.5 * Double(k % 1000) })
    #expect(zip(forces, forces.dropFirst()).allSatisfy { $0[0] < $1[0] })
    // The kernel wakes a reader for a batch, and its buffer holds more than arrives during a sleep.
    #expect(lines.contains("attribute buffer/watermark 4") && lines.contains("attribute buffer/length 256"))
  }

  @Test func aBufferInDev() throws {
    let lines = try probe("100", ["30", "300"])
    let fields = lines.map { $0.split(separator: " ").map(String.init) }
    // The requests to the driver.
    #expect(lines.contains("attribute current_timestamp_clock boottime"))
    #expect(lines.contains("attribute sampling_frequency 100"))
    #expect(lines.contains("attribute trigger/current_trigger gnomon-device0"))
    #expect(lines.contains("attribute ../trigger0/sampling_frequency 100"))
    #expect(lines.contains("left true"))
    #expect(lines.contains { $0.hasPrefix("status accelerometer (bmi160, iio:device0, label accel-display)") })
    // Scan k holds k, 2k, 3k; the driver's matrix swaps x and y.
    let forces = fields.filter { $0.first == "A" }.map { $0.dropFirst().compactMap { Double($0) } }
    expect(forces.count, isAtLeast: 140)
    for (k, row) in forces.enumerated() where row.count == 4 {
      #expect(row[1] == 0.5 * Double(2 * k % 1000) && row[2] == -0.5 * Double(k % 1000))
    }
    let now = fields.first { $0.first == "now" }.flatMap { Double($0[1]) } ?? 0
    #expect(forces.allSatisfy { $0[0] <= now && $0[0] > now - 60e9 })
    #expect(zip(forces, forces.dropFirst()).allSatisfy { $0[0] < $1[0] })
    expect(fields.filter { $0.first == "G" }.count, isAtLeast: 140)
  }
}

/// umockdev's sysfs, visible to one process only: attributes without a buffer, so they are polled.
@Suite(.enabled(if: RigProcess.has("umockdev-run"))) struct MockedDeviceTests {
  @Test func attributesArePolled() throws {
    let process = try RigProcess(
      "umockdev-run", ["-d", RigProcess.script("imu.umockdev"), "--", Products.path("sensor-probe"), "30", "20"])
    let (lines, status) = process.finish()
    expect(status, equals: 0)
    let forces = lines.filter { $0.hasPrefix("A ") }.map {
      $0.split(separator: " ").dropFirst(2).compactMap { Double($0) }
    }
    expect(forces.count, isAtLeast: 10)
    // (raw + offset) · scale, and the matrix of the accelerometer.
    #expect(forces.allSatisfy { $0 == [-9.81, 0.02, -0.01] })
    #expect(lines.contains { $0.hasPrefix("status accelerometer (mpu6050, iio:device3)") })
  }
}
