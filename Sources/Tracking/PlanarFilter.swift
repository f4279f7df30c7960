import Fusion
import Geometry
import Odometry
import Samples

/// Place of the walker and yaw of the scene on Earth: an error-state Kalman filter in the plane, "docs/odometry.md", pedestrian
/// combination.
///
/// State (17), in the order of `Index`: p `place`, east and north of the wearer from an origin; δ `yaw` of the alignment (true
/// azimuth = scene azimuth + δ); σ `stride`, logarithm of the stride's scale; β `rate` of δ; g `bias`, the slow error of the
/// fixes (east, north); c `here`, the compass's error on this spot; d `neighbourhood`, the compass's error in the wider
/// surroundings; h `hardIron`, the field of the device itself, in body axes; χ `course`, the scene azimuth of walking; s `spot`,
/// the surroundings' field here (east, north), and s′ `spotSlope`, its slope along the path, for profiles that use them. The
/// error is true − nominal throughout. The filter does not change the scene: the alignment's translation is p − Rot(δ) scene, so
/// that corrections turn the world about the wearer.
///
/// Each aiding source is an extension in its own file, and an entry in `sources`.
struct PlanarFilter: Aided {
  enum Index {
    static let place = 0, yaw = 2, stride = 3, rate = 4, bias = 5, here = 7, neighbourhood = 8, hardIron = 9,
      course = 12, spot = 13, spotSlope = 15, count = 17
  }

  /// Events for the aiding sources.
  enum Event: Sendable {
    case fix(FixReading)
    /// A window of the magnetic field, with the Earth's field if it is known.
    case compass(CompassWindow.Mean, EarthField?)
    /// The direction of the gait over a window of walking, and the device's direction over a time.
    case gait(GaitDirection.Window)
    case gaze(Angle, over: TimeSpan, walking: Bool)
    /// The attitude filter has corrected its bias at rest.
    case rest(RestReading)
    /// An outside tracker has seen the scene turn, clockwise.
    case outsideTurn(Angle, over: TimeSpan)
    /// A route's leg was compared with the walk along it.
    case leg(LegReading)
    /// A yaw of an earlier session, used until it is refuted.
    case remembered(Angle, sigma: Angle)
  }

  static let sources: [AidingSource<PlanarFilter>] = [
    .fix, .compass, .compassField, .fieldStrength, .gait, .gaze, .restDrift, .outsideTurn, .leg,
    .rememberedHeading,
  ]
  var aids = PlanarFilter.freshAids()
  var pending = StateVector()
  /// Time up to which the owner has propagated the filter.
  var now = BootInstant(nanoseconds: .min)

  let parameters: PlanarParameters
  let travel: TravelParameters
  /// Place, east and north.
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

  /// Level of the receiver's slow error, per axis; its value is nil before the first fix.
  var biasLevel = FixBiasLevel()
  /// Smallest radius stated so far, and the time since the last fix that was fused.
  var bestRadius = PlanarFilter.unknownRadius
  var sinceFix = 1e9
  var hasCompass = false
  /// Evidence of the fixes on whether steps are progress, whether the gait is even, and the current run of steps.
  var evidence = WalkEvidence()
  var isGaitEven = false
  var run = Run()
  /// Strength of the surroundings' field.
  var surroundings: SurroundingsField
  /// Whether the current window is fused as a vector. It is decided once, before any source changes the filter: a window that
  /// starts the heading, or is fused as a direction, is not fused again as a vector.
  var fusesWindowAsField = false
  /// Whether the heading is the compass's own and relative to magnetic north, because the declination is unknown.
  var isYawMagnetic = false
  /// Whether the heading is a remembered one that has not been checked yet, and whether the stride is a remembered one.
  var isYawRemembered = false
  var hasRememberedStride = false
  /// Known error of the compass in this cell, in radians.
  var compassDoubt = 0.0
  /// Length of the path walked so far, and that length when the field's strength was last fused.
  var way = 0.0
  var wayOfStrength = 0.0
  /// Variance of `yaw` from motion and fixes alone.
  var yawVarianceByFixes = 10.0
  /// Information on `yaw` (the inverse of its variance), and the place's variance, before the current fix.
  var yawInformationBeforeFix = 0.0
  var placeVarianceBeforeFix = 0.0
  /// Sum of the scene's known drift that the yaw has followed.
  var drift = 0.0
  /// Whether an outside tracker measures the scene's motion and turn.
  var isTurnMeasured = false
  /// Whether the first reading of the compass sets the first yaw.
  var startsByCompass = true
  /// Sources that the yaw follows.
  var yawFollows = YawSources.everything

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

  /// Propagates by a time: δ ← δ + β Δt, χ ← χ − β Δt where it is learned; c and g decay; every random walk gets its process
  /// noise.
  mutating func advance(_ time: TimeSpan) {
    let t = time.value
    guard t > 0 else { return }
    func squared<U: AngularUnit>(_ angle: Quantity<U>) -> Double { angle.radians * angle.radians }
    if !isTurnMeasured {
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
    if !isTurnMeasured {
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

  /// Propagates the spot's compass error, a Gauss-Markov process in time and along the path.
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

  /// Excludes the yaw from corrections by sources that it does not follow.
  func considered(in event: Event) -> Considered? {
    switch yawFollows {
    case .everything: return nil
    case .outside: return .state(Index.yaw)
    case .compass:
      if case .compass = event { return nil }
      return .state(Index.yaw)
    }
  }

  /// Moves the origin of the place.
  mutating func moveOrigin(by offset: SIMD2<Double>) {
    place -= offset
    evidence.move(origin: offset)
  }

  /// Replaces the yaw and its variance by those of another source.
  mutating func adopt(yaw: Angle, sigma: Angle) {
    self.yaw = yaw.wrapped.radians
    covariance.reset(Index.yaw, variance: sigma.radians * sigma.radians)
    hasCompass = true
    isYawMagnetic = false
  }

  /// Radius before any fix has given a place.
  static let unknownRadius = 1e9

  /// Discards the place; the next fix sets it. The heading stays.
  mutating func resetPlace() {
    place = .zero
    for i in Index.place...Index.place + 1 { covariance.reset(i, variance: 1e8) }
    let level = biasLevel.value ?? 0
    for i in Index.bias...Index.bias + 1 { covariance.reset(i, variance: level * level) }
    bias = .zero
    bestRadius = Self.unknownRadius
  }

  /// Factor of a displacement's mean when its direction has the variance V of `yaw`: e^(−V/2), applied from half a radian on,
  /// below which the linear filter is exact enough. With an unknown heading the predicted displacement is zero.
  var shrinkage: Double {
    let excess = covariance[Index.yaw, Index.yaw] - 0.25
    return excess > 0 ? exp(-0.5 * excess) : 1
  }

  var usesCompass: Bool { parameters.compass != .off && hasCompass && yawFollows != .outside }
  /// 1 σ of the device's own field as it is known now; nil where it is not estimated.
  var deviceFieldSigma: FluxDensity? {
    guard parameters.hardIron.value > 0 else { return nil }
    let i = Index.hardIron
    return FluxDensity(max(covariance[i, i], covariance[i + 1, i + 1], covariance[i + 2, i + 2]).squareRoot())
  }
  /// 1 σ of the unknown drift, in rad/s.
  var driftSigma: Double { isTurnMeasured ? 0 : covariance[Index.rate, Index.rate].squareRoot() }

  var yawSigma: Double { covariance[Index.yaw, Index.yaw].squareRoot() }

  /// 68 % radius of the place. It always includes a share of the best stated radius, because a receiver's error does not average
  /// out completely.
  ///
  /// With λ₁ ≥ λ₂ the variances along the axes of the error ellipse and s² their mean, 68.3 % lie within 1.515 s of the center
  /// for a circle and within √2 s for a line; between these the factor is 1.515 − 0.101 q² with q = (λ₁ − λ₂)/(λ₁ + λ₂), within 2
  /// %.
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

/// Sources that may change the alignment's yaw.
enum YawSources: Sendable {
  /// All sources: motion and fixes, the compass, the gait.
  case everything
  case compass
  /// No source inside the filter: the yaw comes from a method beside it, or is held by hand.
  case outside
}

/// Returns a scene displacement (along the scene's east and north) turned by `yaw`, clockwise: the displacement on Earth.
@inline(__always) func turned(_ v: SIMD2<Double>, by yaw: Double) -> SIMD2<Double> {
  let s = sin(yaw), c = cos(yaw)
  return SIMD2(c * v.x + s * v.y, c * v.y - s * v.x)
}

/// The same with cached sine and cosine, for a yaw that rarely changes.
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
