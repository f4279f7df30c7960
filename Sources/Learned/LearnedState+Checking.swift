import Geometry

// Valid ranges of a learned state's numbers. An entry outside them is damaged: it is dropped with its reason and the others are
// used, so that no state, of any origin, spoils a start.
extension LearnedState {
  /// Returns the state without its invalid entries; the reason for each dropped one is added to `faults`.
  public func checked(_ faults: inout [LearnedStateFault]) -> LearnedState {
    var sound = self
    func test(_ fault: LearnedStateFault?, _ drop: () -> Void) {
      guard let fault else { return }
      faults.append(fault)
      drop()
    }
    test(place.flatMap { Self.coarse($0) == nil ? LearnedStateFault("place", "is not a place") : nil }) {
      sound.place = nil
    }
    test(gyroscope?.fault) { sound.gyroscope = nil }
    test(stride?.fault) { sound.stride = nil }
    test(heading?.fault) { sound.heading = nil }
    test(deviceField?.fault) { sound.deviceField = nil }
    test(compass?.fault) { sound.compass = nil }
    test(fixAge?.fault) { sound.fixAge = nil }
    return sound
  }
}

extension LearnedBias {
  fileprivate var fault: LearnedStateFault? {
    let most = Angle.degrees(20).radians
    return outside("gyroscope_bias.value", belief.bias.components, -most...most, "within ±20 °/s")
      ?? outside("gyroscope_bias.sigma", belief.sigma.components, 1e-9...most, "within 0 … 20 °/s and above 0")
      ?? temperature.flatMap { outside("gyroscope_bias.celsius", $0.value, -60...150, "within −60 … 150 °C") }
  }
}

extension LearnedStride {
  fileprivate var fault: LearnedStateFault? {
    outside("stride.log_scale", logarithm, -1...1, "within ±1")
      ?? outside("stride.sigma", sigma, 1e-6...1, "within 0 … 1 and above 0")
      ?? outside("stride.length", length.value, 0...5, "within 0 … 5 m")
      ?? outside("stride.walk_ratio", walkRatio, 0...5, "within 0 … 5 m·s")
  }
}

extension LearnedHeading {
  fileprivate var fault: LearnedStateFault? {
    outside("heading.degrees", heading.degrees, -360...360, "within ±360°")
      ?? outside("heading.sigma", sigma.degrees, 1e-6...180, "within 0 … 180° and above 0")
  }
}

extension LearnedField {
  fileprivate var fault: LearnedStateFault? {
    outside("device_field.value", field.components, -1000...1000, "within ±1000 µT")
      ?? outside("device_field.sigma", sigma.components, 1e-6...1000, "within 0 … 1000 µT and above 0")
  }
}

extension LearnedCompass {
  fileprivate var fault: LearnedStateFault? {
    outside("compass.degrees", angle.degrees, -360...360, "within ±360°")
      ?? outside("compass.sigma", sigma.degrees, 1e-6...180, "within 0 … 180° and above 0")
      ?? outside("compass.walked", walked.value, 0...1e9, "within 0 … 1e9 m")
  }
}

extension LearnedFixAge {
  fileprivate var fault: LearnedStateFault? {
    outside("fix_age.seconds", age.value, 0...10, "within 0 … 10 s")
      ?? outside("fix_age.sigma", sigma.value, 1e-6...10, "within 0 … 10 s and above 0")
  }
}

private func outside(
  _ field: String, _ value: Double, _ range: ClosedRange<Double>, _ meant: String
) -> LearnedStateFault? {
  value.isFinite && range.contains(value) ? nil : LearnedStateFault(field, "must be \(meant), not \(value)")
}

private func outside(
  _ field: String, _ value: SIMD3<Double>, _ range: ClosedRange<Double>, _ meant: String
) -> LearnedStateFault? {
  outside(field, value.x, range, meant) ?? outside(field, value.y, range, meant)
    ?? outside(field, value.z, range, meant)
}
