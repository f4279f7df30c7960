import CPosix
import CommandParts
import Files
import Geometry
import Glibc
import GnomonClient
import Samples
import Text
import Wire

/// The live view on a terminal: at `rate` it ingests new messages and draws the changes; keys take effect at once.
final class WatchSession {
  private let path: String
  private let rate: Double
  private var link: WatchLink?
  private var model = WatchModel(), controls: WatchControls
  /// The model that a paused picture shows.
  private var held: WatchModel?
  private var style: TerminalStyle
  private let terminal = TerminalLine()
  private var shown: CellGrid?
  private var nextTry: BootInstant
  private let timer = Descriptor(gnomon_timer_create()), poller = Descriptor(gnomon_poller_create())

  private static let retry = TimeSpan.seconds(0.5)
  private static let keysKey: UInt64 = 1, timerKey: UInt64 = 2, terminalKey: UInt64 = 3

  /// Throws unless a daemon is there; later it may go and come back.
  init(path: String, rate: Double, style: TerminalStyle, page: WatchControls.Page = .picture) throws(ClientFault) {
    self.path = path
    self.rate = rate
    self.style = style
    controls = WatchControls(page: page)
    nextTry = Self.now
    link = try WatchLink(path: path, rate: rate, range: controls.range, showing: page, at: nextTry)
  }

  private static var now: BootInstant { BootInstant(nanoseconds: gnomon_boot_time()) }

  /// Runs until the user quits or the terminal goes away.
  func run() throws(Failure) {
    guard timer.isOpen, poller.isOpen else {
      throw .inputOutput("cannot wait for keys: the system has no descriptors left")
    }
    guard gnomon_terminal_enter() else { throw .inputOutput("this terminal cannot be drawn on") }
    defer { gnomon_terminal_leave() }
    let interval = Int64(1e9 / rate)
    gnomon_timer_set(timer.number, 1, interval)
    gnomon_poller_add(poller.number, STDIN_FILENO, Self.keysKey, 1, 0)
    gnomon_poller_add(poller.number, timer.number, Self.timerKey, 1, 0)
    gnomon_poller_add(poller.number, terminal.descriptor, Self.terminalKey, 0, 0)
    let ready = UnsafeMutablePointer<gnomon_readiness>.allocate(capacity: 4)
    defer { ready.deallocate() }
    while true {
      let count = gnomon_poller_wait(poller.number, ready, 4, -1)
      for index in 0..<Int(max(0, count)) {
        switch ready[index].key {
        case Self.keysKey:
          let keys = WatchKey.keys(Self.typed())
          // Readable without data: the input has been closed.
          if keys.isEmpty, ready[index].is_closed != 0 { return }
          for key in keys where !apply(key) { return }
          guard draw() else { return }
        case Self.timerKey:
          _ = gnomon_timer_read(timer.number)
          pump()
          guard draw() else { return }
        default:
          guard ready[index].is_closed == 0, terminal.flush() else { return }
          awaitRoom(!terminal.isIdle)
        }
      }
    }
  }

  private static func typed() -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < 256 {
      let byte = gnomon_terminal_key()
      if byte < 0 { break }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return bytes
  }

  private func awaitRoom(_ isWanted: Bool) {
    gnomon_poller_change(poller.number, terminal.descriptor, Self.terminalKey, 0, isWanted ? 1 : 0)
  }

  // MARK: the daemon

  private func pump() {
    let now = Self.now
    controls.forgetOldNote(at: now)
    guard let link else {
      if now >= nextTry { connect(now) }
      return
    }
    do throws(ClientFault) {
      var outcomes: [(WatchControls.Call, Result<JSONValue, CallError>)] = []
      try link.pump(&model, at: now) { outcomes.append(($0, $1)) }
      for (call, result) in outcomes {
        switch result {
        case .success(let answer): controls.say(call.done(answer), at: now)
        case .failure(let error): controls.say("refused: \(Self.sentence(.refused(error)))", isRefusal: true, at: now)
        }
      }
    } catch {
      lose(error, now)
    }
  }

  private func connect(_ now: BootInstant) {
    nextTry = now + Self.retry
    do throws(ClientFault) {
      link = try WatchLink(path: path, rate: rate, range: controls.range, showing: controls.page, at: now)
      model.reset()
      controls.say("the daemon answers again", at: now)
    } catch {
      lose(error, now)
    }
  }

  private func lose(_ fault: ClientFault, _ now: BootInstant) {
    link = nil
    nextTry = now + Self.retry
    model.lose(Self.why(fault), at: now)
  }

  /// Returns a short reason, for one line; the connection is retried without a key.
  private static func why(_ fault: ClientFault) -> String {
    switch fault {
    case .closed: "it has closed the connection"
    case .cannotConnect(_, let number): "no daemon answers (\(String(cString: strerror(number))))"
    default: sentence(fault)
    }
  }

  private static func sentence(_ fault: ClientFault) -> String { DaemonCall.plain("\(fault)") }

  // MARK: keys

  /// Applies a key. Returns false if the program has to end.
  private func apply(_ key: WatchKey) -> Bool {
    let now = Self.now, wasPaused = controls.pausedSince != nil
    let action = controls.press(key, isRecording: model.status?.recording != nil, at: now)
    let isPaused = controls.pausedSince != nil
    if isPaused != wasPaused { held = isPaused ? model : nil }
    switch action {
    case nil: return true
    case .quit?: return false
    case .call(let call)?:
      attempt("no daemon is connected", now) { (link) throws(ClientFault) in try link.ask(call) }
    case .range?:
      attempt("no daemon is connected", now) { [range = controls.range] (link) throws(ClientFault) in
        try link.setRange(range)
      }
    case .page?:
      // Without a daemon, the next connection subscribes for the page.
      guard let link else { return true }
      do throws(ClientFault) { try link.show(controls.page) } catch { lose(error, now) }
    }
    return true
  }

  private func attempt(_ otherwise: String, _ now: BootInstant, _ body: (WatchLink) throws(ClientFault) -> Void) {
    guard let link else { return controls.say("refused: \(otherwise)", isRefusal: true, at: now) }
    do throws(ClientFault) { try body(link) } catch { lose(error, now) }
  }

  // MARK: the terminal

  /// Draws the changes. While the terminal has not accepted the last picture yet, this one is left out. Returns false when the
  /// terminal has gone.
  private func draw() -> Bool {
    guard terminal.isIdle else { return true }
    let size = (style.columns, style.rows)
    style.measure()
    var text = ""
    if shown == nil || size != (style.columns, style.rows) {
      shown = nil
      text = "\u{1B}[2J"
    }
    let picture = WatchPicture(model: held ?? model, controls: controls, style: style, now: Self.now)
    let grid = picture.grid()
    controls.limitScroll(to: picture.filterOverhang)
    text += CellChanges.text(from: shown, to: grid)
    shown = grid
    guard !text.isEmpty else { return true }
    guard terminal.write(text) else { return false }
    if !terminal.isIdle { awaitRoom(true) }
    return true
  }
}
