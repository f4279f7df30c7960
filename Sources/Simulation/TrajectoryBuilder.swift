import Geodesy
import Geometry

/// Builder of a trajectory from an itinerary: first path and speed, then the body's own movements: gaze, sway, steps, and the
/// shaking of the road. Every random choice comes from the seed.
struct TrajectoryBuilder {
  private let itinerary: Itinerary
  private let parameters: SimulationParameters
  private let seed: UInt64
  /// Seconds between the controls of the spline.
  static let spacing = 0.02
  /// The same for a foot, whose landing takes a few milliseconds.
  private static let footSpacing = 0.005

  private var path: Path
  private var profile: SpeedProfile
  /// Times at which a new direction of view begins.
  private var looks: [(time: Double, look: Itinerary.Look)] = []
  /// Times at which something else moves the wearer along, from the start on.
  private var boardings: [(time: Double, conveyance: Conveyance)] = []
  /// Times at which an attitude in the hand is reached.
  private var holds: [(time: Double, attitude: Attitude)] = []

  init(_ itinerary: Itinerary, _ parameters: SimulationParameters, seed: UInt64) {
    self.itinerary = itinerary
    self.parameters = parameters
    self.seed = seed

    // A mark in the itinerary is a distance and the number of stops before it; times follow once the profile is known.
    var stops: [(distance: Double, time: Double)] = []
    var lookMarks: [(distance: Double, stops: Int, look: Itinerary.Look)] = []
    var holdMarks: [(stop: Int, attitude: Attitude)] = []
    var boardMarks: [(distance: Double, stops: Int, conveyance: Conveyance)] = []
    path = Path(start: itinerary.start, azimuth: itinerary.azimuth)
    for step in itinerary.steps {
      switch step {
      case .go(let distance, let climb): path.addLine(distance.value, climb: climb.value)
      case .turn(let angle, let radius): path.addArc(angle, radius: radius.value)
      case .stay(let time): stops.append((path.length, time.value))
      case .look(let look): lookMarks.append((path.length, stops.count, look))
      case .board(let conveyance): boardMarks.append((path.length, stops.count, conveyance))
      case .hold(let attitude, let time):
        stops.append((path.length, time.value))
        holdMarks.append((stops.count - 1, attitude))
      }
    }
    let isVehicle = itinerary.carrier == .vehicle
    let own = Conveyance.Limits(
      cruise: itinerary.cruise.value, acceleration: isVehicle ? parameters.acceleration : 1,
      lateral: isVehicle ? parameters.lateralAcceleration : 2)
    profile = SpeedProfile(
      path: path,
      limits: [(0, own)] + boardMarks.map { ($0.distance, $0.conveyance.limits(parameters, seed: seed)) }, stops: stops)
    boardings = boardMarks.map { mark in
      (mark.stops > 0 ? profile.stops[mark.stops - 1].end : 0, mark.conveyance)
    }
    looks = lookMarks.map { mark in
      let isAtStop = mark.stops > 0 && stops[mark.stops - 1].distance == mark.distance
      return (isAtStop ? profile.stops[mark.stops - 1].end : profile.time(at: mark.distance), mark.look)
    }
    for mark in holdMarks {
      let stop = profile.stops[mark.stop]
      holds.append((stop.start, holds.last?.attitude ?? Attitude(heading: .zero, elevation: .zero, roll: .zero)))
      holds.append((stop.end, mark.attitude))
    }
  }

  func build() -> Trajectory {
    let plane = TangentPlane(origin: itinerary.start), hills = Hills(start: itinerary.start, parameters)
    let isFoot = itinerary.carrier == .foot
    let spacing = isFoot ? Self.footSpacing : Self.spacing
    let count = Int((profile.duration / spacing).rounded(.up)) + 6
    let times = (0..<count).map { Double($0 - 2) * spacing }

    var motion = MotionChannels(count: count, spacing: spacing)
    for (i, time) in times.enumerated() {
      var station = path.station(at: profile.distance(at: time))
      station.place.height = station.place.height + Length(hills.rise(at: station.place))
      let position = plane.enu(station.place)
      motion.east[i] = position.x
      motion.north[i] = position.y
      motion.up[i] = position.z
      let azimuth = station.azimuth.radians
      motion.course[i] = i == 0 ? azimuth : motion.course[i - 1] + Angle(azimuth - motion.course[i - 1]).wrapped.radians
    }
    let isVehicle = itinerary.carrier == .vehicle
    let conveyances = conveyances(times)
    motion.smoothPath(seconds: isVehicle ? 1 : 0.6, turning: isVehicle ? 1 : 1.2)
    motion.heading = motion.course

    switch itinerary.carrier {
    case .head:
      motion.addGaze(gaze(times))
      motion.addSway(size: parameters.gait, seed: seed)
      motion.addGait(conveyances, size: parameters.gait, variability: parameters.gaitVariability, seed: seed)
      ride(&motion, conveyances)
    case .vehicle: motion.addRoad(size: parameters.vibration, seed: seed)
    case .pocket, .bag:
      motion.addSway(size: parameters.gait, seed: seed)
      let phases = motion.addGait(
        conveyances, size: parameters.gait, variability: parameters.gaitVariability, seed: seed)
      ride(&motion, conveyances)
      if itinerary.carrier == .bag {
        motion.carry(in: bag, conveyances, phases: phases, gait: parameters.gait, seed: seed)
      } else {
        motion.carry(on: thigh, conveyances, phases: phases, gait: parameters.gait, seed: seed)
      }
    case .bench: motion.addHolds(holds, times)
    case .foot: motion.makeFoot(size: parameters.gait, variability: parameters.gaitVariability, seed: seed)
    }
    return Trajectory(
      carrier: itinerary.carrier, plane: plane, duration: .seconds(profile.duration),
      spline: UniformSpline(spacing: spacing, controls: motion.controls), mount: mount)
  }

  private var thigh: Thigh { Thigh(seed: seed) }
  private var bag: Bag { Bag(seed: seed) }

  private var mount: Rotation<Body, Body> {
    switch itinerary.carrier {
    case .vehicle:
      Rotation<Body, Body>(about: Direction(0, 1, 0), by: -parameters.mountYaw)
        * Rotation<Body, Body>(about: Direction(1, 0, 0), by: parameters.mountPitch)
    case .pocket: thigh.mount
    case .bag: bag.mount
    case .head, .bench, .foot: .aligned
    }
  }

  /// Returns what moves the wearer along at some times.
  private func conveyances(_ times: [Double]) -> [Conveyance] {
    var pending = boardings[...], now = Conveyance.feet
    return times.map { time in
      while let next = pending.first, next.time <= time || next.time == 0 {
        now = next.conveyance
        pending.removeFirst()
      }
      return now
    }
  }

  /// Adds the movements of a body that something carries.
  private func ride(_ motion: inout MotionChannels, _ conveyances: [Conveyance]) {
    guard !boardings.isEmpty else { return }
    motion.addRide(conveyances, size: parameters.vibration, seed: seed)
    motion.addStrokes(conveyances, seed: seed)
  }

  /// Returns the head's angles relative to the course and the horizon: targets held for a while, drawn at random.
  private func gaze(_ times: [Double]) -> [(yaw: Double, elevation: Double)] {
    var generator = Generator(seed: seed, stream: "gaze")
    var next = generator.uniform(in: shortest...longest), target = (yaw: 0.0, elevation: 0.0)
    var pending = looks[...]
    var look = Itinerary.Look.free
    return times.map { time in
      while let mark = pending.first, mark.time <= time {
        look = mark.look
        next = time
        pending.removeFirst()
      }
      guard time >= next, time >= 0 else { return target }
      next = time + generator.uniform(in: shortest...longest)
      let range = parameters.gazeRange.radians
      switch look {
      case .free where parameters.gaze == .wandering:
        target = (generator.uniform(in: -range...range), Angle.degrees(generator.uniform(in: -15...10)).radians)
      case .about:
        target = (generator.uniform(in: -2.6...2.6), Angle.degrees(generator.uniform(in: -35...45)).radians)
      case .aside(let angle): target = (angle.radians + 0.05 * generator.gaussian(), 0.05 * generator.gaussian())
      case .free, .ahead: target = (0.05 * generator.gaussian(), 0.04 * generator.gaussian())
      }
      return target
    }
  }

  private var shortest: Double { parameters.gazeShortest.value }
  private var longest: Double { max(shortest, parameters.gazeLongest.value) }
}
