extension Sample {
  /// The reason why this is not a valid measurement, by the same rules as for a recording's line; nil for a valid one. So a live
  /// session refuses the same samples as its replay, and no value that is not finite enters the pipeline.
  public var refusal: Refusal? {
    if let refusal = Self.refusal(time) { return refusal }
    return switch self {
    case .accelerometer(let sample): sample.refusal
    case .gyroscope(let sample): sample.refusal
    case .magnetometer(let sample): sample.refusal
    case .barometer(let sample): Self.refusal(sample.pressure.value, FieldRange.pressure, .pressure)
    case .temperature(let sample): Self.refusal(sample.temperature.value, FieldRange.celsius, .celsius)
    case .fix(let fix): fix.refusal
    case .antennas(let sample):
      Self.refusal(sample.azimuth.value, FieldRange.azimuth, .azimuth)
        ?? Self.refusal(sample.direction.value, FieldRange.azimuth, .direction)
        ?? Self.refusal(sample.sigma.value, FieldRange.angularError, .sigma)
    case .outsidePose(let pose):
      Self.refusal(pose.position.components, FieldRange.position)
        ?? Self.refusal(pose.quality, FieldRange.quality, .quality)
    case .input: nil
    }
  }

  @inline(__always) fileprivate static func refusal(_ time: BootInstant) -> Refusal? {
    time.nanoseconds.magnitude > BootInstant.mostNanoseconds ? Refusal(.outOfRange, .t) : nil
  }

  fileprivate static func refusal(_ v: SIMD3<Double>, _ range: ClosedRange<Double>) -> Refusal? {
    // Nearly always.
    if range.contains(v.x), range.contains(v.y), range.contains(v.z) { return nil }
    return refusal(v.x, range, .x) ?? refusal(v.y, range, .y) ?? refusal(v.z, range, .z)
  }

  fileprivate static func refusal(_ value: Double?, _ range: ClosedRange<Double>, _ field: FieldName) -> Refusal? {
    guard let value, !range.contains(value) else { return nil }
    return Refusal(value.isFinite ? .outOfRange : .notFinite, field)
  }
}

// The same for a sample of known kind.
extension AccelerometerSample {
  public var refusal: Refusal? { Sample.refusal(time) ?? Sample.refusal(force.components, FieldRange.force) }
}

extension GyroscopeSample {
  public var refusal: Refusal? { Sample.refusal(time) ?? Sample.refusal(rate.components, FieldRange.rate) }
}

extension MagnetometerSample {
  public var refusal: Refusal? { Sample.refusal(time) ?? Sample.refusal(field.components, FieldRange.field) }
}

extension Fix {
  fileprivate var refusal: Refusal? {
    if arrival < time || arrival.nanoseconds.magnitude > BootInstant.mostNanoseconds {
      return Refusal(.outOfRange, .arrival)
    }
    if let utc, utc.nanosecondsSince1970.magnitude > BootInstant.mostNanoseconds { return Refusal(.outOfRange, .utc) }
    let position =
      Sample.refusal(latitude.value, FieldRange.latitude, .latitude)
      ?? Sample.refusal(longitude.value, FieldRange.longitude, .longitude)
      ?? Sample.refusal(height?.value, FieldRange.height, .height)
    let errors =
      Sample.refusal(horizontalError?.value, FieldRange.accuracy, .eph)
      ?? Sample.refusal(verticalError?.value, FieldRange.accuracy, .epv)
      ?? Sample.refusal(speedError?.value, FieldRange.accuracy, .eps)
    let velocity =
      Sample.refusal(velocityEast?.value, FieldRange.speed, .ve)
      ?? Sample.refusal(velocityNorth?.value, FieldRange.speed, .vn)
      ?? Sample.refusal(velocityUp?.value, FieldRange.speed, .vu)
    return position ?? errors ?? velocity
      ?? Sample.refusal(geoidSeparation?.value, FieldRange.separation, .separation)
  }
}
