public import Geometry
import Glibc
public import Samples

/// The address of gpsd. The host is a numeric address or `localhost`: the daemon does not wait for a name server.
public struct GPSAddress: Equatable, Sendable {
  public var host: String
  public var port: UInt16
  /// gpsd's name for the device of the only receiver to use; nil uses any receiver.
  public var receiver: String?
  /// The two antennas of the receiver; nil for one whose heading is not used.
  public var antennas: AntennaMount?
  /// The largest difference between a fix's time and now. It is larger than the 18 leap seconds (since 2017) by which a receiver
  /// is wrong until it has received them.
  public var timeTolerance = TimeSpan.seconds(30)
  public init(host: String = "127.0.0.1", port: UInt16 = 2947, receiver: String? = nil) {
    self.host = host
    self.port = port
    self.receiver = receiver
  }
}

/// A receiver's two antennas on the device.
public struct AntennaMount: Equatable, Sendable {
  /// Direction from the first to the second, clockwise from straight ahead.
  public var direction: Degrees
  /// 1 σ of the error that does not average out.
  public var sigma: Degrees

  public init(direction: Degrees, sigma: Degrees) {
    self.direction = direction
    self.sigma = sigma
  }
}

/// A source of fixes from gpsd: it connects, reads in bounded portions, and reconnects when the connection is lost. It never
/// blocks.
///
/// Of several receivers one is used (`ReceiverChoice`): fixes of two receivers belong to two places.
public final class GPSReader: SampleSource {
  public let name = "receiver"
  private let address: GPSAddress
  private let wallClock: () -> WallClock
  private var poller: Poller?
  private var connection: GPSDConnection?
  private var choice: ReceiverChoice
  private var backoff = Backoff(from: .seconds(0.5), to: .seconds(4))
  private var pause = TimeSpan.zero
  private var attempt = BootInstant(nanoseconds: .min)
  /// While a connection is being established: the time at which it counts as failed, and the time of the next check.
  private var connecting = (end: BootInstant.never, next: BootInstant.never)
  private var status: SourceStatus
  /// The last reported state and note.
  private var reported: (state: SourceStatus.State, note: String)?
  private var lastFix: BootInstant?
  /// Refused lines of earlier connections, by reason.
  private var refusedBefore: [GPSDReader.Refusal: Int] = [:]
  /// Requests that gpsd refused.
  private var complaints = 0
  /// Headings without antennas in the configuration, of receivers that are not in use, and that are no angle.
  private var azimuths = (unused: 0, others: 0, refused: 0)

  /// Connections made.
  public private(set) var connectionCount = 0
  /// Reports of receivers other than the one in use, and of receivers beyond the limit of their number.
  public var otherReceiverCount: Int { choice.counters.others + choice.counters.refused }

  /// Fixes count as silent after this time, or after five of their periods, whichever is longer.
  private static let silence = TimeSpan.seconds(3)
  private static let patience = TimeSpan.seconds(2), glance = TimeSpan.seconds(0.1)
  private static let connected = SourceStatus.State.waiting("connected; no fix yet")
  private static let misunderstood = SourceStatus.State.waiting(
    "connected, but the data is not gpsd's JSON: check the address")
  private static let untimely = SourceStatus.State.waiting(
    "the time of its fixes differs from now, so they are not used: check the receiver's date, and the input of gpsd")
  /// Portions read per turn of the daemon's loop; one is 16 KiB, about 80 fixes.
  private static let portions = 2

  public convenience init(_ address: GPSAddress = GPSAddress()) { self.init(address) { .now } }

  init(_ address: GPSAddress, wallClock: @escaping () -> WallClock) {
    self.address = address
    self.wallClock = wallClock
    choice = ReceiverChoice(configured: address.receiver)
    status = SourceStatus(
      .receiver, device: .init(id: "\(address.host):\(address.port)", words: "gpsd at \(address.host):\(address.port)"),
      state: .waiting("not connected yet"))
  }

  public var descriptor: CInt { poller?.descriptor ?? -1 }

  public func open() throws(SourceFault) {
    let poller = Poller()
    guard poller.descriptor >= 0 else { throw SourceFault("cannot wait for gpsd: error \(-poller.descriptor)") }
    self.poller = poller
    attempt = BootInstant(nanoseconds: .min)
    status.state = .waiting("not connected yet")
    reported = nil
  }

  public var counters: EpochGate.Counters { choice.gateCounters }
  public var receivers: [ReceiverState] {
    choice.receivers.map {
      ReceiverState($0, isUsed: $0.device == choice.used?.device, cause: choice.lastChange?.cause)
    }
  }
  /// Lines of gpsd that were refused, by reason.
  public var refusedLines: [GPSDReader.Refusal: Int] {
    refusedBefore.merging(connection?.reader.counters.refused ?? [:], uniquingKeysWith: +)
  }

  public var counts: [(reason: String, count: Int)] {
    let counters = counters, refused = refusedLines
    let fixes = [
      ("receiver: reports of a past epoch", counters.duplicates),
      ("receiver: reports without a fix", counters.searching), ("receiver: impossible fixes", counters.refused),
      ("receiver: fixes with a wrong time", counters.untimely),
      ("receiver: its clock was set", counters.steps),
      ("receiver: messages of other receivers", choice.counters.others),
      ("receiver: messages of more than \(ReceiverChoice.most) receivers", choice.counters.refused),
      ("receiver: reconnections", max(0, connectionCount - 1)),
      ("receiver: requests that gpsd refused", complaints),
      ("receiver: headings that are not used, without GNSS.AntennaDirection", azimuths.unused),
      ("receiver: headings of other receivers", azimuths.others),
      ("receiver: impossible headings", azimuths.refused),
    ]
    return fixes
      + GPSDReader.Refusal.allCases.map { ("receiver: lines of gpsd refused, \($0.rawValue)", refused[$0] ?? 0) }
  }

  public var deadline: BootInstant {
    guard poller != nil else { return .never }
    guard let connection else { return attempt }
    if !connection.isMade { return connecting.next }
    guard let lastFix, case .streaming = status.state else { return choice.deadline }
    return min(choice.deadline, lastFix + silence)
  }

  private var silence: TimeSpan {
    let periods = choice.used?.rate.map { $0.period * 5 } ?? .zero
    return periods > Self.silence ? periods : Self.silence
  }

  public func wake(at now: BootInstant, into events: (SourceEvent) -> Void) {
    guard poller != nil else { return }
    if connection == nil && now >= attempt { connect(now) }
    if let connection { read(connection, now, events) }
    var outputs: [ReceiverChoice.Output] = []
    choice.drain(at: now) { outputs.append($0) }
    for output in outputs { send(output, events) }
    if case .streaming = status.state, let lastFix, now - lastFix >= silence { status.state = .silent(since: lastFix) }
    reportChange(events)
  }

  public func close(within span: TimeSpan) -> Bool {
    disconnect()
    poller = nil
    return true
  }

  private func connect(_ now: BootInstant) {
    // The pauses are reset only by a message of gpsd: a port that accepts the connection and closes it is not a success.
    pause = backoff.fail()
    attempt = now + pause
    do throws(GPSDConnection.Fault) {
      let connection = try GPSDConnection(host: address.host, port: address.port)
      self.connection = connection
      connecting = (now + Self.patience, now)
      poller?.add(connection.descriptor)
    } catch {
      status.state = failure(error.errno)
    }
  }

  private func failure(_ error: CInt) -> SourceStatus.State {
    switch error {
    case 0: .absent("gpsd closed the connection; trying again")
    case ECONNREFUSED: .absent("no program listens at this address: start gpsd (systemctl start gpsd.socket)")
    case EAFNOSUPPORT: .failed("'\(address.host)' is a name; configure a numeric address, as 127.0.0.1")
    case ETIMEDOUT: .absent("no answer: check the address and the firewall")
    case ECONNRESET, EPIPE: .absent("gpsd closed the connection; trying again")
    case let other: .absent("cannot connect: \(String(cString: strerror(other)))")
    }
  }

  private func read(_ connection: GPSDConnection, _ now: BootInstant, _ events: (SourceEvent) -> Void) {
    for _ in 0..<Self.portions {
      let outcome = connection.read { ingest($0, events) }
      if connection.isMade && connecting.end != .never {
        connecting = (.never, .never)
        connectionCount += 1
        status.state = Self.connected
      }
      switch outcome {
      case .portion: continue
      case .lost(let error): return lose(error, now)
      case .empty: break
      }
      break
    }
    if !connection.isMade {
      if now >= connecting.end { return lose(ETIMEDOUT, now) }
      connecting.next = min(now + Self.glance, connecting.end)
    } else if connection.reader.counters.lines > 0,
      connection.reader.counters.refusals == connection.reader.counters.lines
    {
      status.state = Self.misunderstood
    }
  }

  private func lose(_ error: CInt, _ now: BootInstant) {
    disconnect()
    if backoff.failures == 0 { pause = backoff.fail() }
    attempt = now + pause
    status.state = failure(error)
  }

  private func ingest(_ message: GPSDMessage, _ events: (SourceEvent) -> Void) {
    backoff.succeed()
    if status.state == Self.misunderstood { status.state = Self.connected }
    switch message {
    case .position(let report, let device): ingest(report, of: device, events)
    case .attitude(let heading, let device): ingest(heading, of: device, events)
    case .error: complaints += 1
    case .version, .other: break
    }
  }

  private func ingest(_ report: GPSReport, of device: String, _ events: (SourceEvent) -> Void) {
    let untimely = counters.untimely
    // Sent after the choice, which `send` reads.
    var outputs: [ReceiverChoice.Output] = []
    let isUsed = choice.ingest(
      report, of: device, at: .now, clock: wallClock(), within: address.timeTolerance
    ) { outputs.append($0) }
    for output in outputs { send(output, events) }
    if isUsed {
      if report.mode < 2, case .silent = status.state { status.state = .waiting("the receiver searches satellites") }
    } else if case .streaming = status.state {
    } else if let name = address.receiver, device != name, choice.used?.lastFix == nil {
      status.state = .waiting("gpsd has other receivers, but no report of \(name): check GNSS.Device")
    }
    if counters.untimely > untimely {
      if case .streaming = status.state { return }
      status.state = Self.untimely
    }
  }

  private func ingest(_ heading: Double, of device: String, _ events: (SourceEvent) -> Void) {
    guard let antennas = address.antennas else { return azimuths.unused += 1 }
    guard choice.used.map({ $0.device == device }) ?? (address.receiver == nil) else { return azimuths.others += 1 }
    let sample = Sample.antennas(
      AntennaAzimuth(
        time: .now, azimuth: Degrees(heading), direction: antennas.direction, sigma: antennas.sigma))
    guard sample.refusal == nil else { return azimuths.refused += 1 }
    events(.sample(sample))
  }

  private func send(_ output: ReceiverChoice.Output, _ events: (SourceEvent) -> Void) {
    switch output {
    case .change(let change): if change.from != nil { events(.change(change)) }
    case .fix(let fix):
      lastFix = fix.arrival
      status.state = .streaming(choice.used?.rate ?? .zero)
      events(.sample(.fix(fix)))
    }
  }

  /// The receiver in use and the reason, if there are several.
  private var note: String {
    guard choice.receivers.count > 1, let used = choice.used, let cause = choice.lastChange?.cause else { return "" }
    return "\(used.name) of \(choice.receivers.count) receivers: \(cause)"
  }

  private func disconnect() {
    guard let connection else { return }
    poller?.remove(connection.descriptor)
    connection.end()
    refusedBefore = refusedLines
    self.connection = nil
    choice.disconnect()
  }

  /// Reports a changed state or note; a small change of the rate is not reported.
  private func reportChange(_ events: (SourceEvent) -> Void) {
    status.note = note
    guard status.state.isNews(after: reported?.state) || status.note != reported?.note else { return }
    reported = (status.state, status.note)
    events(.status(status))
  }
}
