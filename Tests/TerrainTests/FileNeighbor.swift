import Glibc

/// A thread that opens and closes a file all the time, and counts how often its descriptor was closed by another thread.
final class FileNeighbor: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var isEnding = false
  private var stolen = 0
  private var thread = pthread_t()

  init() {
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    let own = Unmanaged.passUnretained(self).toOpaque()
    pthread_create(&thread, nil, { FileNeighbor.run($0) }, own)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Ends the thread and returns the count.
  func end() -> Int {
    pthread_mutex_lock(lock)
    isEnding = true
    pthread_mutex_unlock(lock)
    pthread_join(thread, nil)
    return stolen
  }

  private static func run(_ own: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let own else { return nil }
    let neighbor = Unmanaged<FileNeighbor>.fromOpaque(own).takeUnretainedValue()
    while neighbor.goesOn {
      for _ in 0..<100 {
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        sched_yield()
        if file >= 0, close(file) != 0 { neighbor.stolen += 1 }
      }
    }
    return nil
  }

  private var goesOn: Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return !isEnding
  }
}
