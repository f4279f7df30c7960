public import Fusion
public import Geometry
import Samples

/// How a wearer moves.
public enum MotionCase: String, CaseIterable, Sendable {
  /// Steps lead; without steps the wearer stands.
  case walks
  /// All steps lead nowhere: people who look at a thing shuffle, nod and lean.
  case rests
  /// The motion is the receiver's, independent of the steps: on wheels, or with steps that are not seen.
  case carried
}

/// One hypothesis of the bank, for people: what it holds to be true, and how likely that is.
public struct TieHypothesis: Sendable, Equatable {
  public var weight: Double
  public var motion: MotionCase
  /// Turn from the scene to the Earth, with 1 σ.
  public var yaw: Angle
  public var yawSigma: Angle
  /// Place against the published one, east and north in m, with the radius of 68 %; nil before the first fix.
  public var place: SIMD2<Double>?
  public var radius: Length?
  /// Assumptions of something wrong, by their published names.
  public var doubts: [String]
}

extension Assumptions {
  /// The assumptions of something wrong, their published names, and the source that they doubt.
  static let table: [(one: Assumptions, name: String, doubts: SourceDoubts.Source)] = [
    (.compassWrong, "compass-wrong", .compass), (.newDeviceField, "device-magnetized", .compass),
    (.receiverJumped, "receiver-elsewhere", .receiver), (.velocityWrong, "velocity-wrong", .receiver),
    (.chipTurned, "compass-turned", .compass),
  ]

  /// The assumptions that doubt each source. Being carried doubts the steps.
  fileprivate static let doubting = SourceDoubts.Source.allCases.map { source in
    table.reduce(into: source == .steps ? .carried : Assumptions()) { if $1.doubts == source { $0.insert($1.one) } }
  }

  var motion: MotionCase { contains(.carried) ? .carried : contains(.rests) ? .rests : .walks }
}

extension EarthTie {
  /// The hypotheses, the heaviest first.
  public func hypotheses(_ estimate: TieEstimate) -> [TieHypothesis] {
    (0..<bank.count).map { bank.members[$0] }.sorted { $0.weight > $1.weight }.map { member in
      let place = member.state.mean.two(at: Index.place) - estimate.place
      let spread = member.state.variance(Index.place) + member.state.variance(Index.place + 1)
      return TieHypothesis(
        weight: member.weight, motion: member.label.motion, yaw: .radians(member.state.mean[Index.yaw]),
        yawSigma: .radians(min(.pi, member.state.variance(Index.yaw).squareRoot())),
        place: hasPlace ? place : nil,
        radius: hasPlace ? Length(RadiusPerSigma.of68 * (0.5 * spread).squareRoot()) : nil,
        doubts: Assumptions.table.filter { member.label.contains($0.one) }.map(\.name))
    }
  }

  public var doubts: SourceDoubts {
    var doubts = SourceDoubts()
    for source in SourceDoubts.Source.allCases {
      let assumptions = Assumptions.doubting[source.rawValue]
      for i in 0..<bank.count where !bank.members[i].label.isDisjoint(with: assumptions) {
        doubts[source] += bank.members[i].weight
      }
    }
    return doubts
  }
}
