import Fusion
import Geometry
import Odometry
import Samples

/// The attitude of the body: the attitude filter from its start on, and the orientation that is published.
///
/// The scene turns only with the body. Turns about up that the filter's corrections cause are removed here and passed to the
/// owner of the heading.
struct CarriedBody: Sendable {
  /// Change of the bias about the vertical in a closed window.
  struct DriftChange: Sendable {
    /// Change of the bias, anticlockwise.
    var change: Double
    var varianceBefore: Double
    var variance: Double
  }

  private var start: AttitudeStart
  /// Not in use before there is an orientation; no optional, which would be copied to be read.
  private var attitude: AttitudeFilter
  private(set) var hasOrientation = false
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
  /// As of the last window.
  private(set) var tiltSigma: Angle?
  /// Whether up has been lost, as of the last window.
  private(set) var isUpLost = false
  /// Whether the wearer walks.
  var isWalking = false { didSet { if isWalking != oldValue { attitude.isWalking = isWalking } } }

  /// `runs` is whether the orientation that is found first is that of the step that found it, and no step comes again.
  init(_ parameters: AttitudeParameters, runs: Bool = false) {
    start = AttitudeStart(parameters, runs: runs)
    attitude = AttitudeFilter(parameters, orientation: .aligned, tilt: parameters.initialTilt)
  }

  /// The corrected rate.
  var rate: AngularVelocity<Body> { attitude.rate }
  /// The window that the last step has closed; nil if it closed none.
  /// The reason for which up is lost: the end of a range, or a gap.
  var lostUp: TrackingState.Reason? { isUpLost ? isClipped ? .saturated : .odometryLost : nil }
  private var isClipped = false
  var closedWindow: AttitudeFilter.ClosedWindow? { attitude.closedWindow }
  var hasClosedWindow: Bool { attitude.hasClosedWindow }
  /// Remaining turn between the filter's heading and the published one, clockwise.
  var yawLeft: Angle { shown?.yawLeft ?? .zero }
  var published: Rotation<Body, Scene> { shown?.value ?? orientation }
  var aids: [Aid] { attitude.aids }
  var states: [FilterState] { hasOrientation ? attitude.states : [] }
  /// Orientation in the filter's own scene, which its corrections have turned.
  var filtered: Rotation<Body, Scene> { attitude.orientation }
  /// Up in body axes.
  var up: SIMD3<Double> { orientation.inverse(Direction<Scene>(0, 1, 0)).components }
  var driftVariance: Double? { hasOrientation ? attitude.driftVariance : nil }
  var biasBelief: BiasBelief? { hasOrientation ? attitude.biasBelief : nil }
  var remembered: BiasBelief? { start.remembered }

  mutating func restore(_ belief: BiasBelief) {
    start.remembered = belief
    knownBias = belief.bias
  }

  /// Ingests a step while there is no orientation. True when an orientation is found, valid from the first of these steps; the
  /// owner then ingests all of them again.
  mutating func findUp(_ step: InertialStep) -> Bool {
    start.now = step.time
    guard let found = start.add(rate: step.rate, force: step.force, over: step.interval) else { return false }
    attitude = found
    hasOrientation = true
    tiltSigma = attitude.tiltSigma
    return true
  }

  /// Ingests a step while there is no orientation; nil if it finds none.
  mutating func start(_ step: InertialStep) -> Angle? { findUp(step) ? show(over: step.interval) : nil }

  /// Advances by one step; returns the turn about up by the filter's corrections, clockwise, or nil while there is no orientation.
  mutating func advance(_ step: InertialStep) -> Angle? {
    guard hasOrientation else { return nil }
    attitude.now = step.time
    // Nearly always nothing is missing, and it would be copied.
    if step.missing.isNone {
      attitude.advance(rate: step.rate, over: step.interval, force: step.force)
    } else {
      isClipped = step.missing.unseen == .zero
      attitude.advance(rate: step.rate, over: step.interval, force: step.force, missing: step.missing)
    }
    return show(over: step.interval)
  }

  @inline(__always)
  private mutating func show(over interval: TimeSpan) -> Angle {
    let turned = attitude.headingCorrection - corrected
    if attitude.hasClosedWindow, let window = attitude.closedWindow {
      (tiltSigma, isUpLost) = (window.tiltSigma, window.isUpLost)
    }
    if turned != .zero {
      corrected = attitude.headingCorrection
      uncorrected = Rotation(about: Direction(0, 1, 0), by: corrected)
    }
    orientation = uncorrected * attitude.orientation
    let now = uncorrected * attitude.leading
    if shown == nil { shown = ShownOrientation(now) }
    shown?.advance(by: attitude.turn, toward: now, lost: attitude.lostTilt, over: interval)
    heading.ingest(published)
    return turned
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

  /// The body's true heading in a scene with that yaw.
  mutating func heading(yaw: Angle) -> Angle? { heading.heading(published).map { ($0 + yaw).azimuth } }
}
