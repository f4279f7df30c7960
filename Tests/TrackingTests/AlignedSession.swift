import Alignment
import Geodesy
import Geometry
import Odometry
import Samples
import Simulation
import Tracking

/// A simulated session with known truth, and changes to its samples.
struct AlignedSession: Sendable {
  let simulation: Simulation
  var samples: [Sample]

  init(
    _ plan: Plan, seed: UInt64 = 1, until end: Double, faults: [Fault] = [],
    _ adjust: (inout SimulationParameters) -> Void = { _ in }
  ) {
    var parameters = SimulationParameters()
    parameters.imuRate = 100
    parameters.magnetometerRate = 25
    parameters.truthRate = 0
    adjust(&parameters)
    simulation = Simulation(plan.itinerary(parameters), parameters: parameters, faults: faults, seed: seed)
    samples = []
    struct Enough: Error {}
    do {
      try simulation.run { line in
        guard case .sample(let sample) = line else { return }
        if sample.time > BootInstant(seconds: end) { throw Enough() }
        samples.append(sample)
      }
    } catch {}
  }

  static let walk = AlignedSession(.cityBlocks, seed: 2, until: 200)
  /// A phone's session: it points along the walk, and its fixes are late.
  static let phone = AlignedSession(.cityBlocks, seed: 2, until: 200) {
    $0.gaze = .ahead
    $0.receiver.latency = TimeSpan(1.6)
  }
  static let ride = AlignedSession(.ride, seed: 1, until: 200)

  static func of(_ profile: Profile) -> AlignedSession {
    switch profile {
    case .vehicle: ride
    case .hand: phone
    default: walk
    }
  }

  /// Returns the session with changed fixes: each is replaced by the returned ones, in order of arrival among all samples.
  func fixes(
    from start: Double = 0, to end: Double = .infinity, _ change: (Fix, Int) -> [Fix]
  ) -> AlignedSession {
    var changed = self, count = -1
    changed.samples = samples.flatMap { sample -> [Sample] in
      guard case .fix(let fix) = sample, fix.arrival.seconds >= start, fix.arrival.seconds < end else {
        return [sample]
      }
      count += 1
      return change(fix, count).map { .fix($0) }
    }
    return changed
  }

  /// Returns the session with fixes that arrive later by `delay` from then on, which only their UTC shows.
  func delayed(by delay: TimeSpan, from start: Double) -> AlignedSession {
    var changed = self, waiting: [Sample] = []
    changed.samples = []
    for sample in samples {
      while let first = waiting.first, first.time <= sample.time {
        changed.samples.append(first)
        waiting.removeFirst()
      }
      if case .fix(var fix) = sample, fix.arrival.seconds >= start {
        fix.arrival = fix.arrival + delay
        fix.time = fix.arrival
        waiting.append(.fix(fix))
      } else {
        changed.samples.append(sample)
      }
    }
    return changed
  }

  /// Returns the session with all fixes between these times moved east.
  func teleported(by east: Double, from start: Double, to end: Double = .infinity, claiming radius: Length? = nil)
    -> AlignedSession
  {
    fixes(from: start, to: end) { fix, _ in
      var fix = fix
      let there = moved(Geodetic(latitude: fix.latitude, longitude: fix.longitude), east: east)
      fix.latitude = there.latitude
      fix.longitude = there.longitude
      if let radius { fix.horizontalError = radius }
      return [fix]
    }
  }

  /// Returns the session with commands among its samples.
  func told(_ commands: (time: Double, kind: String, json: String)...) -> AlignedSession {
    var changed = self
    for command in commands {
      let time = BootInstant(seconds: command.time)
      let at = changed.samples.firstIndex { $0.time > time } ?? changed.samples.count
      changed.samples.insert(
        .input(InputEvent(time: time, kind: command.kind, json: command.json)), at: at)
    }
    return changed
  }

  func truth(at time: BootInstant) -> Trajectory.Instant { simulation.trajectory.instant(at: TimeSpan(time.seconds)) }
}

func moved(_ place: Geodetic, east: Double) -> Geodetic {
  guard east != 0 else { return place }
  var there = TangentPlane(origin: place).geodetic(Displacement<Level>(east, 0, 0))
  there.height = place.height
  return there
}

extension BootInstant {
  var seconds: Double { Double(nanoseconds) * 1e-9 }
}

/// The output of a tracker over a session, with its errors.
struct Account {
  struct Moment {
    var time: Double
    /// Error of the place, and its stated radius; nil while there is no place.
    var placeError: Double?
    var accuracy: Double?
    /// Error of the scene's heading, and its stated 1 σ.
    var yawError: Angle
    var yawSigma: Angle?
    var pose: TrackedPose
  }
  /// One moment per second.
  var moments: [Moment] = []
  var corrections: [Correction] = []
  var poses = 0
  var unsound: [TrackedPose] = []
  /// Largest distance of a row from the place to which the velocities lead, in meters, and angle from the gyroscope's turn.
  var largestStep = 0.0
  var largestTurn = Angle.zero
  var tracker: Tracker
  var tracking: Set<String> = []
  var localization: Set<String> = []

  func moment(_ time: Double) -> Moment? { moments.first { $0.time >= time } }
  func refusals(_ reason: String) -> Int { tracker.refusals.first { $0.reason == reason }?.count ?? 0 }
}

/// Tracks a session. `wrong`: error of a given heading at the start. `east`: shift of the true place at a time.
func account(
  _ session: AlignedSession, as profile: Profile, startingOff wrong: Angle? = nil,
  shifted east: (Double) -> Double = { _ in 0 }
) -> Account {
  var parameters = TrackerParameters(profile: profile)
  if let wrong, let first = session.samples.first {
    parameters.alignment.start = .given
    parameters.alignment.given = Attitude(session.truth(at: first.time).levelOrientation).heading + wrong
  }
  var account = Account(tracker: Tracker(profile: profile, parameters: parameters))
  var last: TrackedPose?, nextMoment = 0.0
  for sample in session.samples {
    let pose = account.tracker.ingest(sample)
    account.corrections += account.tracker.corrections
    guard let pose, case .gyroscope(let gyroscope) = sample else { continue }
    account.poses += 1
    if !isSound(pose), account.unsound.count < 3 { account.unsound.append(pose) }
    if let last, last.scene == pose.scene {
      let interval = pose.time - last.time
      let meant = (last.velocity + pose.velocity) * 0.5 * interval
      account.largestStep = max(account.largestStep, (pose.pose.position - last.pose.position - meant).norm.value)
      let turn = Rotation<Body, Body>.exp(gyroscope.rate * interval)
      account.largestTurn = max(
        account.largestTurn, (last.pose.rotation * turn).difference(to: pose.pose.rotation).norm)
    }
    last = pose
    account.tracking.insert(pose.tracking.text)
    account.localization.insert(pose.localization.text)
    guard pose.time.seconds >= nextMoment else { continue }
    nextMoment = pose.time.seconds.rounded(.down) + 1
    let truth = session.truth(at: pose.time)
    let stated = Attitude(Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation).heading
    var moment = Account.Moment(
      time: pose.time.seconds, yawError: (stated - Attitude(truth.levelOrientation).heading).wrapped.magnitude,
      yawSigma: pose.yawSigma, pose: pose)
    if var place = pose.place {
      let there = moved(truth.place, east: east(pose.time.seconds))
      place.height = there.height
      moment.placeError = TangentPlane(origin: there).level(place).norm.value
      moment.accuracy = pose.horizontalAccuracy?.value
    }
    account.moments.append(moment)
  }
  return account
}
