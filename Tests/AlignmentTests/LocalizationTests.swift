import CAllocations
import Expectations
import Fusion
import Geometry
import Samples
import Testing

@testable import Alignment

/// The states localized and lost, and their reasons.
@Suite struct LocalizationTests {
  private func evidence(
    _ seconds: Double, radius: Double? = nil, heading: Double? = nil, fixAge: Double? = 0.5, fixRadius: Double? = 3,
    baseline: Double = 0
  ) -> LocalizationEvidence {
    var evidence = LocalizationEvidence(time: BootInstant(seconds: seconds))
    evidence.horizontalAccuracy = radius.map { Length($0) }
    evidence.yawSigma = heading.map { .degrees($0) }
    evidence.fixAge = fixAge.map { TimeSpan($0) }
    evidence.fixRadius = fixRadius.map { Length($0) }
    evidence.baseline = Length(baseline)
    return evidence
  }

  /// Returns the states, as texts without repetition, of a monitor that receives the same evidence for a time at 100 Hz.
  private func run(
    _ monitor: inout LocalizationMonitor, from start: Double, for span: Double,
    _ make: (Double) -> LocalizationEvidence
  ) -> [String] {
    var texts: [String] = []
    for index in 0..<Int(span * 100) {
      if monitor.update(make(start + Double(index) / 100)) { texts.append(monitor.state.text) }
    }
    return texts
  }

  @Test func aSessionFromNothingToLocalizedToLostAndBack() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    expect(monitor.state.text, equals: "none")
    let waiting = run(&monitor, from: 1, for: 3) { evidence($0, fixAge: nil, fixRadius: nil) }
    expect(waiting, equals: ["localizing(waiting-for-fix+no-motion)"])
    let fixed = run(&monitor, from: 4, for: 4) { evidence($0, radius: 4, heading: 90) }
    expect(fixed, equals: ["localizing(no-motion)"])
    let walked = run(&monitor, from: 8, for: 4) { evidence($0, radius: 4, heading: 12, baseline: 14) }
    expect(walked, equals: ["localizing", "localized"])
    let worse = run(&monitor, from: 12, for: 10) { evidence($0, radius: 18, heading: 24, baseline: 14) }
    #expect(worse.isEmpty)
    let indoors = run(&monitor, from: 22, for: 4) {
      evidence($0, radius: 40, heading: 12, fixRadius: 60, baseline: 14)
    }
    expect(indoors, equals: ["lost(poor-fix)"])
    let between = run(&monitor, from: 26, for: 4) { evidence($0, radius: 12, heading: 12, baseline: 14) }
    expect(between, equals: ["lost"])
    let back = run(&monitor, from: 30, for: 4) { evidence($0, radius: 6, heading: 12, baseline: 14) }
    expect(back, equals: ["localized"])
  }

  /// A doubt is a reason while place or heading are not good enough, and from its probability on.
  /// A heading by a known compass alone is lost when the compass is not as it was; one that a way has told is not.
  @Test func aCompassThatIsNotAsItWasEndsIt() {
    func by(_ isProven: Bool, _ baseline: Double) -> (Double) -> LocalizationEvidence {
      { [self] time in
        var one = evidence(time, radius: 4, heading: 10, baseline: baseline)
        one.grounds.usesCompass = true
        one.grounds.isCompassProven = isProven
        one.grounds.restsOnCompass = !isProven
        return one
      }
    }
    var standing = LocalizationMonitor(LocalizationParameters())
    expect(run(&standing, from: 1, for: 4, by(true, 0)).last, equals: "localized")
    expect(run(&standing, from: 5, for: 4, by(false, 0)).last, equals: "lost(no-motion+compass-unproved)")
    var walking = LocalizationMonitor(LocalizationParameters())
    expect(run(&walking, from: 1, for: 4, by(false, 12)).last, equals: "localized")
    #expect(run(&walking, from: 5, for: 4, by(false, 12)).isEmpty)
  }

  @Test func doubtsAreNamed() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    func doubtful(_ time: Double, heading: Double, _ probability: Double) -> LocalizationEvidence {
      var evidence = evidence(time, radius: 4, heading: heading, baseline: 14)
      for source in SourceDoubts.Source.allCases { evidence.grounds.doubts[source] = probability }
      return evidence
    }
    let small = run(&monitor, from: 1, for: 4) { doubtful($0, heading: 20, 0.2) }
    expect(small.last, equals: "localizing")
    let told = run(&monitor, from: 8, for: 4) { doubtful($0, heading: 20, 0.5) }
    expect(told.last, equals: "localizing(compass-contradicted+receiver-elsewhere+carried)")
    let known = run(&monitor, from: 12, for: 6) { doubtful($0, heading: 12, 0.5) }
    expect(known.last, equals: "localized")
  }

  /// An undecided walk and a contradicted heading are reasons only while the heading is not good enough.
  @Test func theReasonsOfAWalkNeedAPoorHeading() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    func undecided(_ time: Double, heading: Double) -> LocalizationEvidence {
      var evidence = evidence(time, radius: 4, heading: heading, baseline: 14)
      evidence.grounds.isWalkUndecided = true
      evidence.grounds.isHeadingContradicted = time > 8
      return evidence
    }
    let shuffling = run(&monitor, from: 1, for: 4) { undecided($0, heading: 20) }
    expect(shuffling, equals: ["localizing(undecided-walk)"])
    let contradicted = run(&monitor, from: 8, for: 4) { undecided($0, heading: 20) }
    expect(contradicted, equals: ["localizing(undecided-walk+contradicted-heading)"])
    let known = run(&monitor, from: 12, for: 6) { undecided($0, heading: 12) }
    expect(known, equals: ["localizing", "localized"])
  }

  @Test func localizedTakesTwoSecondsOfSampleTimeWithoutABreak() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    var since: Double?
    for index in 0..<600 {
      let time = Double(index) / 100
      let isGood = time >= 0.5 && !(2.3..<2.31).contains(time)
      _ = monitor.update(evidence(time, radius: isGood ? 5 : 11, heading: 5))
      if monitor.state.phase == .localized { since = since ?? time }
    }
    expect(abs((since ?? 0) - 4.31), isBelow: 0.015)
  }

  @Test func aGapIsNotTwoSecondsOfEvidence() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    _ = monitor.update(evidence(1, radius: 5, heading: 5))
    _ = monitor.update(evidence(100, radius: 5, heading: 5))
    expect(monitor.state.phase, equals: .localizing)
    _ = monitor.update(evidence(101, radius: 5, heading: 5))
    expect(monitor.state.phase, equals: .localized)
  }

  @Test func aNewSceneIsLocalizingAtOnce() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    _ = run(&monitor, from: 0, for: 4) { evidence($0, radius: 3, heading: 4) }
    expect(monitor.state.text, equals: "localized")
    let texts = run(&monitor, from: 4, for: 4) {
      var evidence = evidence($0, radius: 3, heading: 4)
      evidence.scene = 1
      return evidence
    }
    expect(texts, equals: ["localizing", "localized"])
  }

  @Test func untrackedMotionPreventsLocalization() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    let texts = run(&monitor, from: 0, for: 5) {
      var evidence = evidence($0, radius: 3, heading: 4)
      evidence.isTrackedNormally = false
      return evidence
    }
    expect(texts, equals: ["localizing"])
  }

  @Test func aPinnedHeadingIsAFlagAndAsksForNoMotion() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    let texts = run(&monitor, from: 0, for: 4) {
      var evidence = evidence($0, radius: 30, heading: 40, fixRadius: 40)
      evidence.isPinned = true
      evidence.grounds.usesCompass = true
      evidence.grounds.disturbance = FluxDensity(50)
      return evidence
    }
    expect(texts, equals: ["localizing(poor-fix)+pinned"])
    _ = run(&monitor, from: 4, for: 4) {
      var evidence = evidence($0, radius: 3, heading: 3)
      evidence.isPinned = true
      return evidence
    }
    expect(monitor.state.text, equals: "localized+pinned")
  }

  @Test func eachReasonNeedsItsEvidence() {
    func reasons(_ change: (inout LocalizationEvidence) -> Void) -> String {
      var monitor = LocalizationMonitor(LocalizationParameters())
      var evidence = evidence(0, radius: 30, heading: 40, fixRadius: 3, baseline: 100)
      change(&evidence)
      _ = monitor.update(evidence)
      return monitor.state.text
    }
    expect(reasons { _ in }, equals: "localizing")
    expect(reasons { $0.fixAge = TimeSpan(6) }, equals: "localizing(waiting-for-fix)")
    expect(reasons { $0.fixRadius = Length(12) }, equals: "localizing(poor-fix)")
    // Poor fixes are no reason once the place is good.
    expect(
      reasons {
        $0.fixRadius = Length(12)
        $0.horizontalAccuracy = Length(9)
      }, equals: "localizing")
    expect(reasons { $0.baseline = Length(5) }, equals: "localizing(no-motion)")
    expect(
      reasons {
        $0.baseline = Length(5)
        $0.yawSigma = .degrees(14)
      }, equals: "localizing")
    expect(reasons { $0.grounds.disturbance = FluxDensity(20) }, equals: "localizing")
    expect(
      reasons {
        $0.grounds.disturbance = FluxDensity(20)
        $0.grounds.usesCompass = true
      }, equals: "localizing(magnetic-disturbance)")
    expect(
      reasons {
        $0.fixAge = nil
        $0.baseline = .zero
        $0.grounds.disturbance = FluxDensity(20)
        $0.grounds.usesCompass = true
      }, equals: "localizing(waiting-for-fix+no-motion+magnetic-disturbance)")
  }

  @Test func theStateKeepsItsDwellForAnyEvidence() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var generator = Generator(seed: seed)
      var monitor = LocalizationMonitor(LocalizationParameters())
      var radius = 12.0, heading = 20.0, fixAge = 0.0, disturbance = 4.0
      var phase = monitor.state.phase, since = -10.0
      var reasonSince = [Double](repeating: -10, count: LocalizationReason.allCases.count)
      var had = [Bool](repeating: false, count: reasonSince.count)
      for index in 0..<20_000 {
        let time = Double(index) / 100
        radius = max(1, min(40, radius + 0.3 * generator.gaussian()))
        heading = max(1, min(60, heading + 0.5 * generator.gaussian()))
        disturbance = max(0, min(30, disturbance + generator.gaussian()))
        fixAge = generator.uniform() < 0.004 ? 0 : fixAge + 0.01
        var evidence = evidence(
          time, radius: generator.uniform() < 0.001 ? nil : radius, heading: heading, fixAge: fixAge,
          fixRadius: radius + generator.gaussian(), baseline: 5 + 10 * generator.uniform())
        evidence.grounds.usesCompass = true
        evidence.grounds.disturbance = FluxDensity(disturbance)
        let before = monitor.state.phase
        _ = monitor.update(evidence)
        let now = monitor.state
        if now.phase != phase {
          if phase == .localized || now.phase == .localized { #expect(time - since >= 2 - 0.011 || phase == .none) }
          if now.phase == .localized { #expect(radius <= 10 && heading <= 15) }
          since = time
          phase = now.phase
        }
        guard now.phase != .localized, before == now.phase else {
          reasonSince = reasonSince.map { _ in -10 }
          had = LocalizationReason.allCases.map(now.contains)
          continue
        }
        for (slot, reason) in LocalizationReason.allCases.enumerated() where now.contains(reason) != had[slot] {
          expect(time - reasonSince[slot], isAtLeast: 1 - 0.011)
          reasonSince[slot] = time
          had[slot] = now.contains(reason)
        }
      }
    }
  }

  @Test func everyStateHasATextOfItsOwnWithoutAComma() {
    var texts: Set<String> = []
    for phase in LocalizationState.Phase.allCases {
      for bits in 0..<16 as Range<UInt8> {
        for isPinned in [false, true] {
          var state = LocalizationState()
          state.phase = phase
          state.isPinned = isPinned
          for reason in LocalizationReason.allCases where bits & (1 << reason.rawValue) != 0 {
            state.insert(reason)
          }
          texts.insert(state.text)
        }
      }
    }
    expect(texts.count, equals: LocalizationState.Phase.allCases.count * 32)
    #expect(texts.allSatisfy { !$0.contains(",") && !$0.contains(" ") })
  }

  @Test func itAllocatesNothing() {
    var monitor = LocalizationMonitor(LocalizationParameters())
    let before = allocations_of_this_thread()
    for index in 0..<2000 {
      _ = monitor.update(evidence(Double(index) * 0.01, radius: index < 1000 ? 30 : 3, heading: 5))
    }
    expect(allocations_of_this_thread(), equals: before)
  }
}
