import Alignment
import Geodesy
import Geometry
import Samples
import ScenePublishing
import Scenery
import SocketServer
import Storage
import Text
import Tracking
import Wire

// The heading measured by a look at a place that is known.
extension SceneInterface {
  /// The parameters of AlignToPlace.
  struct Look {
    var aim: Thing
    /// 1 σ of the hand or the head that aims.
    var sigma: Angle
    /// 68 % radius of the place itself.
    var accuracy: Length
    /// The wearer insists on a place far beside the look.
    var isSure: Bool
  }

  /// A person with a mark in the middle of the display aims better, one without it worse.
  private static let aimingSigma = 2.0
  /// A place of a map is at an entrance, in the middle of a building, or beside it.
  private static let placeAccuracy = 5.0
  /// A direction that is less certain says less than most compasses.
  private static let worstSigma = Angle.degrees(20)
  /// A place beyond this angle, and beyond what is known of the heading, is probably another one.
  private static let farBeside = Angle.degrees(45)
  /// Beyond this elevation the axis of a device says little about its azimuth.
  private static let steepest = Angle.degrees(60)

  static func lookToMeasure(_ given: AlignToPlaceCall) throws(MessageFault) -> Look {
    Look(
      aim: try thing(given.layer, given.id, given.latitude, given.longitude),
      sigma: given.sigma ?? .degrees(aimingSigma), accuracy: given.accuracy ?? Length(placeAccuracy),
      isSure: given.sure == true)
  }

  func align(_ look: Look, _ call: Call) throws(CallError) -> Server.Answer {
    switch look.aim {
    case .point(let point):
      try refuseExchanged(point)
      return try align(look, to: point)
    case .place(let key):
      return daemon.answer(call, after: scene.places.place(key, from: viewpoint)) { [self] (place) throws(CallError) in
        try align(look, to: place.position)
      }
    }
  }

  /// Refuses a point whose latitude and longitude are probably exchanged.
  func refuseExchanged(_ point: Geodetic) throws(CallError) {
    guard let here = engine.latest?.place, Place.isExchanged(point, seenFrom: here) else { return }
    throw CallError.invalidValue(
      .scene, "latitude_deg", given: .number(point.latitude.value),
      expected: "the latitude: it and longitude_deg are exchanged; the other way round the point is near here")
  }

  /// The pose of a wearer who looks, with the place.
  func looker() throws(CallError) -> (pose: TrackedPose, place: Geodetic, radius: Length, sight: Attitude) {
    guard engine.tracker.profile != .vehicle else {
      throw Self.refused("vehicle", "the heading of a vehicle is that of its way")
    }
    guard let pose = engine.latest, engine.isFresh, let here = pose.place, let radius = pose.horizontalAccuracy else {
      throw Self.refused("not-placed", "the wearer's place is not known yet; go outdoors and wait for a fix")
    }
    return (pose, here, radius, Attitude(Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation))
  }

  func refuseSteep(_ sight: Attitude, instead: String) throws(CallError) {
    guard sight.elevation.magnitude < Self.steepest else {
      throw Self.refused("steep", "the device points \(whole(sight.elevation.degrees))° up; \(instead), and ask again")
    }
  }

  private func align(_ look: Look, to place: Geodetic) throws(CallError) -> Server.Answer {
    let (pose, here, radius, sight) = try looker()
    try refuseSteep(sight, instead: "look at the place")
    let way = TangentPlane(origin: here).level(place), distance = hypot(way.x, way.z)
    let spread = hypot(radius.value, look.accuracy.value) / RadiusPerSigma.of68
    let sigma = Angle.radians(hypot(look.sigma.radians, Angle.arcTangent(spread, distance).radians))
    guard sigma <= Self.worstSigma else {
      throw Self.refused(
        "too-near",
        "from \(whole(distance)) m away the direction is only known to \(whole(sigma.degrees))°, for places are known to "
          + "\(whole(spread * RadiusPerSigma.of68)) m; look at something farther away")
    }
    let azimuth = Angle.arcTangent(way.x, -way.z).azimuth, off = (azimuth - sight.heading).wrapped
    let made = try weigh(azimuth, sigma, off: off, pose, isSure: look.isSure, of: "the place")
    return .reply(
      AlignToPlaceReply(
        time: made.time.nanoseconds, azimuth: azimuth, distance: Length(distance), off: off, measuredSigma: sigma,
        turned: made.turned, headingSigma: made.sigma))
  }

  /// Gives a measured heading to the pipeline; `off` is how far it lies beside the heading so far.
  func weigh(
    _ azimuth: Angle, _ sigma: Angle, off: Angle, _ pose: TrackedPose, isSure: Bool, of aim: String
  ) throws(CallError) -> (time: BootInstant, turned: Angle, sigma: Angle) {
    let known = Angle.radians(hypot(sigma.radians, (pose.yawSigma ?? .radians(.pi)).radians))
    guard isSure || off.magnitude <= max(Self.farBeside, 3 * known) else {
      throw Self.refused(
        "contradicted",
        "\(aim) is \(whole(off.degrees))° beside the look, and the heading is known to \(whole(known.degrees))°; if it is "
          + "\(aim), be sure and ask again")
    }
    let time = daemon.command(
      "look",
      JSONValue.object([
        JSONMember("azimuth_deg", .number(azimuth.degrees)), JSONMember("sigma_deg", .number(sigma.degrees)),
        JSONMember("sure", .bool(isSure)),
      ]).text)
    guard let made = engine.tracker.corrections.last(where: { $0.source == .nudge }) else {
      throw Self.refused("not-tracking", "the device's motion is not tracked; see `gnomon status`")
    }
    return (time, (made.newYaw - made.oldYaw).wrapped, made.sigma)
  }

  func whole(_ value: Double) -> Int { Int(saturating: value.rounded()) }

  static func refused(_ reason: String, _ english: String) -> CallError {
    CallError.lookRefused(reason: reason, english: english)
  }
}
