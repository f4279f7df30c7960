import Alignment
import Fusion
public import Geometry
public import Samples

/// One gyroscope sample with the force felt over the same interval: the beat of the pipeline.
public struct InertialStep: Sendable {
  public var time: BootInstant
  /// Since the step before; zero for the first.
  public var interval: TimeSpan
  public var rate: AngularVelocity<Body>
  /// The mean since the step before, or the last one known; nil without an accelerometer.
  public var force: Acceleration<Body>?
}

/// How the device is carried, as the part of the pipeline that knows which measurements help it: free, walking or driving.
/// Samples come calibrated, finite and in order of arrival.
protocol Motion: Sendable {
  /// Writes what it knows into a fresh pose of this moment; false while there is no up. (A pose is large: returned through an
  /// existential it is copied several times.)
  mutating func advance(_ step: InertialStep, into pose: inout TrackedPose) -> Bool
  /// A measurement other than of gyroscope and accelerometer. What a motion has no use for is an aid that is off.
  mutating func ingest(_ observation: MotionObservation)
  mutating func apply(_ command: MotionCommand)
  /// What another motion may begin with.
  var knowledge: MotionKnowledge { get }
  /// Corrections of the alignment, and what the heading rests on.
  var log: AlignmentLog { get set }
  /// What became of every source.
  var account: MotionAccount { get }
}

/// A motion whose heading may be measured, set or held from without.
protocol HeadingLearner: Motion {
  mutating func learn(_ lesson: HeadingLesson)
}

enum MotionObservation: Sendable {
  case magnetometer(MagnetometerSample)
  case barometer(BarometerSample)
  /// A fix and the moment it held.
  case fix(Fix, held: BootInstant)
  /// An outside tracker's pose, and how the body stood in the motion's own scene then; nil where that is not known.
  case outside(OutsidePose, orientation: Rotation<Body, Scene>?)
  case heading(HeadingLesson)
}

/// What comes from elsewhere about the yaw of the alignment, of the motion's own scene.
enum HeadingLesson: Sendable {
  /// Takes the place of the motion's own.
  case adopted(yaw: Angle, sigma: Angle)
  /// Of an earlier session: it is kept for as long as nothing refutes it.
  case remembered(yaw: Angle, sigma: Angle)
  /// A route's leg compared with the walk along it.
  case leg(Result<(yaw: Angle, sigma: Angle), LegBearing.Refusal>)
  /// Which sources may move the yaw from now on.
  case source(YawTeacher)
}

enum MotionCommand: Sendable {
  /// Starts with what is remembered; comes before the first step.
  case begin(MotionKnowledge)
  /// Gives the place up for that of the fixes to come; the heading stays.
  case forgetPlace
  /// Erases what tells where the wearer was.
  case forgetCells
}

/// What became of the sources of a motion.
struct MotionAccount: Sendable {
  var aids: [Aid] = []
  /// The state vectors of its filters, with 1 σ.
  var states: [FilterState] = []
  /// Events that are no measurement: a restart, a place given up.
  var incidents: [(reason: String, count: Int)] = []
}
