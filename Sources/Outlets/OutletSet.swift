import CPosix
public import Configuration
import Geometry
import PoseFormats
public import Samples
public import Tracking

/// The outlets that the configuration opens. One that cannot be opened is tried again every ten seconds; the daemon runs meanwhile.
public final class OutletSet {
  /// An outlet as the status shows it.
  public struct State: Equatable, Sendable {
    public var key: String
    public var address: String
    /// nil while it is open.
    public var fault: String?
    public var subscribers: Int
    public var counts: OutletCounts
  }

  private var settings = OutletSettings()
  private var open: [any Outlet] = []
  private var closed: [(outlet: any Outlet, reason: String)] = []
  private var sound: OSCOutlet?
  private var servers: [NMEAOutlet] = []
  private let poller: CInt
  private let report: (String, Bool) -> Void
  private var nextAttempt = Int64.min
  private static let interval: Int64 = 10_000_000_000

  /// `report` gets a sentence for the log, and whether it is a fault.
  public init(report: @escaping (String, Bool) -> Void) {
    self.report = report
    poller = gnomon_poller_create()
  }

  deinit { if poller >= 0 { gnomon_close(poller) } }

  /// Readable while a reader of lines arrives or leaves.
  public var descriptor: CInt { poller }

  /// Closes all outlets and opens those of the settings; changes nothing if the settings are the same.
  public func apply(_ settings: OutletSettings, at time: BootInstant) {
    guard settings != self.settings else { return }
    close()
    self.settings = settings
    for outlet in Self.outlets(settings) { tryOpening(outlet, at: time, knownFault: nil) }
    nextAttempt = gnomon_monotonic_time() &+ Self.interval
  }

  private static func outlets(_ settings: OutletSettings) -> [any Outlet] {
    var all: [any Outlet] = []
    if !settings.poseRing.isEmpty { all.append(PoseRing(path: settings.poseRing)) }
    if !settings.nmeaSocket.isEmpty { all.append(NMEAOutlet(path: settings.nmeaSocket, rate: settings.nmeaRate)) }
    if let port = UInt16(settings.nmeaPort) { all.append(NMEAOutlet(port: port, rate: settings.nmeaRate)) }
    if !settings.openTrack.isEmpty {
      let form = OpenTrackDatagram.Form(rawValue: settings.openTrackForm) ?? .opentrack
      all.append(OpenTrackOutlet(address: settings.openTrack, rate: settings.openTrackRate, form: form))
    }
    if !settings.cursorOnTarget.isEmpty {
      all.append(
        TextOutlet.cursorOnTarget(
          address: settings.cursorOnTarget, rate: settings.cursorOnTargetRate, callSign: settings.callSign))
    }
    if !settings.signalK.isEmpty {
      all.append(TextOutlet.signalK(address: settings.signalK, rate: settings.signalKRate))
    }
    if !settings.osc.isEmpty {
      all.append(OSCOutlet(address: settings.osc, rate: settings.oscRate, mostPlaces: Int(settings.oscPlaces)))
    }
    return all
  }

  private func tryOpening(_ outlet: any Outlet, at time: BootInstant, knownFault: String?) {
    do throws(OutletFault) {
      try outlet.open(at: time)
      open.append(outlet)
      if let server = outlet as? NMEAOutlet {
        servers.append(server)
        gnomon_poller_add(poller, server.descriptor, UInt64(servers.count - 1), 1, 0)
      }
      if let osc = outlet as? OSCOutlet { sound = osc }
      report("\(outlet.key): open at \(outlet.address)", false)
    } catch {
      closed.append((outlet, error.reason))
      if error.reason != knownFault { report("\(error)", true) }
    }
  }

  public func close() {
    for server in servers { gnomon_poller_remove(poller, server.descriptor) }
    for outlet in open { outlet.close() }
    open = []
    closed = []
    servers = []
    sound = nil
    settings = OutletSettings()
  }

  /// Tries again to open the outlets that could not be opened; for the daemon's slow timer.
  public func retry(at time: BootInstant) {
    guard !closed.isEmpty, gnomon_monotonic_time() >= nextAttempt else { return }
    retryNow(at: time)
  }

  func retryNow(at time: BootInstant) {
    nextAttempt = gnomon_monotonic_time() &+ Self.interval
    let waiting = closed
    closed = []
    for (outlet, reason) in waiting { tryOpening(outlet, at: time, knownFault: reason) }
  }

  /// Handles readers that arrive or leave.
  public func handle() { for server in servers { server.handle() } }

  /// Publishes the pose of a time to the outlets at which it is due. Never waits, and allocates nothing.
  @inline(__always)
  public func publish(
    _ pose: @autoclosure () -> TrackedPose, at time: BootInstant, _ setting: @autoclosure () -> PoseSetting
  ) {
    guard !open.isEmpty else { return }
    for outlet in open where outlet.isDue(at: time) { outlet.publish(pose(), setting()) }
  }

  /// Whether an outlet sends places.
  public var hasPlaces: Bool { (sound?.mostPlaces ?? 0) > 0 }

  /// The number of places to send at the time of a pose; nil if none are due.
  public func placesDue(at time: BootInstant) -> Int? {
    guard let sound, sound.arePlacesDue(at: time) else { return nil }
    return sound.mostPlaces
  }

  public func send(_ source: OSCOutlet.Source) { sound?.send(source) }

  public var subscribers: Int { open.reduce(0) { $0 + $1.subscribers } }
  /// The number of readers that need each pose at once.
  public var promptSubscribers: Int { open.reduce(0) { $0 + $1.promptSubscribers } }

  public var states: [State] {
    open.map {
      State(key: $0.key, address: $0.address, fault: nil, subscribers: $0.subscribers, counts: $0.counts)
    }
      + closed.map {
        State(
          key: $0.outlet.key, address: $0.outlet.address, fault: $0.reason, subscribers: 0, counts: $0.outlet.counts)
      }
  }
}
