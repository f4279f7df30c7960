import Alignment
import Fusion
import Geometry
import Samples
import Tie

/// The sources of the tie, as a report.
struct TieAids: Sendable {
  enum Source: Int, CaseIterable, Sendable {
    case fix, velocity, compass, rest, steps, leg, remembered, given, outsideTurn, antennas

    var description: AidDescription {
      let (name, unit, axes, patience) = row
      return AidDescription(name, unit: unit, axes: axes, patience: TimeSpan(patience))
    }

    private var row: (String, unit: String, axes: [String], patience: Double) {
      switch self {
      case .fix: ("fix", "m", ["east", "north"], 10)
      case .velocity: ("receiver-velocity", "m/s", ["east", "north"], 10)
      case .compass: ("compass", "rad", ["azimuth"], 5)
      case .rest: ("rest-drift", "rad/s", ["drift"], 300)
      case .steps: ("steps", "m", ["along", "across"], 20)
      case .leg: ("leg", "rad", ["yaw"], 120)
      case .remembered: ("remembered-heading", "rad", ["yaw"], 3600)
      case .given: ("given-heading", "rad", ["yaw"], 3600)
      case .outsideTurn: ("outside-turn", "rad/s", ["drift"], 2)
      case .antennas: ("antennas", "rad", ["yaw"], 10)
      }
    }
  }

  private var every = Source.allCases.map { Aid($0.description) }
  /// Without antennas there is no source to report on.
  private var hasAntennas = false
  var all: [Aid] { Source.allCases.filter { $0 != .antennas || hasAntennas }.map { self[$0] } }

  subscript(source: Source) -> Aid { every[source.rawValue] }

  /// Records a reading. One beyond 3 σ of what the heaviest hypothesis expected has counted less, or not at all.
  mutating func record(_ fused: Fused, _ source: Source, turning turn: Angle = .zero, at time: BootInstant) {
    if source == .antennas { hasAntennas = true }
    every[source.rawValue].record(fused.ratio > 1 ? .trustedLess(fused) : .fused(fused), turning: turn, at: time)
  }
  mutating func refuse(_ reason: AidReason, _ source: Source, at time: BootInstant) {
    if source == .antennas { hasAntennas = true }
    every[source.rawValue].refuse(reason, at: time)
  }
  mutating func switchOff(_ reason: AidReason, _ source: Source) { every[source.rawValue].switchOff(reason) }
}

extension AidReason {
  init(_ refusal: LegBearing.Refusal) {
    switch refusal {
    case .notFinite: self = .notFinite
    case .legTooShort: self = .legTooShort
    case .notFollowed: self = .notFollowed
    case .walkTooShort: self = .walkTooShort
    case .notStraight: self = .notStraight
    case .againstLeg: self = .againstLeg
    }
  }
}
