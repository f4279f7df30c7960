public import Geometry
import Odometry
public import Samples

/// The body's turn from the last pose of a scene to the first of the next, by the gyroscope alone: what is placed stays where it
/// was while the new scene looks for up and north.
public struct SceneCrossing: Sendable {
  /// The scene that has ended, and the newest sample's time.
  public let scene: Int
  public private(set) var time: BootInstant
  /// The body in the axes of that scene.
  public private(set) var rotation: Rotation<Body, Scene>
  /// From the new scene's axes to those of the one before: azimuth there = azimuth in the new scene + turn. nil before its first
  /// pose.
  public private(set) var turn: Angle?
  private let began: BootInstant, drift: AngularRate, turns: BodyTurns
  private var rate: SIMD3<Double>, unseen = 0.0

  /// Longest interval between samples that is integrated.
  private static let longestStep = TimeSpan(0.1)

  init(_ scene: Int, _ pose: ScenePose, drift: AngularRate, _ turns: BodyTurns) {
    (self.scene, time, began) = (scene, pose.time, pose.time)
    (rotation, rate) = (pose.pose.rotation, pose.rate.components)
    (self.drift, self.turns) = (drift, turns)
  }

  /// 1 σ of the turn about up, as of a moment for which there may be no sample yet.
  public func sigma(at now: BootInstant) -> Angle {
    let drifted = drift.value * (time - began).value, silence = turn == nil ? max(0, (now - time).value) : 0
    return .radians(min(.pi, (unseen + turns.variance(over: silence) + drifted * drifted).squareRoot()))
  }

  mutating func advance(_ step: InertialStep) {
    let interval = step.time - time, now = step.rate.components
    guard turn == nil, interval > .zero else { return }
    var turned = now * interval.value
    if interval > Self.longestStep {
      turned = turns.turn(from: rate, to: now, over: interval.value)
      unseen += turns.variance(over: interval.value)
    } else {
      unseen += step.missing.turn.variance.max() + step.missing.unseen.max()
    }
    rotation = rotation * Rotation<Body, Body>.exp(RotationVector(turned))
    (time, rate) = (step.time, now)
  }

  /// Ends with the first pose of the new scene.
  mutating func arrive(_ new: Rotation<Body, Scene>) {
    guard turn == nil else { return }
    let between = rotation * new.inverse
    turn = Angle.radians(-2 * atan2(between.quaternion.y, between.quaternion.w)).wrapped
  }
}

extension Tracker {
  func crossing(from last: ScenePose) -> SceneCrossing {
    SceneCrossing(scene, last, drift: parameters.walking.tie.drift, profile.turns)
  }

  /// Goes on where another pipeline of the same device has ended: what it has placed stays where it is.
  public mutating func goOn(from before: borrowing Tracker) {
    crossing = before.latest != nil ? before.crossing(from: before.inScene) : before.crossing
  }
}
