import Alignment
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

/// How the device is carried, as the part of the pipeline that knows what may help it: free, walking or driving.
/// Samples come calibrated, finite and in order of arrival.
protocol Motion: Sendable {
  /// A pose once there is an up.
  mutating func advance(_ step: InertialStep) -> TrackedPose?
  mutating func take(_ sample: MagnetometerSample)
  mutating func take(_ sample: BarometerSample)
  /// A fix and the moment it held.
  mutating func take(_ fix: Fix, held: BootInstant)
  /// An outside tracker's pose, and how the body stood in the motion's own scene then; nil where that is not known.
  mutating func take(_ pose: OutsidePose, orientation: Rotation<Body, Scene>?)
  /// Takes the yaw of the alignment from elsewhere, in place of its own.
  mutating func adopt(yaw: Angle, sigma: Angle)
  /// A measurement of the yaw of the alignment.
  mutating func learn(yaw: Angle, sigma: Angle, from source: Correction.Source)
  /// What it knows of the grounds of its heading.
  var grounds: LocalizationGrounds { get }
  /// Whether its own sources may teach the yaw.
  mutating func follow(_ teacher: YawTeacher)
  /// Gives the place up for that of the fixes to come; the heading stays.
  mutating func forgetPlace()
  /// Begins with what is remembered; asked before the first step.
  mutating func begin(with knowledge: MotionKnowledge)
  /// Takes a yaw that is remembered, for as long as nothing refutes it.
  mutating func remember(yaw: Angle, sigma: Angle)
  /// What another motion may begin with.
  var knowledge: MotionKnowledge { get }
  /// Erases what tells where somebody was.
  mutating func forgetCells()
  /// What its sources have corrected since it was asked last.
  mutating func handOverCorrections(to others: inout [Correction])
  /// What was not taken, or taken with less trust.
  var refusals: [(reason: String, count: Int)] { get }
}
