public import Geometry
public import Samples

/// Parameters of the methods of comparison, which `gnomon replay --method NAME` takes by `--set`. 1 σ each.
public struct MethodParameters: Sendable {
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

  // The pairs.
  public var pairFixes = 10.0
  public var pairTime = TimeSpan(10)

  var capacityCount: Int { Int(capacity) }

  public static let table = ParameterTable<MethodParameters>([
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
    .init("pairs.fixes", \.pairFixes, in: 2...1000, "fixes after which pairs are drawn again"),
    .init("pairs.time", \.pairTime, in: 1...600, "time after which they are, with fewer fixes"),
  ])
}

/// Criterion for the best estimate.
public enum EstimateOrder: String, CaseIterable, Sendable {
  case radius
  case radiusAndWay = "radius-and-way"
}
