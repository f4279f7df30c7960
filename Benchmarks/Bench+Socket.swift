import CAllocations
import CPosix
import Geometry
import Glibc
import Samples
import Service
import Simulation
import Text
import Tracking

// A sample's way to eight subscribers at 400 Hz, beside the same messages sent by a bare loop around epoll in the same run.
extension Bench {
  private static let subscribers = 8
  private static let rate = 400.0
  private static let duration = 10.0

  static func socket() throws {
    print("socket: \(subscribers) subscribers, \(Int(rate)) Hz, \(Int(duration)) s each")
    print(
      "                              p50 µs   p99 µs   max µs   messages   CPU of the sender, µs a tick   allocations a sample"
    )
    let path = "/tmp/gnomon-bench-\(getpid()).sock"
    let (ours, length) = try daemonRun(path)
    let bare = try echoRun(path, length: length)
    for (name, run) in [("gnomond", ours), ("bare epoll loop", bare)] {
      let sorted = run.latencies.sorted()
      func microseconds(_ fraction: Double) -> String {
        guard let last = sorted.indices.last else { return "-" }
        return rounded(Double(sorted[Int(fraction * Double(last))]) / 1000, 1)
      }
      let ticks = rate * duration
      print(
        "  \(name.padding(28))\(microseconds(0.5).padding(9))\(microseconds(0.99).padding(9))"
          + "\(microseconds(1).padding(9))\("\(sorted.count)".padding(11))"
          + "\((rounded(run.processor * 1e6 / ticks, 1) + " (\(rounded(run.processor / duration * 100, 2)) %)").padding(31))"
          + rounded(Double(run.allocations) / Double(max(1, run.samples)), 5))
    }
  }

  private struct SocketRun {
    var latencies: [Int64] = []
    var processor = 0.0
    var allocations = 0
    var samples = 0
  }

  /// The daemon with a source whose samples are made beforehand; answers a message's length as well.
  private static func daemonRun(_ path: String) throws -> (SocketRun, length: Int) {
    var parameters = SimulationParameters()
    try SimulationParameters.table.set("imu.rate=\(Int(rate))", in: &parameters)
    var samples: [Sample] = []
    try Simulation(Plan.straight.itinerary(parameters), parameters: parameters).run { line in
      if case .sample(let sample) = line, sample.time.nanoseconds < 20_000_000_000 { samples.append(sample) }
    }
    let made = samples
    let source = PacedSource(name: "bench") { () throws(SourceFault) -> PacedSource.Supply in
      var index = 0
      return { () throws(SourceFault) -> Sample? in
        index += 1
        return index <= made.count ? made[index - 1] : nil
      }
    }
    var options = DaemonOptions()
    options.socket = path
    options.handlesSignals = false
    let engine = Engine(SessionBeginning(profile: .head))
    let daemon = try Daemon(options, engine, sources: [source])
    try daemon.start()
    let readers = try SocketReaders(
      path, subscribers,
      request: """
        {"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"]},"more":true}\0
        """)
    var run = SocketRun()
    // The first three seconds are for warming up.
    try runDaemon(daemon, seconds: 3)
    let taken = engine.taken
    let allocations = allocations_of_this_thread(), processor = threadTime()
    readers.startMeasuring()
    try runDaemon(daemon, seconds: duration)
    run.latencies = readers.stop()
    run.processor = threadTime() - processor
    run.allocations = Int(allocations_of_this_thread() - allocations)
    run.samples = engine.taken - taken
    daemon.finish()
    return (run, readers.messageLength)
  }

  private static func runDaemon(_ daemon: Daemon, seconds: Double) throws {
    let end = now() + seconds
    while now() < end { _ = try daemon.step(milliseconds: 100) }
  }

  /// The least there is: a timer, and the same number of bytes to as many sockets.
  private static func echoRun(_ path: String, length: Int) throws -> SocketRun {
    let listener = gnomon_listen(path, 0o600, 64)
    let readers = try SocketReaders(path, subscribers, request: "x")
    let others = (0..<subscribers).map { _ in gnomon_accept(listener, 8192) }
    let poller = gnomon_poller_create(), timer = gnomon_timer_create()
    gnomon_poller_add(poller, timer, 0, 1, 0)
    let step = Int64(1e9 / rate)
    var due = gnomon_boot_time() + step
    gnomon_timer_set_at(timer, due)
    var ready = [gnomon_readiness](repeating: gnomon_readiness(), count: 8)
    var message = TextBuffer(capacity: length)
    let processor = threadTime(), end = due + Int64(duration * 1e9)
    readers.startMeasuring()
    while due < end {
      _ = gnomon_poller_wait(poller, &ready, 8, 100)
      guard gnomon_timer_read(timer) > 0 else { continue }
      message.removeAll()
      message.append("{\"parameters\":{\"pose\":{\"time_boot_ns\":" as StaticString)
      message.append(due)
      while message.count < length - 1 { message.append(UInt8(ascii: " ")) }
      message.append(UInt8(0))
      message.withBytes { bytes in
        for other in others { _ = gnomon_send(other, bytes.baseAddress, Int64(bytes.count)) }
      }
      due += step
      gnomon_timer_set_at(timer, due)
    }
    var run = SocketRun()
    run.latencies = readers.stop()
    run.processor = threadTime() - processor
    for other in others { gnomon_close(other) }
    for descriptor in [listener, poller, timer] { gnomon_close(descriptor) }
    unlink(path)
    return run
  }

  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

/// Subscribers on a thread of their own: they read, and note how old each message was.
private final class SocketReaders: @unchecked Sendable {
  private var descriptors: [CInt] = []
  private var thread = pthread_t()
  private var latencies: [Int64] = []
  private(set) var messageLength = 0
  private let wake = gnomon_event_create()
  private var isMeasuring = false
  private var mutex = pthread_mutex_t()

  init(_ path: String, _ count: Int, request: String) throws {
    pthread_mutex_init(&mutex, nil)
    latencies.reserveCapacity(1 << 17)
    for _ in 0..<count {
      let descriptor = gnomon_connect(path)
      let bytes = Array(request.utf8)
      _ = gnomon_send(descriptor, bytes, Int64(bytes.count))
      descriptors.append(descriptor)
    }
    let context = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<SocketReaders>.fromOpaque(context).takeRetainedValue().read() }
        return nil
      }, context)
  }

  func startMeasuring() {
    pthread_mutex_lock(&mutex)
    isMeasuring = true
    pthread_mutex_unlock(&mutex)
  }

  func stop() -> [Int64] {
    gnomon_event_signal(wake)
    pthread_join(thread, nil)
    for descriptor in descriptors { gnomon_close(descriptor) }
    gnomon_close(wake)
    return latencies
  }

  private func read() {
    let poller = gnomon_poller_create()
    defer { gnomon_close(poller) }
    gnomon_poller_add(poller, wake, UInt64.max, 1, 0)
    for descriptor in descriptors { gnomon_poller_add(poller, descriptor, UInt64(descriptor), 1, 0) }
    var ready = [gnomon_readiness](repeating: gnomon_readiness(), count: 64)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = gnomon_poller_wait(poller, &ready, 64, 1000)
      for index in 0..<Int(max(0, count)) {
        if ready[index].key == .max { return }
        let size = gnomon_receive(CInt(ready[index].key), &chunk, Int64(chunk.count))
        guard size > 0 else { return }
        note(chunk, Int(size))
      }
    }
  }

  /// One message, as a reader that keeps up finds it; several are noted by the first.
  private func note(_ bytes: [UInt8], _ size: Int) {
    let arrived = gnomon_boot_time()
    guard let end = bytes[..<size].firstIndex(of: 0) else { return }
    messageLength = end + 1
    let head = "{\"parameters\":{\"pose\":{\"time_boot_ns\":".utf8.count
    var time: Int64 = 0
    for byte in bytes[head..<end] {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { break }
      time = time * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    pthread_mutex_lock(&mutex)
    if isMeasuring, latencies.count < latencies.capacity { latencies.append(arrived - time) }
    pthread_mutex_unlock(&mutex)
  }
}
