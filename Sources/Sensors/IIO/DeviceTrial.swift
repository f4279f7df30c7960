public import Geometry
import Glibc
import Samples

/// The result of reading a device for a while, to judge its quality. The device is opened as by the daemon; numbers are in the
/// axes of the chip, before any mount.
public struct DeviceTrial: Equatable, Sendable {
  /// Statistics of one quantity, in m/s², rad/s, µT or Pa. Pressure uses the first of the three numbers.
  public struct Lane: Equatable, Sendable {
    public var role: SensorRole
    public var count: Int
    public var mean: SIMD3<Double>
    /// Standard deviation.
    public var spread: SIMD3<Double>
    /// The largest number that its channels can represent, by axis; nil if unknown.
    public var fullScale: SIMD3<Double>?
    /// Samples with a component of that size.
    public var saturated: Int

    public init(
      _ role: SensorRole, count: Int = 0, mean: SIMD3<Double> = .zero, spread: SIMD3<Double> = .zero,
      fullScale: SIMD3<Double>? = nil, saturated: Int = 0
    ) {
      self.role = role
      self.count = count
      self.mean = mean
      self.spread = spread
      self.fullScale = fullScale
      self.saturated = saturated
    }
  }

  public var isBuffered: Bool
  /// The trigger that was set for it; nil if it was left unchanged.
  public var trigger: String?
  /// The requested rate, and the measured one.
  public var asked: Frequency
  public var rate: Frequency?
  /// The intervals between samples: their standard deviation, and the longest.
  public var jitter = TimeSpan.zero
  public var longest = TimeSpan.zero
  /// Intervals longer than 1.75 times the usual one.
  public var gaps = 0
  public var lanes: [Lane] = []
  /// The basis of its times, and the corrections made to them.
  public var basis: SampleClock.Basis?
  public var clock = SampleClock.Counters()
  /// Samples lost in a full ring, failed reads, and samples that cannot be a measurement.
  public var lost = 0, failures = 0, refused = 0
  /// The reason why it ended early or did not start: a sentence with the remedy.
  public var fault: String?
  /// Whether another program holds the device, or this program lacks the permission for it.
  public var isBusy = false, isForbidden = false

  public init(isBuffered: Bool, asked: Frequency) {
    self.isBuffered = isBuffered
    self.asked = asked
  }

  public subscript(role: SensorRole) -> Lane? { lanes.first { $0.role == role } }
}

/// Reads several devices at the same time, each for the same time after its first sample.
public struct DeviceTrials {
  public struct Request: Sendable {
    public var device: DeviceDescription
    public var roles: [SensorRole]
    public var isBuffered: Bool
    public init(_ device: DeviceDescription, _ roles: [SensorRole], isBuffered: Bool) {
      self.device = device
      self.roles = roles
      self.isBuffered = isBuffered
    }
  }

  private let configuration: SensorConfiguration
  private let triggers: [String]
  /// The longest wait for the first sample.
  private static let firstSample = TimeSpan.seconds(3)

  public init(_ configuration: SensorConfiguration, triggers: [String]) {
    // The mount is checked elsewhere; the identity avoids its refusal here.
    var configuration = configuration
    let identity = "1, 0, 0; 0, 1, 0; 0, 0, 1"
    configuration.accelerometer.mount = identity
    configuration.gyroscope.mount = identity
    configuration.magnetometer.mount = identity
    self.configuration = configuration
    self.triggers = triggers
  }

  /// Returns one trial for each request, in their order. `progress` is called repeatedly meanwhile.
  public func run(_ requests: [Request], for span: TimeSpan, progress: () -> Void) -> [DeviceTrial] {
    let signal = WakeSignal()
    let runs = requests.map { Run($0, configuration, triggers, signal) }
    let begin = BootInstant.now
    while runs.contains(where: { $0.isGoing(for: span, begin + Self.firstSample) }) {
      var ready = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, 50)
      signal.clear()
      for run in runs { run.read() }
      progress()
    }
    return runs.map { $0.end() }
  }
}

/// A running trial.
private final class Run {
  private var trial: DeviceTrial
  private var reader: DeviceReader?
  private var sums: [Int: Sums] = [:]
  private var times: [BootInstant] = []
  private let device: DeviceDescription
  private var first: Int?

  init(
    _ request: DeviceTrials.Request, _ configuration: SensorConfiguration, _ triggers: [String], _ signal: WakeSignal
  ) {
    device = request.device
    trial = DeviceTrial(isBuffered: request.isBuffered, asked: configuration.rate)
    do {
      let plan = try DevicePlan(
        request.device, for: request.roles, configuration, triggers: triggers, isBuffered: request.isBuffered)
      trial.isBuffered = plan.isBuffered
      trial.asked = plan.rate
      trial.trigger = plan.trigger
      for (index, lane) in plan.lanes.enumerated() {
        if case .role(let role) = lane.quantity { sums[index] = Sums(role, fullScale: plan.fullScale(of: lane)) }
      }
      first = sums.keys.min()
      reader = try DeviceReader(plan, uri: configuration.uri, wake: signal.descriptor, at: BootInstant.now)
    } catch let fault as PlanFault {
      trial.fault = "\(fault)"
    } catch let fault as ReaderFault {
      fail(fault)
    } catch {
      trial.fault = "\(error)"
    }
  }

  private func fail(_ fault: ReaderFault) {
    guard fault.errno != 0 else { return }
    trial.fault = fault.sentence(device)
    trial.isBusy = fault.errno == EBUSY
    trial.isForbidden = fault.errno == EACCES || fault.errno == EPERM
  }

  func isGoing(for span: TimeSpan, _ latest: BootInstant) -> Bool {
    guard let reader else { return false }
    if case .ended = reader.phase { return false }
    let now = BootInstant.now
    // The first sample's time is already in the past. A short trial continues until there are three samples, for a rate.
    return times.first.map { now < $0 + span || times.count < 3 && now < latest } ?? (now < latest)
  }

  func read() {
    guard let reader else { return }
    reader.read { lane, sample in
      guard let value = sample.value, sums[lane] != nil else { return }
      // The scans' times are those of the first lane.
      if lane == first { times.append(sample.time) }
      sums[lane]?.record(value)
    }
    if case .ended(let fault) = reader.phase, trial.fault == nil { fail(fault) }
  }

  func end() -> DeviceTrial {
    read()
    if let reader {
      trial.basis = reader.stream?.clock.basis
      trial.clock = reader.stream?.clock.counters ?? SampleClock.Counters()
      trial.refused = reader.stream?.refusedCount ?? 0
      trial.lost = Int(clamping: reader.lostCount)
      trial.failures = Int(clamping: reader.failureCount)
      if times.isEmpty && trial.fault == nil {
        trial.fault =
          trial.isBuffered
          ? "its buffer was turned on and gave no samples: it has no working trigger, or its interrupt line is not connected"
          : "its attributes gave no samples"
      }
      _ = reader.stop(within: .seconds(2))
    }
    trial.lanes = sums.sorted { $0.key < $1.key }.map(\.value.lane)
    measureIntervals()
    return trial
  }

  private func measureIntervals() {
    // The first few come from a buffer that was filled before.
    let settled = times.count > 20 ? times.dropFirst(5) : times[...]
    guard settled.count > 2, let first = settled.first, let last = settled.last, last > first else { return }
    let intervals = zip(settled, settled.dropFirst()).map { ($1 - $0).value }
    let usual = intervals.sorted()[intervals.count / 2]
    let mean = (last - first).value / Double(intervals.count)
    let variance = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(intervals.count)
    trial.rate = Frequency(1 / mean)
    trial.jitter = TimeSpan(variance.squareRoot())
    trial.longest = TimeSpan(intervals.max() ?? 0)
    trial.gaps = intervals.count { $0 > 1.75 * usual }
  }
}

/// Running mean and variance (B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 1962).
private struct Sums {
  private(set) var lane: DeviceTrial.Lane
  private var squares = SIMD3<Double>.zero

  init(_ role: SensorRole, fullScale: SIMD3<Double>?) {
    lane = DeviceTrial.Lane(role, fullScale: fullScale)
  }

  mutating func record(_ value: SIMD3<Double>) {
    lane.count += 1
    let before = value - lane.mean
    lane.mean += before / Double(lane.count)
    squares += before * (value - lane.mean)
    let variance = squares / Double(lane.count)
    lane.spread = SIMD3(variance.x.squareRoot(), variance.y.squareRoot(), variance.z.squareRoot())
    if let full = lane.fullScale, (0..<3).contains(where: { full[$0] > 0 && value[$0].magnitude >= 0.9999 * full[$0] })
    {
      lane.saturated += 1
    }
  }
}

extension DevicePlan {
  /// The largest number that its channels can represent; nil if their format does not determine it.
  fileprivate func fullScale(of lane: Lane) -> SIMD3<Double>? {
    var full = SIMD3<Double>.zero
    for (axis, index) in lane.channels.enumerated() {
      guard isBuffered, case .integer(let bits, _, _, let isSigned, _)? = channels[index].format, bits < 32 else {
        return nil
      }
      let most = Double((1 << (isSigned ? bits - 1 : bits)) - 1)
      full[axis] = ((most + lane.offset[axis]) * lane.scale[axis]).magnitude
    }
    return full
  }
}

extension Sample {
  /// The numbers of a sensor's measurement; nil for other samples.
  fileprivate var value: SIMD3<Double>? {
    switch self {
    case .accelerometer(let sample): sample.force.components
    case .gyroscope(let sample): sample.rate.components
    case .magnetometer(let sample): sample.field.components
    case .barometer(let sample): SIMD3(sample.pressure.value, 0, 0)
    default: nil
    }
  }
}
