import CPosix
import Expectations
import Geometry
import Samples
import Sensors
import Simulation
import TestSupport
import Testing
import Tracking
import Wire

@testable import ScenePublishing
@testable import Service
@testable import gnomond

/// A device that is absent at first, gives one sample when it is present, and then fails.
private final class Device {
  var opened = 0
  var isThere = false
}

private struct Flaky: SampleSource {
  let device: Device
  var descriptor: CInt = -1
  var state: SourceStatus.State? = .starting
  var name: String { "flaky" }

  mutating func open() throws(SourceFault) {
    device.opened += 1
    guard device.isThere else { throw SourceFault("no such device") }
    descriptor = gnomon_event_create()
    gnomon_event_signal(descriptor)
    state = .playing("100 Hz")
  }
  mutating func wake(at now: BootInstant, into events: (SourceEvent) -> Void) {
    events(.sample(.barometer(BarometerSample(time: now, pressure: Pressure(1e5)))))
    state = .failed("unplugged")
  }
  mutating func close(within span: TimeSpan) -> Bool {
    if descriptor >= 0 { gnomon_close(descriptor) }
    descriptor = -1
    return true
  }
}

@Suite struct SupervisionTests {
  @Test func aFailedSourceIsOpenedAgain() throws {
    let scratch = try Scratch(), device = Device()
    var options = DaemonOptions()
    options.socket = scratch.path("s")
    options.handlesSignals = false
    let daemon = try Daemon(
      options, Engine(SessionBeginning(profile: .head)),
      sources: [Flaky(device: device)])
    try daemon.start()
    defer { daemon.finish() }
    #expect(device.opened == 1 && daemon.sources[0].messages[0].state == .failed)
    expect(daemon.sources[0].messages[0].detail, equals: "no such device")
    device.isThere = true
    while daemon.engine.taken == 0 { _ = try daemon.step(milliseconds: 100) }
    expect(device.opened, equals: 2)
    expect(daemon.sources[0].messages[0].detail, equals: "unplugged")
    while daemon.engine.taken == 1 { _ = try daemon.step(milliseconds: 100) }
    expect(device.opened, equals: 3)
  }

  /// Times that a replay would refuse are refused, and NaN values go no further.
  @Test func samplesThatAReplayRefusesAreRefused() throws {
    let engine = Engine(SessionBeginning(profile: .head))
    func gyroscope(_ seconds: Double, _ x: Double) -> Sample {
      .gyroscope(GyroscopeSample(time: BootInstant(seconds: seconds), rate: AngularVelocity(x, 0, 0)))
    }
    for sample in [gyroscope(1, 0), gyroscope(1, 0), gyroscope(0.5, 0), gyroscope(2, .nan), gyroscope(2, 0)] {
      _ = engine.ingest(sample)
    }
    expect(engine.taken, equals: 2)
    #expect(engine.counters.refused.contains { $0.reason.contains("gyroscope") && $0.count == 3 })
  }

  /// After a sleep of the machine the motion meanwhile is unknown.
  @Test func sleepBeginsANewScene() throws {
    var slept: Int64 = 5, watch = SleepWatch()
    watch.slept = { slept }
    #expect(watch.sleptSpan() == nil && watch.sleptSpan() == nil)
    slept += 50_000_000
    #expect(watch.sleptSpan() == nil)
    slept += 30_000_000_000
    expect((watch.sleptSpan() ?? .zero), isAbove: TimeSpan(29.9))
    #expect(watch.sleptSpan() == nil)

    let scratch = try Scratch()
    var options = DaemonOptions()
    options.socket = scratch.path("s")
    options.handlesSignals = false
    let parameters = SimulationParameters()
    let source = PacedSource.simulated(
      Simulation(Plan.straight.itinerary(parameters), parameters: parameters), named: "simulate", speed: 20)
    let daemon = try Daemon(options, Engine(SessionBeginning(profile: .head)), sources: [source])
    try daemon.start()
    defer { daemon.finish() }
    while daemon.engine.latest == nil { _ = try daemon.step(milliseconds: 100) }
    let before = daemon.sleep.slept()
    expect(daemon.engine.latest?.scene, equals: 0)
    daemon.sleep.slept = { before + 60_000_000_000 }
    while daemon.engine.latest?.scene == 0 { _ = try daemon.step(milliseconds: 100) }
    expect(daemon.engine.latest?.scene, equals: 1)
  }
}

@Suite struct AttentionTests {
  @Test func anOccasionalClientIsServedPromptly() {
    let second: Int64 = 1_000_000_000
    var attention = Attention()
    expect(attention.change(isAsked: false, at: 0), equals: true)
    #expect(attention.change(isAsked: false, at: 60 * second) == nil)
    expect(attention.change(isAsked: true, at: 61 * second), equals: false)
    #expect(attention.change(isAsked: true, at: 62 * second) == nil)
    #expect(attention.change(isAsked: false, at: 66 * second) == nil)
    expect(attention.change(isAsked: false, at: 68 * second), equals: true)
  }
}
