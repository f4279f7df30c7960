/// A fault in the data of a telephone, with the setting that mends it.
public struct PhoneAdvice: Equatable, Sendable {
  public enum Kind: String, Sendable {
    case silent, refused, noForce, withoutGravity, inG, reversed, sideways, unsteady, mirrored, unpaired, slow, noRate,
      noField
    case noLocation, noPressure, rareBatches, clock, otherClock, iron, linearOnly, paused
  }

  public var kind: Kind
  public var english: String
  /// True if the pose cannot be right as long as this holds.
  public var isFatal: Bool

  init(_ kind: Kind, _ english: String, isFatal: Bool = false) {
    (self.kind, self.english, self.isFatal) = (kind, english, isFatal)
  }
}

/// The facts of an app beside its readings.
public struct PhoneAppFacts: Equatable, Sendable {
  /// Sensor Logger: accelerations without gravity come, and gravity.
  public var hasLinear = false, hasGravity = false
  /// Sensor Logger: pairs of them that have different times.
  public var unpaired = 0
  /// phyphox: the experiment has no acceleration with gravity; it is paused.
  public var hasOnlyLinear = false, isPaused = false

  public init() {}
}

extension PhoneFeed {
  /// Sensors below this rate, in Hz, do not follow a walk: a step has frequencies up to about 20 Hz.
  public static let leastRate = 50.0
  /// Seconds without a sample after which a telephone is silent, and between batches that make a pose late.
  static let silence: Int64 = 5_000_000_000
  static let longPeriod = 1.2
  /// The largest share by which the field's strength may differ from the place's.
  static let ironShare = 0.25

  public func advice(_ facts: PhoneAppFacts, at now: Int64) -> [PhoneAdvice] {
    var advice: [PhoneAdvice] = []
    func flows(_ kind: PhoneReading.Kind, within span: Int64 = Self.silence) -> Bool {
      streams[kind]?.isFlowing(at: now, within: span) ?? false
    }
    if facts.isPaused {
      advice.append(PhoneAdvice(.paused, "the experiment is paused: press its play button", isFatal: true))
    } else if !streams.isEmpty, !streams.values.contains(where: { $0.isFlowing(at: now, within: Self.silence) }) {
      let why =
        switch app {
        case .sensorLogger: "is a recording running in the app?"
        case .sensorServer: "is the screen off? Many telephones stop the app then"
        case .phyphox: "is the screen off, or another app in front?"
        }
      advice.append(PhoneAdvice(.silent, "nothing has come for 5 s: \(why)", isFatal: true))
      return advice
    }
    guard streams.values.contains(where: { $0.count > 0 }) || facts.hasLinear || facts.hasOnlyLinear else {
      return advice
    }
    if let reason = refusal(within: Self.silence / 2, at: now) {
      advice.append(
        PhoneAdvice(.refused, "samples come, but are not used: \(reason); stop and start in the app", isFatal: true))
    }
    advice += forceAdvice(facts, flows)
    if !flows(.rate) { advice.append(PhoneAdvice(.noRate, "no gyroscope: \(switchOn("Gyroscope"))", isFatal: true)) }
    for (kind, name) in [(PhoneReading.Kind.force, "accelerometer"), (.rate, "gyroscope")] {
      if flows(kind), let rate = streams[kind]?.rate, rate < Self.leastRate {
        let remedy =
          switch app {
          case .sensorLogger: "set the sampling frequency to 100 Hz"
          case .sensorServer: "set the sampling rate to 10000 microseconds in its settings"
          case .phyphox: "set the sensors' rate to the fastest in the experiment"
          }
        let shown = (rate * 10).rounded() / 10
        advice.append(PhoneAdvice(.slow, "the \(name) comes at \(shown) Hz: \(remedy)", isFatal: true))
        break
      }
    }
    // The first location comes late: a receiver searches for a while.
    if !flows(.location, within: 4 * Self.silence), now - begin > 2 * Self.silence {
      let remedy =
        app == .sensorServer ? "permit it the location, and switch on the telephone's" : switchOn("Location")
      advice.append(PhoneAdvice(.noLocation, "no location: \(remedy); go where the sky is seen"))
    }
    if !flows(.field) { advice.append(PhoneAdvice(.noField, "no compass: \(switchOn("Magnetometer"))")) }
    if !flows(.pressure) {
      advice.append(PhoneAdvice(.noPressure, "no barometer: heights come from the receiver alone"))
    }
    if let period, period > Self.longPeriod {
      let shown = (period * 10).rounded() / 10
      advice.append(
        PhoneAdvice(
          .rareBatches, "a batch comes every \(shown) s, and the pose is as late: set the batch period to 100 ms"))
    }
    if let clockError, clockError.magnitude > UInt64(Self.mostClockError) {
      let days = Int(clockError.magnitude / UInt64(Self.mostClockError))
      advice.append(
        PhoneAdvice(
          .clock, "the telephone's clock and this machine's differ by \(days) days: its times of day are not used"))
    }
    if hasOtherClock {
      advice.append(
        PhoneAdvice(.otherClock, "locations have another clock than samples on this telephone: their arrival counts"))
    }
    if let field, let expectedField, (field - expectedField).magnitude > Self.ironShare * expectedField {
      advice.append(
        PhoneAdvice(
          .iron,
          "the magnetic field is not the place's: go away from iron, and move the telephone in a figure of eight"))
    }
    return advice
  }

  private func forceAdvice(
    _ facts: PhoneAppFacts, _ flows: (PhoneReading.Kind, Int64) -> Bool
  ) -> [PhoneAdvice] {
    if facts.hasOnlyLinear {
      return [
        PhoneAdvice(
          .linearOnly, "the experiment has the acceleration without g only: choose the accelerometer with g",
          isFatal: true)
      ]
    }
    guard flows(.force, Self.silence) else {
      if facts.hasLinear, !facts.hasGravity {
        return [
          PhoneAdvice(
            .withoutGravity,
            "the accelerometer comes without gravity: switch on Gravity, or Accelerometer (uncalibrated)", isFatal: true
          )
        ]
      }
      if facts.unpaired > 0 {
        return [
          PhoneAdvice(
            .unpaired,
            "the accelerometer and Gravity have different times on this telephone: switch on Accelerometer (uncalibrated)",
            isFatal: true)
        ]
      }
      return [PhoneAdvice(.noForce, "no accelerometer: \(switchOn("Accelerometer"))", isFatal: true)]
    }
    let setting =
      app == .sensorLogger ? "switch on Standardise Units & Frames in the app's settings" : "report this, please"
    func fatal(_ kind: PhoneAdvice.Kind, _ english: String) -> [PhoneAdvice] {
      [PhoneAdvice(kind, english, isFatal: true)]
    }
    switch gravity.verdict {
    case .found: return []
    case .waiting: return [PhoneAdvice(.unsteady, "hold the telephone still, screen up, for two seconds")]
    case .unsteady:
      return fatal(.unsteady, "no gravity found yet: hold the telephone still, screen up, for two seconds")
    case .withoutGravity:
      return fatal(.withoutGravity, "the force is without gravity: send the accelerometer with it")
    case .inG: return fatal(.inG, "the force is in units of g: \(setting)")
    case .reversed:
      return fatal(.reversed, "gravity points the wrong way: hold the telephone screen up; if it stays so, \(setting)")
    case .sideways: return fatal(.sideways, "hold the telephone upright or screen up for two seconds, not on its side")
    case .mirrored:
      return fatal(
        .mirrored, "gravity and the magnetic field contradict each other: the force has Apple's sign; \(setting)")
    }
  }

  /// The words for a sensor that has to be switched on.
  private func switchOn(_ name: String) -> String {
    switch app {
    case .sensorLogger: "switch on \(name) in the app"
    case .sensorServer: "this telephone may have none"
    case .phyphox: "add it to the experiment"
    }
  }
}
