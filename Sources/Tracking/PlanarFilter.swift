import Fusion
import Geometry
import Odometry
import Samples

/// Where the walker is and which way the scene lies on Earth: an error-state Kalman filter in the plane, "docs/odometry.md",
/// pedestrian combination.
///
/// State (17), in the order of `Index`: p `place`, east and north of the wearer from an origin; δ `yaw` of the alignment (true
/// azimuth = scene azimuth + δ); σ `stride`, logarithm of the stride's scale; β `rate` of δ; g `bias`, the slow error of the
/// fixes (east, north); c `here`, the compass's error on this spot; d `neighbourhood`, that of the surroundings; h `hardIron`,
/// the field of the device itself, in the body; χ `course`, the scene azimuth of walking; s `spot`, the surroundings' field
/// here (east, north), and s′ `spotSlope`, its slope along the way, where a profile has them. The error is true − nominal
/// throughout. The scene is never touched: the alignment's translation is p − Rot(δ) scene, so that corrections turn the world
/// about the wearer.
///
/// Each aiding source is an extension in a file of its own, and a line in `sources`.
struct PlanarFilter: Aided {
  enum Index {
    static let place = 0, yaw = 2, stride = 3, rate = 4, bias = 5, here = 7, neighbourhood = 8, hardIron = 9,
      course = 12, spot = 13, spotSlope = 15, count = 17
  }

  /// What the aiding sources are asked about.
  enum Event: Sendable {
    case fix(FixReading)
    /// A window of the magnetic field, with the Earth's where it is known.
    case compass(CompassWindow.Mean, EarthField?)
    /// The direction of a window of walking, and where the device pointed over a time.
    case gait(GaitDirection.Window)
    case gaze(Angle, over: TimeSpan, walking: Bool)
    /// The attitude filter has learned of its bias at rest.
    case rest(RestReading)
    /// An outside tracker has seen the scene turn, clockwise.
    case outsideTurn(Angle, over: TimeSpan)
    /// A route's leg was compared with the walk along it.
    case leg(LegReading)
    /// A yaw from before, taken for as long as nothing refutes it.
    case remembered(Angle, sigma: Angle)
  }

  static let sources: [AidingSource<PlanarFilter>] = [
    .fix, .compass, .compassField, .fieldStrength, .gait, .gaze, .restDrift, .outsideTurn, .leg,
    .rememberedHeading,
  ]
  var aids = PlanarFilter.freshAids()
  var pending = StateVector()
  /// The moment up to which the owner has brought the filter.
  var now = BootInstant(nanoseconds: .min)

  let parameters: PlanarParameters
  let travel: TravelParameters
  /// East and north.
  var place = SIMD2(0.0, 0.0)
  var yaw = 0.0
  var stride = 0.0
  var rate = 0.0
  var bias = SIMD2(0.0, 0.0)
  var here = 0.0
  var neighbourhood = 0.0
  var hardIron = SIMD3(0.0, 0.0, 0.0)
  var course = 0.0
  var hasCourse = false
  var spot = SIMD2(0.0, 0.0)
  var spotSlope = SIMD2(0.0, 0.0)
  var covariance: SymmetricMatrix

  /// The bias the receiver is believed capable of, per axis; nil before the first fix.
  var biasLevel = FixBiasLevel()
  /// Smallest radius stated so far, and the time since a fix was taken.
  var bestRadius = PlanarFilter.unknownRadius
  var sinceFix = 1e9
  var hasCompass = false
  /// What fixes say of whether steps are progress, what the gait does, and the run of steps at hand.
  var evidence = WalkEvidence()
  var isGaitEven = false
  var run = Run()
  /// How strong the surroundings' field is.
  var surroundings: SurroundingsField
  /// Whether the window at hand is fused as a vector. It is decided once, before any source changes the filter: a window that
  /// starts the heading, or is fused as a direction, is not fused again as a vector.
  var takesWindowAsField = false
  /// Whether the heading is the compass's own, from before anybody knew the declination.
  var isYawMagnetic = false
  /// Whether the heading is one from before that nothing has been asked about, and whether the stride's belief is.
  var isYawRemembered = false
  var hasRememberedStride = false
  /// What is known to be wrong with the compass in this cell, in radians.
  var compassDoubt = 0.0
  /// Length of way walked so far, and when the field's strength was taken last.
  var way = 0.0
  var wayOfStrength = 0.0
  /// The variance of δ as far as motion and fixes alone tell it.
  var yawVarianceByFixes = 10.0
  /// 1/P_δδ and the place's variance before the fix at hand.
  var yawInformationBeforeFix = 0.0
  var placeVarianceBeforeFix = 0.0
  /// By how much the yaw has followed the scene's known drift.
  var drift = 0.0
  /// Whether an outside tracker tells how the scene moves and turns.
  var isTurnTold = false
  /// Whether the first reading of the compass is the first yaw.
  var startsByCompass = true
  /// Whose word the yaw follows.
  var yawFollows = YawTeacher.everything

  init(_ parameters: PlanarParameters, travel: TravelParameters = TravelParameters()) {
    self.parameters = parameters
    self.travel = travel
    surroundings = SurroundingsField(parameters.surroundings)
    covariance = SymmetricMatrix(size: parameters.hasSpot ? Index.count : Index.spot)
    func set(_ i: Int, _ sigma: Double) { covariance[i, i] = sigma * sigma }
    set(Index.place, 1e4)
    set(Index.place + 1, 1e4)
    set(Index.yaw, parameters.initialYaw.radians)
    set(Index.stride, parameters.stride)
    set(Index.rate, parameters.initialRate.radians)
    set(Index.here, parameters.compassHere.radians)
    set(Index.neighbourhood, parameters.compassNeighbourhood.radians)
    for i in 0..<3 { set(Index.hardIron + i, parameters.hardIron.value) }
    guard hasSpot else { return }
    for i in 0..<2 {
      set(Index.spot + i, spotVariance.squareRoot())
      set(Index.spotSlope + i, spotVariance.squareRoot() * Self.spotRate(parameters))
    }
  }

  /// Time passes: δ ← δ + β Δt, χ ← χ − β Δt where it is learned; c and g decay; every random walk gets its process noise.
  mutating func advance(_ time: TimeSpan) {
    let t = time.value
    guard t > 0 else { return }
    func squared<U: AngularUnit>(_ angle: Quantity<U>) -> Double { angle.radians * angle.radians }
    if !isTurnTold {
      yaw = Angle.radians(yaw + rate * t).wrapped.radians
      drift += rate * t
      covariance.shear(row: Index.yaw, by: SparseRow(Index.rate, t))
      covariance.add(squared(parameters.yawWalk) * t, to: Index.yaw)
    }
    if hasCourse {
      course -= rate * t
      covariance.shear(row: Index.course, by: SparseRow(Index.rate, -t))
    }
    yawVarianceByFixes = min(10, yawVarianceByFixes + squared(parameters.yawWalk) * t)
    covariance.add(squared(parameters.rateWalk) * t, to: Index.rate)
    if !isTurnTold {
      let walk = parameters.placeWalk.value * parameters.placeWalk.value * t
      covariance.add(walk, to: Index.place)
      covariance.add(walk, to: Index.place + 1)
    }
    surroundings.pass(t / (2 * parameters.compassHereTime.value))
    fadeHere(exp(-t / parameters.compassHereTime.value))
    fadeSpot(exp(-t / parameters.compassHereTime.value))
    if let level = biasLevel.value {
      let keep = exp(-t / parameters.biasTime.value)
      bias *= keep
      for i in Index.bias...Index.bias + 1 {
        covariance.scale(i, by: keep)
        covariance.add(level * level * (1 - keep * keep), to: i)
      }
    }
    sinceFix += t
  }

  /// The spot's compass error, a Gauss-Markov process in time and along the way.
  mutating func fadeHere(_ keep: Double) {
    let sigma = hereSigma
    here *= keep
    covariance.scale(Index.here, by: keep)
    covariance.add(sigma * sigma * (1 - keep * keep), to: Index.here)
  }

  mutating func apply(_ correction: StateVector) {
    place += correction.two(at: Index.place)
    yaw = Angle.radians(yaw + correction[Index.yaw]).wrapped.radians
    stride += correction[Index.stride]
    rate += correction[Index.rate]
    bias += correction.two(at: Index.bias)
    here += correction[Index.here]
    neighbourhood += correction[Index.neighbourhood]
    hardIron += correction.three(at: Index.hardIron)
    course = Angle.radians(course + correction[Index.course]).wrapped.radians
    guard hasSpot else { return }
    spot += correction.two(at: Index.spot)
    spotSlope += correction.two(at: Index.spotSlope)
  }

  static func turn(in correction: StateVector) -> Angle { .radians(correction[Index.yaw]) }

  /// The yaw is only considered where the event's source is not the one that the yaw follows.
  func considered(in event: Event) -> Considered? {
    switch yawFollows {
    case .everything: return nil
    case .outside: return .state(Index.yaw)
    case .compass:
      if case .compass = event { return nil }
      return .state(Index.yaw)
    }
  }

  /// The origin of the place has moved.
  mutating func moveOrigin(by offset: SIMD2<Double>) {
    place -= offset
    evidence.move(origin: offset)
  }

  /// Takes a yaw from elsewhere in place of its own: what it was believed to be says nothing any more.
  mutating func adopt(yaw: Angle, sigma: Angle) {
    self.yaw = yaw.wrapped.radians
    covariance.reset(Index.yaw, variance: sigma.radians * sigma.radians)
    hasCompass = true
    isYawMagnetic = false
  }

  /// Of a place that no fix has told.
  static let unknownRadius = 1e9

  /// Gives the place up; the next fix will tell it. The heading stays.
  mutating func forgetPlace() {
    place = .zero
    for i in Index.place...Index.place + 1 { covariance.reset(i, variance: 1e8) }
    let level = biasLevel.value ?? 0
    for i in Index.bias...Index.bias + 1 { covariance.reset(i, variance: level * level) }
    bias = .zero
    bestRadius = Self.unknownRadius
  }

  /// What is left of a displacement's mean when its direction is as uncertain as δ: e^(−σ²/2), counted from half a radian on,
  /// below which the linear filter is right. With an unknown heading the predicted displacement is zero.
  var shrinkage: Double {
    let excess = covariance[Index.yaw, Index.yaw] - 0.25
    return excess > 0 ? exp(-0.5 * excess) : 1
  }

  var usesCompass: Bool { parameters.compass != .off && hasCompass && yawFollows != .outside }
  /// 1 σ of the device's own field as it is known by now; nil where it is not learned.
  var deviceFieldSigma: FluxDensity? {
    guard parameters.hardIron.value > 0 else { return nil }
    let i = Index.hardIron
    return FluxDensity(max(covariance[i, i], covariance[i + 1, i + 1], covariance[i + 2, i + 2]).squareRoot())
  }
  /// 1 σ of the drift that is not known, in rad/s.
  var driftSigma: Double { isTurnTold ? 0 : covariance[Index.rate, Index.rate].squareRoot() }

  var yawSigma: Double { covariance[Index.yaw, Index.yaw].squareRoot() }

  /// 68 % radius of the place. A share of the best radius stated is always in it, because nobody averages all of a receiver's error
  /// away.
  ///
  /// With λ₁ ≥ λ₂ the variances along the axes of the error ellipse and s² their mean, 68.3 % lie within 1.515 s of a circle's
  /// centre and within √2 s of a line's; between these 1.515 − 0.101 q² with q = (λ₁ − λ₂)/(λ₁ + λ₂), within 2 %.
  var radius: Double {
    let i = Index.place
    let east = covariance[i, i], north = covariance[i + 1, i + 1], mixed = covariance[i, i + 1]
    let sum = max(east + north, 1e-12)
    let squeeze = ((east - north) * (east - north) + 4 * mixed * mixed) / (sum * sum)
    let sigma = (0.5 * sum).squareRoot()
    let own = (RadiusPerSigma.of68 - 0.101 * squeeze) * sigma
    guard bestRadius < Self.unknownRadius else { return own }
    let floor = parameters.accuracyFloor * bestRadius
    return (own * own + floor * floor).squareRoot()
  }
}

/// Who may teach the alignment's yaw.
enum YawTeacher: Sendable {
  /// All there is: motion and fixes, the compass, the gait.
  case everything
  case compass
  /// A method beside the filter, or a person's hand: nobody within.
  case outside
}

/// A scene displacement (east, north as the scene believes) turned by δ, clockwise: where it leads on Earth.
@inline(__always) func turned(_ v: SIMD2<Double>, by yaw: Double) -> SIMD2<Double> {
  let s = sin(yaw), c = cos(yaw)
  return SIMD2(c * v.x + s * v.y, c * v.y - s * v.x)
}

/// The same by a yaw that is mostly that of the time before: its sine and cosine are kept.
struct KeptTurn: Sendable {
  private var yaw = 0.0, sine = 0.0, cosine = 1.0

  mutating func callAsFunction(_ v: SIMD2<Double>, by yaw: Double) -> SIMD2<Double> {
    if yaw != self.yaw {
      self.yaw = yaw
      sine = sin(yaw)
      cosine = cos(yaw)
    }
    return SIMD2(cosine * v.x + sine * v.y, cosine * v.y - sine * v.x)
  }
}
