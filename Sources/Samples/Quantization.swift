import Geometry

/// The steps to which samples are rounded when they enter the pipeline: powers of ten, a hundred times below the noise of the
/// sensors in question. A rounded sample is bit for bit equal to the one read back from its recorded line, so a live session and
/// its replay compute the same.
public enum Quantization {
  static let force = 6  // decimals of m/s²
  static let rate = 7  // rad/s
  static let field = 4  // µT
  static let pressure = 3  // Pa
  static let temperature = 3  // °C
  static let degrees = 9  // 0.1 mm
  static let metres = 4
  static let speed = 4
  static let rotation = 9
  static let azimuth = 4  // degrees

  /// k · 10⁻ⁿ with k whole. The quotient of two whole doubles below 2⁵³ is the double nearest to the decimal
  /// (W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990), hence the number its text reads as.
  @inlinable public static func quantize(_ value: Double, decimals: Int) -> Double {
    let scale = powersOfTen[decimals]
    let k = (value * scale).rounded()
    // Beyond 2⁵³ there are no decimals to drop, and the shortest text already reads back exactly.
    return k.magnitude < 0x1p53 ? k / scale : value
  }

  @usableFromInline static func quantize(_ v: SIMD3<Double>, decimals: Int) -> SIMD3<Double> {
    SIMD3(quantize(v.x, decimals: decimals), quantize(v.y, decimals: decimals), quantize(v.z, decimals: decimals))
  }

  @usableFromInline static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
  ]
}

extension Sample {
  /// The sample rounded to the grid. Idempotent; a value that is not finite is unchanged, for the consumer to refuse.
  public var quantized: Sample {
    switch self {
    case .accelerometer(var sample):
      sample.force.components = Quantization.quantize(sample.force.components, decimals: Quantization.force)
      return .accelerometer(sample)
    case .gyroscope(var sample):
      sample.rate.components = Quantization.quantize(sample.rate.components, decimals: Quantization.rate)
      return .gyroscope(sample)
    case .magnetometer(var sample):
      sample.field.components = Quantization.quantize(sample.field.components, decimals: Quantization.field)
      return .magnetometer(sample)
    case .barometer(var sample):
      sample.pressure.value = Quantization.quantize(sample.pressure.value, decimals: Quantization.pressure)
      return .barometer(sample)
    case .temperature(var sample):
      sample.temperature.value = Quantization.quantize(sample.temperature.value, decimals: Quantization.temperature)
      return .temperature(sample)
    // One that is on the grid keeps its box.
    case .fix(let fix):
      let quantized = fix.quantized
      return quantized == fix ? self : .fix(quantized)
    case .antennas(let given):
      var sample = given
      sample.azimuth.value = Quantization.quantize(sample.azimuth.value, decimals: Quantization.azimuth)
      sample.direction.value = Quantization.quantize(sample.direction.value, decimals: Quantization.azimuth)
      sample.sigma.value = Quantization.quantize(sample.sigma.value, decimals: Quantization.azimuth)
      return sample == given ? self : .antennas(sample)
    case .outsidePose(let pose):
      let quantized = pose.quantized
      return quantized == pose ? self : .outsidePose(quantized)
    case .input: return self
    }
  }
}

extension Fix {
  public var quantized: Fix {
    func metres(_ value: Length?) -> Length? {
      value.map { Length(Quantization.quantize($0.value, decimals: Quantization.metres)) }
    }
    func speed(_ value: Speed?) -> Speed? {
      value.map { Speed(Quantization.quantize($0.value, decimals: Quantization.speed)) }
    }
    var fix = self
    fix.latitude.value = Quantization.quantize(latitude.value, decimals: Quantization.degrees)
    fix.longitude.value = Quantization.quantize(longitude.value, decimals: Quantization.degrees)
    fix.height = metres(height)
    fix.horizontalError = metres(horizontalError)
    fix.verticalError = metres(verticalError)
    fix.velocityEast = speed(velocityEast)
    fix.velocityNorth = speed(velocityNorth)
    fix.velocityUp = speed(velocityUp)
    fix.speedError = speed(speedError)
    fix.geoidSeparation = metres(geoidSeparation)
    return fix
  }
}

extension OutsidePose {
  public var quantized: OutsidePose {
    var pose = self
    pose.position.components = Quantization.quantize(position.components, decimals: Quantization.metres + 2)
    pose.orientation = orientation.quantized
    pose.quality = Quantization.quantize(quality, decimals: 4)
    return pose
  }
}

extension Reference {
  /// The reference keeps two more digits than a fix, because results are measured against it.
  public var quantized: Reference {
    var truth = self
    truth.place?.latitude.value = Quantization.quantize(place?.latitude.value ?? 0, decimals: Quantization.degrees + 2)
    truth.place?.longitude.value = Quantization.quantize(
      place?.longitude.value ?? 0, decimals: Quantization.degrees + 2)
    truth.place?.height = place?.height.map {
      Length(Quantization.quantize($0.value, decimals: Quantization.metres + 1))
    }
    truth.orientation = orientation?.quantized
    return truth
  }
}

extension StatedRotation {
  var quantized: StatedRotation {
    func q(_ value: Double) -> Double { Quantization.quantize(value, decimals: Quantization.rotation) }
    return StatedRotation(x: q(x), y: q(y), z: q(z), w: q(w)) ?? self  // rounding at 1e-9 cannot leave the tolerance
  }
}
