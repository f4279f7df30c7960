public import Chips
public import Geometry
public import Samples
public import Wire

/// The chips of one bus.
public struct BusSource<Bus: ChipBus>: SensorSource {
  public let name: String
  private let bus: Bus
  private let interval: TimeSpan
  private var served: ServedBus
  private var report: SensorReport

  /// `name`: the bus, as `i2c-1`.
  public init(_ bus: Bus, name: String, every interval: TimeSpan) {
    (self.bus, self.name, self.interval) = (bus, name, interval)
    served = ServedBus(every: interval, at: bus.now)
    report = SensorReport(bus: name)
  }

  public var now: BootInstant { bus.now }
  public var next: BootInstant { served.next }
  public var changes: Int { served.changes }

  public mutating func restart(profile: String) {
    // A landing foot has more than 8 g.
    served = ServedBus(every: interval, at: bus.now, isWide: profile == "foot")
    report = SensorReport(bus: name)
  }

  /// Nothing is read from them; their FIFOs run over.
  public mutating func rest() {}

  public mutating func turn(into samples: inout [ChipSample]) { served.turn(bus, into: &samples) }
  public mutating func count(_ samples: [ChipSample]) { report.count(samples) }
  public mutating func sensors(at now: BootInstant) -> [DrivenSensorMessage] { report.sensors(served, at: now) }
  public mutating func news() -> [(text: String, isFault: Bool)] { report.news(served) }
}
