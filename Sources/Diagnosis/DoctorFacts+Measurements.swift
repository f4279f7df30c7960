import CommandParts
import Geometry
import Sensors

/// Limits for the values of a device at rest, in the quantity's unit.
private struct Expectation {
  var unit: String
  /// Upper limit of the standard deviation of a still sensor.
  var stillness: Double
  /// Largest difference between buffered and polled values.
  var tolerance: Double

  init(_ role: SensorRole) {
    (unit, stillness, tolerance) =
      switch role {
      case .accelerometer: ("m/s²", 0.3, 0.5)
      case .gyroscope: ("rad/s", 0.05, 0.05)
      case .magnetometer: ("µT", 3, 10)
      case .barometer: ("Pa", 30, 100)
      }
  }
}

// Findings about the samples of a device.
extension DoctorFacts {
  func examine(_ trial: DeviceTrial, of device: DeviceFacts, isChosen: Bool, _ findings: inout Findings) {
    let way = trial.isBuffered ? "its buffer" : "its attributes"
    if let fault = trial.fault {
      // A fault of a device that is not used is only noted. So is a lack of rights of the user who asks: the daemon may still
      // have them.
      let level: Finding.Level = !isChosen ? .note : trial.isForbidden && rights.hasServiceUser ? .note : .problem
      let remedy =
        trial.isForbidden
        ? "run `gnomon doctor` as root, or as a member of the group 'iio'"
        : trial.isBusy && device.holders.isEmpty
          ? "run `gnomon doctor` as root to see which program holds it"
          : "check its trigger, its interrupt line and its wiring; `dmesg` has the errors of its driver"
      findings.add(level, trial.isBuffered ? "buffer-failed" : "attributes-failed", "\(way): \(fault)", remedy)
    }
    guard trial.lanes.contains(where: { $0.count > 0 }) else { return }
    examineTimes(trial, way, &findings)
    // The values are examined once.
    guard trial.isBuffered || device.buffered?.lanes.contains(where: { $0.count > 0 }) != true else { return }
    let isStill = trial.lanes.allSatisfy { $0.isStill }
    for lane in trial.lanes where lane.count > 2 { examine(lane, isStill: isStill, &findings) }
  }

  private func examineTimes(_ trial: DeviceTrial, _ way: String, _ findings: inout Findings) {
    guard let rate = trial.rate else {
      let count = trial.lanes.map(\.count).max() ?? 0
      return findings.warn(
        "too-few", "\(way) gave \(count) samples, too few for a rate", "check for longer: --seconds 10")
    }
    let isFast = trial.lanes.contains { $0.role == .accelerometer || $0.role == .gyroscope }
    let asked = "\(text(trial.asked.value, 1)) Hz asked"
    let measured =
      "\(way): \(text(rate.value, 1)) Hz (\(asked)), intervals ± \(text(trial.jitter.value * 1e3, 2)) ms, the longest \(text(trial.longest.value * 1e3, 1)) ms"
    // A slow polling rate is no fault if the buffer of the device works.
    if trial.isBuffered && (rate.value - trial.asked.value).magnitude > 0.1 * trial.asked.value {
      findings.warn(
        "rate-other", measured,
        "the true rate is used; set [IMU] Rate= to a rate that it offers, or check its trigger's rate")
    } else if trial.isBuffered && isFast && rate.value < 50 {
      findings.warn("rate-low", measured + "; steps need 50 Hz at least", "set [IMU] Rate=200")
    } else {
      findings.ok("rate", measured)
    }
    guard trial.isBuffered else { return }
    if trial.jitter.value > 0.25 / rate.value {
      findings.addNote(
        "uneven", "its intervals vary by more than a quarter of its period",
        "an interrupt line (data ready) is more regular than a timer trigger")
    }
    if trial.gaps > 0 || trial.lost > 0 {
      findings.warn(
        "gaps", "\(trial.gaps) gaps and \(trial.lost) lost samples while it was read",
        "check the load on its bus and on the processor; raise the bus's clock (I²C at 400 kHz)")
    }
    switch trial.basis {
    case .own?:
      findings.addNote(
        "stamps-own-clock", "its time stamps use its own clock, which is converted to boot time by the shortest delay")
    case .arrival?:
      findings.warn(
        "stamps-missing",
        "\(trial.clock.missing) of its samples have no time stamps: their arrival times are used, smoothed",
        "enable its timestamp channel, or look for a newer driver")
    case .boot?: findings.ok("stamps", "its time stamps use boot time")
    case nil: break
    }
    if trial.clock.steps > 0 {
      findings.warn(
        "stamps-step", "its clock has stepped \(Self.times(trial.clock.steps))", "find the program that sets this clock"
      )
    }
    if trial.failures > 0 || trial.refused > 0 {
      findings.warn(
        "bad-samples", "\(trial.failures) reads failed and \(trial.refused) samples are not possible measurements",
        "check the wiring of its bus, and `dmesg`")
    }
  }

  /// Guidance for a device on a shoe, whose swings and landings need a faster sensor with a larger range than a head's.
  func examineShoe(_ findings: inout Findings) {
    guard configuration.profile == "foot" else { return }
    findings.subject = "sensors"
    let inertial = devices.compactMap(\.buffered).filter { trial in
      trial.lanes.contains { $0.role == .accelerometer || $0.role == .gyroscope }
    }
    for trial in inertial {
      guard let rate = trial.rate, rate.value < Self.shoeRate else { continue }
      findings.warn(
        "shoe-rate",
        "the profile is foot, and the sensor gives \(text(rate.value, 1)) Hz; a landing lasts some milliseconds",
        "set [IMU] Rate=200, or more where the sensor offers it")
    }
    findings.addNote(
      "shoe-range",
      "the profile is foot: a swing turns with up to 1500 °/s, and a landing has up to 14 g",
      "choose ranges of 2000 °/s and 16 g (in_anglvel_scale, in_accel_scale); `gnomon status` counts saturated samples")
  }

  /// Samples a second; a tenth less than 200, for the rates of real sensors.
  private static let shoeRate = 180.0

  private func examine(_ lane: DeviceTrial.Lane, isStill: Bool, _ findings: inout Findings) {
    let expected = Expectation(lane.role), name = lane.role.name
    if lane.saturated > 0 {
      findings.warn(
        "saturated", "\(name): \(lane.saturated) of \(lane.count) samples are at the end of its range",
        "choose a larger range: the scale attribute (in_*_scale, in_*_scale_available)")
    }
    if lane.role != .barometer && lane.count > 10 && lane.spread == .zero {
      return findings.problem(
        "stuck", "\(name): \(lane.count) samples in a row are the same to the last bit: it is stuck, or asleep",
        "unplug and plug it in again, or reload its driver; check `dmesg`")
    }
    switch lane.role {
    case .accelerometer: examineForce(lane, isStill, &findings)
    case .gyroscope: examineRotation(lane, isStill, &findings)
    case .magnetometer:
      let field = length(lane.mean)
      let sentence = "magnetometer: a field of \(text(field, 1)) \(expected.unit)"
      if (20...70).contains(field) {
        findings.ok("field", sentence + ", plausible for the Earth's")
      } else {
        findings.warn(
          "field-implausible", sentence + "; the Earth's is 20 to 70 µT",
          field < 1
            ? "its scale is wrong, or it is asleep"
            : "iron or magnets (a loudspeaker, a battery's case) are near it: move it, or calibrate it")
      }
    case .barometer:
      let pressure = lane.mean.x
      let sentence = "barometer: \(text(pressure / 100, 1)) hPa"
      if (30_000...110_000).contains(pressure) {
        findings.ok("pressure", sentence)
      } else {
        findings.warn(
          "pressure-implausible", sentence + "; on Earth it is 300 to 1100", "its scale is wrong, or its port is sealed"
        )
      }
    }
  }

  private func examineForce(_ lane: DeviceTrial.Lane, _ isStill: Bool, _ findings: inout Findings) {
    let force = length(lane.mean), standard = Constants.standardGravity.value
    let figure = "accelerometer: |a| is \(text(force, 3)) m/s²", expected = text(standard, 2)
    guard isStill else {
      return findings.addNote(
        "moving",
        "the device moved (accelerometer ± \(text(length(lane.spread), 2)) m/s²), so |a|, bias and noise cannot be judged",
        "lay it down and run this again")
    }
    let error = (force - standard).magnitude
    if error < 0.25 {
      findings.ok("gravity", "\(figure) at rest, noise \(text(length(lane.spread), 3))")
    } else if error < 0.6 {
      findings.addNote(
        "gravity-off",
        "\(figure) at rest instead of \(expected): an error of offset or scale, which a calibration removes",
        "calibrate it")
    } else if error < 3 {
      findings.warn(
        "gravity-off", "\(figure) at rest instead of \(expected)", "calibrate it, and check in_accel_scale")
    } else {
      findings.problem(
        "gravity-wrong", "\(figure) at rest instead of \(expected): its scale is wrong, or an axis is dead",
        "check in_accel_scale, and each axis (in_accel_x_raw, …) while you turn it")
    }
  }

  private func examineRotation(_ lane: DeviceTrial.Lane, _ isStill: Bool, _ findings: inout Findings) {
    guard isStill else { return }
    let bias = Angle(length(lane.mean)).degrees, noise = Angle(length(lane.spread)).degrees
    let figure = "gyroscope: bias \(text(bias, 2)) °/s, noise \(text(noise, 3)) °/s at rest"
    if bias > 20 {
      findings.problem(
        "bias-large", figure, "this is too much for a gyroscope: check in_anglvel_scale, and keep the device still")
    } else if bias > 5 {
      findings.warn(
        "bias-large", figure,
        "the filter estimates it while the device is at rest; a calibration provides it from the start")
    } else if noise > 1 {
      findings.warn(
        "noise-large", figure,
        "it shakes (a fan, a table), or its supply is noisy; a lower bandwidth helps (in_anglvel_filter_*)")
    } else {
      findings.ok("rotation", figure)
    }
  }

  /// Compares the means of two readings of one device: a difference is a mistake of the driver, or of its reader.
  func compare(_ buffered: DeviceTrial, _ polled: DeviceTrial, _ findings: inout Findings) {
    var agreeing: [String] = []
    for lane in buffered.lanes {
      guard let other = polled[lane.role], lane.count > 2, other.count > 0, lane.isStill, other.isStill else {
        continue
      }
      let expected = Expectation(lane.role)
      let difference = length(lane.mean - other.mean)
      if difference > max(expected.tolerance, 4 * length(lane.spread)) {
        findings.problem(
          "raw-differs",
          "\(lane.role.name): its buffer gives \(shown(lane.mean)), its attributes give \(shown(other.mean)) \(expected.unit)",
          "the driver's order of bytes or channels in the buffer is wrong: try a newer kernel, and report it with these numbers"
        )
      } else {
        agreeing.append(lane.role.name)
      }
    }
    if !agreeing.isEmpty {
      findings.ok("raw-agrees", "buffer and attributes agree (\(agreeing.joined(separator: ", ")))")
    }
  }

  private func shown(_ value: SIMD3<Double>) -> String { (0..<3).map { text(value[$0], 3) }.joined(separator: " ") }
}

extension DeviceTrial.Lane {
  fileprivate var isStill: Bool { length(spread) < Expectation(role).stillness }
}

private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
