public import Fusion
public import Geometry
import Samples

/// The one tie of a walk to the Earth: where the wearer is, how the scene lies, and what is wrong with steps, receiver and compass.
///
/// Everything that is known of the Earth enters here and nowhere else, each reading once. What might be wrong is a hypothesis of
/// the bank, which readings confirm or refute; there is no gate and no rule that gives in.
///
/// The odometer is the way by steps. Where readings are precise it is the specific force (`+Force`), and the steps are a
/// measurement of its way (`+Look`).
public struct EarthTie: Sendable {
  public typealias Members = Bank<Assumptions>
  typealias Index = TieState

  public let parameters: TieParameters
  public internal(set) var bank: Members
  public internal(set) var history = OdometryHistory()
  /// The moment to which the bank has been predicted.
  public internal(set) var now: OdometryMoment
  var hasStarted = false
  public internal(set) var hasPlace = false
  /// Whether anything has measured a heading.
  public internal(set) var hasHeading = false

  /// Room for the members' parts in an estimate.
  var glances = [Glance](repeating: Glance(), count: 2 * EarthTie.room)

  var receiver = Receiver()
  /// Variance of what the scene has turned unseen since headings were opened last.
  var unseenTurn = 0.0
  public internal(set) var motion: Motion
  var compass: Compass
  var pointing: Pointing
  var steps = Steps()
  /// Changes of the drift since the last prediction, and the turn by them until then.
  var corrected = (drift: 0.0, turn: 0.0)
  /// Results of fusing the velocity of the fix at hand, and of the last look at the steps; for the owner's report.
  public var velocityFused: Fused?
  public var lookFused: Fused?
  /// Whether the compass may change the heading.
  public var usesCompass = true
  /// Whether an outside tracker measures the scene's turn, so that the gyroscope's drift does not turn the steady scene.
  public var isTurnMeasured = false

  static let unknownRadius = 1e9
  /// Most members that stay: those of a right, a wrong and a turned compass, in each direction, differ until the first readings are
  /// in.
  public static let most = 12
  /// Time after the first fix for which twice as many may stay: each of those that differ by the compass, with a receiver that is
  /// right and one that is far off. Of a light one, as of a chip that is turned, no direction may be crowded out before a step.
  private static let opening = TimeSpan(5)
  /// The same after an unseen turn: the way tells headings apart only once it is longer than fixes are wide.
  private static let reopening = TimeSpan(15)
  /// Room for the members that are born in one event.
  static let room = 64
  /// Least weight of a member that stays: less than a birth of 1e-4 a second has at four readings a second.
  static let lightest = 1e-5, tolerance = 0.02
  /// Time without a step after which the wearer does not walk.
  static let walkPause = TimeSpan(3)

  public init(_ parameters: TieParameters) {
    self.parameters = parameters
    bank = Members(
      size: TieState.count, capacity: Self.room, label: [], angles: TieState.angles, keys: TieState.keys)
    now = OdometryMoment(time: BootInstant(nanoseconds: .min))
    motion = Motion(looked: now)
    compass = Compass(spotVariance: square(parameters.spot))
    pointing = Pointing()
    openBank()
    pointing.aside = pointsAsideIfTurned
  }

  /// Number of headings that stand for all, and half of the distance between two.
  static let headings = 8, halfHeading = Double.pi / Double(headings)

  /// Fills the bank with headings all around.
  private mutating func openBank() {
    let headings = Self.headings, wide = Self.halfHeading, parameters = parameters
    for k in 0..<headings {
      guard let i = bank.add([]) else { break }
      bank.members[i].weight = 1 / Double(headings)
      bank.members[i].state.mean[Index.yaw] = 2 * wide * Double(k)
    }
    bank.revise {
      $0.reset(two: Index.place, variance: 1e8)
      $0.reset(Index.yaw, to: $0.mean[Index.yaw], variance: wide * wide)
      $0.reset(Index.drift, variance: parameters.drift.value * parameters.drift.value)
      $0.reset(Index.stride, variance: parameters.stride * parameters.stride)
      $0.reset(Index.spot, variance: square(min(Self.stillSpot, parameters.spot)))
      $0.reset(Index.room, variance: square(min(Self.stillRoom, parameters.room)))
      $0.reset(Index.chip, variance: square(parameters.chip))
      for axis in 0..<3 { $0.reset(Index.device + axis, variance: parameters.device.value * parameters.device.value) }
      let carried = parameters.isCarried ? parameters.carriedVelocity.value : 0
      $0.reset(two: Index.carried, variance: carried * carried)
      $0.use(Index.countBySteps)
    }
  }

  /// Ingests a moment of the odometer; the bank is predicted at readings.
  public mutating func ingest(_ moment: OdometryMoment) {
    history.append(moment)
    guard !hasStarted else { return }
    hasStarted = true
    now = moment
    motion.looked = moment
  }

  /// Whether the bank has not been predicted for so long that it is due.
  public var isPredictionDue: Bool {
    let most = motion.kind == .force ? Self.longestPrediction.force : Self.longestPrediction.steps
    return hasStarted && history.latest.time - now.time > most
  }
  private static let longestPrediction = (steps: TimeSpan(1), force: TimeSpan(0.25))

  /// Merges what has become the same, and drops what has become impossible.
  mutating func reduce() {
    let walks = steps.last.map { now.time - $0 < Self.walkPause } ?? false
    let isNew = receiver.first.map { now.time - $0 < Self.opening } ?? true
    let isOpen = isNew || isRecent(receiver.reopened, Self.reopening)
    bank.reduce(lightest: Self.lightest, tolerance: Self.tolerance, most: isOpen ? 2 * Self.most : Self.most) {
      Int((walks ? $0 : $0.subtracting(.rests)).rawValue)
    }
  }

  /// Sets the Earth's field. The first one turns headings that were magnetic so far.
  public mutating func set(earth new: EarthMagnetism) {
    if compass.earth == nil, hasHeading {
      bank.revise { $0.mean[Index.yaw] += new.declination }
    }
    compass.earth = new
  }

  /// Moves the origin of the places.
  public mutating func move(origin: SIMD2<Double>) {
    bank.revise { $0.mean.set(two: $0.mean.two(at: Index.place) - origin, at: Index.place) }
  }
}

@inlinable @inline(__always) public func square(_ angle: Angle) -> Double { angle.radians * angle.radians }

extension StateVector {
  @inline(__always) mutating func set(two v: SIMD2<Double>, at i: Int) {
    self[i] = v.x
    self[i + 1] = v.y
  }
}
