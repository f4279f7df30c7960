public import Geometry
public import Samples

/// The slow following of a hard iron that changes while the device is worn: proposals of a new offset, each with its evidence,
/// never a change of its own accord.
///
/// It proposes what `MagneticHealth` has found to turn with the body, only after three quarters of a turn and only what is surely
/// there (beyond 2 σ), at most 2 µT in an hour and 10 µT in all from the calibration that a person has accepted: what wants
/// more wants a calibration.
public struct MagneticRefinement: Sendable {
  public struct Proposal: Equatable, Sendable {
    public var time: BootInstant
    public var correction: Calibration<Microtesla>
    /// From the offset in force, and from the accepted one.
    public var step: MagneticField<Body>
    public var total: FluxDensity
    /// The bound was reached: what is left wants a calibration.
    public var isBounded: Bool
    public var evidence: [CalibrationFigure]
  }

  static let perHour = 2.0, inAll = 10.0
  static let interval = TimeSpan(600)
  static let smallest = 0.1
  static let sigmaNeeded = 1.0

  public let accepted: Calibration<Microtesla>
  /// With the proposals so far.
  public private(set) var current: Calibration<Microtesla>
  public private(set) var health: MagneticHealth
  private var lastTime: BootInstant?

  /// `current`: with what was proposed and taken before.
  public init(
    _ accepted: Calibration<Microtesla>, current: Calibration<Microtesla>? = nil,
    surroundings: CalibrationSurroundings = .init()
  ) {
    self.accepted = accepted
    self.current = current ?? accepted
    health = MagneticHealth(surroundings)
  }

  /// A reading as the device gave it, and the orientation then. A proposal is in force from the next reading on; whoever holds
  /// the calibration logs it and publishes it.
  public mutating func take(
    _ raw: MagneticField<Body>, orientation: Rotation<Body, Scene>, at time: BootInstant
  ) -> Proposal? {
    health.take(current.corrected(raw), orientation: orientation, at: time)
    guard let last = lastTime else {
      lastTime = time
      return nil
    }
    guard time - last >= Self.interval, health.isInformed, health.sigma.value < Self.sigmaNeeded else { return nil }
    let rest = health.knownRest
    let size = dot(rest, rest).squareRoot()
    let sure = size - 2 * health.sigma.value
    let allowed = Self.perHour * min(1, (time - last).value / 3600)
    let length = min(sure, allowed)
    guard length > Self.smallest, let inverse = current.matrix.inverse else { return nil }
    // In the raw reading's measure, where the offset lives; all of it stays within the bound about what was accepted.
    let step = inverse * (rest * (length / size))
    let from = accepted.offset.components
    var offset = current.offset.components + bounded(step, allowed)
    let away = offset - from
    let distance = dot(away, away).squareRoot()
    let isBounded = distance > Self.inAll
    if isBounded { offset = from + away * (Self.inAll / distance) }
    let moved = offset - current.offset.components
    guard dot(moved, moved).squareRoot() > 0.5 * Self.smallest,
      let next = try? Calibration(
        validating: MagneticField<Body>(offset), matrix: current.matrix, slope: current.slope,
        reference: current.reference)
    else { return nil }
    lastTime = time
    let evidence = health.figures
    health.shift(by: current.matrix * moved)
    current = next
    return Proposal(
      time: time, correction: next, step: MagneticField(moved), total: FluxDensity(min(distance, Self.inAll)),
      isBounded: isBounded, evidence: evidence)
  }

  private func bounded(_ step: SIMD3<Double>, _ limit: Double) -> SIMD3<Double> {
    let size = dot(step, step).squareRoot()
    return size > limit ? step * (limit / size) : step
  }
}
