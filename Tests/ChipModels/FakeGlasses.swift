import Geometry
public import Glasses
public import Samples

/// Glasses on a port with a time of its own: hidraw keeps 64 reports, and throws away those that come then.
public final class FakeGlasses: GlassesPort {
  public var device: GlassesDevice
  public var seconds: Double
  /// Whether they are plugged in.
  public var isThere = true
  public private(set) var overruns = 0
  /// A second program's messages, which the device takes with the next read.
  public var foreign: [[UInt8]] = []
  private var waiting: [[UInt8]] = []

  public init(_ device: GlassesDevice = GlassesDevice(), at seconds: Double = 1000) {
    (self.device, self.seconds) = (device, seconds)
  }

  public var now: BootInstant { BootInstant(seconds: seconds) }

  public func send(_ frame: [UInt8]) throws(PortFault) {
    guard isThere else { throw .gone }
    // An output report is under way for a millisecond.
    seconds += 1e-3
    fill()
    for answer in device.receive(frame, at: seconds) { enqueue(answer) }
  }

  public func receive(_ bytes: UnsafeMutableRawBufferPointer) throws(PortFault) -> Int? {
    guard isThere else { throw .gone }
    fill()
    for frame in foreign {
      for answer in device.receive(frame, at: seconds) { enqueue(answer) }
    }
    foreign = []
    guard !waiting.isEmpty else { return nil }
    let report = waiting.removeFirst()
    let count = min(report.count, bytes.count)
    for index in 0..<count { bytes[index] = report[index] }
    return count
  }

  private func fill() { for report in device.reports(until: seconds) { enqueue(report) } }

  private func enqueue(_ report: [UInt8]) {
    if waiting.count < 64 { waiting.append(report) } else { overruns += 1 }
  }

  /// Waits until a turn is due, and a little longer.
  public func wait(until due: BootInstant, late: Double = 100e-6) {
    seconds = max(seconds, Double(due.nanoseconds) * 1e-9) + late
  }
}
