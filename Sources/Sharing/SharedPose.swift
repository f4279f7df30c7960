public import Geodesy
public import Geometry
public import Text

/// A member's pose as it is sent: the members of a GeoPose (OGC 21-056r11, Basic-Quaternion) with their accuracies, and what is
/// needed to order the messages of one member.
public struct SharedPose: Equatable, Sendable {
  public static let version: Int64 = 1
  /// The longest accepted message in bytes; an own one has about 450.
  public static let longest = 2048
  /// The longest accepted name in bytes.
  public static let longestName = 64

  public var name: String
  /// Drawn at random at each start of the sender.
  public var session: String
  /// Grows with each message of a session.
  public var sequence: Int64
  /// The time of the pose on the sender's clock, in milliseconds since 1970.
  public var time: Int64
  public var place: Geodetic
  /// Nil if the sender keeps its direction of view to itself.
  public var rotation: Rotation<ForwardLeftUp, ENU>?
  /// The 68 % radius.
  public var accuracy: Length
  public var verticalAccuracy: Length?
  public var headingAccuracy: Angle?
  public var velocity: Velocity<ENU>?

  public init(name: String, session: String, sequence: Int64, time: Int64, place: Geodetic, accuracy: Length) {
    self.name = name
    self.session = session
    self.sequence = sequence
    self.time = time
    self.place = place
    self.accuracy = accuracy
  }

  /// Writes the message. Precondition: all numbers are finite.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("version")
    writer.value(Self.version)
    writer.key("name")
    writer.value(name)
    writer.key("session")
    writer.value(session)
    writer.key("sequence")
    writer.value(sequence)
    writer.key("time")
    writer.value(time)
    writer.key("position")
    writer.beginObject()
    writer.member("lat", place.latitude.value, decimals: 8)
    writer.member("lon", place.longitude.value, decimals: 8)
    writer.member("h", place.height.value, decimals: 2)
    writer.endObject()
    if let q = rotation?.quaternion {
      writer.key("quaternion")
      writer.beginObject()
      writer.member("x", q.x, decimals: 6)
      writer.member("y", q.y, decimals: 6)
      writer.member("z", q.z, decimals: 6)
      writer.member("w", q.w, decimals: 6)
      writer.endObject()
    }
    writer.member("accuracy", accuracy.value, decimals: 2)
    if let verticalAccuracy { writer.member("vertical_accuracy", verticalAccuracy.value, decimals: 2) }
    if let headingAccuracy { writer.member("heading_accuracy", headingAccuracy.degrees, decimals: 2) }
    if let velocity {
      writer.key("velocity")
      writer.beginObject()
      writer.member("east", velocity.x, decimals: 3)
      writer.member("north", velocity.y, decimals: 3)
      writer.member("up", velocity.z, decimals: 3)
      writer.endObject()
    }
    writer.endObject()
  }

  public var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.buffer.string
  }
}

extension SharedPose {
  /// Reads a message of a member. Unknown members are ignored, so that later versions may add some.
  public init(reading bytes: [UInt8]) throws(MessageRefusal) {
    let json = try ForeignMembers(reading: bytes, atMost: Self.longest)
    try json.checkVersion(Self.version)
    name = try json.name("name")
    session = try json.id("session")
    sequence = try json.whole("sequence", in: 0...(1 << 53))
    // From 1970 to the year 9999.
    time = try json.whole("time", in: 0...253_402_300_800_000)
    let position = try json.object("position")
    place = Geodetic(
      latitude: Degrees(try position.number("lat", in: -90...90)),
      longitude: Degrees(try position.number("lon", in: -180...180)),
      height: Length(try position.number("h", in: -12_000...100_000)))
    rotation = try json.objectIfAny("quaternion").map { (q) throws(MessageRefusal) in
      let x = try q.number("x", in: -1.01...1.01), y = try q.number("y", in: -1.01...1.01)
      let z = try q.number("z", in: -1.01...1.01), w = try q.number("w", in: -1.01...1.01)
      guard (0.98...1.02).contains(x * x + y * y + z * z + w * w),
        let read = Rotation<ForwardLeftUp, ENU>(x: x, y: y, z: z, w: w)
      else { throw .range }
      return read
    }
    accuracy = Length(try json.number("accuracy", in: 0...1_000_000))
    verticalAccuracy = try json.numberIfAny("vertical_accuracy", in: 0...1_000_000).map { Length($0) }
    headingAccuracy = try json.numberIfAny("heading_accuracy", in: 0...180).map { .degrees($0) }
    velocity = try json.objectIfAny("velocity").map { (v) throws(MessageRefusal) in
      let read = Velocity<ENU>(
        try v.number("east", in: -500...500), try v.number("north", in: -500...500), try v.number("up", in: -500...500))
      guard read.norm <= Speed(500) else { throw .range }
      return read
    }
  }

  /// The azimuth of the body's forward axis; nil without a direction of view, or one that is straight up or down.
  public var heading: Angle? {
    guard let rotation else { return nil }
    let forward = rotation(Direction<ForwardLeftUp>(1, 0, 0))
    guard hypot(forward.x, forward.y) > 1e-6 else { return nil }
    let degrees = Angle.radians(atan2(forward.x, forward.y)).degrees
    return .degrees(degrees < 0 ? degrees + 360 : degrees)
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ number: Double, decimals: Int) {
    key(name)
    value(number, decimals: decimals)
  }
}
