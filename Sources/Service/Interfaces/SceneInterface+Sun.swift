import Geodesy
import Geometry
import Samples
import SocketServer
import Tracking
import Wire

// The heading measured by the sun: the wearer faces along the own shadow, or points a device that is held in the hand at the sun.
// No sentence asks for a look into the sun.
extension SceneInterface {
  /// The parameters of AlignToSun.
  struct SunLook {
    var aim: SunAim
    var sigma: Angle
    var isSure: Bool
  }

  enum SunAim: String, CaseIterable {
    /// The wearer faces along the own shadow.
    case shadow
    /// The device points at the sun.
    case sun
  }

  /// A body that faces along its shadow does so to some degrees.
  private static let shadowSigma = 3.0
  /// Below this elevation a shadow is lost, and the sun behind houses; above it a shadow is too short to show a direction.
  private static let lowest = Angle.degrees(3), highest = Angle.degrees(65)

  static func sunLook(_ given: AlignToSunCall) throws(MessageFault) -> SunLook {
    guard let aim = SunAim(rawValue: given.aim ?? SunAim.shadow.rawValue) else {
      throw MessageFault(member: "aim", expected: "shadow or sun")
    }
    return SunLook(aim: aim, sigma: given.sigma ?? .degrees(shadowSigma), isSure: given.sure == true)
  }

  func align(_ look: SunLook) throws(CallError) -> Server.Answer {
    let (pose, here, _, sight) = try looker()
    guard look.aim == .shadow || engine.tracker.profile == .hand || engine.tracker.profile == .free else {
      throw Self.refused(
        "worn", "what is worn on the body cannot be pointed at the sun; face along your shadow instead")
    }
    if look.aim == .shadow { try refuseSteep(sight, instead: "look level along your shadow") }
    guard let utc = engine.civil.utc(at: pose.time) else {
      throw Self.refused("no-time", "the time of day is not known yet; wait for a fix that has it")
    }
    let sun = Sun(from: here, at: utc)
    guard sun.elevation >= Self.lowest else {
      throw Self.refused(
        "low-sun",
        "the sun is \(whole(sun.elevation.degrees))° high; look at a place that is known instead: gnomon align PLACE")
    }
    guard sun.elevation <= Self.highest else {
      throw Self.refused(
        "high-sun",
        "the sun is \(whole(sun.elevation.degrees))° high, and shadows are short; look at a place that is known instead: gnomon align PLACE"
      )
    }
    let azimuth = (look.aim == .sun ? sun.azimuth : sun.azimuth + .degrees(180)).azimuth
    let off = (azimuth - sight.heading).wrapped
    let made = try weigh(
      azimuth, look.sigma, off: off, pose, isSure: look.isSure, of: look.aim == .sun ? "the sun" : "the shadow")
    return .reply(
      AlignToSunReply(
        time: made.time.nanoseconds, sunAzimuth: sun.azimuth.azimuth, sunElevation: sun.elevation, azimuth: azimuth,
        off: off, turned: made.turned, headingSigma: made.sigma))
  }
}
