public import Geometry
public import Text

/// The size of a label: an angle, or pixels.
public enum LabelMessage: Equatable, Sendable {
  case degrees(width: Double, height: Double)
  case pixels(width: Double, height: Double)

  init(_ members: Members) throws(MessageFault) {
    let degrees = (try members.numberIfAny("width_deg"), try members.numberIfAny("height_deg"))
    let pixels = (try members.numberIfAny("width_px"), try members.numberIfAny("height_px"))
    switch (degrees, pixels) {
    case ((let width?, let height?), (nil, nil)): self = .degrees(width: width, height: height)
    case ((nil, nil), (let width?, let height?)): self = .pixels(width: width, height: height)
    default:
      throw MessageFault(member: "label", expected: "width_deg and height_deg, or width_px and height_px")
    }
  }

  public init(json: JSONValue) throws(MessageFault) { try self.init(Members(json, in: "label")) }

  public var json: JSONValue {
    switch self {
    case .degrees(let width, let height): ["width_deg": .number(width), "height_deg": .number(height)]
    case .pixels(let width, let height): ["width_px": .number(width), "height_px": .number(height)]
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.key("label")
    writer.value(json)
  }
}

/// The motion of a place: its velocity at a moment.
public struct MotionMessage: Equatable, Sendable {
  /// x east, y up, z south.
  public var velocity: Velocity<Level>
  public var time: Int64
  public var sigmaGrowth: Speed?
  /// 1 σ of the position along each axis at that time.
  public var sigma: Length?

  public init(velocity: Velocity<Level>, time: Int64, sigmaGrowth: Speed? = nil, sigma: Length? = nil) {
    self.velocity = velocity
    self.time = time
    self.sigmaGrowth = sigmaGrowth
    self.sigma = sigma
  }

  init(_ members: Members) throws(MessageFault) {
    velocity = Velocity(
      try members.number("east"), try members.numberIfAny("up") ?? 0, -(try members.number("north")))
    time = try members.integer("time_boot_ns")
    sigmaGrowth = try members.numberIfAny("sigma_growth").map { Speed($0) }
    sigma = try members.numberIfAny("sigma").map { Length($0) }
  }

  func write(to writer: inout JSONWriter) {
    writer.key("moves")
    writer.beginObject()
    writer.member("east", orNull: velocity.x, decimals: 4)
    writer.member("north", orNull: -velocity.z, decimals: 4)
    writer.member("up", orNull: velocity.y, decimals: 4)
    writer.member("time_boot_ns", time)
    writer.member("sigma_growth", orNull: sigmaGrowth?.value, decimals: 4)
    writer.member("sigma", orNull: sigma?.value, decimals: 4)
    writer.endObject()
  }
}
