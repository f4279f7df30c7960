import Expectations
import Geometry
import Samples
import Sensors
import Testing

@testable import Service

/// A device is identified by its identity, which is data, and not by its name for people.
@Suite struct SupervisedSourceTests {
  /// Sensors whose status the test sets.
  private final class ScriptedSensors: SampleSource {
    let name = "sensors"
    let descriptor: CInt = -1
    var deadline: BootInstant { next.isEmpty ? .never : .now }
    var next: [SourceStatus] = []

    func open() throws(SourceFault) {}
    func wake(at now: BootInstant, into events: (SourceEvent) -> Void) {
      for status in next { events(.status(status)) }
      next = []
    }
    func close(within span: TimeSpan) -> Bool { true }
  }

  private static func gyroscope(
    _ number: Int, at place: String, name: String = "bmi160", _ state: SourceStatus.State = .streaming(Frequency(200))
  ) -> SourceStatus {
    let id = "iio:device\(number)"
    var status = SourceStatus(
      .sensor(.gyroscope), device: .init(id: id, place: place, words: "\(name), \(id)"), state: state)
    status.sensor = PresentSensor(role: .gyroscope, identity: SensorIdentity(name: name, place: place))
    return status
  }

  /// Whether each status, one after the other, causes a new scene.
  private func resets(_ statuses: [SourceStatus]) throws -> [Bool] {
    let sensors = ScriptedSensors(), poller = try DaemonPoller()
    var supervised = SupervisedSource(sensors, number: 0)
    supervised.open(poller)
    defer { supervised.close(poller) }
    return statuses.map { status in
      sensors.next = [status]
      var isReset = false
      supervised.wake(poller) { if case .input(let event) = $0 { isReset = event.kind == "reset" } }
      return isReset
    }
  }

  @Test func aChipOfTheSameModelAtAnotherPlaceIsASwap() throws {
    let here = "i2c-1/1-0068", there = "i2c-1/1-0069"
    try expect(
      resets([
        Self.gyroscope(0, at: here), Self.gyroscope(0, at: there), Self.gyroscope(0, at: there),
        Self.gyroscope(0, at: here),
      ]), equals: [false, true, false, true])
  }

  @Test func theSameChipUnderAnotherNumberIsNotASwap() throws {
    let place = "usb 1-1.2"
    try expect(
      resets([
        Self.gyroscope(0, at: place), Self.gyroscope(0, at: place, .absent("it was unplugged")),
        Self.gyroscope(3, at: place, .waiting("opening its buffer")), Self.gyroscope(3, at: place),
      ]), equals: [false, false, false, false])
    try expect(
      resets([Self.gyroscope(0, at: place), Self.gyroscope(0, at: place, name: "lsm6dso")]), equals: [false, true])
  }

  /// A swapped magnetometer does not change the scene.
  @Test func onlyTheGyroscopeMakesTheScene() throws {
    func compass(_ place: String) -> SourceStatus {
      var status = Self.gyroscope(1, at: place)
      status.role = .sensor(.magnetometer)
      status.sensor?.role = .magnetometer
      return status
    }
    try expect(resets([Self.gyroscope(0, at: "a"), compass("b"), compass("c")]), equals: [false, false, false])
  }

  @Test func roleDeviceAndPlaceAreData() throws {
    let sensors = ScriptedSensors(), poller = try DaemonPoller()
    var supervised = SupervisedSource(sensors, number: 0)
    supervised.open(poller)
    defer { supervised.close(poller) }
    sensors.next = [
      Self.gyroscope(2, at: "spi0.0"), SourceStatus(.sensor(.barometer), state: .absent("this machine has none")),
    ]
    supervised.wake(poller) { _ in }
    let messages = supervised.messages
    expect(messages.map(\.name), equals: ["gyroscope (bmi160, iio:device2)", "barometer"])
    expect(messages.map(\.role), equals: ["gyroscope", "barometer"])
    #expect(messages.map(\.device) == ["iio:device2", nil] && messages.map(\.place) == ["spi0.0", nil])
  }
}

/// A receiver that connects and disconnects each second for a day logs at most one line every ten seconds, with the number of
/// omitted ones.
@Suite struct LogBudgetTests {
  @Test func floodsAreCountedAndLeftOut() {
    var budget = LogBudget(), logged = 0, told = 0
    let begun: Int64 = 1 << 60
    for second in 0..<100_000 {
      let (mayLog, skipped) = budget.spend(at: begun + Int64(second) * 1_000_000_000)
      if mayLog {
        logged += 1
        told += skipped
      }
    }
    #expect((10_000...10_030).contains(logged) && logged + told > 99_985)
  }
}
