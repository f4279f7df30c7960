import CPosix
import Files
import Glibc
public import SocketServer
import Storage

/// One thread for work that takes longer than a turn of the daemon's loop may take: the place store, long messages, routes.
/// Samples never wait for a disk, an index or another process.
///
/// Jobs run one after another. `collect` delivers their answers on the loop's own thread, once `wake` is readable. The loop
/// limits how much waits here (`Server.admits`). The thread starts with the first job; between jobs it deletes the rows of
/// removed layers.
public final class Worker: BackgroundThread, @unchecked Sendable {
  /// A descriptor that is readable when there are answers.
  private let wakeup = Descriptor(gnomon_event_create())
  public var wake: CInt { wakeup.number }
  /// True if jobs run at once on the caller's thread, for tests and benchmarks that advance time themselves.
  public let isDirect: Bool
  private let shelf: PlaceShelf

  // Used by the loop only.
  private var number: UInt64 = 0
  private var waiting: [UInt64: (any Sendable) -> Void] = [:]
  private var thread: pthread_t?

  // Shared by both threads, under the lock.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable (PlaceShelf) -> (UInt64, any Sendable)] = []
  private var answers: [(UInt64, any Sendable)] = []
  private var isEnding = false

  private static let second: Int64 = 1_000_000_000
  /// Rows of removed layers deleted between two jobs, which takes some milliseconds.
  private static let slice = 200
  /// Limit of the answers that wait for the loop.
  private static let mostReady = 2

  public init(directory: String?, isDirect: Bool) {
    self.isDirect = isDirect
    shelf = PlaceShelf(directory: directory)
    pthread_mutex_init(lock, nil)
    // CLOCK_MONOTONIC: a step of the wall clock must not lengthen a pause.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    close()
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// The number of jobs without an answer yet.
  public var count: Int { waiting.count }

  /// Runs `work` on the worker's thread, and `then` with its answer on the loop's thread.
  public func run<Answer: Sendable>(
    _ work: @escaping @Sendable (PlaceShelf) -> Answer, then: @escaping (Answer) -> Void
  ) {
    if isDirect { return then(now(work)) }
    number += 1
    let number = number
    waiting[number] = { if let answer = $0 as? Answer { then(answer) } }
    pthread_mutex_lock(lock)
    jobs.append { (number, work($0)) }
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
    if thread == nil { startThread() }
  }

  public func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void) {
    run({ _ in work() }, then: then)
  }

  /// Runs `work` at once and returns its answer; only where jobs run on the caller's thread.
  public func now<Answer>(_ work: (PlaceShelf) -> Answer) -> Answer {
    precondition(isDirect, "the store belongs to the worker's thread")
    let answer = work(shelf)
    while shelf.clean(Self.slice) {}
    return answer
  }

  /// Delivers the answers that are ready, and calls `each` after every one of them.
  public func collect(_ each: () -> Void = {}) {
    _ = gnomon_event_read(wake)
    pthread_mutex_lock(lock)
    let ready = answers
    answers.removeAll(keepingCapacity: true)
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
    for (number, answer) in ready {
      waiting.removeValue(forKey: number)?(answer)
      each()
    }
  }

  /// Ends the thread after the jobs that were accepted, running or waiting, are done. Their answers are dropped.
  public func close() {
    if let thread {
      pthread_mutex_lock(lock)
      isEnding = true
      pthread_cond_signal(changed)
      pthread_mutex_unlock(lock)
      pthread_join(thread, nil)
      self.thread = nil
      isEnding = false
    }
    waiting = [:]
    shelf.close()
  }

  // MARK: the thread

  private func startThread() {
    var created = pthread_t()
    // The thread ends before this object does: `close` waits for it.
    let failure = pthread_create(
      &created, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue().serve()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    guard failure == 0 else { return Log.write("cannot start a thread: error \(failure)", .error) }
    thread = created
  }

  private func serve() {
    // The limit for the place store: a query that needs more memory is refused.
    PlaceStore.limitMemory(to: 12 << 20)
    var isIdle = true, returned = gnomon_monotonic_time()
    /// True if a job has freed memory that can go back to the system, such as that of long messages, routes and answers.
    var isHeapLoose = false
    while true {
      pthread_mutex_lock(lock)
      while jobs.isEmpty, !isEnding, isIdle, !isHeapLoose { pthread_cond_wait(changed, lock) }
      // Answers take memory too: no further one is made until the loop has collected those that are ready.
      while answers.count >= Self.mostReady, !isEnding { pthread_cond_wait(changed, lock) }
      pthread_mutex_unlock(lock)
      // The loop releases its part of an answer first.
      if isIdle, isHeapLoose { pause(Self.second / 10) }
      let turn = runNext(), now = gnomon_monotonic_time()
      if turn == .end { return }
      if turn == .ran { isHeapLoose = true }
      if isHeapLoose, turn == .idle || now - returned > Self.second {
        gnomon_return_heap()
        returned = now
        isHeapLoose = false
      }
      isIdle = !shelf.clean(Self.slice)
      // The deletion of removed rows takes at most half of a processor.
      if !isIdle { pause(gnomon_monotonic_time() - now) }
    }
  }

  private enum Turn { case ran, idle, end }

  /// Runs the next job, if there is one.
  private func runNext() -> Turn {
    pthread_mutex_lock(lock)
    let job = jobs.isEmpty ? nil : jobs.removeFirst()
    let none = isEnding ? Turn.end : .idle
    pthread_mutex_unlock(lock)
    guard let job else { return none }
    let answer = job(shelf)
    pthread_mutex_lock(lock)
    answers.append(answer)
    pthread_mutex_unlock(lock)
    _ = gnomon_event_signal(wake)
    return .ran
  }

  /// Waits for a number of nanoseconds (at most 0.1 s), or until there is a job.
  private func pause(_ span: Int64) {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = Int64(end.tv_nsec) + max(0, min(span, 100_000_000))
    end.tv_sec += Int(nanoseconds / 1_000_000_000)
    end.tv_nsec = Int(nanoseconds % 1_000_000_000)
    pthread_mutex_lock(lock)
    while jobs.isEmpty, !isEnding, pthread_cond_timedwait(changed, lock, &end) == 0 {}
    pthread_mutex_unlock(lock)
  }
}
