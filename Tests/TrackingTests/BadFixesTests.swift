import Alignment
import Expectations
import Geodesy
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// Faulty output of receivers and compasses: its effect is limited and stated while it lasts, and ends with it.
@Suite struct BadFixesTests {
  enum Illness: String, CaseIterable, Sendable {
    case noAccuracy, zeroAccuracy, hugeAccuracy, repeated, outOfOrder, oldPosition, modeFlaps, onlyOne, oneSpot
    case clockForward, clockBack, fridgeMagnet

    /// Returns the fixes that replace a fix between 20 and 60 s.
    func fixes(_ fix: Fix, _ count: Int, _ past: inout [Fix]) -> [Fix] {
      var fix = fix
      past.append(fix)
      switch self {
      case .noAccuracy:
        fix.horizontalError = nil
        fix.verticalError = nil
        fix.speedError = nil
      case .zeroAccuracy:
        fix.horizontalError = .zero
        fix.verticalError = .zero
        fix.speedError = .zero
      case .hugeAccuracy: fix.horizontalError = Length(1e9)
      case .repeated: return [fix, fix, fix]
      case .outOfOrder: return past.count > 3 ? [fix, past[past.count - 4]] : [fix]
      case .oldPosition, .oneSpot:
        let old = self == .oneSpot ? past[0] : past[max(0, past.count - 6)]
        fix.latitude = old.latitude
        fix.longitude = old.longitude
        fix.height = old.height
      case .modeFlaps:
        if count % 2 == 0 {
          fix.mode = .twoDimensional
          fix.height = nil
          fix.horizontalError = nil
        }
      case .onlyOne: return count == 0 ? [fix] : []
      case .clockForward, .clockBack:
        let step: Int64 = self == .clockForward ? 18_000_000_000 : -18_000_000_000
        fix.utc = fix.utc.map { UTC(nanosecondsSince1970: $0.nanosecondsSince1970 + step) }
      case .fridgeMagnet: break
      }
      return [fix]
    }

    func befalls(_ session: AlignedSession) -> AlignedSession {
      var past: [Fix] = []
      var ill = session.fixes(from: 20, to: 60) { fixes($0, $1, &past) }
      guard self == .fridgeMagnet else { return ill }
      // as if this were the only field: the same in the device in every orientation
      ill.samples = ill.samples.map {
        guard case .magnetometer(var magnetometer) = $0 else { return $0 }
        magnetometer.field = MagneticField(150, -90, 220)
        return .magnetometer(magnetometer)
      }
      return ill
    }
  }

  static let cases = [Profile.head, .hand, .free, .vehicle].flatMap { profile in
    Illness.allCases.map { (profile: profile, illness: $0) }
  }

  @Test(arguments: cases.indices) func badFixesAreHandled(index: Int) throws {
    let (profile, illness) = Self.cases[index]
    let told = account(illness.befalls(.of(profile)), as: profile)
    #expect(told.unsound.isEmpty && told.poses > 19_000)
    #expect(told.largestStep <= 0.01 && told.largestTurn.degrees <= 0.1)
    expect(told.tracking, equals: ["normal"])

    // The error is at most the distance covered meanwhile.
    for moment in told.moments where moment.time > 20 {
      let error = try #require(moment.placeError), accuracy = try #require(moment.accuracy)
      #expect(
        error < (profile == .vehicle ? 300 : 60) && accuracy > 1 && accuracy < 1e9,
        "\(moment.time) s: \(error) of \(accuracy) m")
    }
    // Good fixes are accepted again.
    let end = try #require(told.moments.last), error = try #require(end.placeError)
    #expect(error <= 2.5 * (end.accuracy ?? 0) && (end.accuracy ?? 99) < 7, "\(error) of \(end.accuracy ?? 0) m")
    let sigma = try #require(end.yawSigma)
    // A receiver whose fixes stay at one spot for 40 s suggests that the wearer stands, and is not detected as wrong.
    expect(
      end.yawError, isAtMost: sigma * (illness == .oneSpot ? 4.5 : 3.5), "\(end.yawError.degrees)° of \(sigma.degrees)°"
    )
    if profile == .free, illness == .fridgeMagnet {
      #expect(sigma.degrees > 25 && end.pose.localization.phase != .localized)
    } else {
      #expect(sigma.degrees < 15 && end.pose.localization.phase == .localized)
    }

    // It is reported as well.
    switch illness {
    case .repeated: expect(told.refusals("fixes that did not arrive after the one before"), equals: 80)
    case .outOfOrder: expect(told.refusals("fixes that did not arrive after the one before"), equals: 37)
    case .clockForward, .clockBack: expect(told.refusals("steps of UTC"), equals: 2)
    case .noAccuracy, .zeroAccuracy: expect(told.refusals("fixes of assumed accuracy"), equals: 40)
    default: break
    }
  }

  /// Fixes that no recording can contain are refused live as well.
  @Test(arguments: [Profile.head, .hand, .free, .vehicle]) func impossibleFixesAreRefused(profile: Profile) throws {
    let session = AlignedSession.of(profile)
    let ill = session.fixes(from: 20, to: 60) { fix, count in
      var wrong = fix
      switch count % 5 {
      case 0: wrong.latitude = Degrees(.nan)
      case 1: wrong.longitude = Degrees(1e9)
      case 2: wrong.horizontalError = Length(.nan)
      case 3: wrong.horizontalError = Length(-1)
      default: wrong.velocityEast = Speed(.infinity)
      }
      return [wrong, fix]
    }
    let told = account(ill, as: profile), clean = account(session, as: profile)
    expect(told.refusals("unfit samples"), equals: 40)
    expect(told.corrections, equals: clean.corrections)
    expect(told.moments.last?.pose.place, equals: clean.moments.last?.pose.place)
  }
}
