import Geodesy
import Geometry
import Odometry
import Samples

/// No assumption on motion: attitude filter and compass; the scene moves by what an outside tracker pushes in, if one does, and
/// the place is as the fixes tell it.
struct FreeMotion: Motion {
  private let parameters: TrackerParameters
  private var start: AttitudeStart
  private var attitude: AttitudeFilter?
  private var compass: HeadingFilter
  private var earth: EarthField?
  private var fixes = HeldFix()
  private var outside = OutsideOdometry()
  private var position = Displacement<Scene>.zero
  private var velocity = Velocity<Scene>.zero
  private var shown: ShownOrientation?
  private var bodyHeading = BodyHeading()

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters
    start = AttitudeStart(parameters.attitude)
    compass = HeadingFilter(parameters.heading)
  }

  mutating func advance(_ step: InertialStep) -> TrackedPose? {
    if attitude == nil {
      attitude = start.add(rate: step.rate, force: step.force, over: step.interval)
    } else {
      attitude?.advance(rate: step.rate, over: step.interval, force: step.force)
    }
    guard let output = attitude?.output else { return nil }
    if let window = output.closedWindow { compass.closeWindow(window.time, headingGrowth: window.headingGrowth) }

    // What the filter has turned about up belongs to the alignment: the scene only turns with the body.
    let fold = output.headingCorrection
    let filtered = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: fold) * output.orientation
    if shown == nil { shown = ShownOrientation(filtered) }
    shown?.advance(by: output.turn, toward: filtered, over: step.interval)
    let orientation = shown?.value ?? filtered
    let before = velocity
    velocity = outside.advance(step.interval) ?? .zero
    position += (before + velocity) * 0.5 * step.interval
    var tracked = TrackedPose(
      time: step.time, pose: Pose(rotation: orientation, position: position), velocity: velocity)
    if outside.isLost { tracked.tracking.insert(.odometryLost) }
    if let yaw = compass.yaw {
      // Magnetic until a fix tells where on Earth this is.
      tracked.yaw = (yaw + .radians(earth?.declination ?? 0) + fold + (shown?.yawLeft ?? .zero)).wrapped
      tracked.yawSigma = compass.sigma
    }
    tracked.appliedYaw = tracked.yaw
    if let place = fixes.place(at: step.time, scene: position, yaw: tracked.yaw, tracked: !outside.isSilent) {
      tracked.place = place.place
      tracked.horizontalAccuracy = place.horizontal
      tracked.verticalAccuracy = place.vertical
    }
    tracked.heading = bodyHeading.update(Rotation<Scene, Level>.yaw(tracked.yaw) * orientation)
    return tracked
  }

  mutating func take(_ sample: MagnetometerSample) {
    guard let output = attitude?.output else { return }
    compass.add(sample.field, orientation: output.sampled, rate: output.rate)
  }
  mutating func take(_ sample: BarometerSample) {}
  mutating func take(_ fix: Fix) {
    guard let place = fixes.take(fix, scene: position, assuming: parameters.walking.planar) else { return }
    earth = EarthField(at: place, utc: fix.utc, assumedYear: parameters.walking.planar.year) ?? earth
  }
  mutating func take(_ pose: OutsidePose) {
    guard let orientation = shown?.value else { return }
    outside.take(pose, orientation: orientation)
  }

  var refusals: [(reason: String, count: Int)] { outside.refusals }
}
