public import Geometry
public import Text

/// One change of the alignment, with its source and evidence.
public struct CorrectionMessage: Equatable, Sendable {
  public var time: Int64
  public var scene: Int
  public var source: String
  public var oldYaw: Angle
  public var newYaw: Angle
  public var sigma: Angle
  public var measured: Angle?
  public var measuredSigma: Angle?
  public var shift: Displacement<Level>
  public var estimates = 0
  public var pairs = 0
  public var baseline = Length.zero
  public var grounds: GroundsMessage?

  public init(
    time: Int64, scene: Int, source: String, oldYaw: Angle, newYaw: Angle, sigma: Angle, shift: Displacement<Level>
  ) {
    self.time = time
    self.scene = scene
    self.source = source
    self.oldYaw = oldYaw
    self.newYaw = newYaw
    self.sigma = sigma
    self.shift = shift
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("time_boot_ns", time)
    writer.member("scene_id", Int64(scene))
    writer.member("source", text: source)
    writer.member("old_yaw_deg", degrees: oldYaw)
    writer.member("new_yaw_deg", degrees: newYaw)
    writer.member("sigma_deg", degrees: sigma)
    writer.member("measured_yaw_deg", degrees: measured)
    writer.member("measured_sigma_deg", degrees: measuredSigma)
    writer.member("shift", shift)
    writer.member("estimates", Int64(estimates))
    writer.member("pairs", Int64(pairs))
    writer.member("baseline", baseline)
    grounds?.write(to: &writer)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    time = try members.integer("time_boot_ns")
    scene = Int(try members.integer("scene_id"))
    source = try members.text("source")
    oldYaw = .degrees(try members.number("old_yaw_deg"))
    newYaw = .degrees(try members.number("new_yaw_deg"))
    sigma = .degrees(try members.number("sigma_deg"))
    measured = try members.numberIfAny("measured_yaw_deg").map { .degrees($0) }
    measuredSigma = try members.numberIfAny("measured_sigma_deg").map { .degrees($0) }
    shift = try members.vector("shift")
    estimates = Int(try members.integer("estimates"))
    pairs = Int(try members.integer("pairs"))
    baseline = Length(try members.number("baseline"))
    grounds = try members.objectIfAny("grounds").map { (part) throws(MessageFault) in try GroundsMessage(part) }
  }
}
