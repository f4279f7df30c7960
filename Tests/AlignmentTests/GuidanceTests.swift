import Alignment
import CAllocations
import Expectations
import Geometry
import Samples
import Testing
import Text

/// The requests to the wearer.
@Suite struct GuidanceTests {
  private func monitor() -> GuidanceMonitor { GuidanceMonitor(GuidanceParameters(), needs: LocalizationParameters()) }

  /// Evidence of a wearer outside, with fixes of 5 m (95 %) and unknown heading.
  private func outside(_ seconds: Double, baseline: Double = 0) -> LocalizationEvidence {
    var evidence = LocalizationEvidence(time: BootInstant(seconds: seconds))
    evidence.horizontalAccuracy = Length(3)
    evidence.yawSigma = .degrees(100)
    evidence.fixAge = TimeSpan(0.3)
    evidence.fixRadius = Length(5 / 1.616)
    evidence.baseline = Length(baseline)
    return evidence
  }

  @Test func theBaselineIsThatOfTheRules() {
    // Radii of 95 % are 1.616 times those of 68 %.
    expect(abs(baseline(for: .degrees(15), radius: Length(5 / 1.616)).value - 11), isBelow: 0.1)
    expect(abs(baseline(for: .degrees(5), radius: Length(5 / 1.616)).value - 33), isBelow: 0.2)
    expect(abs(baseline(for: .degrees(15), radius: Length(10 / 1.616)).value - 22), isBelow: 0.2)
    expect(abs(headingSigma(over: Length(11.03), radius: Length(5 / 1.616)).degrees - 15), isBelow: 0.1)
    expect(headingSigma(over: .zero, radius: Length(5)).radians, equals: .pi)
  }

  /// Fixes with independent errors along the requested baseline give the requested heading.
  @Test func theBaselineGivesItsHeading() {
    var generator = Generator(seed: 5)
    let radius = Length(4), length = baseline(for: .degrees(8), radius: radius).value, sigma = 4 / 1.515
    var sum = 0.0
    for _ in 0..<20_000 {
      let across = sigma * (generator.gaussian() - generator.gaussian())
      let along = length + sigma * (generator.gaussian() - generator.gaussian())
      let angle = Angle.arcTangent(across, along).degrees
      sum += angle * angle
    }
    expect(abs((sum / 20_000).squareRoot() - 8), isBelow: 0.6)
  }

  @Test func theWayToWalkGetsShorterUntilItIsWalked() {
    var monitor = monitor()
    var distances: [Double] = []
    for index in 0..<3000 {
      let time = Double(index) / 100
      let changed = monitor.update(outside(time, baseline: max(0, time - 5) * 0.7))
      guard changed else { continue }
      if case .walk(let distance) = monitor.current.first { distances.append(distance.value) }
    }
    expect(distances, equals: [12, 10, 8, 6, 4, 2])
    #expect(monitor.current.isEmpty)
  }

  @Test func guidanceEndsAtOnceWhenTheHeadingIsGood() {
    var monitor = monitor()
    for index in 0..<500 { _ = monitor.update(outside(Double(index) / 100)) }
    expect(monitor.current, equals: [.walk(Length(12))])
    var evidence = outside(5)
    evidence.yawSigma = .degrees(9)
    let changed = monitor.update(evidence)
    #expect(changed)
    #expect(monitor.current.isEmpty)
  }

  @Test func aShortNeedGivesNoGuidance() {
    var monitor = monitor()
    for index in 0..<150 { _ = monitor.update(outside(Double(index) / 100)) }
    #expect(monitor.current.isEmpty)
  }

  @Test func goOutsideAndOpenSkyFollowMissingAndPoorFixes() {
    var monitor = monitor()
    for index in 0..<2500 {
      var evidence = LocalizationEvidence(time: BootInstant(seconds: Double(index) / 100))
      evidence.grounds.usesCompass = false
      _ = monitor.update(evidence)
      if index < 1990 { #expect(monitor.current.isEmpty) }
    }
    expect(monitor.current, equals: [.goOutside])
    for index in 2500..<4000 {
      var evidence = outside(Double(index) / 100)
      evidence.fixRadius = Length(44)
      evidence.horizontalAccuracy = Length(40)
      _ = monitor.update(evidence)
    }
    // A walk of 160 m would do as well, but that is too much to ask for.
    expect(monitor.current, equals: [.openSky(radius: Length(45))])
  }

  @Test func standingStillCountsDownAndIsAskedForOnce() {
    var monitor = monitor()
    var seen: [[Guidance]] = []
    for index in 0..<2000 {
      let time = Double(index) / 100
      var evidence = outside(time)
      evidence.driftSigma = .degrees(1)
      evidence.stillness = (5..<9).contains(time) ? TimeSpan(time - 5) : nil
      if monitor.update(evidence) { seen.append(monitor.current) }
    }
    expect(seen, equals: [[.standStill(TimeSpan(2))], [.standStill(TimeSpan(1))], [.walk(Length(12))]])
  }

  @Test func aWalkingWearerIsNotAskedToStandStill() {
    var monitor = monitor()
    for index in 0..<1400 {
      var evidence = outside(Double(index) / 100)
      evidence.driftSigma = .degrees(1)
      _ = monitor.update(evidence)
    }
    expect(monitor.current, equals: [.walk(Length(12))])
  }

  @Test func aDisturbedCompassLeadsAwayFromMetal() {
    var monitor = monitor()
    for index in 0..<400 {
      var evidence = outside(Double(index) / 100)
      evidence.grounds.usesCompass = true
      evidence.grounds.disturbance = FluxDensity(23)
      evidence.grounds.deviceFieldSigma = FluxDensity(12)
      _ = monitor.update(evidence)
    }
    expect(monitor.current, equals: [.walk(Length(12)), .leaveMetal(deviation: FluxDensity(30))])
    for index in 400..<800 {
      var evidence = outside(Double(index) / 100, baseline: 20)
      evidence.grounds.usesCompass = true
      evidence.grounds.deviceFieldSigma = FluxDensity(12)
      _ = monitor.update(evidence)
    }
    expect(monitor.current, equals: [.turnDevice(uncertainty: FluxDensity(15))])
  }

  /// A compass has told the heading: the way only has to show that it is not turned; and a known one that it is as it was.
  @Test func aHeadingByCompassNeedsAShorterWayOrATurn() {
    func asked(_ isKnown: Bool) -> [Guidance] {
      var monitor = monitor()
      for index in 0..<400 {
        var evidence = outside(Double(index) / 100)
        evidence.yawSigma = .degrees(12)
        evidence.grounds.usesCompass = true
        evidence.grounds.restsOnCompass = true
        evidence.grounds.awaitsTurn = isKnown
        _ = monitor.update(evidence)
      }
      return monitor.current
    }
    expect(asked(false), equals: [.walk(Length(6))])
    expect(asked(true), equals: [.lookAround])
  }

  @Test func itsJSONHasCodeNumbersAndSentence() {
    expect(
      Guidance.walk(Length(12)).json.text,
      equals: #"{"code":"walk","parameters":{"distance":12},"english":"walk 12 m more, straight"}"#)
    expect(
      Guidance.goOutside.json.text,
      equals: #"{"code":"go-outside","parameters":{},"english":"go where the sky is open: there is no position"}"#)
    expect(Guidance.standStill(TimeSpan(2)).english, equals: "stand still for 2 s")
  }

  @Test func guidanceDoesNotFlickerForAnyEvidence() {
    for seed in 1...10 as ClosedRange<UInt64> {
      var generator = Generator(seed: seed)
      var monitor = monitor()
      var heading = 15.0, baseline = 5.0, drift = 0.2, disturbance = 5.0
      var gone: [Guidance.Code: Double] = [:], shown: Set<Guidance.Code> = []
      var changes = 0
      for index in 0..<30_000 {
        let time = Double(index) / 100
        heading = max(1, heading + 0.1 * generator.gaussian())
        baseline = max(0, baseline + 0.02 * generator.gaussian())
        drift = max(0.01, drift + 0.002 * generator.gaussian())
        disturbance = max(0, disturbance + 0.2 * generator.gaussian())
        var evidence = outside(time, baseline: baseline)
        evidence.yawSigma = .degrees(heading)
        evidence.fixRadius = Length(3 + generator.uniform())
        evidence.grounds.usesCompass = true
        evidence.grounds.disturbance = FluxDensity(disturbance)
        evidence.grounds.deviceFieldSigma = FluxDensity(disturbance / 2)
        evidence.driftSigma = .degrees(drift)
        if monitor.update(evidence) { changes += 1 }
        expect(monitor.current.count, isAtMost: 2)
        let codes = Set(monitor.current.map(\.code))
        expect(codes.count, equals: monitor.current.count)
        for code in shown.subtracting(codes) { gone[code] = time }
        shown = codes
        for guidance in monitor.current {
          for parameter in guidance.parameters { expect(parameter.value.double?.isFinite, equals: true) }
        }
      }
      expect(changes, isBelow: 200)
    }
  }

  @Test func evidenceThatIsNotFiniteIsIgnored() {
    var monitor = monitor()
    for index in 0..<3000 {
      var evidence = outside(Double(index) / 100, baseline: .nan)
      evidence.horizontalAccuracy = Length(.nan)
      evidence.yawSigma = Angle(.nan)
      evidence.fixRadius = Length(.infinity)
      evidence.grounds.usesCompass = true
      evidence.grounds.disturbance = FluxDensity(.infinity)
      evidence.grounds.deviceFieldSigma = FluxDensity(.nan)
      evidence.driftSigma = AngularRate(.nan)
      evidence.stillness = TimeSpan(.nan)
      _ = monitor.update(evidence)
    }
    for guidance in monitor.current { #expect(!guidance.json.text.isEmpty) }
  }

  @Test func itAllocatesOnlyWhenTheListChanges() {
    var monitor = monitor()
    for index in 0..<500 { _ = monitor.update(outside(Double(index) / 100)) }
    let before = allocations_of_this_thread()
    for index in 500..<1500 { _ = monitor.update(outside(Double(index) / 100)) }
    expect(allocations_of_this_thread(), equals: before)
  }
}
