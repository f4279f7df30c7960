import CPosix
public import Geometry
public import Samples
public import Sensors
public import Simulation

/// A daemon's source of simulated samples that a test releases step by step, so that the machine's speed does not matter.
public final class SteppedSource: SampleSource {
  public let name: String
  public let state: SourceStatus.State?
  /// The stated clock; the times of the released samples do not follow it.
  public let clock: SessionClock
  public private(set) var descriptor: CInt = -1
  /// The time up to which samples are released, in nanoseconds.
  public private(set) var reached: Int64 = 0
  /// Whether released samples have not been drained yet.
  public private(set) var isReady = false
  private var session: SimulatedSession
  private var next: Sample?

  public init(_ simulation: Simulation, name: String, detail: String = "", speed: Double) {
    self.name = name
    state = .playing(detail)
    clock = SessionClock(origin: BootInstant(nanoseconds: 0), speed: speed)
    session = SimulatedSession(simulation)
  }

  public func open() throws(SourceFault) {
    descriptor = gnomon_timer_create()
    advance()
  }

  /// Releases all samples that arrive until `moment`, in nanoseconds.
  public func allow(_ moment: Int64) {
    reached = moment
    isReady = true
    gnomon_timer_set(descriptor, 1, 0)
  }

  public func wake(at now: BootInstant, into events: (SourceEvent) -> Void) {
    _ = gnomon_timer_read(descriptor)
    while let sample = next, Self.arrival(sample) <= reached {
      events(.sample(sample))
      advance()
    }
    isReady = false
  }

  private func advance() {
    next = nil
    while let line = try? session.next() {
      guard case .sample(let sample) = line else { continue }
      next = sample
      return
    }
  }

  private static func arrival(_ sample: Sample) -> Int64 {
    if case .fix(let fix) = sample { fix.arrival.nanoseconds } else { sample.time.nanoseconds }
  }

  public func close(within span: TimeSpan) -> Bool {
    if descriptor >= 0 { gnomon_close(descriptor) }
    descriptor = -1
    return true
  }
}
