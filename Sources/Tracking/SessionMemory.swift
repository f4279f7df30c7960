import Alignment
import Geodesy
import Geometry
import Learned
import Odometry
import Samples

/// The link between a session and the one before: the remembered state, widened, and the state to store from this session.
struct SessionMemory: Sendable {
  private let profile: Profile
  private let parameters: TrackerParameters
  private let device: DeviceIdentity?
  /// The compass of the device before, which stays where this session does not know its own.
  private let stored: (compass: LearnedCompass?, device: DeviceIdentity?)
  private var state: LearnedState?
  private let age: TimeSpan?
  /// Entries of the state that are not used, with reasons.
  private(set) var faults: [LearnedStateFault] = []
  private(set) var hasBegun = false
  /// A civil time and its moment since boot.
  private var utc: (time: UTC, at: BootInstant)?

  init(
    _ state: LearnedState?, age: TimeSpan?, profile: Profile, parameters: TrackerParameters, device: DeviceIdentity?
  ) {
    self.device = device
    let own = state.flatMap { $0.profile == profile ? $0 : nil }
    stored = (own?.compass, own?.device)
    self.profile = profile
    self.parameters = parameters
    self.age = age.flatMap { $0.isFinite && $0 >= .zero ? $0 : nil }
    self.state = nil
    var sound = state?.checked(&faults)
    if let state = sound, state.profile != profile {
      func drop(_ field: String, _ isThere: Bool) {
        guard isThere else { return }
        faults.append(LearnedStateFault(field, "was learned as \(state.profile.rawValue), not as \(profile.rawValue)"))
      }
      drop("stride", state.stride != nil)
      drop("heading", state.heading != nil)
      drop("device_field", state.deviceField != nil)
      drop("compass", state.compass != nil)
      sound?.stride = nil
      sound?.heading = nil
      sound?.deviceField = nil
      sound?.compass = nil
    }
    sound?.restrict(to: device, &faults)
    let gait = parameters.walking.gait
    if let stride = sound?.stride, stride.length != gait.strideLength || stride.walkRatio != gait.walkRatio.value {
      faults.append(LearnedStateFault("stride", "was learned with another model of a step's length"))
      sound?.stride = nil
    }
    self.state = sound
  }

  /// Returns the knowledge for the first motion's start, widened for the present temperature; nil from the second call on.
  mutating func firstKnowledge(at temperature: Temperature?) -> MotionKnowledge? {
    guard !hasBegun else { return nil }
    hasBegun = true
    guard let state else { return nil }
    return MotionKnowledge(
      bias: state.gyroscope?.widened(age: age, temperature: temperature, cold: coldBias),
      stride: state.stride?.widened(age: age),
      deviceField: state.deviceField?.widened(age: age, cold: parameters.walking.tie.device),
      compass: state.compass?.widened(age: age, cold: parameters.walking.tie.chip))
  }

  /// Returns the knowledge for a motion after a gap: that of the motion before, widened.
  func after(_ gap: TimeSpan?, _ knowledge: MotionKnowledge, temperature: Temperature?) -> MotionKnowledge {
    var next = knowledge
    next.bias = knowledge.bias.map {
      LearnedBias($0, at: temperature).widened(age: gap, temperature: temperature, cold: coldBias)
    }
    next.stride = knowledge.stride?.widened(age: gap)
    next.deviceField = knowledge.deviceField?.widened(age: gap, cold: parameters.walking.tie.device)
    next.compass = knowledge.compass?.widened(age: gap, cold: parameters.walking.tie.chip)
    return next
  }

  private var coldBias: AngularRate {
    parameters.attitude.initialBias
  }

  /// The age of fixes in the session before.
  var fixAge: LearnedFixAge? { state?.fixAge }

  /// The body's heading at the start, if the remembered one is still usable.
  var heading: LearnedHeading? { state?.heading?.widened(age: age) }

  mutating func ingest(_ fix: FixReading) {
    if let time = fix.utc { utc = (time, fix.utcTime) }
  }

  /// Returns the state to store if the session ended now.
  func learned(
    _ knowledge: MotionKnowledge, pose: LastPose?, temperature: Temperature?, fixAge: LearnedFixAge?
  ) -> LearnedState {
    var learned = LearnedState(profile: profile)
    if let pose, let utc {
      let since = pose.time.nanoseconds &- utc.at.nanoseconds
      learned.saved = UTC(nanosecondsSince1970: utc.time.nanosecondsSince1970 &+ since)
    }
    learned.place = pose?.place.flatMap(LearnedState.coarse)
    learned.gyroscope = knowledge.bias.map { LearnedBias($0, at: temperature) }
    learned.stride = knowledge.stride
    learned.deviceField = knowledge.deviceField
    learned.compass = device == nil ? stored.compass : knowledge.compass
    learned.device = device ?? stored.device
    learned.fixAge = fixAge ?? state?.fixAge
    if let heading = pose?.heading, let sigma = pose?.yawSigma, sigma < .degrees(45) {
      learned.heading = LearnedHeading(heading, sigma: sigma)
    }
    var dropped: [LearnedStateFault] = []
    return learned.checked(&dropped)
  }
}
