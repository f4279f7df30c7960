import CGPS
public import Geometry
import Glibc
public import Samples

/// Where gpsd listens. The host is a numeric address or `localhost`: the daemon does not wait for a name server.
public struct GPSAddress: Equatable, Sendable {
  public var host: String
  public var port: UInt16
  /// The only receiver to listen to, by gpsd's name for its device; nil takes what comes.
  public var receiver: String?
  public init(host: String = "127.0.0.1", port: UInt16 = 2947, receiver: String? = nil) {
    self.host = host
    self.port = port
    self.receiver = receiver
  }
}

/// Fixes from gpsd: connects, reads until nothing is left, and connects again when the connection is lost.
public final class GPSReader: SensorSource {
  private let address: GPSAddress
  private let group = DescriptorGroup()
  private var session: OpaquePointer?
  private var gate = EpochGate()
  private var backoff = Backoff(from: .seconds(0.5), to: .seconds(15))
  private var attempt = BootInstant(nanoseconds: .min)
  private var status: SourceStatus
  private var told: SourceStatus.State?
  private var lastFix: BootInstant?
  private var estimate = PeriodEstimate()

  /// Connections made, and messages of receivers other than the one asked for.
  public private(set) var connectionCount = 0
  public private(set) var otherReceiverCount = 0

  /// Fixes are silent when none came for this long, or for so many of their periods.
  private static let silence = TimeSpan.seconds(3)

  public init(_ address: GPSAddress = GPSAddress()) {
    self.address = address
    status = SourceStatus(
      .receiver, device: .init(id: "\(address.host):\(address.port)", words: "gpsd at \(address.host):\(address.port)"),
      state: .waiting("not connected yet"))
  }

  deinit { cgps_close(session) }

  public var descriptor: CInt { group.descriptor }
  public var counters: EpochGate.Counters { gate.counters }

  public var counts: [(reason: String, count: Int)] {
    let counters = gate.counters
    return [
      ("receiver: reports of an epoch that had gone", counters.duplicates),
      ("receiver: reports without a fix", counters.searching), ("receiver: fixes that cannot be", counters.refused),
      ("receiver: its clock was set", counters.steps),
      ("receiver: messages of other receivers", otherReceiverCount),
      ("receiver: connections made again", max(0, connectionCount - 1)),
    ]
  }

  public var deadline: BootInstant {
    guard session != nil else { return attempt }
    guard let lastFix, case .streaming = status.state else { return gate.deadline }
    return min(gate.deadline, lastFix + silence)
  }

  private var silence: TimeSpan {
    let periods = estimate.seconds.map { TimeSpan(5 * $0) } ?? .zero
    return periods > Self.silence ? periods : Self.silence
  }

  public func wake(at now: BootInstant, into events: (SensorEvent) -> Void) {
    if session == nil && now >= attempt { connect(now) }
    if session != nil { read(now, events) }
    gate.drain(at: now) { hand($0, events) }
    if case .streaming = status.state, let lastFix, now - lastFix >= silence { status.state = .silent(since: lastFix) }
    tell(events)
  }

  public func stop(within span: TimeSpan) -> Bool {
    disconnect()
    attempt = .never
    return true
  }

  private func connect(_ now: BootInstant) {
    var error: CInt = 0
    session = cgps_open(address.host, String(address.port), &error)
    guard let session else {
      attempt = now + backoff.fail()
      status.state = failure(error)
      return
    }
    // The pauses begin anew only when gpsd has said something: a port that answers and hangs up is no success.
    attempt = now + backoff.fail()
    connectionCount += 1
    group.add(cgps_descriptor(session))
    status.state = .waiting("connected; no fix yet")
  }

  private func failure(_ error: CInt) -> SourceStatus.State {
    switch error {
    case ECONNREFUSED: .absent("nothing listens there: start gpsd (systemctl start gpsd.socket)")
    case EAFNOSUPPORT: .failed("'\(address.host)' is a name; configure a numeric address, as 127.0.0.1")
    case ETIMEDOUT: .absent("no answer from there: check the address and the firewall")
    case let other: .absent("cannot connect: \(String(cString: strerror(other)))")
    }
  }

  private func read(_ now: BootInstant, _ events: (SensorEvent) -> Void) {
    guard let session else { return }
    var report = cgps_report()
    while true {
      switch cgps_read(session, &report) {
      case CGPS_EMPTY: return
      case CGPS_OTHER: backoff.succeed()
      case CGPS_REPORT:
        backoff.succeed()
        guard isMeant(&report) else {
          otherReceiverCount += 1
          continue
        }
        if report.mode < 2, case .silent = status.state { status.state = .waiting("the receiver searches") }
        gate.take(GPSReport(report), arrival: BootInstant.now) { hand($0, events) }
      default:
        disconnect()
        attempt = now + backoff.fail()
        status.state = .absent("gpsd closed the connection; trying again")
        return
      }
    }
  }

  private func isMeant(_ report: inout cgps_report) -> Bool {
    guard let receiver = address.receiver else { return true }
    return withUnsafeBytes(of: &report.device) { device in
      device.prefix { $0 != 0 }.elementsEqual(receiver.utf8)
    }
  }

  private func hand(_ fix: Fix, _ events: (SensorEvent) -> Void) {
    if let lastFix { estimate.take((fix.arrival - lastFix).value, samples: 1) }
    lastFix = fix.arrival
    let rate = estimate.seconds.map { Frequency(1 / $0) } ?? .zero
    status.state = .streaming(rate)
    events(.sample(Sample.fix(fix).quantized))
  }

  private func disconnect() {
    guard let session else { return }
    group.remove(cgps_descriptor(session))
    cgps_close(session)
    self.session = nil
    gate.disconnect()
  }

  /// Says a new state once; rates that differ by a little are not new.
  private func tell(_ events: (SensorEvent) -> Void) {
    guard status.state.isNews(after: told) else { return }
    told = status.state
    events(.status(status))
  }
}

extension GPSReport {
  init(_ report: cgps_report) {
    var nanoseconds: Int64?
    if report.has_time {
      let (scaled, tooFar) = report.seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, beyond) = scaled.addingReportingOverflow(Int64(report.nanoseconds))
      nanoseconds = tooFar || beyond ? nil : sum
    }
    self.init(mode: Int(report.mode), utcNanoseconds: nanoseconds)
    latitude = report.latitude
    longitude = report.longitude
    ellipsoidHeight = report.ellipsoid_height
    geoidSeparation = report.geoid_separation
    horizontalError = report.horizontal_error
    eastError = report.east_error
    northError = report.north_error
    verticalError = report.vertical_error
    speedError = report.speed_error
    track = report.track
    speed = report.speed
    climb = report.climb
    velocityNorth = report.velocity_north
    velocityEast = report.velocity_east
    velocityDown = report.velocity_down
  }
}
