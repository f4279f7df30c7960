import Alignment
import Fusion
public import Geometry
public import Odometry
public import Samples
import Tie
import Terrain

/// One gyroscope sample with the force over the same interval: the unit of work of the pipeline.
public struct InertialStep: Sendable {
  public var time: BootInstant
  /// Time since the step before; zero for the first.
  public var interval: TimeSpan
  public var rate: AngularVelocity<Body>
  /// Mean force since the step before, or the last mean; nil without an accelerometer.
  public var force: Acceleration<Body>?
  /// Motion that sensors have not shown.
  public var missing = MissingMotion()
  /// Whether the interval is a gap of the gyroscope, across which magnetometer and accelerometer had no orientation.
  public var isGap = false
}

/// A model of how the device is carried, which decides the useful measurements: free, walking or driving. Samples are calibrated,
/// finite and in order of arrival.
protocol Motion: Sendable {
  /// Advances by one step and writes the result into a fresh pose; false while up is unknown. (A pose is large: returned it
  /// would be copied.)
  mutating func advance(_ step: InertialStep, into pose: inout ScenePose) -> Bool
  /// Writes what ties the last pose to the Earth into a fresh one, for the motion's own scene: place, heading, their accuracies. It
  /// changes nothing else: it is mutating because a part of a large value is copied to be asked otherwise.
  mutating func locate(_ pose: inout TrackedPose)
  /// Ingests a measurement other than of gyroscope and accelerometer. A source that a motion does not use has an aid that is off.
  mutating func ingest(_ observation: MotionObservation)
  /// Starts with a remembered state; comes before the first step.
  mutating func apply(_ knowledge: MotionKnowledge)
  /// The learned state for the start of the next motion.
  var knowledge: MotionKnowledge { get }
  /// Corrections of the alignment, and the grounds of the heading.
  var log: AlignmentLog { get set }
  /// Report on all sources.
  var account: MotionAccount { get }
}

/// A motion whose heading can be measured or set from outside.
protocol HeadingInputMotion: Motion {
  mutating func ingest(_ input: HeadingInput)
}

enum MotionObservation: Sendable {
  case magnetometer(MagnetometerSample)
  case barometer(BarometerSample)
  case fix(FixReading)
  /// An outside tracker's pose, and the body's orientation in the motion's own scene at that time; nil if unknown.
  case outside(OutsidePose, orientation: Rotation<Body, Scene>?)
  case heading(HeadingInput)
  /// The tiles' ground around the wearer, above the ellipsoid; nil ends it.
  case ground(TerrainPatch?)
}

/// Report on the sources of a motion.
struct MotionAccount: Sendable {
  var aids: [Aid] = []
  /// State vectors of the motion's filters, with 1 σ.
  var states: [FilterState] = []
  /// The hypotheses of the tie to the Earth, the heaviest first; their yaw is that of the motion's own scene.
  var hypotheses: [TieHypothesis] = []
  /// Counts of events that are no measurement: a restart, a place given up.
  var incidents: [(reason: String, count: Int)] = []
}
