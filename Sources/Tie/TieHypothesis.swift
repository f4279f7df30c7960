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
    (.chipTurned, "compass-turned", .compass), (.antennasWrong, "antennas-wrong", .antennas),
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
    (0..<bank.count).sorted { bank.members[$0].weight > bank.members[$1].weight }.map { i in
      let member = bank.members[i], place = member.state.mean.two(at: Index.place) - estimate.place
      let spread = member.state.variance(Index.place) + member.state.variance(Index.place + 1)
      let own = deviceYaw(i), isAside = pointsAside(i)
      return TieHypothesis(
        weight: member.weight, motion: member.label.motion, yaw: Angle.radians(own.yaw).wrapped,
        yawSigma: .radians(min(.pi, member.state.covariance.covariance(own.row, own.row).squareRoot())),
        place: hasPlace ? place : nil,
        radius: hasPlace ? Length(RadiusPerSigma.of68 * (0.5 * spread).squareRoot()) : nil,
        doubts: Assumptions.table.filter { member.label.contains($0.one) }.map {
          isAside && $0.one == .chipTurned ? Self.asideName : $0.name
        })
    }
  }

  /// Published name of a device that points aside.
  private static let asideName = "points-aside"

  @inline(__always) public var doubts: SourceDoubts {
    var doubts = SourceDoubts()
    for source in SourceDoubts.Source.allCases {
      let assumptions = Assumptions.doubting[source.rawValue]
      for i in 0..<bank.count where !bank.members[i].label.isDisjoint(with: assumptions) {
        // A compass is right where the device points aside.
        let isOnlyTurned = source == .compass && bank.members[i].label.intersection(assumptions) == .chipTurned
        doubts[source] += bank.members[i].weight * (isOnlyTurned && hasTwoReadings(i) ? 1 - pointing.aside : 1)
      }
    }
    return doubts
  }
}
