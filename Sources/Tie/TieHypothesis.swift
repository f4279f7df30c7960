import Fusion
public import Geometry
import Samples

/// One hypothesis of the bank, for people: what it holds to be true, and how likely that is.
public struct TieHypothesis: Sendable, Equatable {
  public var weight: Double
  /// Turn from the scene to the Earth, with 1 σ.
  public var yaw: Angle
  public var yawSigma: Angle
  /// Place against the published one, east and north in m, with the radius of 68 %; nil before the first fix.
  public var place: SIMD2<Double>?
  public var radius: Length?
  /// Assumptions of something wrong, by their published names.
  public var doubts: [String]
}

/// How likely each kind of doubt is: weights of the hypotheses that have it.
public struct TieDoubts: Sendable, Equatable {
  public var compass = 0.0
  public var receiver = 0.0
  public var steps = 0.0

  public init() {}
}

extension Assumptions {
  /// Something is wrong with the compass.
  static let ofCompass: Assumptions = [.compassWrong, .chipTurned, .newDeviceField]
  /// Something is wrong with the receiver.
  static let ofReceiver: Assumptions = [.receiverJumped, .velocityWrong]

  static let names: [(one: Assumptions, name: String)] = [
    (.onTheSpot, "steps-lead-nowhere"), (.compassWrong, "compass-wrong"), (.newDeviceField, "device-magnetized"),
    (.receiverJumped, "receiver-elsewhere"), (.velocityWrong, "velocity-wrong"), (.unseenMotion, "steps-unseen"),
    (.chipTurned, "compass-turned"),
  ]
}

extension EarthTie {
  /// The hypotheses, the heaviest first.
  public func hypotheses(_ estimate: TieEstimate) -> [TieHypothesis] {
    bank.members[..<bank.count].sorted { $0.weight > $1.weight }.map { member in
      let place = member.state.mean.two(at: Index.place) - estimate.place
      let spread = member.state.variance(Index.place) + member.state.variance(Index.place + 1)
      return TieHypothesis(
        weight: member.weight, yaw: .radians(member.state.mean[Index.yaw]),
        yawSigma: .radians(min(.pi, member.state.variance(Index.yaw).squareRoot())),
        place: hasPlace ? place : nil,
        radius: hasPlace ? Length(RadiusPerSigma.of68 * (0.5 * spread).squareRoot()) : nil,
        doubts: Assumptions.names.filter { member.label.contains($0.one) }.map(\.name))
    }
  }

  /// Weights of the doubts.
  public var doubts: TieDoubts {
    var doubts = TieDoubts()
    for i in 0..<bank.count {
      let label = bank.members[i].label, weight = bank.members[i].weight
      if !label.isDisjoint(with: .ofCompass) { doubts.compass += weight }
      if !label.isDisjoint(with: .ofReceiver) { doubts.receiver += weight }
      if label.contains(.unseenMotion) { doubts.steps += weight }
    }
    return doubts
  }
}
