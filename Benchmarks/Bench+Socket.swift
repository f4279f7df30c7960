import CAllocations
import CPosix
import Geometry
import Glibc
import Samples
import Service
import Simulation
import Text
import Tracking

// Latency of samples to eight subscribers at 400 Hz, beside the same messages sent by a bare loop around epoll. The two alternate
// every tenth of a second on the same thread with the same readers, so that other load of the machine affects both equally.
extension Bench {
  static let rate = 400.0
  private static let subscribers = 8
  private static let runs = 5
  /// Ticks of a turn, and turns of a run.
  private static let turn = 40, turns = 50

  static func socket() throws {
    print("socket: \(subscribers) subscribers, \(Int(rate)) Hz, \(runs) runs of \(turn * turns) samples each, in turns")
    let path = "/tmp/gnomon-bench-\(getpid()).sock"
    let source = InjectedSource(try simulatedSamples(seconds: 65 + Double(runs * turns * turn) / rate), rate: rate)
    let daemon = try daemon(path, source)
    let readers = SocketReaders(source.injections, origin: source.origin, step: source.step)
    try readers.connect(path, subscribers, group: 0, request: poseRequest())
    // A minute of session at full speed lets all buffers reach their final size.
    try source.hurry(daemon, ticks: Int(60 * rate))
    try source.play(daemon, ticks: turn)
    let loop = try EchoLoop("\(path).echo", subscribers, length: readers.messageLength, source: source, readers)
    try loop.play(ticks: turn)

    table("", ["p50 µs", "p99 µs", "max µs", "messages", "µs of CPU a tick", "% of a core", "allocations"])
    var ratios: [(median: Double, tail: Double)] = [], medians: [Double] = [], processor = 0.0, allocations = 0,
      taken = 0
    for run in 1...runs {
      var ours = Turn(), bare = Turn()
      for _ in 0..<turns {
        readers.startMeasuring()
        try ours.add { try source.play(daemon, ticks: turn) }
        try bare.add { try loop.play(ticks: turn) }
      }
      let latencies = readers.end()
      let mine = Latencies(latencies[0]), theirs = Latencies(latencies[1])
      row("gnomond, run \(run)", mine, ours)
      row("bare epoll loop, run \(run)", theirs, bare)
      ratios.append((mine.at(0.5) / theirs.at(0.5), mine.at(0.99) / theirs.at(0.99)))
      medians.append(mine.at(0.5))
      processor += ours.processor
      allocations += ours.allocations
      taken += turn * turns
    }
    let median = ratios.map(\.median).sorted()[runs / 2], tail = ratios.map(\.tail).sorted()[runs / 2]
    print("  median of \(runs) runs: p50 \(rounded(median, 2)) × the loop's, p99 \(rounded(tail, 2)) × (bar 3)")
    let share = processor * rate / Double(taken) * 100, each = Double(allocations) / Double(taken)
    print("  \(rounded(share, 2)) % of a core (bar 6); \(rounded(each, 5)) allocations a sample (bar 0)")
    figure("half of the messages within", medians.sorted()[runs / 2], "µs")
    figure("half of the messages within, beside a bare loop", median, "times")
    figure("99 % of the messages within, beside a bare loop", tail, "times")
    figure("processor time", share, "% of a core")
    figure("a sample, allocations", each, "allocations")
    loop.stop()
    readers.stop()
    daemon.finish()
    try crowd(path)
    try resident(path)
  }

  /// The cost of turns for this thread.
  struct Turn {
    var processor = 0.0
    var allocations = 0
    var ticks = 0

    mutating func add(_ body: () throws -> Void) rethrows {
      let before = allocations_of_this_thread(), time = threadTime()
      try body()
      processor += threadTime() - time
      allocations += Int(allocations_of_this_thread() - before)
      ticks += turn
    }
  }

  private static func row(_ name: String, _ latencies: Latencies, _ turn: Turn) {
    table(
      name,
      [
        rounded(latencies.at(0.5), 1), rounded(latencies.at(0.99), 1), rounded(latencies.at(1), 1),
        "\(latencies.count)",
        rounded(turn.processor / Double(turn.ticks) * 1e6, 1),
        rounded(turn.processor * rate / Double(turn.ticks) * 100, 2), "\(turn.allocations)",
      ])
  }

  static func table(_ name: String, _ cells: [String]) {
    func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) }
    print("  " + name + padded(name, 28) + cells.map { padded($0, 18) + $0 }.joined())
    fflush(nil)
  }

  static func poseRequest(_ rate: Double? = nil) -> String {
    let hertz = rate.map { #","rate_hz":\#($0)"# } ?? ""
    return #"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"]\#(hertz)},"more":true}"# + "\0"
  }

  static func simulatedSamples(seconds: Double) throws -> [Sample] {
    var parameters = SimulationParameters()
    try SimulationParameters.table.set("imu.rate=\(Int(rate))", in: &parameters)
    var samples: [Sample] = []
    try Simulation(Plan.cityBlocks.itinerary(parameters), parameters: parameters).run { line in
      if case .sample(let sample) = line, sample.time.nanoseconds < Int64(seconds * 1e9) { samples.append(sample) }
    }
    return samples
  }

  static func daemon(_ path: String, _ source: InjectedSource) throws -> Daemon {
    var options = DaemonOptions()
    options.socket = path
    options.handlesSignals = false
    let engine = Engine(SessionBeginning(profile: .head))
    let daemon = try Daemon(options, engine, sources: [source])
    try daemon.start()
    return daemon
  }

  static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// The reference: a timer, and messages of the same length to the same number of sockets.
private final class EchoLoop {
  private let listener: CInt, poller: CInt, timer: CInt
  private let others: [CInt]
  private let path: String
  private let source: InjectedSource
  private var ready = [gnomon_readiness](repeating: gnomon_readiness(), count: 8)
  private var message: TextBuffer
  private let length: Int

  init(_ path: String, _ count: Int, length: Int, source: InjectedSource, _ readers: SocketReaders) throws {
    self.path = path
    self.length = length
    self.source = source
    listener = gnomon_listen(path, 0o600, 64)
    try readers.connect(path, count, group: 1, request: "x")
    let listener = listener
    others = (0..<count).map { _ in gnomon_accept(listener, 8192) }
    poller = gnomon_poller_create()
    timer = gnomon_timer_create()
    gnomon_poller_add(poller, timer, 0, 1, 0)
    message = TextBuffer(capacity: length)
  }

  func play(ticks: Int) throws {
    let step = source.step
    var due = gnomon_boot_time() + step
    gnomon_timer_set_at(timer, due)
    var done = 0
    while done < ticks {
      _ = gnomon_poller_wait(poller, &ready, 8, 100)
      guard gnomon_timer_read(timer) > 0 else { continue }
      let time = source.inject()
      message.removeAll()
      message.append("{\"parameters\":{\"pose\":{\"time_boot_ns\":" as StaticString)
      message.append(time)
      while message.count < length - 1 { message.append(UInt8(ascii: " ")) }
      message.append(UInt8(0))
      message.withBytes { bytes in
        for other in others { _ = gnomon_send(other, bytes.baseAddress, Int64(bytes.count)) }
      }
      done += 1
      due += step
      gnomon_timer_set_at(timer, due)
    }
    usleep(2000)
  }

  func stop() {
    for other in others { gnomon_close(other) }
    for descriptor in [listener, poller, timer] { gnomon_close(descriptor) }
    unlink(path)
  }
}
