import CPosix
import Glibc
import Geometry
import Samples
import Sensors
import Service

/// A source of prepared samples, which enter the daemon tick by tick. The moment of each injection is kept, so that a reader of
/// the pose can compute its age, while the session's own time continues without gaps over any pause.
final class InjectedSource: SampleSource {
  let name = "bench"
  let state: SourceStatus.State? = .playing("made beforehand")
  private(set) var descriptor: CInt = -1
  /// Time of the k-th tick's injection, by CLOCK_BOOTTIME.
  let injections: UnsafeMutablePointer<Int64>
  /// The session's time of the tick before the first, and the time between ticks.
  let origin: Int64, step: Int64
  private let samples: [Sample]
  private var next = 0
  private var tick = 0
  private var left = 0
  private var due: Int64 = 0
  private static let most = 1 << 20

  init(_ samples: [Sample], rate: Double) {
    self.samples = samples
    step = Int64(1e9 / rate)
    origin = 1_000_000_000
    injections = .allocate(capacity: Self.most)
    injections.initialize(repeating: 0, count: Self.most)
  }

  func open() throws(SourceFault) { descriptor = gnomon_timer_create() }
  func close(within span: TimeSpan) -> Bool {
    if descriptor >= 0 { gnomon_close(descriptor) }
    descriptor = -1
    return true
  }

  /// Records the injection of a tick. Returns its time in the session.
  func inject() -> Int64 {
    tick += 1
    injections[tick] = gnomon_boot_time()
    return origin + Int64(tick) * step
  }

  /// Plays a number of ticks at their own rate.
  func play(_ daemon: Daemon, ticks: Int) throws {
    left = ticks
    due = gnomon_boot_time() + step
    gnomon_timer_set_at(descriptor, due)
    while left > 0 { _ = try daemon.step(milliseconds: 100) }
    // The readers finish the last messages before the next turn begins.
    usleep(2000)
  }

  /// Plays a number of ticks as fast as possible.
  func hurry(_ daemon: Daemon, ticks: Int) throws {
    for done in 0..<ticks {
      left = 1
      due = gnomon_boot_time()
      gnomon_timer_set_at(descriptor, due)
      while left > 0 { _ = try daemon.step(milliseconds: 100) }
      // The pause lets the readers keep up.
      if done % 8 == 7 { usleep(500) }
    }
  }

  func wake(at now: BootInstant, into events: (SourceEvent) -> Void) {
    guard gnomon_timer_read(descriptor) > 0, left > 0 else { return }
    let time = inject()
    // All samples up to the next gyroscope sample, and that one.
    while next < samples.count {
      let sample = samples[next]
      next += 1
      events(.sample(sample.moved(to: time)))
      if case .gyroscope = sample { break }
    }
    left -= 1
    due += step
    if left > 0 { gnomon_timer_set_at(descriptor, due) } else { gnomon_timer_set(descriptor, 0, 0) }
  }
}

extension Sample {
  fileprivate func moved(to now: Int64) -> Sample {
    let time = BootInstant(nanoseconds: now)
    switch self {
    case .accelerometer(var sample):
      sample.time = time
      return .accelerometer(sample)
    case .gyroscope(var sample):
      sample.time = time
      return .gyroscope(sample)
    case .magnetometer(var sample):
      sample.time = time
      return .magnetometer(sample)
    case .barometer(var sample):
      sample.time = time
      return .barometer(sample)
    case .temperature(var sample):
      sample.time = time
      return .temperature(sample)
    case .fix(var fix):
      fix.time = BootInstant(nanoseconds: now - (fix.arrival.nanoseconds - fix.time.nanoseconds))
      fix.arrival = time
      return .fix(fix)
    case .antennas(var sample):
      sample.time = time
      return .antennas(sample)
    case .outsidePose, .input: return self
    }
  }
}
