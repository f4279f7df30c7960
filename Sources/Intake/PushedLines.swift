public import Geometry
public import Samples
import Sensors

/// Lines of the recording format from a contributor, on their way to samples.
///
/// With `Clock.boot` a stamp is CLOCK_BOOTTIME and is used unchanged; one that lies ahead of the clock is refused, because it would
/// be the newest until then and refuse all samples of the present. With `Clock.device` the stamps are of the device's own clock,
/// and each sensor's are mapped to boot time as those of a kernel's device (`SampleClock`).
public struct PushedLines {
  public enum Clock: String, CaseIterable, Sendable { case boot, device }

  /// The reasons besides those of a recording's line.
  public enum Reason: String, Sendable {
    case ahead = "ahead of the clock"
    case otherKind = "not a sample of a sensor or receiver"
    case taken = "another source has this sensor"
    case off = "the configuration leaves this sensor out"
    case mount = "the configured mount of this sensor is no rotation"
  }

  /// Lines refused for one reason.
  public struct Refused: Equatable, Sendable {
    public var reason: String
    public var field: String
    public var count: Int
    /// The first of them, from 1.
    public var first: Int
  }

  /// Largest time of a stamp ahead of the clock, which was read before the call arrived: as for pushed poses.
  public static let mostAhead = TimeSpan(0.05)

  private var clocks: [LineTag: SampleClock] = [:]
  public private(set) var refused: [Refused] = []
  public private(set) var accepted = 0
  private var line = 0

  public init() {}

  /// Starts the next batch.
  public mutating func start() {
    refused = []
    accepted = 0
    line = 0
  }

  /// Ingests one line that arrived at a time, and returns its sample; nil if it is refused.
  public mutating func ingest(_ text: String, clock: Clock, at arrival: BootInstant) -> Sample? {
    line += 1
    // A device may send several samples with one stamp; the order of the others is checked by the door.
    var parser = LineParser(), text = text
    let outcome = text.withUTF8 { parser.parse($0) }
    switch outcome {
    case .refused(let refusal): refuse(refusal)
    case .unknownTag: refuse(Reason.otherKind.rawValue, "")
    case .line(.sample(let sample)):
      guard let tag = Self.tag(sample) else {
        refuse(Reason.otherKind.rawValue, "")
        return nil
      }
      var sample = sample
      if clock == .device {
        map(&sample, tag, arrival)
      } else if sample.time - arrival > Self.mostAhead {
        refuse(Reason.ahead.rawValue, "t")
        return nil
      } else if case .fix(let fix) = sample, fix.arrival - arrival > Self.mostAhead {
        refuse(Reason.ahead.rawValue, "arrival")
        return nil
      }
      return sample
    case .line: refuse(Reason.otherKind.rawValue, "")
    }
    return nil
  }

  /// Counts the sample of the last line.
  public mutating func accept() { accepted += 1 }

  public mutating func refuse(_ refusal: Refusal) { refuse(refusal.reason.rawValue, refusal.field.rawValue) }
  public mutating func refuse(_ reason: Reason) { refuse(reason.rawValue, "") }

  private mutating func refuse(_ reason: String, _ field: String) {
    if let index = refused.firstIndex(where: { $0.reason == reason && $0.field == field }) {
      refused[index].count += 1
    } else {
      refused.append(Refused(reason: reason, field: field, count: 1, first: line))
    }
  }

  /// The kinds that a sensor or receiver has; poses and commands have methods of their own.
  public static func tag(_ sample: Sample) -> LineTag? {
    switch sample {
    case .accelerometer: .accelerometer
    case .gyroscope: .gyroscope
    case .magnetometer: .magnetometer
    case .barometer: .barometer
    case .temperature: .temperature
    case .fix: .fix
    case .antennas: .antennas
    case .outsidePose, .input: nil
    }
  }

  private mutating func map(_ sample: inout Sample, _ tag: LineTag, _ arrival: BootInstant) {
    var clock = clocks[tag] ?? SampleClock(isBootClock: false)
    var stamp = sample.time.nanoseconds, time = arrival
    withUnsafeMutablePointer(to: &time) { time in
      withUnsafePointer(to: &stamp) { stamp in
        clock.date(
          stamps: UnsafeBufferPointer(start: stamp, count: 1), arrival: arrival,
          into: UnsafeMutableBufferPointer(start: time, count: 1))
      }
    }
    clocks[tag] = clock
    switch sample {
    case .accelerometer(var value): value.time = time; sample = .accelerometer(value)
    case .gyroscope(var value): value.time = time; sample = .gyroscope(value)
    case .magnetometer(var value): value.time = time; sample = .magnetometer(value)
    case .barometer(var value): value.time = time; sample = .barometer(value)
    case .temperature(var value): value.time = time; sample = .temperature(value)
    case .fix(var value):
      value.time = time
      value.arrival = max(arrival, time)
      sample = .fix(value)
    case .antennas(var value): value.time = time; sample = .antennas(value)
    case .outsidePose, .input: break
    }
  }
}
