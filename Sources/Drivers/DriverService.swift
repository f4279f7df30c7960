import Chips
import CPosix
import Files
import Geometry
import Glibc
import GnomonClient
import Samples
import ServiceLog
import Wire

/// Reads one source, and pushes its samples to the daemon, until SIGTERM or SIGINT.
///
/// Without a daemon the source rests. `run` waits once for each turn.
public final class DriverService<Source: SensorSource> {
  private var source: Source
  private let socket: String
  private let log = ServiceLog("gnomon-drivers")
  private var link: DaemonPush?
  private var samples: [ChipSample] = []
  private var lines = SampleLines()
  private var reported = -1
  private var nextReport = BootInstant(nanoseconds: 0), nextAttempt = BootInstant(nanoseconds: 0)
  private var fault = ""
  /// The watchdog is fed four times within its time; nil without one.
  private var feeding: Periodic?

  private static var reportSpan: TimeSpan { .seconds(2) }
  private static var attemptSpan: TimeSpan { .seconds(1) }

  public init(_ source: Source, socket: String) {
    (self.source, self.socket) = (source, socket)
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
    source.rest()
    _ = gnomon_notify("STOPPING=1")
  }

  /// Waits for the next turn; returns whether a signal has come that ends the service.
  private func hasToEnd(_ signals: CInt) -> Bool {
    let due = link == nil ? nextAttempt : source.next
    let milliseconds = max(0, min(1000, ((due - source.now).value * 1000).rounded(.up)))
    var waiting = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, CInt(milliseconds)) > 0, signals >= 0 else { return false }
    let signal = gnomon_signals_read(signals)
    return signal == SIGTERM || signal == SIGINT
  }

  private func feed() {
    if feeding?.isDue(at: source.now) == true { _ = gnomon_notify("WATCHDOG=1") }
  }

  /// One turn of the source, and its samples to the daemon.
  public func turn() {
    let now = source.now
    guard let link = connected(now) else { return }
    guard now >= source.next else { return }
    samples.removeAll(keepingCapacity: true)
    source.turn(into: &samples)
    do throws(ClientFault) {
      if source.changes != reported || now >= nextReport {
        for line in source.news() { log.write(line.text, line.isFault ? .warning : .notice) }
        try link.describe(source.sensors(at: now))
        (reported, nextReport) = (source.changes, now + Self.reportSpan)
      }
      // The engine takes the samples of all sensors in the order of their times.
      samples.sort { ($0.time, $0.kind.rawValue) < ($1.time, $1.kind.rawValue) }
      lines.write(samples)
      source.count(samples)
      for refusal in try link.push(lines.texts, name: source.name) { log.write(refusal, .warning) }
    } catch {
      lose(error, now)
    }
  }

  /// The connection; nil while there is no daemon. With a new one the source begins anew.
  private func connected(_ now: BootInstant) -> DaemonPush? {
    if let link { return link }
    guard now >= nextAttempt else { return nil }
    nextAttempt = now + Self.attemptSpan
    do throws(ClientFault) {
      let daemon = try DaemonPush(socket)
      // Without the right to push, the sensors are left alone.
      try daemon.describe([])
      let profile = try daemon.profile()
      link = daemon
      if !fault.isEmpty { log.write("the daemon answers") }
      fault = ""
      source.restart(profile: profile)
      lines = SampleLines()
      (reported, nextReport) = (-1, source.now)
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
    if link != nil { source.rest() }
    link = nil
    nextAttempt = now + Self.attemptSpan
  }
}
