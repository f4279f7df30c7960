public import Geometry
public import Samples

/// Assumptions on fixes as estimates, and on the headings computed from them. 1 σ each.
public struct EstimateParameters: Sendable {
  public init() {}

  // The buffer.
  public var capacity = 200.0
  public var longestAge = TimeSpan(600)
  public var reach = Length(100)
  public var order = EstimateOrder.radius
  public var drift = 0.1

  // Fixes.
  public var biasTime = TimeSpan(35)
  public var noise = Length(0.5)
  public var sceneNoise = Length(0.5)

  // The fit.
  public var yawWalk = AngleWalk.degrees(0.05)
  public var huber = 3.0

  var capacityCount: Int { Int(capacity) }

  public static let table = ParameterTable<EstimateParameters>([
    .init("estimate.capacity", \.capacity, in: 10...200, "most estimates kept"),
    .init("estimate.age", \.longestAge, in: 10...600, "how long they are kept"),
    .init("estimate.reach", \.reach, in: 1...10_000, "how far away the best estimate may be"),
    .init("estimate.order", \.order, "the best estimate: by radius, or radius-and-way, which counts the way since"),
    .init("estimate.drift", \.drift, in: 0...1, "how much the way since spoils an estimate, as a share of it"),
    .init("estimate.bias_time", \.biasTime, in: 1...10_000, "how long the error of fixes lasts"),
    .init("estimate.noise", \.noise, in: 0.01...100, "the part of a fix's error that is new each time"),
    .init(
      "fit.scene_noise", \.sceneNoise, in: 0...100, "the part of the scene's own error that is new at each estimate"),
    .init(degrees: "fit.yaw_walk", \.yawWalk, in: 0...20, "wander of the scene's heading"),
    .init("fit.huber", \.huber, in: 0.5...1000, "surprise, in σ, beyond which an estimate counts less"),
  ])
}

/// Criterion for the best estimate.
public enum EstimateOrder: String, CaseIterable, Sendable {
  case radius
  case radiusAndWay = "radius-and-way"
}
