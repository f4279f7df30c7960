import CPosix
import Files
import Geometry
import Glibc
import Samples
import Sharing
import Text
import Wire

/// The service: one loop around the broker's socket and a clock. Without settings it waits for them, and connects to nothing.
final class ShareService {
  let paths: SharePaths
  let link = BrokerLink()
  let daemon: DaemonLink
  /// Drawn at random, so that members tell a restarted service from an old message.
  let session: String
  private let signals = Descriptor(gnomon_signals_create())

  var settings: ShareSettings?
  var settingsFault: String?
  private var settingsVersion: FileVersion?
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
    session = String(UInt64.random(in: UInt64(1) << 60...UInt64.max), radix: 16)
    link.onConnected = { [unowned self] in greet() }
    link.onMessage = { [unowned self] in ingest(topic: $0, $1, isRetained: $2) }
    daemon.onConnected = { [unowned self] in
      roster.resetPassed()
      board.markAllChanged()
    }
  }

  /// Runs until SIGTERM or SIGINT.
  func run() {
    loadSettings(evenIfUnchanged: true)
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
    unlink(paths.state)
  }

  /// Waits for the broker, a signal, or the next regular work.
  private func wait() {
    let now = gnomon_boot_time()
    var due = dueFiles
    if settings != nil { due = min(due, duePose, dueChanges) }
    // While connecting, libmosquitto is asked often; it has no event for the end of a TLS handshake's pause.
    let most: Int64 = link.state == .connecting ? 50_000_000 : Self.second
    let milliseconds = max(0, min(due - now, most) + 999_999) / 1_000_000
    var waiting = [pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)]
    if link.descriptor >= 0 {
      let events = POLLIN | (link.state == .connected && link.isBusy ? POLLOUT : 0)
      waiting.append(pollfd(fd: link.descriptor, events: Int16(events), revents: 0))
    }
    _ = poll(&waiting, nfds_t(waiting.count), CInt(milliseconds))
    guard waiting.count > 1 else { return }
    let ready = CInt(waiting[1].revents)
    link.serve(
      isReadable: ready & (POLLIN | POLLHUP | POLLERR) != 0, isWritable: ready & POLLOUT != 0, now: gnomon_boot_time())
  }

  private func work(isReloading: Bool) {
    var now = gnomon_boot_time()
    if now >= dueFiles || isReloading {
      loadSettings(evenIfUnchanged: isReloading)
      if link.state != .off, link.state != .waiting {
        link.serve(isReadable: false, isWritable: false, now: now)
      }
    }
    if let settings {
      if link.state == .off || link.state == .waiting, now >= link.nextAttempt { connect(settings, now) }
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
    if now >= dueFiles || isReloading {
      writeState()
      _ = gnomon_notify("WATCHDOG=1")
      dueFiles = Self.next(after: dueFiles, every: Self.second, now)
    }
  }

  /// The next moment of a fixed grid; what was missed is not made up for.
  private static func next(after due: Int64, every interval: Int64, _ now: Int64) -> Int64 {
    due + interval > now ? due + interval : now + interval
  }

  private func connect(_ settings: ShareSettings, _ now: Int64) {
    var password: String?
    if let path = settings.passwordFile {
      do throws(FileFault) {
        let bytes = try AtomicFile(path).content(atMost: 4096)
        settingsFault = nil
        password = String(
          decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      } catch {
        settingsFault = "password_file: \(error); the service's user has to be able to read it"
      }
    }
    link.open(settings, password: password, now: now)
  }

  /// Reads the settings if their file was changed. A file with faults ends the sharing: what it was to say is not known.
  private func loadSettings(evenIfUnchanged: Bool) {
    let version = FileVersion(paths.settings)
    guard evenIfUnchanged || version != settingsVersion else { return }
    settingsVersion = version
    guard version != nil else {
      settingsFault = nil
      return change(to: nil)
    }
    let bytes: [UInt8]
    do throws(FileFault) { bytes = try AtomicFile(paths.settings).content(atMost: ShareSettings.longest) } catch {
      settingsFault = "\(error)"
      return change(to: nil)
    }
    do throws(ShareSettingsFault) {
      let new = try ShareSettings(reading: bytes)
      settingsFault = nil
      change(to: new)
    } catch {
      settingsFault = "\(paths.settings): \(error)"
      Log.write("\(paths.settings): \(error); nothing is shared", .warning)
      change(to: nil)
    }
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
    let now = gnomon_boot_time()
    (duePose, dueChanges) = (now, now)
    Log.write("shares poses with the team '\(new.team)' over \(new.broker.text)")
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
  /// Whether a change of the settings leaves the connection and the identity as they are.
  fileprivate func isSameConnection(as other: ShareSettings) -> Bool {
    var same = other
    (same.places, same.routes) = (places, routes)
    (same.removedPlaces, same.removedRoutes) = (removedPlaces, removedRoutes)
    (same.rate, same.blur) = (rate, blur)
    return same == self
  }
}
