import CPosix
import Glibc

/// Subscribers on a separate thread, which read messages and measure their age.
final class SocketReaders: @unchecked Sendable {
  /// Counts of one reader.
  struct Count {
    var messages = 0, dropped = 0, gaps = 0
    var last: Int64 = 0
  }

  private let injections: UnsafeMutablePointer<Int64>
  private let origin: Int64, step: Int64
  /// Time between two messages of one reader above which there is a gap, in ns.
  private let longest: Int64
  private var descriptors: [CInt] = [], groups: [Int] = []
  private var thread = pthread_t()
  private var isRunning = false
  private let wake = gnomon_event_create()
  private let poller = gnomon_poller_create()
  private var mutex = pthread_mutex_t()
  private var isMeasuring = false
  private var latencies: [[Int64]] = [[], []]
  private var seen: [Count] = []
  private var length = 0

  /// `injections` has the time of each tick's injection; the session's time of tick k is `origin` + k · `step`.
  init(_ injections: UnsafeMutablePointer<Int64>, origin: Int64, step: Int64, longest: Int64 = .max) {
    self.injections = injections
    self.origin = origin
    self.step = step
    self.longest = longest
    pthread_mutex_init(&mutex, nil)
    for group in latencies.indices { latencies[group].reserveCapacity(1 << 20) }
    gnomon_poller_add(poller, wake, .max, 1, 0)
  }

  /// Connects more readers.
  func connect(_ path: String, _ count: Int, group: Int, request: String) throws {
    for _ in 0..<count {
      let descriptor = gnomon_connect(path)
      guard descriptor >= 0 else { throw BenchFault("cannot connect to \(path): error \(-descriptor)") }
      let bytes = Array(request.utf8)
      _ = gnomon_send(descriptor, bytes, Int64(bytes.count))
      locked {
        descriptors.append(descriptor)
        groups.append(group)
        seen.append(Count())
      }
      gnomon_poller_add(poller, descriptor, UInt64(locked { descriptors.count - 1 }), 1, 0)
    }
    guard !isRunning else { return }
    isRunning = true
    let context = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<SocketReaders>.fromOpaque(context).takeRetainedValue().read() }
        return nil
      }, context)
  }

  /// Bytes of a message; waits for the first one.
  var messageLength: Int {
    while locked({ length }) == 0 { usleep(1000) }
    return locked { length }
  }
  func startMeasuring() { locked { isMeasuring = true } }
  /// Returns the latencies since the last call, in ns by group, and ends the measurement.
  func end() -> [[Int64]] {
    locked {
      isMeasuring = false
      let result = latencies
      for group in latencies.indices { latencies[group].removeAll(keepingCapacity: true) }
      return result
    }
  }
  var counts: [Count] { locked { seen } }

  func stop() {
    gnomon_event_signal(wake)
    if isRunning { pthread_join(thread, nil) }
    for descriptor in descriptors { gnomon_close(descriptor) }
    gnomon_close(wake)
    gnomon_close(poller)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    return body()
  }

  private func read() {
    var ready = [gnomon_readiness](repeating: gnomon_readiness(), count: 64)
    let chunk = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    defer { chunk.deallocate() }
    while true {
      let count = gnomon_poller_wait(poller, &ready, 64, 1000)
      for index in 0..<Int(max(0, count)) {
        if ready[index].key == .max { return }
        let reader = Int(ready[index].key)
        let descriptor = locked { descriptors[reader] }
        let size = gnomon_receive(descriptor, chunk.baseAddress, Int64(chunk.count))
        if size <= 0 {
          gnomon_poller_remove(poller, descriptor)
          continue
        }
        record(UnsafeBufferPointer(rebasing: chunk[..<Int(size)]), reader)
      }
    }
  }

  /// Reads the messages of one chunk. None of them is split between chunks, because they are read as soon as they arrive.
  private func record(_ bytes: UnsafeBufferPointer<UInt8>, _ reader: Int) {
    let arrived = gnomon_boot_time()
    var start = 0
    locked {
      while let end = bytes[start...].firstIndex(of: 0) {
        record(UnsafeBufferPointer(rebasing: bytes[start..<end]), arrived, reader)
        start = end + 1
      }
    }
  }

  private func record(_ message: UnsafeBufferPointer<UInt8>, _ arrived: Int64, _ reader: Int) {
    let head = "{\"parameters\":{\"pose\":{\"time_boot_ns\":".utf8.count
    length = message.count + 1
    guard message.count > head else { return }
    if message[head - 2] != UInt8(ascii: "\"") {
      // The count of missed messages stands before the pose.
      seen[reader].dropped += 1
      return
    }
    var time: Int64 = 0
    for byte in message[head...] {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { break }
      time = time * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    guard isMeasuring else { return }
    if seen[reader].last != 0, time - seen[reader].last > longest { seen[reader].gaps += 1 }
    seen[reader].last = time
    seen[reader].messages += 1
    let group = groups[reader]
    let tick = Int((time - origin) / step)
    if latencies[group].count < latencies[group].capacity { latencies[group].append(arrived - injections[tick]) }
  }
}

/// Ages of messages, in µs.
struct Latencies {
  private let sorted: [Int64]
  init(_ nanoseconds: [Int64]) { sorted = nanoseconds.sorted() }
  var count: Int { sorted.count }
  func at(_ fraction: Double) -> Double {
    sorted.isEmpty ? .nan : Double(sorted[Int(fraction * Double(sorted.count - 1))]) / 1000
  }
  func later(than microseconds: Double) -> Int { sorted.count { Double($0) / 1000 > microseconds } }
}

struct BenchFault: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
