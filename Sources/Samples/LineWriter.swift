public import Text

// Recording lines, from typed values to bytes. Numbers are written in their shortest form that reads back to the same bits, so
// reading and writing changes no value, and writing again changes no byte.
extension TextBuffer {
  /// The first line of every recording.
  public static let recordingHeader: StaticString = "gnomon-recording,1\n"

  /// Appends one line with its newline.
  public mutating func append(line: RecordingLine) {
    switch line {
    case .sample(let sample): append(sample)
    case .reference(let reference): append(reference)
    case .metadata(let key, let value):
      append("#,")
      append(singleLine: key, isField: true)
      append(comma)
      append(singleLine: value)
      append(newline)
    }
  }

  private mutating func append(_ sample: Sample) {
    switch sample {
    case .accelerometer(let sample): append(.accelerometer, sample.time, sample.force.components)
    case .gyroscope(let sample): append(.gyroscope, sample.time, sample.rate.components)
    case .magnetometer(let sample): append(.magnetometer, sample.time, sample.field.components)
    case .barometer(let sample):
      append(.barometer, sample.time)
      append(field: sample.pressure.value)
      append(newline)
    case .temperature(let sample):
      append(.temperature, sample.time)
      append(comma)
      append(sample.sensor.name)
      append(field: sample.temperature.value)
      append(newline)
    case .fix(let fix): append(fix)
    case .antennas(let sample):
      append(.antennas, sample.time)
      append(field: sample.azimuth.value)
      append(field: sample.direction.value)
      append(field: sample.sigma.value)
      append(newline)
    case .outsidePose(let pose):
      append(.outsidePose, pose.time)
      append(fields: pose.position.components)
      append(pose.orientation)
      append(field: pose.quality)
      append(newline)
    case .input(let event):
      append(.input, event.time)
      append(comma)
      append(singleLine: event.kind, isField: true)
      append(comma)
      append(singleLine: event.json)
      append(newline)
    }
  }

  private mutating func append(_ fix: Fix) {
    append(.fix, fix.time)
    append(field: fix.latitude.value)
    append(field: fix.longitude.value)
    append(field: fix.height?.value)
    append(field: fix.horizontalError?.value)
    append(field: fix.verticalError?.value)
    append(field: fix.velocityEast?.value)
    append(field: fix.velocityNorth?.value)
    append(field: fix.velocityUp?.value)
    append(field: fix.speedError?.value)
    append(comma)
    append(Int64(fix.mode.rawValue))
    append(comma)
    if let utc = fix.utc { append(fixed: utc.nanosecondsSince1970, decimals: 9) }
    append(comma)
    append(fixed: fix.arrival.nanoseconds, decimals: 9)
    if let separation = fix.geoidSeparation { append(field: separation.value) }
    append(newline)
  }

  private mutating func append(_ reference: Reference) {
    append(.reference, reference.time)
    append(field: reference.place?.latitude.value)
    append(field: reference.place?.longitude.value)
    append(field: reference.place?.height?.value)
    if let orientation = reference.orientation { append(orientation) } else { append(",,,,") }
    append(newline)
  }

  private mutating func append<From, To>(_ orientation: StatedRotation<From, To>) {
    append(field: orientation.x)
    append(field: orientation.y)
    append(field: orientation.z)
    append(field: orientation.w)
  }

  private mutating func append(_ tag: LineTag, _ time: BootInstant) {
    append(tag.rawValue)
    append(comma)
    append(fixed: time.nanoseconds, decimals: 9)
  }

  private mutating func append(_ tag: LineTag, _ time: BootInstant, _ components: SIMD3<Double>) {
    append(tag, time)
    append(fields: components)
    append(newline)
  }

  private mutating func append(fields components: SIMD3<Double>) {
    append(field: components.x)
    append(field: components.y)
    append(field: components.z)
  }

  private mutating func append(field value: Double) {
    append(comma)
    append(value)
  }

  private mutating func append(field value: Double?) {
    append(comma)
    if let value { append(value) }
  }

  /// Appends text on one line: a newline becomes a space and, in a field, a comma becomes a semicolon.
  private mutating func append(singleLine text: String, isField: Bool = false) {
    for byte in text.utf8 { append(byte == newline ? 0x20 : byte == comma && isField ? 0x3B : byte) }
  }
}

private let comma: UInt8 = 0x2C
private let newline: UInt8 = 0x0A
