import Fusion
import Geometry
import Samples

/// The requests to the wearer, sample by sample: at most two, the most urgent first, none that contradict each other.
///
/// Each request has a condition of its own. It is shown once the condition has held for a while, and removed at once when the
/// condition ends; so a flickering condition is never shown. Its number is rounded up and then stays until the true value has
/// left its step by half.
///
/// The distance to walk is b − b₀, with b the baseline that the heading needs (`baseline(for:radius:)`) and b₀ the present one;
/// where a compass has told the heading well enough, that which shows twice the angle confirms it.
/// The radius is that of the newest fixes, averaged. Standing still excludes all other requests, for seconds; a walk is useless
/// without an open sky; a wearer who is asked to walk is not asked to turn the device.
public struct GuidanceMonitor: Sendable {
  /// Time over which the radius of fixes is averaged, and for which it has to be poor before an open sky is requested.
  private static let averaging = TimeSpan(5), openSkyDelay = TimeSpan(10)
  /// 1 σ of the device's own field beyond which a turn of the device is requested: 5 µT turn a heading by about 15°.
  private static let unknownField = FluxDensity(5)

  private let parameters: GuidanceParameters
  private let needs: LocalizationParameters
  /// The most urgent first.
  public var current: [Guidance] { [shown.first, shown.second].compactMap { $0.map { Guidance($0.code, $0.number) } } }
  public var first: Guidance? { shown.first.map { Guidance($0.code, $0.number) } }

  private var scene: Int?
  private var clock = IntervalClock()
  private var radius: Length?
  private var standStill = GuidanceRequest(), goOutside = GuidanceRequest(), openSky = GuidanceRequest()
  private var walk = GuidanceRequest(), leaveMetal = GuidanceRequest(), turnDevice = GuidanceRequest()
  private var lookAround = GuidanceRequest()
  /// Set after the wearer stood still or did not follow the request; the request comes again only after the drift was known once.
  private var hasAskedForRest = false
  private var shown = ShownRequests()

  public init(_ parameters: GuidanceParameters, needs: LocalizationParameters) {
    self.parameters = parameters
    self.needs = needs
  }

  /// Ingests the evidence of a sample. True if the list has changed.
  public mutating func update(_ evidence: LocalizationEvidence) -> Bool {
    if scene != evidence.scene { restart(evidence.scene) }
    let interval = clock.step(to: evidence.time)
    average(evidence, over: interval)
    judgeRest(evidence, over: interval)
    judgeSky(evidence, over: interval)
    judgeHeading(evidence, over: interval)
    return show()
  }

  private mutating func restart(_ scene: Int) {
    self.scene = scene
    (standStill, walk) = (GuidanceRequest(), GuidanceRequest())
    hasAskedForRest = false
  }

  private mutating func average(_ evidence: LocalizationEvidence, over interval: TimeSpan) {
    guard let newest = evidence.fixRadius, newest.isFinite else { return }
    guard let radius else {
      self.radius = newest
      return
    }
    let share = interval.value / (Self.averaging.value + interval.value)
    if share > 0 { self.radius = radius + (newest - radius) * share }
  }

  private mutating func judgeRest(_ evidence: LocalizationEvidence, over interval: TimeSpan) {
    let isLacking = evidence.driftSigma.map { $0 > parameters.drift } ?? false
    if !isLacking { hasAskedForRest = false }
    let left = parameters.stillness - (evidence.stillness ?? .zero)
    if !(left > .zero) && isLacking { hasAskedForRest = true }
    standStill.update(
      isLacking && !hasAskedForRest, left.value, step: 1, after: parameters.delay, over: interval)
    if let asked = standStill.asked, asked > parameters.stillnessPatience, evidence.stillness == nil {
      hasAskedForRest = true
      standStill.update(false, 0, step: 1, after: parameters.delay, over: interval)
    }
  }

  private mutating func judgeSky(_ evidence: LocalizationEvidence, over interval: TimeSpan) {
    let isSilent = evidence.lacksFix(needs)
    goOutside.update(isSilent, 0, step: 1, after: parameters.patience, over: interval)
    let meters = radius?.value ?? 0
    openSky.update(
      !isSilent && meters > parameters.openSky.value && !evidence.isPlaced(within: needs.radius), meters,
      step: step(of: meters), after: Self.openSkyDelay, over: interval)
  }

  private mutating func judgeHeading(_ evidence: LocalizationEvidence, over interval: TimeSpan) {
    let isLacking = evidence.lacksHeading(needs)
    let radius = radius ?? needs.assumedRadius
    // A heading that the compass alone has told is good enough; the way has to show that the compass is not turned.
    let isUnconfirmed = evidence.isHeaded(within: needs.heading) && evidence.grounds.restsOnCompass
    let needed = isUnconfirmed ? 2 * needs.heading : needs.heading
    var left = (baseline(for: needed, radius: radius) - evidence.baseline).value
    // However far the wearer has walked, it did not decide: some metres more will.
    if evidence.grounds.isWalkUndecided || evidence.grounds.doubts.counts(.compass) { left = max(left, Self.deciding) }
    walk.update(
      isLacking && evidence.isTrackedNormally && !evidence.isCarried && !evidence.lacksFix(needs)
        && radius <= parameters.openSky
        && left > 0, left, step: step(of: left), after: parameters.delay, over: interval)
    // It stays until the deviation is half: beside steel it goes up and down with each step.
    let deviation = evidence.grounds.disturbance?.value ?? 0, share = leaveMetal.number == nil ? 1 : 0.5
    leaveMetal.update(
      isLacking && evidence.isDisturbed(needs, share: share), deviation, step: 10, after: parameters.delay,
      over: interval)
    lookAround.update(
      isLacking && isUnconfirmed && evidence.grounds.awaitsTurn, 0, step: 1, after: parameters.delay, over: interval
    )
    let uncertainty = evidence.grounds.deviceFieldSigma?.value ?? 0
    turnDevice.update(
      isLacking && evidence.grounds.usesCompass && uncertainty > Self.unknownField.value, uncertainty, step: 5,
      after: parameters.delay, over: interval)
  }

  /// Length of a walk that shows whether the compass is right, in m.
  private static let deciding = 10.0

  /// Rounding step: two meters below 20 m, five below 50 m, ten beyond.
  private func step(of meters: Double) -> Double { meters > 50 ? 10 : meters > 20 ? 5 : 2 }

  private mutating func show() -> Bool {
    var next = ShownRequests()
    if let time = standStill.number {
      next.add(.standStill, time)
    } else {
      if let number = goOutside.number { next.add(.goOutside, number) }
      if let number = openSky.number { next.add(.openSky, number) }
      if let number = lookAround.number {
        next.add(.lookAround, number)
      } else if let number = walk.number, next.isEmpty {
        next.add(.walk, number)
      }
      if let number = leaveMetal.number { next.add(.leaveMetal, number) }
      if let number = turnDevice.number, walk.number == nil, lookAround.number == nil { next.add(.turnDevice, number) }
    }
    guard next != shown else { return false }
    shown = next
    return true
  }
}

/// State of one possible request.
private struct GuidanceRequest: Sendable {
  private var lacking = Dwell()
  /// Number as shown, rounded up; nil while the request is not shown.
  private(set) var number: Double?
  /// Time for which the request has been shown.
  private(set) var asked: TimeSpan?

  mutating func update(
    _ isLacking: Bool, _ value: Double, step: Double, after delay: TimeSpan, over interval: TimeSpan
  ) {
    guard lacking.holds(isLacking && value.isFinite, for: delay, over: interval) else {
      number = nil
      asked = nil
      return
    }
    asked = asked.map { $0 + interval } ?? .zero
    // Stays within (n − step, n + step/2]: below that range it falls by a step, above it rises.
    if let number, value > number - step, value <= number + step / 2 { return }
    number = (value / step).rounded(.up) * step
  }
}

/// The shown requests; allocates nothing.
private struct ShownRequests: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    var code: Guidance.Code
    var number: Double
  }
  var first: Item?, second: Item?

  var isEmpty: Bool { first == nil }

  mutating func add(_ code: Guidance.Code, _ number: Double) {
    if first == nil {
      first = Item(code: code, number: number)
    } else if second == nil {
      second = Item(code: code, number: number)
    }
  }
}

extension Guidance {
  fileprivate init(_ code: Code, _ number: Double) {
    switch code {
    case .standStill: self = .standStill(TimeSpan(number))
    case .goOutside: self = .goOutside
    case .openSky: self = .openSky(radius: Length(number))
    case .walk: self = .walk(Length(number))
    case .leaveMetal: self = .leaveMetal(deviation: FluxDensity(number))
    case .turnDevice: self = .turnDevice(uncertainty: FluxDensity(number))
    case .lookAround: self = .lookAround
    }
  }
}
