public import Chips
import Geometry
import Glasses
public import Samples
public import Wire

/// One pair of glasses: looks for them, reads them, and waits for them after they were unplugged.
public struct GlassesSource: SensorSource {
  /// The glasses that are read, or were.
  private struct Reading {
    var port: any GlassesPort
    var device: any ServedDevice
    var place: String
    var detail: String
  }

  public let name: String
  private let access: () -> GlassesAccess
  private let clock: () -> BootInstant
  private var reading: Reading?
  /// The last ones, with why they are not read any more.
  private var before: Reading?
  /// Why they were closed, and why none can be opened.
  private var end = "", lack = ""
  private var nextSearch: BootInstant
  private var isResting = false
  private var passed = 0
  private var rates = SampleRates()
  private var known = ""

  private static var searchSpan: TimeSpan { .seconds(1) }
  private static var roles: [ServedBus.Role] { [.accelerometer, .gyroscope, .magnetometer] }

  /// `name`: as `xreal`. `search` opens a device, or says why there is none.
  public init(_ name: String, clock: @escaping () -> BootInstant, search: @escaping () -> GlassesAccess) {
    (self.name, self.clock, access) = (name, clock, search)
    nextSearch = clock()
  }

  public var now: BootInstant { clock() }
  public var next: BootInstant { reading?.device.next ?? nextSearch }
  public var changes: Int { passed + (reading?.device.changes ?? 0) }

  public mutating func restart(profile: String) {
    rest()
    rates = SampleRates()
    nextSearch = clock()
  }

  public mutating func rest() {
    if let reading { reading.device.stop(reading.port) }
    close("")
  }

  /// Closes the glasses, with a reason.
  private mutating func close(_ reason: String) {
    guard let last = reading else { return }
    passed += last.device.changes + 1
    (before, reading, end, lack) = (last, nil, reason, "")
    nextSearch = clock() + Self.searchSpan
  }

  public mutating func turn(into samples: inout [ChipSample]) {
    if reading == nil { find() }
    guard let port = reading?.port else { return }
    do throws(PortFault) { try reading?.device.turn(port, into: &samples) } catch {
      switch error {
      case .gone: close(reading?.device is ServedOne ? "their connection has ended" : "they were unplugged")
      case .failed(let reason): close("their device failed: \(reason)")
      }
    }
  }

  private mutating func find() {
    nextSearch = clock() + Self.searchSpan
    switch access() {
    case .open(let port, var device, let place, let detail):
      // The same pair keeps the counts from before it was pulled.
      if let before, before.place == place, before.device.name == device.name {
        device.counts = before.device.counts
        device.counts.restarts += 1
      }
      reading = Reading(port: port, device: device, place: place, detail: detail)
      (before, end, lack) = (nil, "", "")
      passed += 1
    case .absent: setLack("no XREAL glasses with a motion sensor are plugged in")
    case .refused(let reason): setLack(reason)
    }
  }

  private mutating func setLack(_ text: String) {
    guard lack != text else { return }
    lack = text
    passed += 1
  }

  private var absence: String { [end, lack].filter { !$0.isEmpty }.joined(separator: "; ") }

  public mutating func count(_ samples: [ChipSample]) { rates.count(samples) }

  public mutating func sensors(at now: BootInstant) -> [DrivenSensorMessage] {
    let rates = rates.finish(at: now)
    guard let shown = reading ?? before else {
      return [ServedBus.Role.accelerometer, .gyroscope].map {
        DrivenSensorMessage(
          role: $0.rawValue, device: "none", place: name, state: .absent, detail: Self.fitting(absence), counts: [],
          isMounted: nil)
      }
    }
    return Self.roles.map { sensor($0, shown, rates) }
  }

  /// A sentence of at most 255 bytes, which the daemon takes.
  private static func fitting(_ text: String) -> String {
    var text = text
    while text.utf8.count > 255 { text.removeLast() }
    return text
  }

  private func sensor(
    _ role: ServedBus.Role, _ shown: Reading, _ rates: [ChipSample.Kind: Double]
  ) -> DrivenSensorMessage {
    let device = shown.device, isField = role == .magnetometer
    let kind: ChipSample.Kind = isField ? .field : role == .gyroscope ? .rate : .force
    let state: SourceState, detail: String
    switch device.state {
    case _ where reading == nil: (state, detail) = (.absent, absence)
    case .starting: (state, detail) = (.waiting, "it is being started")
    case .failed(let fault): (state, detail) = (.failed, fault.sentence)
    case .running:
      if isField, let fault = device.fieldFault {
        (state, detail) = (fault == .neverFresh ? .silent : .absent, fault.sentence)
      } else {
        let setting = isField ? "its factory calibration is not used" : device.setting
        let parts = [setting, shown.detail].filter { !$0.isEmpty }.joined(separator: ", ")
        (state, detail) = (.running, SampleRates.shown(rates[kind]) + parts)
      }
    }
    let counts = role == .accelerometer ? device.counts.named : []
    return DrivenSensorMessage(
      role: role.rawValue, device: device.name, place: shown.place, state: state, detail: Self.fitting(detail),
      counts: counts.map { CounterMessage(reason: $0.reason, count: $0.count) },
      isMounted: device.isMounted ? true : nil)
  }

  public mutating func news() -> [(text: String, isFault: Bool)] {
    var text = absence, isFault = true
    if let reading {
      switch reading.device.state {
      case .starting: return []
      case .running:
        let field = reading.device.fieldFault.map { "; their magnetometer: \($0.sentence)" } ?? ""
        (text, isFault) = ("\(reading.device.name) (\(reading.detail)): read\(field)", false)
      case .failed(let fault): text = "\(reading.device.name): \(fault.sentence)"
      }
    } else if let before, !absence.isEmpty {
      text = "\(before.device.name): \(absence)"
    }
    guard !text.isEmpty, text != known else { return [] }
    known = text
    return [(text, isFault)]
  }
}
