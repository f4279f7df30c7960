import Fusion
import Geometry
import Odometry
import Samples

/// The attitude of the body: the attitude filter from its start on, and the orientation that is published.
///
/// The scene turns only with the body. Turns about up that the filter's corrections cause are removed here and passed to the
/// owner of the heading.
struct CarriedBody: Sendable {
  /// Result of one step with an orientation.
  struct Change: Sendable {
    /// Turn about up by the filter's corrections, clockwise.
    var headingCorrection: Angle
    /// The window that this step has closed; nil if it closed none.
    var window: AttitudeFilter.ClosedWindow?
  }
  /// Change of the bias about the vertical in a closed window.
  struct DriftChange: Sendable {
    /// Change of the bias, anticlockwise.
    var change: Double
    var varianceBefore: Double
    var variance: Double
  }

  private var start: AttitudeStart
  private var attitude: AttitudeFilter?
  private var shown: ShownOrientation?
  private var heading = BodyHeading()
  /// Sum of the filter's corrections about up.
  private(set) var corrected = Angle.zero
  /// Turn that removes these corrections.
  private var uncorrected = Rotation<Scene, Scene>.aligned
  /// Bias, and its variance about the vertical, that the owner of the heading has received.
  private var knownBias = AngularVelocity<Body>.zero
  private var knownDriftVariance = 0.0
  private(set) var memory = BiasMemory.none
  /// Orientation without the lead: for readings of the same age as the gyroscope sample.
  private(set) var orientation = Rotation<Body, Scene>.aligned
  // Of the attitude filter's last step; reading the optional filter would copy it.
  /// The corrected rate.
  private(set) var rate = AngularVelocity<Body>.zero
  private(set) var tiltSigma: Angle?
  /// Whether up has been lost.
  private(set) var isUpLost = false
  /// Whether the wearer walks.
  var isWalking = false { didSet { if isWalking != oldValue { attitude?.isWalking = isWalking } } }

  /// `runs` is whether the orientation that is found first is that of the step that found it, and no step comes again.
  init(_ parameters: AttitudeParameters, runs: Bool = false) { start = AttitudeStart(parameters, runs: runs) }

  var hasOrientation: Bool { attitude != nil }
  /// Remaining turn between the filter's heading and the published one, clockwise.
  var yawLeft: Angle { shown?.yawLeft ?? .zero }
  var published: Rotation<Body, Scene> { shown?.value ?? orientation }
  var aids: [Aid] { attitude?.aids ?? AttitudeFilter.freshAids() }
  var states: [FilterState] { attitude?.states ?? [] }
  /// Orientation in the filter's own scene, which its corrections have turned.
  var filtered: Rotation<Body, Scene> { attitude?.output.sampled ?? .aligned }
  /// Up in body axes.
  var up: SIMD3<Double> { orientation.inverse(Direction<Scene>(0, 1, 0)).components }
  var driftVariance: Double? { attitude?.driftVariance }
  var biasBelief: BiasBelief? { attitude?.biasBelief }
  var remembered: BiasBelief? { start.remembered }

  mutating func restore(_ belief: BiasBelief) {
    start.remembered = belief
    knownBias = belief.bias
  }

  /// Ingests a step while there is no orientation. True when an orientation is found, valid from the first of these steps; the
  /// owner then ingests all of them again.
  mutating func findUp(_ step: InertialStep) -> Bool {
    start.now = step.time
    attitude = start.add(rate: step.rate, force: step.force, over: step.interval)
    tiltSigma = attitude?.tiltSigma
    return attitude != nil
  }

  /// Ingests a step while there is no orientation; nil if it finds none.
  mutating func start(_ step: InertialStep) -> Change? {
    guard findUp(step), let output = attitude?.output else { return nil }
    return show(output, over: step.interval)
  }

  /// Advances by one step; nil while there is no orientation.
  mutating func advance(_ step: InertialStep) -> Change? {
    attitude?.now = step.time
    guard
      let output = attitude?.advance(
        rate: step.rate, over: step.interval, force: step.force, missing: step.missing)
    else { return nil }
    return show(output, over: step.interval)
  }

  @inline(__always)
  private mutating func show(_ output: AttitudeFilter.Output, over interval: TimeSpan) -> Change {
    let change = Change(headingCorrection: output.headingCorrection - corrected, window: output.closedWindow)
    rate = output.rate
    if let window = output.closedWindow { (tiltSigma, isUpLost) = (window.tiltSigma, window.isUpLost) }
    if corrected != output.headingCorrection {
      corrected = output.headingCorrection
      uncorrected = Rotation(about: Direction(0, 1, 0), by: corrected)
    }
    orientation = uncorrected * output.sampled
    if shown == nil { shown = ShownOrientation(uncorrected * output.orientation) }
    shown?.advance(
      by: output.turn, toward: uncorrected * output.orientation, lost: output.lostTilt, over: interval)
    return change
  }

  /// Returns the result of checking a remembered bias, if it has changed.
  mutating func newVerdict(_ window: AttitudeFilter.ClosedWindow) -> BiasMemory? {
    guard window.memory != memory else { return nil }
    memory = window.memory
    return memory
  }

  mutating func driftChange(_ window: AttitudeFilter.ClosedWindow) -> DriftChange {
    let change = DriftChange(
      change: orientation(window.bias - knownBias).y, varianceBefore: knownDriftVariance,
      variance: window.driftVariance)
    knownBias = window.bias
    knownDriftVariance = window.driftVariance
    return change
  }

  /// Returns the body's true heading in a scene with that yaw.
  mutating func heading(yaw: Angle, _ rotation: Rotation<Body, Scene>) -> Angle? {
    heading.update(rotation).map { ($0 + yaw).azimuth }
  }
}
