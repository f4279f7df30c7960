public import Fusion
public import Geometry
public import Samples

/// The strapdown filter of a carried device, from no heading to a known one and back. It runs only after precise fixes have
/// moved; then a bank of copies starts at evenly spaced headings, each copy accumulates its likelihood, and copies that trail or
/// have converged to the same heading are dropped until one is left (a Gaussian sum whose terms are pruned and merged: Alspach
/// and Sorenson, IEEE Trans. Automatic Control 17(4), 1972). Fixes that consistently contradict the place move the filter there;
/// if they contradict again at once, its heading is wrong as well, and it restarts.
public struct CarriedStrapdown: Sendable {
  /// State of the wearer's pose at the filter's start.
  public struct Start: Sendable {
    /// Orientation with an arbitrary heading.
    public var orientation: Rotation<Body, Level>
    /// East and north, for fixes with a precise velocity only.
    public var place: SIMD2<Double>
    public var bias: BiasBelief?
    /// Normal gravity at this place.
    public var gravity: Double

    public init(orientation: Rotation<Body, Level>, place: SIMD2<Double>, bias: BiasBelief?, gravity: Double) {
      self.orientation = orientation
      self.place = place
      self.bias = bias
      self.gravity = gravity
    }
  }

  private let parameters: StrapdownParameters
  /// The copies, the most likely first.
  private var copies: [Strapdown] = []
  private var began: BootInstant?
  /// First precise place since the filter last stopped.
  private var first: SIMD3<Double>?
  /// Times of the last fused place, and of the last fused place or velocity.
  private var lastPlace: BootInstant?, lastFused: BootInstant?
  /// Smallest standard deviation per axis that a place has stated.
  private var bestPlace = Double.infinity
  private var hasJustRelocated = false
  private var velocitiesRefusedUntil: BootInstant?
  private var idleAids = Strapdown.freshAids()
  public private(set) var incidents = Tally<StrapdownIncident>()

  public init(_ parameters: StrapdownParameters) {
    self.parameters = parameters
    copies.reserveCapacity(Int(parameters.headings))
    if !parameters.isUsed { for i in idleAids.indices { idleAids[i].switchOff(.switchedOff) } }
  }

  public var isRunning: Bool { !copies.isEmpty }

  /// Whether precise fixes come in: then the path on Earth is that of the most likely copy, whatever the heading.
  public func carries(at time: BootInstant) -> Bool {
    guard let lastFused else { return false }
    return time - lastFused < parameters.patience
  }

  /// Whether the heading is known as well: then the pose follows this filter.
  public func leads(at time: BootInstant) -> Bool {
    carries(at: time) && copies[0].weight >= Self.decided && copies[0].headingSigma < parameters.headingEnough
  }

  /// Whether precise places come in.
  public func hasPlace(at time: BootInstant) -> Bool {
    guard let lastPlace else { return false }
    return carries(at: time) && time - lastPlace < parameters.patience
  }

  /// Weight from which the most likely copy's heading is used.
  private static let decided = 0.95

  // Used only while the filter runs. Orientation is that of the most likely copy; place and velocity are the mean of all copies,
  // since copies differ mainly in heading, and little in place until the next fix.
  public var orientation: Rotation<Body, Level> { copies[0].orientation }
  public var headingSigma: Angle { copies[0].headingSigma }

  /// Place, east and north.
  public var place: SIMD2<Double> {
    var sum = SIMD2(0.0, 0.0)
    for i in copies.indices { sum += SIMD2(copies[i].position.x, -copies[i].position.z) * copies[i].weight }
    return sum
  }

  /// Velocity, east and north.
  public var velocity: SIMD2<Double> {
    var sum = SIMD2(0.0, 0.0)
    for i in copies.indices { sum += SIMD2(copies[i].velocity.x, -copies[i].velocity.z) * copies[i].weight }
    return sum
  }

  /// Variance of the most likely copy's place, per axis; its growth is the variance of a path.
  public var wayVariance: Double { copies[0].placeSigma * copies[0].placeSigma }

  /// 1 σ per axis, including the spread of the copies; never below half of what the best fix states, since a receiver's slow
  /// error does not average out.
  public var placeSigma: Double {
    let mean = place
    var variance = 0.0
    for i in copies.indices {
      let off = SIMD2(copies[i].position.x, -copies[i].position.z) - mean, sigma = copies[i].placeSigma
      variance += copies[i].weight * (sigma * sigma + 0.5 * (off * off).sum())
    }
    return max(variance.squareRoot(), 0.5 * bestPlace)
  }

  public var aids: [Aid] { copies.first?.aids ?? idleAids }
  public var states: [FilterState] { copies.first?.states ?? [] }

  /// Ingests one gyroscope sample, and the force over the same interval.
  public mutating func advance(
    to time: BootInstant, rate: AngularVelocity<Body>, over interval: TimeSpan, force: Acceleration<Body>?
  ) {
    guard !copies.isEmpty else { return }
    guard let force, interval < Self.longestGap else { return stop(.gap) }
    for i in copies.indices {
      if interval > Self.longestStep { copies[i].bridge(interval.value) }
      copies[i].advance(to: time, rate: rate, over: interval, force: force)
    }
  }

  /// Intervals above the first limit are bridged; intervals above the second stop the filter.
  private static let longestStep = TimeSpan(0.1), longestGap = TimeSpan(1)

  /// Ingests a fix with a precise place or velocity. `start` returns the start of the filter; it is called only when one is
  /// needed.
  public mutating func ingest(_ fix: StrapdownFix, at time: BootInstant, start: () -> Start?) {
    guard parameters.isUsed else { return }
    var fix = fix
    if let until = velocitiesRefusedUntil, fix.velocity != nil {
      if time < until { fix.velocity = nil } else { velocitiesRefusedUntil = nil }
      if fix.velocity == nil { refuseVelocity(at: time) }
      if fix.velocity == nil && fix.place == nil { return }
    }
    if let last = lastFused, time - last > parameters.patience * 10, !copies.isEmpty { stop(.silence) }
    if copies.isEmpty { return startCopies(fix, at: time, start) }
    for i in copies.indices { copies[i].ingest(fix) }
    prune()
    guard !copies.isEmpty else { return }
    if copies[0].wasFused(0, at: time) {
      lastPlace = time
      lastFused = time
      bestPlace = min(bestPlace, fix.place?.sigma ?? .infinity)
      hasJustRelocated = false
    }
    if copies[0].wasFused(1, at: time) { lastFused = time }
    if let since = copies[0].refusals.since, time - since >= parameters.patience, let place = fix.place {
      overrule(place)
      guard !copies.isEmpty else { return }
    }
    if let surprise = copies[0].coherence.surprise, surprise > parameters.velocitySurprise {
      stop(.incoherent)
      velocitiesRefusedUntil = time + Self.mistrust
      return refuseVelocity(at: time)
    }
    if copies.count > 1, let began, time - began > Self.longestSearch { stop(.undecided) }
  }

  private mutating func refuseVelocity(at time: BootInstant) {
    if copies.isEmpty {
      idleAids[1].refuse(.poorQuality, at: time)
    } else {
      copies[0].aids[1].refuse(.poorQuality, at: time)
    }
  }

  /// Time for which velocities are refused after they contradicted the body's motion: a receiver's smoothing does not change.
  private static let mistrust = TimeSpan(300)

  /// Ingests the gyroscope's bias as found at rest.
  public mutating func ingest(rest belief: BiasBelief, at time: BootInstant) {
    guard copies.count == 1 else { return }
    copies[0].ingest(.rest(belief), at: time)
  }

  /// Stops the filter and drops its state.
  public mutating func restart() {
    if !copies.isEmpty { stop(.restart) }
    first = nil
  }

  /// Moves the origin of places.
  public mutating func move(origin: SIMD2<Double>) {
    let step = SIMD3(-origin.x, 0, origin.y)
    first.map { first = $0 + step }
    for i in copies.indices { copies[i].shift(by: step) }
  }

  /// Starts the filter once the receiver moves, since without motion all headings are equally likely.
  private mutating func startCopies(_ fix: StrapdownFix, at time: BootInstant, _ start: () -> Start?) {
    guard moves(fix), let start = start() else {
      for i in 0..<2 { idleAids[i].wait(.notStarted) }
      return
    }
    first = nil
    began = time
    lastPlace = nil
    lastFused = nil
    hasJustRelocated = false
    let count = max(1, Int(parameters.headings))
    for k in 0..<count {
      let turn = Rotation<Level, Level>.azimuth(.radians(2 * .pi * Double(k) / Double(count)))
      var copy = Strapdown(
        parameters, orientation: turn * start.orientation, headingSigma: .radians(.pi / Double(count)),
        bias: start.bias, gravity: start.gravity, near: start.place, at: time, by: fix)
      copy.aids = idleAids
      copy.weight = 1 / Double(count)
      copies.append(copy)
    }
  }

  private mutating func moves(_ fix: StrapdownFix) -> Bool {
    if let motion = fix.velocity,
      hypot(motion.velocity.x, motion.velocity.z) > Self.clear(motion.sigma, parameters.startSpeed.value)
    {
      return true
    }
    guard let place = fix.place else { return false }
    guard let first else {
      first = place.position
      return false
    }
    let way = place.position - first
    return hypot(way.x, way.z) > Self.clear(place.sigma, parameters.startDistance.value)
  }

  /// Smallest value that cannot be an error of that standard deviation.
  private static func clear(_ sigma: Double, _ least: Double) -> Double { max(least, 5 * sigma) }

  /// Drops copies that are not plausible, trail by `lead`, or have converged to the heading of a more likely copy.
  private mutating func prune() {
    copies.removeAll { !$0.isPlausible }
    guard copies.count > 1 else {
      if copies.isEmpty { return stop(.restart) }
      return copies[0].weight = 1
    }
    copies.sort { $0.logLikelihood > $1.logLikelihood }
    let best = copies[0].logLikelihood
    var kept = 1
    for i in 1..<copies.count where copies[i].logLikelihood > best - parameters.lead {
      let isAlone = (0..<kept).allSatisfy {
        copies[i].turn(from: copies[$0]) > max(Self.same, copies[$0].headingSigma)
      }
      guard isAlone else { continue }
      copies.swapAt(kept, i)
      kept += 1
    }
    copies.removeLast(copies.count - kept)
    var all = 0.0
    for i in copies.indices {
      copies[i].logLikelihood -= best
      all += exp(copies[i].logLikelihood)
    }
    for i in copies.indices { copies[i].weight = exp(copies[i].logLikelihood) / all }
  }

  private static let same = Angle.degrees(3), longestSearch = TimeSpan(60)

  /// Relocates the filter after fixes have been refused consistently for `patience`; stops it if that happened just before.
  private mutating func overrule(_ place: StrapdownFix.Place) {
    if hasJustRelocated || copies.count > 1 { return stop(.contradiction) }
    hasJustRelocated = true
    copies[0].refusals.clear()
    copies[0].relocate(to: place)
    incidents.record(.relocation)
  }

  private mutating func stop(_ incident: StrapdownIncident) {
    if !copies.isEmpty { idleAids = aids }
    copies.removeAll(keepingCapacity: true)
    lastPlace = nil
    lastFused = nil
    first = nil
    incidents.record(incident)
  }
}

/// Reasons for which the strapdown filter of a carried device stopped or moved.
public enum StrapdownIncident: UInt8, CountedReason {
  case relocation, contradiction, undecided, incoherent, gap, silence, restart

  public var text: String {
    switch self {
    case .relocation: "places replaced by precise fixes that were refused repeatedly"
    case .contradiction: "headings dropped, because precise fixes contradict them"
    case .undecided: "starts without a heading after a minute"
    case .incoherent: "ends by velocities that are not the body's"
    case .gap: "gaps without inertial samples"
    case .silence: "ends without precise fixes"
    case .restart: "restarts"
    }
  }
}

extension Strapdown {
  /// Whether the source at that index was fused just now.
  func wasFused(_ source: Int, at time: BootInstant) -> Bool { aids[source].lastFused == time }

  /// Magnitude of the difference of both headings.
  func turn(from other: Strapdown) -> Angle {
    let between = (orientation * other.orientation.inverse).quaternion
    return Angle.radians(2 * atan2(between.y, between.w)).wrapped.magnitude
  }

  /// The state vector for display.
  var states: [FilterState] {
    func states(_ name: String, _ unit: String, _ values: SIMD3<Double>, _ index: Int, _ axes: [String])
      -> [FilterState]
    {
      (0..<3).map {
        FilterState("\(name) \(axes[$0])", unit: unit, values[$0], variance: covariance[index + $0, index + $0])
      }
    }
    let level = ["east", "up", "south"], body = ["x", "y", "z"]
    var all = states("strapdown position", "m", position, Index.position, level)
    all += states("strapdown velocity", "m/s", velocity, Index.velocity, level)
    all += states("strapdown attitude error", "rad", .zero, Index.theta, level)
    all += states("strapdown gyroscope bias", "rad/s", bias.components, Index.bias, body)
    all += states("strapdown accelerometer bias", "m/s²", accelerometerBias.components, Index.accelerometer, body)
    let place = covariance[Index.placeDelay, Index.placeDelay]
    all.append(FilterState("place delay", unit: "s", placeDelay, variance: place))
    let motion = covariance[Index.velocityDelay, Index.velocityDelay]
    all.append(FilterState("velocity delay", unit: "s", velocityDelay, variance: motion))
    return all
  }
}
