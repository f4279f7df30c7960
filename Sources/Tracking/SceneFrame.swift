import Alignment
import Geometry
import Odometry
import Samples

/// Source of the directions of the scene's axes. They are fixed with the first pose of a scene, and kept on Earth from then on;
/// later corrections of the heading go into the alignment.
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

/// The published scene against the motion's own: it begins with the turn by which −z is north, and then its axes stay on Earth. As
/// far as it is known that the motion's own scene turns, by the drift of its gyroscope, the published one is turned back about the
/// wearer, no faster than a standing wearer notices. What is fixed to the scene then stays where it is, instead of drifting.
struct SceneFrame: Sendable {
  /// Turn of the published scene against the motion's own, clockwise.
  private(set) var turn: Angle
  let heading: SceneHeading
  /// 1 σ of the heading; nil without a heading.
  let sigma: Angle?
  /// Rotation from the motion's own scene into the published one; and what it does to a level vector.
  private(set) var rotation: Rotation<Scene, Scene> { didSet { level = LevelTurn(rotation) } }
  private var level: LevelTurn
  /// The wearer's place in the motion's own scene, and in the published one.
  private var own = Displacement<Scene>.zero, published = Displacement<Scene>.zero
  /// Turn, and known turn of the motion's own scene, when the published one began.
  private let begun: Angle, before: Angle
  /// Time since it was turned back last.
  private var waited = 0.0

  init(turn: Angle, heading: SceneHeading, sigma: Angle? = nil, known: Angle = .zero) {
    self.turn = turn
    self.heading = heading
    self.sigma = sigma
    (begun, before) = (turn, known)
    rotation = Rotation(about: Direction(0, 1, 0), by: -turn)
    level = LevelTurn(rotation)
  }

  /// Turn back since the beginning.
  var turnedBack: Angle { turn - begun }

  /// Follows the known turn of the motion's own scene at a rate, fifty times a second, and the wearer there.
  @inline(__always)
  mutating func turnBack(_ known: Angle, to position: Displacement<Scene>, rate: AngularRate, over interval: TimeSpan) {
    let easing = AppliedAlignment.interval.value
    waited = min(waited, easing) + min(interval, AppliedAlignment.longestStep).value
    let moved = position - own, left = (known - self.before - turnedBack).radians
    own = position
    // A turn by less is rounding: it would set the beat of the turns.
    if waited >= easing, left.magnitude > 1e-9 {
      turnBack(by: left, most: rate.value * waited, moved)
    } else {
      published += level(moved)
    }
  }

  @inline(never)
  private mutating func turnBack(by left: Double, most: Double, _ moved: Displacement<Scene>) {
    let before = level(moved)
    waited = 0
    turn += .radians(max(-most, min(most, left)))
    rotation = Rotation(about: Direction(0, 1, 0), by: -turn)
    published += (before + level(moved)) * 0.5
  }

  /// Returns a position of the motion's own scene in the published one.
  @inline(__always) func place(_ position: Displacement<Scene>) -> Displacement<Scene> {
    position == own ? published : published + level(position - own)
  }

  /// Returns a velocity of the motion's own scene in the published one.
  @inline(__always) func turn(_ velocity: Velocity<Scene>) -> Velocity<Scene> { level(velocity) }

  /// A turn about up, clockwise.
  private struct LevelTurn: Sendable {
    private let cosine: Double, sine: Double

    init(_ rotation: Rotation<Scene, Scene>) {
      let y = rotation.quaternion.y, w = rotation.quaternion.w
      (cosine, sine) = (w * w - y * y, -2 * y * w)
    }

    @inline(__always) func callAsFunction<U: Unit>(_ v: Vector<U, Scene>) -> Vector<U, Scene> {
      .init(SIMD3(cosine * v.x - sine * v.z, v.y, sine * v.x + cosine * v.z))
    }
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
    guard let sigma else { return SceneFrame(turn: .zero, heading: .none, known: pose.sceneTurn) }
    // A heading far from the known one is the compass's.
    let known = origin.flatMap {
      let off = (pose.yaw - $0.yaw).wrapped.radians
      return abs(off) < 3 * hypot($0.sigma.radians, sigma.radians) ? $0.heading : nil
    }
    return SceneFrame(
      turn: pose.yaw, heading: known ?? (grounds.isHeadingMagnetic ? .magnetic : .compass), sigma: sigma,
      known: pose.sceneTurn)
  }
}
