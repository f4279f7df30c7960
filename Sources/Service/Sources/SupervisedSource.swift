import CPosix
import Geometry
import Samples
import Sensors
import Wire

/// A source and its keeper: what fails is closed and opened again, soon at first and then ever more rarely.
struct SupervisedSource {
  private(set) var source: any SampleSource
  private let number: Int
  private var retryAt: Int64?
  private var pause = shortest
  private var fault: String?
  /// Samples it has brought, and how many when it was looked at last.
  private(set) var brought = 0
  private var lastLooked = (brought: 0, at: gnomon_boot_time())

  private static let shortest: Int64 = 1_000_000_000, longest: Int64 = 30_000_000_000
  private static let silence: Int64 = 2_000_000_000

  init(_ source: any SampleSource, number: Int) {
    self.source = source
    self.number = number
  }

  mutating func open(_ poller: Poller) {
    retryAt = nil
    do throws(SourceFault) {
      try source.open()
      fault = nil
      poller.add(source.descriptor, Poller.Key(.source, UInt64(number)))
      if !source.condition.detail.isEmpty { Log.note("\(source.name): \(source.condition.detail)") }
    } catch {
      fail("\(error)", poller)
    }
  }

  mutating func drain(_ poller: Poller, into take: (Sample) -> Void) {
    var count = 0
    source.drain { sample in
      count += 1
      take(sample)
    }
    brought &+= count
    if count > 0 { pause = Self.shortest }
    if source.condition.state == .failed { fail(source.condition.detail, poller) }
  }

  /// What calibrations have found of how sensors are built in counts from now on.
  mutating func obey(_ findings: [SensorFinding], _ poller: Poller) {
    guard source.obey(findings) else { return }
    close(poller)
    open(poller)
  }

  mutating func relax(_ isRelaxed: Bool) { source.relax(isRelaxed) }

  private mutating func fail(_ reason: String, _ poller: Poller) {
    if source.descriptor >= 0 { poller.remove(source.descriptor) }
    source.close()
    if fault != reason { Log.note("\(source.name): \(reason)", .warning) }
    fault = reason
    retryAt = gnomon_boot_time() + pause
    pause = min(2 * pause, Self.longest)
  }

  /// Opens it again if it is time.
  mutating func look(_ poller: Poller, at time: Int64) {
    if let retryAt, time >= retryAt { open(poller) }
    if brought != lastLooked.brought { lastLooked = (brought, time) }
  }

  mutating func close(_ poller: Poller) {
    if source.descriptor >= 0 { poller.remove(source.descriptor) }
    source.close()
  }

  /// Whether it ought to bring samples now.
  var isRunning: Bool { fault == nil && source.isRunning }

  /// How each of its parts is doing.
  var messages: [StatusMessage.Source] {
    if let fault { return [.init(name: source.name, state: "failed", detail: fault)] }
    let silent = gnomon_boot_time() - lastLooked.at
    return source.parts.map { part in
      var condition = part.condition
      // Of what does not watch itself.
      if condition.state == .running, silent > Self.silence {
        condition = SourceCondition(.silent, "for \(silent / 1_000_000_000) s")
      }
      let place = part.device?.place ?? ""
      return .init(
        name: part.name, state: condition.state.rawValue, detail: condition.detail, role: part.role?.name,
        device: part.device?.id, place: place.isEmpty ? nil : place)
    }
  }
}
