import CPosix
import Files
import Geometry
import Glibc
import Samples
import Sharing
import Text
import Wire

/// The service: one loop around the brokers' sockets and a clock. Without settings it waits for them, and connects to nothing.
final class ShareService {
  let paths: SharePaths
  let link = BrokerLink()
  let daemon: DaemonLink
  let home: HomeService
  /// Drawn at random, so that members tell a restarted service from an old message.
  let session: String
  private let signals = Descriptor(gnomon_signals_create())

  var settings: ShareSettings?
  private(set) var file: SettingsFile
  var roster = Roster(ownID: "", ownName: "")
  var board = TeamBoard()
  var sent = SentMessages()
  /// The reason why no pose was sent at the last opportunity; nil after one was sent.
  var absence: String?
  var sequence: Int64 = 0
  var lastPoseTime: Int64 = 0
  private var stateFault: String?

  /// Nanoseconds of CLOCK_BOOTTIME at which each regular work is due.
  private var duePose: Int64 = 0, dueChanges: Int64 = 0, dueFiles: Int64 = 0
  private static let second: Int64 = 1_000_000_000

  init(paths: SharePaths, socket: String) {
    self.paths = paths
    daemon = DaemonLink(path: socket)
    home = HomeService(paths.home, daemon: daemon)
    file = SettingsFile(paths.settings)
    session = String(UInt64.random(in: UInt64(1) << 60...UInt64.max), radix: 16)
    link.onConnected = { [unowned self] in greet() }
    link.onMessage = { [unowned self] in ingest(topic: $0, $1, isRetained: $2) }
    daemon.onConnected = { [unowned self] in
      roster.resetPassed()
      board.markAllChanged()
    }
  }

  static var now: Int64 { gnomon_boot_time() }

  /// Whether anything is sent.
  var isUsed: Bool { settings != nil || home.isUsed }

  /// Runs until SIGTERM or SIGINT.
  func run() {
    load(again: true)
    writeState()
    _ = gnomon_notify("READY=1")
    while true {
      wait()
      let signal = signals.isOpen ? gnomon_signals_read(signals.number) : 0
      if signal == SIGTERM || signal == SIGINT { break }
      work(isReloading: signal == SIGHUP)
    }
    _ = gnomon_notify("STOPPING=1")
    leave()
    home.end()
    unlink(paths.state)
  }

  /// Waits for a broker, a signal, or the next regular work.
  private func wait() {
    let now = gnomon_boot_time(), links = [link, home.link]
    var due = min(dueFiles, home.due)
    if settings != nil { due = min(due, duePose, dueChanges) }
    // While connecting, libmosquitto is asked often; it has no event for the end of a TLS handshake's pause.
    let most: Int64 = links.contains { $0.state == .connecting } ? 50_000_000 : Self.second
    let milliseconds = max(0, min(due - now, most) + 999_999) / 1_000_000
    // A descriptor of -1 is left out by poll.
    var waiting = [pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)]
    waiting += links.map { link in
      let events = POLLIN | (link.state == .connected && link.isBusy ? POLLOUT : 0)
      return pollfd(fd: link.descriptor, events: Int16(events), revents: 0)
    }
    _ = poll(&waiting, nfds_t(waiting.count), CInt(milliseconds))
    for (link, one) in zip(links, waiting.dropFirst()) where one.fd >= 0 {
      let ready = CInt(one.revents)
      link.serve(
        isReadable: ready & (POLLIN | POLLHUP | POLLERR) != 0, isWritable: ready & POLLOUT != 0,
        now: gnomon_boot_time())
    }
  }

  private func work(isReloading: Bool) {
    var now = gnomon_boot_time()
    if now >= dueFiles || isReloading {
      load(again: isReloading)
      for link in [link, home.link] where link.state != .off && link.state != .waiting {
        link.serve(isReadable: false, isWritable: false, now: now)
      }
    }
    if let settings {
      if link.state == .off || link.state == .waiting, now >= link.nextAttempt {
        link.open(settings.brokerSession, now: now)
      }
      if now >= duePose {
        sendPose(settings, now)
        now = gnomon_boot_time()
        duePose = Self.next(after: duePose, every: Int64(1e9 / settings.sentRate.value), now)
      }
      if now >= dueChanges {
        passOn(now)
        dueChanges = Self.next(after: dueChanges, every: Self.second, gnomon_boot_time())
      }
    }
    home.work(gnomon_boot_time())
    if now >= dueFiles || isReloading {
      writeState()
      _ = gnomon_notify("WATCHDOG=1")
      dueFiles = Self.next(after: dueFiles, every: Self.second, now)
    }
  }

  /// The next moment of a fixed grid; what was missed is not made up for.
  static func next(after due: Int64, every interval: Int64, _ now: Int64) -> Int64 {
    due + interval > now ? due + interval : now + interval
  }

  /// Reads the settings that have changed. A file with faults ends the sharing: what it was to say is not known.
  private func load(again: Bool) {
    let reading = file.read(again: again, atMost: ShareSettings.longest) { (bytes) throws(ShareSettingsFault) in
      try ShareSettings(reading: bytes)
    }
    switch reading {
    case .unchanged: break
    case .missing, .faulty: change(to: nil)
    case .settings(let new): change(to: new)
    }
    home.load(again: again)
  }

  private func change(to new: ShareSettings?) {
    let old = settings
    guard new != old else { return }
    if let old, let new, old.isSameConnection(as: new) {
      settings = new
      if link.state == .connected { sendItems(new, since: old) }
      return
    }
    leave()
    settings = new
    guard let new else { return }
    roster = Roster(ownID: new.id, ownName: new.name)
    board = TeamBoard()
    sent = SentMessages()
    daemon.setTeam(isJoined: true)
    let now = gnomon_boot_time()
    (duePose, dueChanges) = (now, now)
    Log.write("shares poses with the team '\(new.team)' over \(new.access.broker.text)")
  }

  /// Takes back what the broker and the daemon have of this wearer and of the team.
  private func leave() {
    guard let settings else { return }
    if link.state == .connected {
      send(.here(settings.id), [], isRetained: true, settings)
      Log.write("has left the team '\(settings.team)'")
    }
    link.close()
    daemon.clear(gnomon_boot_time())
    daemon.setTeam(isJoined: false)
    for id in board.routes.keys { unlink(routePath(id)) }
    roster.removeAll()
    self.settings = nil
  }

  private func writeState() {
    var text = TextBuffer()
    state.write(to: &text)
    text.append(UInt8(ascii: "\n"))
    do throws(FileFault) {
      try AtomicFile(paths.state).replace(with: text.bytes, readers: .group(), isLasting: false)
      stateFault = nil
    } catch {
      if stateFault != "\(error)" { Log.write("the state cannot be written: \(error)", .warning) }
      stateFault = "\(error)"
    }
  }
}

extension ShareSettings {
  var brokerSession: BrokerSession {
    BrokerSession(access: access, client: "gnomon-\(id)", will: (TeamTopic.here(id).text(in: team), HereMessage.gone))
  }

  /// Whether a change of the settings leaves the connection and the identity as they are.
  fileprivate func isSameConnection(as other: ShareSettings) -> Bool {
    var same = other
    (same.places, same.routes) = (places, routes)
    (same.removedPlaces, same.removedRoutes) = (removedPlaces, removedRoutes)
    (same.rate, same.blur) = (rate, blur)
    return same == self
  }
}
