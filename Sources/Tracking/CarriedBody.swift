import Fusion
import Geometry
import Odometry
import Samples

/// How the body lies: the attitude filter from its start on, and the orientation that is published.
///
/// The scene turns only with the body. A turn about up that the filter's corrections make is taken off again here and handed to the
/// owner of the heading.
struct CarriedBody: Sendable {
  /// One step, where there is an orientation.
  struct Change: Sendable {
    /// What the filter's corrections have turned about up, clockwise.
    var headingCorrection: Angle
    /// The window that this step has closed, if it did.
    var window: AttitudeFilter.ClosedWindow?
  }
  /// What a closed window has changed of the bias about the vertical.
  struct DriftChange: Sendable {
    /// Anticlockwise.
    var change: Double
    var varianceBefore: Double
    var variance: Double
  }

  private var start: AttitudeStart
  private var attitude: AttitudeFilter?
  private var shown: ShownOrientation?
  private var heading = BodyHeading()
  /// The filter's corrections about up so far.
  private var corrected = Angle.zero
  /// The turn that takes them off again.
  private var uncorrected = Rotation<Scene, Scene>.aligned
  /// The bias and its variance about the vertical that the owner of the heading knows of.
  private var knownBias = AngularVelocity<Body>.zero
  private var knownDriftVariance = 0.0
  private(set) var memory = BiasMemory.none
  /// Without the lead: where readings of the same age belong.
  private(set) var orientation = Rotation<Body, Scene>.aligned

  init(_ parameters: AttitudeParameters) { start = AttitudeStart(parameters, runs: false) }

  var hasOrientation: Bool { attitude != nil }
  /// What is left between the filter's heading and the published one, clockwise.
  var yawLeft: Angle { shown?.yawLeft ?? .zero }
  var published: Rotation<Body, Scene> { shown?.value ?? orientation }
  var aids: [Aid] { attitude?.aids ?? AttitudeFilter.freshAids() }
  var states: [FilterState] { attitude?.states ?? [] }
  /// Up, in the body.
  var up: SIMD3<Double> { orientation.inverse(Direction<Scene>(0, 1, 0)).components }
  var driftVariance: Double? { attitude?.driftVariance }
  var biasBelief: BiasBelief? { attitude?.biasBelief }
  var remembered: BiasBelief? { start.remembered }

  mutating func begin(with belief: BiasBelief) {
    start.remembered = belief
    knownBias = belief.bias
  }

  /// Whether who carries the device walks.
  var isWalking: Bool {
    get { attitude?.isWalking ?? false }
    set { attitude?.isWalking = newValue }
  }

  /// A step while there is no orientation; true when it has brought one, as of the first of these steps. The owner then lets all
  /// of them pass once more, now with an orientation.
  mutating func begin(_ step: InertialStep) -> Bool {
    start.now = step.time
    attitude = start.add(rate: step.rate, force: step.force, over: step.interval)
    return attitude != nil
  }

  /// nil while there is no orientation.
  mutating func advance(_ step: InertialStep) -> Change? {
    attitude?.now = step.time
    guard let output = attitude?.advance(rate: step.rate, over: step.interval, force: step.force) else { return nil }
    let change = Change(headingCorrection: output.headingCorrection - corrected, window: output.closedWindow)
    if corrected != output.headingCorrection {
      corrected = output.headingCorrection
      uncorrected = Rotation(about: Direction(0, 1, 0), by: corrected)
    }
    orientation = uncorrected * output.sampled
    if shown == nil { shown = ShownOrientation(uncorrected * output.orientation) }
    shown?.advance(by: output.turn, toward: uncorrected * output.orientation, over: step.interval)
    return change
  }

  /// What rest has made of a remembered bias, if that is new.
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

  /// The true heading of the body in a scene of that yaw.
  mutating func heading(yaw: Angle, _ rotation: Rotation<Body, Scene>) -> Angle? {
    heading.update(rotation).map { ($0 + yaw).azimuth }
  }
}
