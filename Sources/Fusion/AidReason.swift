/// Reason why an aiding source is off, waits, was refused or is trusted less.
public enum AidReason: UInt8, CountedReason {
  // Reasons to be off or to wait.
  case switchedOff, notInProfile, headingElsewhere, noMeasurement, notNeeded, inMotion, noForce, notStarted
  // Reasons to refuse a measurement.
  case notFinite, tooOld, beyondGate, noEffect, tooWeak, incoherent, poorQuality, tooFast, tooFarApart,
    memoryRefuted
  case legTooShort, notFollowed, walkTooShort, notStraight, againstLeg
  // Reason to give a measurement less weight than it states.
  case trustedLess

  public var text: String {
    switch self {
    case .switchedOff: "switched off"
    case .notInProfile: "not used in this profile"
    case .headingElsewhere: "the heading follows another source"
    case .noMeasurement: "no measurement yet"
    case .notNeeded: "not needed, the heading is known better"
    case .inMotion: "not at rest"
    case .noForce: "no accelerometer sample"
    case .notStarted: "no heading yet"
    case .notFinite: "not finite"
    case .tooOld: "older than the memory of motion"
    case .beyondGate: "beyond the gate"
    case .noEffect: "without effect"
    case .tooWeak: "horizontal field too weak"
    case .incoherent: "gait without direction"
    case .poorQuality: "of poor quality"
    case .tooFast: "too fast"
    case .tooFarApart: "too far apart in time"
    case .memoryRefuted: "remembered value refuted"
    case .legTooShort: "leg too short"
    case .notFollowed: "leg not followed for long enough"
    case .walkTooShort: "walk too short"
    case .notStraight: "walk not straight"
    case .againstLeg: "walk against the leg"
    case .trustedLess: "surprising, trusted less"
    }
  }

  /// The name in messages and tables, that of the case: "trusted-less".
  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { reason in
    "\(reason)".reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
