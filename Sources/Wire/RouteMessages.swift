public import Geodesy
public import Geometry
public import Text

/// An arrow of the route on the ground.
public struct ArrowMessage: Equatable, Sendable {
  public var number: Int
  public var home: Length
  public var length: Length
  public var point: Displacement<Scene>
  public var tangent: Direction<Scene>
  public var screen: ScreenReport?

  public init(
    number: Int, home: Length, length: Length, point: Displacement<Scene>, tangent: Direction<Scene>,
    screen: ScreenReport?
  ) {
    self.number = number
    self.home = home
    self.length = length
    self.point = point
    self.tangent = tangent
    self.screen = screen
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("number", Int64(number))
    writer.member("home", home)
    writer.member("length", length)
    writer.member("point", point)
    writer.member("tangent", tangent)
    writer.member(screen)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "arrows")
    number = Int(clamping: try members.integer("number"))
    home = Length(try members.number("home"))
    length = Length(try members.number("length"))
    point = try members.vector("point")
    tangent = try members.vector("tangent")
    screen = try members.screen()
  }
}

/// A mark of the route on the ground.
public struct MarkerMessage: Equatable, Sendable {
  public var kind: String
  public var length: Length
  public var distance: Length
  public var point: Displacement<Scene>
  public var screen: ScreenReport?

  public init(kind: String, length: Length, distance: Length, point: Displacement<Scene>, screen: ScreenReport?) {
    self.kind = kind
    self.length = length
    self.distance = distance
    self.point = point
    self.screen = screen
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("kind", text: kind)
    writer.member("length", length)
    writer.member("distance", distance)
    writer.member("point", point)
    writer.member(screen)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "markers")
    kind = try members.text("kind")
    length = Length(try members.number("length"))
    distance = Length(try members.number("distance"))
    point = try members.vector("point")
    screen = try members.screen()
  }
}

/// A step of the route.
public struct StepMessage: Equatable, Sendable {
  public var kind: String
  public var length: Length
  public var turn: Angle
  public var instruction: String
  public var street: String

  public init(kind: String, length: Length, turn: Angle, instruction: String, street: String) {
    self.kind = kind
    self.length = length
    self.turn = turn
    self.instruction = instruction
    self.street = street
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("kind", text: kind)
    writer.member("length", length)
    writer.member("turn_deg", degrees: turn)
    writer.member("instruction", text: instruction)
    writer.member("street", text: street)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "step")
    kind = try members.text("kind")
    length = Length(try members.number("length"))
    turn = .degrees(try members.number("turn_deg"))
    instruction = try members.text("instruction")
    street = try members.text("street")
  }
}

/// The distance to the route, and the point where the wearer can return to it.
public struct DeviationMessage: Equatable, Sendable {
  public var distance: Length
  public var rejoin: Geodetic
  public var rejoinLength: Length
  public var azimuth: Angle

  public init(distance: Length, rejoin: Geodetic, rejoinLength: Length, azimuth: Angle) {
    self.distance = distance
    self.rejoin = rejoin
    self.rejoinLength = rejoinLength
    self.azimuth = azimuth
  }

  public var json: JSONValue {
    [
      "distance": .number(distance.value),
      "rejoin": [
        "latitude_deg": .number(rejoin.latitude.value), "longitude_deg": .number(rejoin.longitude.value),
      ], "rejoin_length": .number(rejoinLength.value), "azimuth_deg": .number(azimuth.degrees),
    ]
  }

  /// Writes the deviation without making a JSON value first.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("distance", distance)
    writer.key("rejoin")
    writer.beginObject()
    writer.member("latitude_deg", orNull: rejoin.latitude.value, decimals: 9)
    writer.member("longitude_deg", orNull: rejoin.longitude.value, decimals: 9)
    writer.endObject()
    writer.member("rejoin_length", rejoinLength)
    writer.member("azimuth_deg", degrees: azimuth)
    writer.endObject()
  }

  init(_ members: Members) throws(MessageFault) {
    distance = Length(try members.number("distance"))
    let place = try members.object("rejoin")
    rejoin = Geodetic(
      latitude: Degrees(try place.number("latitude_deg")), longitude: Degrees(try place.number("longitude_deg")))
    rejoinLength = Length(try members.number("rejoin_length"))
    azimuth = .degrees(try members.number("azimuth_deg"))
  }
}

/// The wearer's progress on the route.
public struct ProgressMessage: Equatable, Sendable {
  public var revision: Int
  public var name = ""
  public var status = ""
  public var isFrozen = false
  public var length = Length.zero
  public var remaining = Length.zero
  public var remainingTime = TimeSpan.zero
  public var distanceOff = Length.zero
  public var horizontalAccuracy: Length?
  public var step = 0
  public var currentStep: StepMessage
  public var distanceToStep = Length.zero
  public var deviation: DeviationMessage?

  public init(revision: Int, currentStep: StepMessage) {
    self.revision = revision
    self.currentStep = currentStep
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("revision", Int64(revision))
    writer.member("name", text: name)
    writer.member("status", text: status)
    writer.member("is_frozen", isFrozen)
    writer.member("length", length)
    writer.member("remaining", remaining)
    writer.member("remaining_time", orNull: remainingTime.value, decimals: 1)
    writer.member("distance_off", distanceOff)
    writer.member("horizontal_accuracy", horizontalAccuracy)
    writer.member("step", Int64(step))
    writer.key("current_step")
    currentStep.write(to: &writer)
    writer.member("distance_to_step", distanceToStep)
    if let deviation {
      writer.key("deviation")
      deviation.write(to: &writer)
    }
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "progress")
    revision = Int(clamping: try members.integer("revision"))
    name = try members.text("name")
    status = try members.text("status")
    isFrozen = try members.flag("is_frozen")
    length = Length(try members.number("length"))
    remaining = Length(try members.number("remaining"))
    remainingTime = TimeSpan(try members.number("remaining_time"))
    distanceOff = Length(try members.number("distance_off"))
    horizontalAccuracy = try members.numberIfAny("horizontal_accuracy").map { Length($0) }
    step = Int(try members.integer("step"))
    currentStep = try StepMessage(json: json["current_step"] ?? .null)
    distanceToStep = Length(try members.number("distance_to_step"))
    deviation = try members.objectIfAny("deviation").map { (members) throws(MessageFault) in
      try DeviationMessage(members)
    }
  }
}
