public import CalibrationRecords
public import Geometry
public import Samples

/// Slow tracking of a hard iron that changes while the device is worn: it proposes new offsets, each with its evidence, and
/// changes nothing by itself.
///
/// It proposes the field that turns with the body by `MagneticHealth`, only after three quarters of a turn and only the certain
/// part (beyond 2 σ), at most 2 µT in an hour and 10 µT in total from the calibration that a person has accepted: a larger change
/// needs a new calibration.
public struct MagneticRefinement: Sendable {
  public struct Proposal: Equatable, Sendable {
    public var time: BootInstant
    public var correction: Calibration<Microtesla>
    /// Change from the offset in force, and from the accepted one.
    public var step: MagneticField<Body>
    public var total: FluxDensity
    /// True if the bound was reached: the rest needs a new calibration.
    public var isBounded: Bool
    public var evidence: [CalibrationFigure]
  }

  static let perHour = 2.0, inAll = 10.0
  static let interval = TimeSpan(600)
  static let smallest = 0.1
  static let sigmaNeeded = 1.0

  public let accepted: Calibration<Microtesla>
  /// The accepted calibration with the proposals so far.
  public private(set) var current: Calibration<Microtesla>
  public private(set) var health: MagneticHealth
  private var lastTime: BootInstant?

  /// `current` is the calibration with the proposals that were taken before.
  public init(
    _ accepted: Calibration<Microtesla>, current: Calibration<Microtesla>? = nil,
    surroundings: CalibrationSurroundings = .init()
  ) {
    self.accepted = accepted
    self.current = current ?? accepted
    health = MagneticHealth(surroundings)
  }

  /// Ingests a reading as the device gave it, with its orientation. A proposal is in force from the next reading on; the owner of
  /// the calibration logs and publishes it.
  public mutating func ingest(
    _ raw: MagneticField<Body>, orientation: Rotation<Body, Scene>, at time: BootInstant
  ) -> Proposal? {
    health.ingest(current.corrected(raw), orientation: orientation, at: time)
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
    // In the raw reading's axes, like the offset; the total stays within the bound around the accepted offset.
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
