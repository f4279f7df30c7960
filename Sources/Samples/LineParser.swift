import Geodesy
import Geometry

/// A parser for recording lines, one at a time, from bytes to typed values. It allocates only for the text of metadata and input
/// events. It keeps the last time of each tag, to refuse times that run backwards.
public struct LineParser: Sendable {
  public enum Outcome: Equatable, Sendable {
    case line(RecordingLine)
    case refused(Refusal)
    /// A tag of a later minor version: the line is skipped, and the caller counts it.
    case unknownTag
  }

  private var lastTimes = ArrivalOrder()

  public init() {}

  /// Parses one line, without its newline.
  public mutating func parse(_ line: UnsafeBufferPointer<UInt8>) -> Outcome {
    guard line.count >= 2, line[1] == 0x2C, let tag = LineTag(rawValue: line[0]) else {
      return Self.isForeignTag(line) ? .unknownTag : .refused(Refusal(.malformedLine))
    }
    var fields = FieldCursor(line, from: 2)
    do throws(Refusal) {
      switch tag {
      case .accelerometer:
        let time = try self.time(&fields, tag)
        return .line(
          .sample(.accelerometer(.init(time: time, force: Vector(try fields.triple(in: FieldRange.force))))),
          advancing: &lastTimes, tag, time)
      case .gyroscope:
        let time = try self.time(&fields, tag)
        return .line(
          .sample(.gyroscope(.init(time: time, rate: Vector(try fields.triple(in: FieldRange.rate))))),
          advancing: &lastTimes, tag, time)
      case .magnetometer:
        let time = try self.time(&fields, tag)
        return .line(
          .sample(.magnetometer(.init(time: time, field: Vector(try fields.triple(in: FieldRange.field))))),
          advancing: &lastTimes, tag, time)
      case .barometer:
        let time = try self.time(&fields, tag)
        let pressure = Pressure(try fields.number(.pressure, in: FieldRange.pressure))
        return .line(
          .sample(.barometer(.init(time: time, pressure: pressure))), advancing: &lastTimes, tag, time)
      case .temperature: return try temperature(&fields)
      case .fix: return try fix(&fields)
      case .antennas: return try antennas(&fields)
      case .outsidePose: return try outsidePose(&fields)
      case .reference: return try reference(&fields)
      case .input: return try input(&fields)
      case .metadata: return try metadata(&fields)
      }
    } catch {
      return .refused(error)
    }
  }

  /// True if the line has a tag that a later version may define: one to eight capital letters or digits, the first a letter.
  private static func isForeignTag(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var length = 0
    for byte in line {
      if byte == 0x2C { return length >= 1 }
      let isLetter = (0x41...0x5A).contains(byte), isDigit = (0x30...0x39).contains(byte)
      guard length < 8, isLetter || (isDigit && length > 0) else { return false }
      length += 1
    }
    return false
  }

  /// Returns the line's time; throws if it runs backwards within its tag.
  @inline(__always) private func time(_ fields: inout FieldCursor, _ tag: LineTag) throws(Refusal) -> BootInstant {
    guard let nanoseconds = try fields.optionalNanoseconds(.t) else { throw Refusal(.missingField, .t) }
    if let refusal = lastTimes.refusal(tag, nanoseconds) { throw refusal }
    return BootInstant(nanoseconds: nanoseconds)
  }

  private mutating func temperature(_ fields: inout FieldCursor) throws(Refusal) -> Outcome {
    let time = try self.time(&fields, .temperature)
    guard let name = fields.bytes() else { throw Refusal(.missingField, .sensor) }
    guard let sensor = TemperatureSample.Sensor(name) else { throw Refusal(.unknownSensor, .sensor) }
    let celsius = Temperature(try fields.number(.celsius, in: FieldRange.celsius))
    return .line(
      .sample(.temperature(.init(time: time, sensor: sensor, temperature: celsius))),
      advancing: &lastTimes, .temperature, time)
  }

  private mutating func fix(_ fields: inout FieldCursor) throws(Refusal) -> Outcome {
    let time = try self.time(&fields, .fix)
    let latitude = Degrees(try fields.number(.latitude, in: FieldRange.latitude))
    let longitude = Degrees(try fields.number(.longitude, in: FieldRange.longitude))
    let height = try fields.optionalNumber(.height, in: FieldRange.height)
    let horizontal = try fields.optionalNumber(.eph, in: FieldRange.accuracy)
    let vertical = try fields.optionalNumber(.epv, in: FieldRange.accuracy)
    let east = try fields.optionalNumber(.ve, in: FieldRange.speed)
    let north = try fields.optionalNumber(.vn, in: FieldRange.speed)
    let up = try fields.optionalNumber(.vu, in: FieldRange.speed)
    let speed = try fields.optionalNumber(.eps, in: FieldRange.accuracy)
    let modeNumber = try fields.number(.mode, in: 2...3)
    guard let mode = Fix.Mode(rawValue: UInt8(modeNumber)), Double(mode.rawValue) == modeNumber else {
      throw Refusal(.outOfRange, .mode)
    }
    let utc = try fields.optionalNanoseconds(.utc)
    let arrival = try fields.optionalNanoseconds(.arrival).map(BootInstant.init(nanoseconds:)) ?? time
    guard arrival >= time else { throw Refusal(.outOfRange, .arrival) }
    let separation = try fields.optionalNumber(.separation, in: FieldRange.separation)

    var fix = Fix(
      time: time, arrival: arrival, mode: mode, latitude: latitude, longitude: longitude,
      height: height.map(Length.init))
    fix.utc = utc.map(UTC.init(nanosecondsSince1970:))
    fix.horizontalError = horizontal.map(Length.init)
    fix.verticalError = vertical.map(Length.init)
    fix.velocityEast = east.map(Speed.init)
    fix.velocityNorth = north.map(Speed.init)
    fix.velocityUp = up.map(Speed.init)
    fix.speedError = speed.map(Speed.init)
    fix.geoidSeparation = separation.map(Length.init)
    return .line(.sample(.fix(fix)), advancing: &lastTimes, .fix, time)
  }

  private mutating func antennas(_ fields: inout FieldCursor) throws(Refusal) -> Outcome {
    let time = try self.time(&fields, .antennas)
    let azimuth = Degrees(try fields.number(.azimuth, in: FieldRange.azimuth))
    let direction = Degrees(try fields.number(.direction, in: FieldRange.azimuth))
    let sigma = Degrees(try fields.number(.sigma, in: FieldRange.angularError))
    return .line(
      .sample(.antennas(.init(time: time, azimuth: azimuth, direction: direction, sigma: sigma))),
      advancing: &lastTimes, .antennas, time)
  }

  private mutating func outsidePose(_ fields: inout FieldCursor) throws(Refusal) -> Outcome {
    let time = try self.time(&fields, .outsidePose)
    let position = Displacement<OutsideFrame>(try fields.triple(in: FieldRange.position))
    guard let orientation: StatedRotation<Body, OutsideFrame> = try fields.optionalRotation() else {
      throw Refusal(.missingField, .qx)
    }
    let quality = try fields.number(.quality, in: FieldRange.quality)
    return .line(
      .sample(.outsidePose(.init(time: time, position: position, orientation: orientation, quality: quality))),
      advancing: &lastTimes, .outsidePose, time)
  }

  private mutating func reference(_ fields: inout FieldCursor) throws(Refusal) -> Outcome {
    let time = try self.time(&fields, .reference)
    let latitude = try fields.optionalNumber(.latitude, in: FieldRange.latitude)
    let longitude = try fields.optionalNumber(.longitude, in: FieldRange.longitude)
    let height = try fields.optionalNumber(.height, in: FieldRange.height)
    let orientation: StatedRotation<Body, Level>? = try fields.optionalRotation()
    var place: Reference.Place?
    switch (latitude, longitude) {
    case (let latitude?, let longitude?):
      place = .init(latitude: Degrees(latitude), longitude: Degrees(longitude), height: height.map(Length.init))
    case (nil, nil): if height != nil { throw Refusal(.missingField, .latitude) }
    case (nil, _): throw Refusal(.missingField, .latitude)
    case (_, nil): throw Refusal(.missingField, .longitude)
    }
    return .line(
      .reference(.init(time: time, place: place, orientation: orientation)), advancing: &lastTimes, .reference, time)
  }

  private mutating func input(_ fields: inout FieldCursor) throws(Refusal) -> Outcome {
    let time = try self.time(&fields, .input)
    guard let kind = fields.bytes(), !kind.isEmpty else { throw Refusal(.missingField, .kind) }
    let kindText = try text(kind)
    let json = try text(fields.rest() ?? UnsafeBufferPointer(start: nil, count: 0))
    return .line(
      .sample(.input(.init(time: time, kind: kindText, json: json))), advancing: &lastTimes, .input, time)
  }

  private func metadata(_ fields: inout FieldCursor) throws(Refusal) -> Outcome {
    guard let key = fields.bytes(), !key.isEmpty else { throw Refusal(.missingField, .key) }
    let keyText = try text(key)
    return .line(.metadata(key: keyText, value: try text(fields.rest() ?? UnsafeBufferPointer(start: nil, count: 0))))
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Refusal(.notUTF8) }
    return text
  }
}

extension LineParser.Outcome {
  /// Returns an accepted line and makes its time the tag's latest.
  @inline(__always) fileprivate static func line(
    _ line: RecordingLine, advancing times: inout ArrivalOrder, _ tag: LineTag, _ time: BootInstant
  ) -> Self {
    times[tag] = time.nanoseconds
    return .line(line)
  }
}

extension FieldCursor {
  @inline(__always) fileprivate mutating func triple(in range: ClosedRange<Double>) throws(Refusal) -> SIMD3<Double> {
    let x = try number(.x, in: range), y = try number(.y, in: range), z = try number(.z, in: range)
    return SIMD3(x, y, z)
  }

  fileprivate mutating func optionalRotation<From, To>() throws(Refusal) -> StatedRotation<From, To>? {
    let x = try optionalNumber(.qx, in: FieldRange.component), y = try optionalNumber(.qy, in: FieldRange.component)
    let z = try optionalNumber(.qz, in: FieldRange.component), w = try optionalNumber(.qw, in: FieldRange.component)
    switch (x, y, z, w) {
    case (nil, nil, nil, nil): return nil
    case (let x?, let y?, let z?, let w?):
      guard let rotation = StatedRotation<From, To>(x: x, y: y, z: z, w: w) else { throw Refusal(.notARotation, .qw) }
      return rotation
    case (nil, _, _, _): throw Refusal(.missingField, .qx)
    case (_, nil, _, _): throw Refusal(.missingField, .qy)
    case (_, _, nil, _): throw Refusal(.missingField, .qz)
    default: throw Refusal(.missingField, .qw)
    }
  }
}

extension TemperatureSample.Sensor {
  /// The sensor's name in a recording.
  public var name: StaticString {
    switch self {
    case .imu: "imu"
    case .mag: "mag"
    case .baro: "baro"
    }
  }

  /// The sensor with a name. It avoids `allCases`, an array that would be allocated.
  fileprivate init?(_ name: UnsafeBufferPointer<UInt8>) {
    if name.elementsEqual(Self.imu.name.utf8Bytes) {
      self = .imu
    } else if name.elementsEqual(Self.mag.name.utf8Bytes) {
      self = .mag
    } else if name.elementsEqual(Self.baro.name.utf8Bytes) {
      self = .baro
    } else {
      return nil
    }
  }
}

extension StaticString {
  var utf8Bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
