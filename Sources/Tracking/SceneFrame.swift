import Alignment
import Geometry
import Odometry
import Samples

/// Source of the directions of the scene's axes. They are fixed with the first pose of a scene: the scene never turns, and later
/// corrections of the heading go into the alignment.
public enum SceneHeading: String, Sendable, CaseIterable {
  /// No heading was known: −z is the direction that the body faced.
  case none
  /// −z is true north and x east, by a heading from the configuration.
  case given
  /// −z is true north and x east, by the heading at the end of the last session.
  case remembered
  /// −z is true north and x east, by the compass and the declination at the place.
  case compass
  /// −z is magnetic north, by the compass, before any place was known. The first place turns the alignment by the declination.
  case magnetic
}

/// Orientation of the published scene relative to the motion's own.
struct SceneFrame: Sendable {
  /// Turn of the published scene, clockwise.
  let turn: Angle
  let heading: SceneHeading
  /// 1 σ of the heading; nil without a heading.
  let sigma: Angle?
  /// Rotation from the motion's own scene into the published one.
  let rotation: Rotation<Scene, Scene>

  init(turn: Angle, heading: SceneHeading, sigma: Angle? = nil) {
    self.turn = turn
    self.heading = heading
    self.sigma = sigma
    rotation = Rotation(about: Direction(0, 1, 0), by: -turn)
  }
}

/// Choice of the scene's orientation, made with its first pose.
struct SceneFrameStart: Sendable {
  private let parameters: AlignmentParameters
  /// Whether this profile may take the heading from the compass.
  private let mayUseCompass: Bool
  /// Whether there were magnetometer samples.
  var hasCompass = false
  /// Source of a heading that does not come from the compass, and that heading's yaw.
  var origin: (heading: SceneHeading, yaw: Angle, sigma: Angle)?
  private var began: BootInstant?

  init(_ parameters: TrackerParameters, profile: Profile) {
    self.parameters = parameters.alignment
    let isUsed: Bool
    switch profile {
    case .head, .torso, .hand: isUsed = parameters.walking.tie.compass != .off
    case .free, .foot: isUsed = true
    case .vehicle: isUsed = false
    }
    mayUseCompass = isUsed && parameters.alignment.start == .compass
  }

  mutating func restart() {
    origin = nil
    began = nil
  }

  /// Returns the frame for a pose of the motion's own scene; nil while it waits for the compass.
  mutating func frame(for pose: TrackedPose, _ grounds: LocalizationGrounds) -> SceneFrame? {
    let began = began ?? pose.time
    self.began = began
    let sigma = pose.yawSigma.flatMap { $0 <= parameters.sceneHeading ? $0 : nil }
    let isWaiting = mayUseCompass && hasCompass && pose.time - began < parameters.sceneWait
    if isWaiting, sigma == nil || grounds.isHeadingUnconfirmed { return nil }
    guard let sigma else { return SceneFrame(turn: .zero, heading: .none) }
    // A heading far from the known one is the compass's.
    let known = origin.flatMap {
      let off = (pose.yaw - $0.yaw).wrapped.radians
      return abs(off) < 3 * hypot($0.sigma.radians, sigma.radians) ? $0.heading : nil
    }
    return SceneFrame(
      turn: pose.yaw, heading: known ?? (grounds.isHeadingMagnetic ? .magnetic : .compass), sigma: sigma)
  }
}
