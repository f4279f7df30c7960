import CPosix
import Files
public import Learned
import ServiceParts
public import Storage
import Tracking

/// The keeper of the learned state: it is saved every two minutes, since a board may be switched off by pulling its plug, and at
/// the end.
struct StateKeeper {
  private let store: StateStore?
  private var due: Int64
  /// The last reported fault; the same fault is logged once, since a full disk stays full for long.
  private var lastFault: String?

  private static let interval: Int64 = 120_000_000_000

  init(_ store: StateStore?) {
    self.store = store
    due = gnomon_boot_time() + Self.interval
  }

  mutating func saveIfDue(_ engine: Engine, at time: Int64) {
    guard time >= due else { return }
    due = time + Self.interval
    save(engine)
  }

  mutating func save(_ engine: Engine) {
    guard let store, engine.latestTime != nil else { return }
    write(engine.learnedOfSensors, to: store)
  }

  /// Erases the wearer's places on the disk at once, and returns how many there were. Before the first pose the rest of the
  /// stored state stays as it is.
  mutating func forget(_ engine: Engine) throws(FileFault) -> Int {
    guard let store else { return 0 }
    let kept = store.load().state
    let state = engine.latestTime == nil ? kept ?? engine.learnedOfSensors : engine.learnedOfSensors
    if let fault = try store.forget(keeping: state) {
      Log.write("the learned data of the sensors is not stored: \(fault)", .error)
    }
    return kept?.knownPlaces ?? 0
  }

  private mutating func write(_ state: LearnedState, to store: StateStore) {
    do throws(FileFault) {
      try store.save(state)
      lastFault = nil
    } catch {
      if lastFault != error.description {
        Log.write("the learned state is not stored: \(error); the previous file is unchanged", .error)
      }
      lastFault = error.description
    }
  }
}

extension StateStore {
  /// Loads the saved state for a session that begins now. Its time of saving is kept only if its age can be trusted: the clock
  /// follows a time server, or the machine has not been restarted since.
  public func recall() -> LearnedState? {
    let (kept, faults) = load()
    for fault in faults { Log.write(fault, .warning) }
    guard var state = kept else { return nil }
    let now = gnomon_real_time(), started = now - gnomon_boot_time()
    let isSynchronized = gnomon_clock_is_synchronized() == 1
    if let saved = state.saved?.nanosecondsSince1970, saved > now || !(isSynchronized || saved >= started) {
      state.saved = nil
    }
    return state
  }
}
