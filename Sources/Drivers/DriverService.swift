public import Chips
import CPosix
import Files
public import Geometry
import Glibc
import GnomonClient
import Samples
import ServiceLog
import Wire

/// Reads the chips of one bus, and pushes their samples to the daemon, until SIGTERM or SIGINT.
///
/// Without a daemon the chips rest: their samples would be of no use. `run` waits once for each turn of the bus.
public final class DriverService<Bus: ChipBus> {
  private let bus: Bus
  private let name: String
  private let socket: String
  private let interval: TimeSpan
  private let log = ServiceLog("gnomon-drivers")
  private var served: ServedBus
  private var link: DaemonPush?
  private var samples: [ChipSample] = []
  private var lines = SampleLines()
  private var report: SensorReport
  private var reported = -1
  private var nextReport = BootInstant(nanoseconds: 0), nextAttempt = BootInstant(nanoseconds: 0)
  private var fault = ""
  /// The watchdog is fed four times within its time; nil without one.
  private var feeding: Periodic?

  private static var reportSpan: TimeSpan { .seconds(2) }
  private static var attemptSpan: TimeSpan { .seconds(1) }

  /// `name`: the bus, as `i2c-1`.
  public init(_ bus: Bus, name: String, socket: String, every interval: TimeSpan) {
    (self.bus, self.name, self.socket, self.interval) = (bus, name, socket, interval)
    served = ServedBus(every: interval, at: bus.now)
    report = SensorReport(bus: name)
    samples.reserveCapacity(2048)
    let watchdog = TimeSpan.seconds(Double(gnomon_watchdog_interval()) * 1e-9)
    if watchdog > .zero { feeding = Periodic(every: watchdog / 4) }
  }

  public func run() {
    // From here on signals have no other effect.
    let signals = Descriptor(gnomon_signals_create())
    _ = gnomon_notify("READY=1")
    while !hasToEnd(signals.number) {
      turn()
      feed()
    }
    _ = gnomon_notify("STOPPING=1")
  }

  /// Waits for the next turn; returns whether a signal has come that ends the service.
  private func hasToEnd(_ signals: CInt) -> Bool {
    let due = link == nil ? nextAttempt : served.next
    let milliseconds = max(0, min(1000, ((due - bus.now).value * 1000).rounded(.up)))
    var waiting = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, CInt(milliseconds)) > 0, signals >= 0 else { return false }
    let signal = gnomon_signals_read(signals)
    return signal == SIGTERM || signal == SIGINT
  }

  private func feed() {
    if feeding?.isDue(at: bus.now) == true { _ = gnomon_notify("WATCHDOG=1") }
  }

  /// One turn of the bus, and its samples to the daemon.
  public func turn() {
    let now = bus.now
    guard let link = connected(now) else { return }
    guard now >= served.next else { return }
    samples.removeAll(keepingCapacity: true)
    served.turn(bus, into: &samples)
    do throws(ClientFault) {
      if served.changes != reported || now >= nextReport {
        logChanges()
        try link.describe(report.sensors(served, at: now))
        (reported, nextReport) = (served.changes, now + Self.reportSpan)
      }
      // The engine takes the samples of all sensors in the order of their times.
      samples.sort { ($0.time, $0.kind.rawValue) < ($1.time, $1.kind.rawValue) }
      lines.write(samples)
      report.count(samples)
      for refusal in try link.push(lines.texts, name: name) { log.write(refusal, .warning) }
    } catch {
      lose(error, now)
    }
  }

  /// The connection; nil while there is no daemon. With a new one the chips are started anew: what they have kept is old.
  private func connected(_ now: BootInstant) -> DaemonPush? {
    if let link { return link }
    guard now >= nextAttempt else { return nil }
    nextAttempt = now + Self.attemptSpan
    do throws(ClientFault) {
      link = try DaemonPush(socket)
      if !fault.isEmpty { log.write("the daemon answers") }
      fault = ""
      // A landing foot has more than 8 g.
      let isFoot = try link?.profile() == "foot"
      served = ServedBus(every: interval, at: bus.now, isWide: isFoot)
      lines = SampleLines()
      report = SensorReport(bus: name)
      (reported, nextReport) = (-1, bus.now)
      return link
    } catch {
      lose(error, now)
      return nil
    }
  }

  private func lose(_ error: ClientFault, _ now: BootInstant) {
    let text = "\(error)"
    if text != fault { log.write(text, .warning) }
    fault = text
    link = nil
    nextAttempt = now + Self.attemptSpan
  }

  private func logChanges() {
    for line in report.news(served) { log.write(line.text, line.isFault ? .warning : .notice) }
  }
}
