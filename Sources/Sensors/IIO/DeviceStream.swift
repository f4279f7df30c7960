import Geometry
import Samples

/// Converts the scans of one device to samples: the position of each number, its scale and offset, the mount, and the clock.
struct DeviceStream: Sendable {
  /// The three numbers, or the one, of a quantity.
  struct Lane: Sendable {
    enum Quantity: Equatable, Sendable {
      case role(SensorRole)
      case temperature(TemperatureSample.Sensor)
    }
    var quantity: Quantity
    var elements: [ScanElement]
    /// Value = (raw + offset) · scale in the project's own units, including the sign.
    var scale: SIMD3<Double>
    var offset: SIMD3<Double>
    var mount: MountMatrix
    var delay: TimeSpan
    var lastTime: BootInstant?
    /// The time since which every sample was refused, and the latest reason.
    var refusal: (since: BootInstant, reason: Refusal)?
  }

  /// The shortest time between two temperatures: they change slowly.
  private static let temperaturePeriod = TimeSpan.seconds(1)

  var lanes: [Lane]
  private let stamp: ScanElement?
  private let stride: Int
  private(set) var clock: SampleClock
  /// Refused samples: values that are not finite, or beyond the range of their kind.
  private(set) var refusedCount = 0
  private var stamps: [Int64]
  private var times: [BootInstant]

  /// `offsets`: the position of each of the plan's channels in a scan of `stride` bytes.
  init?(_ plan: DevicePlan, offsets: [Int], stride: Int, isBootClock: Bool) {
    func element(_ channel: Int) -> ScanElement? {
      guard offsets.indices.contains(channel) else { return nil }
      let format = plan.isBuffered ? plan.channels[channel].format : .double
      return format.flatMap { ScanElement(offset: offsets[channel], format: $0) }
    }
    var lanes: [Lane] = []
    for lane in plan.lanes {
      let elements = lane.channels.compactMap(element)
      guard elements.count == lane.channels.count else { return nil }
      lanes.append(
        Lane(
          quantity: lane.quantity, elements: elements, scale: lane.scale, offset: lane.offset, mount: lane.mount,
          delay: lane.delay))
    }
    self.lanes = lanes
    self.stride = stride
    let own = ScanElement.Format.integer(bits: 64, length: 64, shift: 0, isSigned: true, isBigEndian: false)
    stamp = plan.isBuffered ? plan.stamp.flatMap(element) : ScanElement(offset: stride - 8, format: own)
    clock = SampleClock(isBootClock: isBootClock || !plan.isBuffered, nominal: plan.rate)
    stamps = Array(repeating: 0, count: DevicePlan.mostScans)
    times = Array(repeating: BootInstant(nanoseconds: 0), count: DevicePlan.mostScans)
  }

  /// Converts a batch, whose scans arrived together, to samples in its order.
  mutating func decode(_ scans: UnsafeRawBufferPointer, arrival: BootInstant, into output: (Int, Sample) -> Void) {
    let count = min(scans.count / stride, stamps.count)
    for i in 0..<count {
      let scan = UnsafeRawBufferPointer(rebasing: scans[i * stride..<(i + 1) * stride])
      stamps[i] = stamp.map { $0.integer(in: scan) } ?? 0
    }
    stamps.withUnsafeBufferPointer { stamps in
      times.withUnsafeMutableBufferPointer { times in
        clock.date(stamps: UnsafeBufferPointer(rebasing: stamps[0..<count]), arrival: arrival, into: times)
      }
    }
    for i in 0..<count {
      let scan = UnsafeRawBufferPointer(rebasing: scans[i * stride..<(i + 1) * stride])
      for lane in lanes.indices { decode(scan, times[i], lane, output) }
    }
  }

  /// The reason why the samples of a role are refused, if all were refused for a second.
  func refusal(of role: SensorRole, at now: BootInstant) -> Refusal? {
    lanes.first { $0.quantity == .role(role) }?.refusal.flatMap { now - $0.since > Self.disbelief ? $0.reason : nil }
  }
  private static let disbelief = TimeSpan.seconds(1)

  private mutating func decode(
    _ scan: UnsafeRawBufferPointer, _ time: BootInstant, _ index: Int, _ output: (Int, Sample) -> Void
  ) {
    if case .temperature = lanes[index].quantity {
      if let last = lanes[index].lastTime, time - last < Self.temperaturePeriod { return }
      lanes[index].lastTime = time
    }
    let lane = lanes[index]
    var raw = SIMD3<Double>.zero
    for axis in lane.elements.indices { raw[axis] = lane.elements[axis].number(in: scan) }
    let value = (raw + lane.offset) * lane.scale
    let sample = lane.sample(value, time - lane.delay)
    if let reason = sample.refusal {
      refusedCount += 1
      lanes[index].refusal = (lanes[index].refusal?.since ?? time, reason)
      return
    }
    if lane.refusal != nil { lanes[index].refusal = nil }
    output(index, sample)
  }
}

extension DeviceStream.Lane {
  @inline(__always) fileprivate func sample(_ value: SIMD3<Double>, _ time: BootInstant) -> Sample {
    switch quantity {
    case .role(.accelerometer): .accelerometer(AccelerometerSample(time: time, force: mount(Vector(value))))
    case .role(.gyroscope): .gyroscope(GyroscopeSample(time: time, rate: mount(Vector(value))))
    case .role(.magnetometer): .magnetometer(MagnetometerSample(time: time, field: mount(Vector(value))))
    case .role(.barometer): .barometer(BarometerSample(time: time, pressure: Pressure(value.x)))
    case .temperature(let sensor):
      .temperature(TemperatureSample(time: time, sensor: sensor, temperature: Temperature(value.x)))
    }
  }
}
