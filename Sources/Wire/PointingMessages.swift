public import Geometry
public import Text

/// The next thing to look at, and the turn toward it.
public struct HintMessage: Equatable, Sendable {
  /// A point on the viewport's border, and the shortest turn.
  public struct Border: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var side: String
    public var right: Double
    public var up: Double
    public var hasChangedSide: Bool

    public init(x: Double, y: Double, side: String, right: Double, up: Double, hasChangedSide: Bool) {
      self.x = x
      self.y = y
      self.side = side
      self.right = right
      self.up = up
      self.hasChangedSide = hasChangedSide
    }
  }

  /// The point of the route where a walker is in 3 s.
  public struct Cue: Equatable, Sendable {
    /// Length from the route's start.
    public var length: Length
    public var azimuth: Angle
    public var distance: Length
    public var point: Displacement<Scene>
    public var bearing: Angle?
    public var pitch: Angle?
    public var angle: Angle?

    public init(length: Length, azimuth: Angle, distance: Length, point: Displacement<Scene>) {
      self.length = length
      self.azimuth = azimuth
      self.distance = distance
      self.point = point
    }
  }

  public var kind: String
  public var name: String
  /// Length along the route to the thing, and the turn that it is.
  public var length: Length?
  public var step: StepMessage?
  public var cue: Cue?
  public var azimuth: Angle
  public var elevation: Angle
  public var distance: Length
  public var point: Displacement<Scene>
  public var bearing: Angle?
  public var pitch: Angle?
  public var angle: Angle?
  public var screen: ScreenReport?
  public var border: Border?

  public init(
    kind: String, name: String, azimuth: Angle, elevation: Angle, distance: Length, point: Displacement<Scene>
  ) {
    self.kind = kind
    self.name = name
    self.azimuth = azimuth
    self.elevation = elevation
    self.distance = distance
    self.point = point
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("kind", text: kind)
    writer.member("name", text: name)
    if let length { writer.member("length", length) }
    if let step {
      writer.key("step")
      step.write(to: &writer)
    }
    writer.member("azimuth_deg", degrees: azimuth)
    writer.member("elevation_deg", degrees: elevation)
    writer.member("distance", distance)
    writer.member("point", point)
    writer.member("bearing_deg", degrees: bearing)
    writer.member("pitch_deg", degrees: pitch)
    writer.member("angle_deg", degrees: angle)
    writer.member(screen)
    if let border {
      writer.key("border")
      writer.beginObject()
      writer.member("x_px", orNull: border.x, decimals: 2)
      writer.member("y_px", orNull: border.y, decimals: 2)
      writer.member("side", text: border.side)
      writer.member("right", orNull: border.right, decimals: 5)
      writer.member("up", orNull: border.up, decimals: 5)
      writer.member("has_changed_side", border.hasChangedSide)
      writer.endObject()
    }
    if let cue {
      writer.key("cue")
      writer.beginObject()
      writer.member("length", cue.length)
      writer.member("azimuth_deg", degrees: cue.azimuth)
      writer.member("distance", cue.distance)
      writer.member("point", cue.point)
      writer.member("bearing_deg", degrees: cue.bearing)
      writer.member("pitch_deg", degrees: cue.pitch)
      writer.member("angle_deg", degrees: cue.angle)
      writer.endObject()
    }
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "hint")
    kind = try members.text("kind")
    name = try members.text("name")
    azimuth = .degrees(try members.number("azimuth_deg"))
    elevation = .degrees(try members.number("elevation_deg"))
    distance = Length(try members.number("distance"))
    point = try members.vector("point")
    bearing = try members.numberIfAny("bearing_deg").map { .degrees($0) }
    pitch = try members.numberIfAny("pitch_deg").map { .degrees($0) }
    angle = try members.numberIfAny("angle_deg").map { .degrees($0) }
    screen = try members.screen()
    border = try members.objectIfAny("border").map { (members) throws(MessageFault) in
      Border(
        x: try members.number("x_px"), y: try members.number("y_px"), side: try members.text("side"),
        right: try members.number("right"), up: try members.number("up"),
        hasChangedSide: try members.flag("has_changed_side"))
    }
    length = try members.numberIfAny("length").map { Length($0) }
    if let value = json["step"], !value.isNull { step = try StepMessage(json: value) }
    cue = try members.objectIfAny("cue").map { (members) throws(MessageFault) in
      var cue = Cue(
        length: Length(try members.number("length")), azimuth: .degrees(try members.number("azimuth_deg")),
        distance: Length(try members.number("distance")), point: try members.vector("point"))
      cue.bearing = try members.numberIfAny("bearing_deg").map { .degrees($0) }
      cue.pitch = try members.numberIfAny("pitch_deg").map { .degrees($0) }
      cue.angle = try members.numberIfAny("angle_deg").map { .degrees($0) }
      return cue
    }
  }
}

/// The mark at the destination.
public struct FinishMessage: Equatable, Sendable {
  public var distance: Length
  public var point: Displacement<Scene>
  public var radius: Length
  public var diameter: Double
  public var halfAngle: Angle
  public var textRise: Double
  public var textAngle: Angle
  public var phase: Double
  public var pulseScale: Double
  public var opacity: Double
  public var screen: ScreenReport

  public init(
    distance: Length, point: Displacement<Scene>, radius: Length, diameter: Double, halfAngle: Angle,
    textRise: Double, textAngle: Angle, phase: Double, pulseScale: Double, opacity: Double, screen: ScreenReport
  ) {
    self.distance = distance
    self.point = point
    self.radius = radius
    self.diameter = diameter
    self.halfAngle = halfAngle
    self.textRise = textRise
    self.textAngle = textAngle
    self.phase = phase
    self.pulseScale = pulseScale
    self.opacity = opacity
    self.screen = screen
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("distance", distance)
    writer.member("point", point)
    writer.member("radius", radius)
    writer.member("diameter_px", orNull: diameter, decimals: 2)
    writer.member("half_angle_deg", degrees: halfAngle)
    writer.member("text_rise_px", orNull: textRise, decimals: 2)
    writer.member("text_angle_deg", degrees: textAngle)
    writer.member("phase", orNull: phase, decimals: 4)
    writer.member("pulse_scale", orNull: pulseScale, decimals: 4)
    writer.member("opacity", orNull: opacity, decimals: 4)
    writer.member(screen)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "finish")
    distance = Length(try members.number("distance"))
    point = try members.vector("point")
    radius = Length(try members.number("radius"))
    diameter = try members.number("diameter_px")
    halfAngle = .degrees(try members.number("half_angle_deg"))
    textRise = try members.number("text_rise_px")
    textAngle = .degrees(try members.number("text_angle_deg"))
    phase = try members.number("phase")
    pulseScale = try members.number("pulse_scale")
    opacity = try members.number("opacity")
    screen = try ScreenReport(members.object("screen"))
  }
}
