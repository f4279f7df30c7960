import Alignment
import Geometry
import Odometry
import Samples

/// What the directions of the scene's axes rest on. They are fixed with the first pose of a scene: the scene never turns, and
/// what is learned of the heading later is in the alignment.
public enum SceneHeading: String, Sendable, CaseIterable {
  /// No heading was known: −z is where the body faced.
  case none
  /// −z is true north and x east: by a heading that was given.
  case given
  /// The same by the heading at the end of the last session.
  case remembered
  /// The same by the compass and the declination at the place.
  case compass
  /// −z is magnetic north: by the compass, before any place was known. The first place turns the alignment by the declination.
  case magnetic
}

/// How the published scene lies against the motion's own.
struct SceneFrame: Sendable {
  /// Clockwise.
  let turn: Angle
  let heading: SceneHeading
  /// 1 σ; nil without a heading.
  let sigma: Angle?
  /// Into it.
  let rotation: Rotation<Scene, Scene>

  init(turn: Angle, heading: SceneHeading, sigma: Angle? = nil) {
    self.turn = turn
    self.heading = heading
    self.sigma = sigma
    rotation = Rotation(about: Direction(0, 1, 0), by: -turn)
  }
}

/// Decides how a scene lies, with its first pose.
struct SceneFrameStart: Sendable {
  private let parameters: AlignmentParameters
  /// Whether the compass may tell the heading of this profile.
  private let mayUseCompass: Bool
  /// Whether a magnetometer has spoken.
  var hasCompass = false
  /// Where a heading comes from that is not the compass's.
  var origin: SceneHeading?
  private var began: BootInstant?

  init(_ parameters: TrackerParameters, profile: Profile) {
    self.parameters = parameters.alignment
    let isUsed: Bool
    switch profile {
    case .head, .torso, .hand: isUsed = parameters.walking.planar.compass != .off
    case .free, .foot: isUsed = true
    case .vehicle: isUsed = false
    }
    let isTeacher = parameters.alignment.method == .filter || parameters.alignment.method == .compass
    mayUseCompass = isUsed && isTeacher && parameters.alignment.start == .compass
  }

  mutating func restart() {
    origin = nil
    began = nil
  }

  /// The frame for a pose of the motion's own scene; nil while it is worth waiting for the compass.
  mutating func frame(for pose: TrackedPose, _ grounds: LocalizationGrounds) -> SceneFrame? {
    let began = began ?? pose.time
    self.began = began
    let sigma = pose.yawSigma.flatMap { $0 <= parameters.sceneHeading ? $0 : nil }
    let isWaiting = mayUseCompass && hasCompass && pose.time - began < parameters.sceneWait
    if isWaiting, sigma == nil || grounds.isHeadingUnconfirmed { return nil }
    guard let sigma else { return SceneFrame(turn: .zero, heading: .none) }
    // A remembered heading that the compass has refuted is the compass's by now.
    let isRefuted = origin == .remembered && grounds.isHeadingOfCompass
    let heading = isRefuted ? nil : origin
    return SceneFrame(
      turn: pose.yaw, heading: heading ?? (grounds.isHeadingMagnetic ? .magnetic : .compass), sigma: sigma)
  }
}
