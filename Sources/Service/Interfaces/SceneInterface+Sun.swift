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

  /// Time after which a look at the sun is another measurement; and the heading's 1 σ from which on it is one anyway.
  private static let newSun = TimeSpan(300), lostHeading = Angle.degrees(15)

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
    let date = engine.civil.utc(at: pose.time)
    let wrong = date.flatMap { engine.comparesDates ? CivilDates.contradiction(to: $0) : nil }
    guard wrong == nil, let utc = date else {
      throw Self.refused(
        "no-time",
        wrong.map {
          "the receiver's date is wrong: \($0); look at a place that is known instead: gnomon align PLACE"
        }
          ?? "the time of day is not known yet; wait for a fix that has it")
    }
    // The sun stands where it stood, and so does an error of the look: a second one is no second measurement.
    if let last = engine.lastSunLook, pose.time - last < Self.newSun,
      (pose.yawSigma ?? .radians(.pi)) < Self.lostHeading
    {
      throw Self.refused(
        "same-sun",
        "the sun was looked at \(whole((pose.time - last).value)) s ago, and a second look measures nothing new; look at a place "
          + "that is known instead: gnomon align PLACE")
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
    engine.lastSunLook = made.time
    return .reply(
      AlignToSunReply(
        time: made.time.nanoseconds, sunAzimuth: sun.azimuth.azimuth, sunElevation: sun.elevation, azimuth: azimuth,
        off: off, turned: made.turned, headingSigma: made.sigma))
  }
}
