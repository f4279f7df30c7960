public import Fusion
public import Geometry
public import Samples

/// Heading from the magnetometer: a Kalman filter above the attitude filter, without any effect on it.
///
/// State (10): ψ, the scene's yaw anticlockwise seen from above; h, a field fixed to the body (hard iron); d, a distortion fixed
/// to the Earth, Gauss-Markov; m_N and m_U, the reference field; τ, the magnetometer's lag behind the gyroscope. In the code:
/// `psi`, `hardIron`, `distortion`, `north`, `up`, `lag`.
/// Over a window, with R the attitude filter's orientation in east-north-up axes,
///   e = mean[Rz(ψ) R exp(−ω τ) (m − h)],  predicted p = (d_E, m_N + d_N, m_U + d_U),  y = e − p,
/// and y = H δx with the columns of `jacobian`.
/// Rotation separates h from d: h turns with the body, d does not.
public struct HeadingFilter: Aided {
  enum Index { static let psi = 0, hardIron = 1, distortion = 4, north = 7, up = 8, lag = 9, count = 10 }

  public enum Event: Sendable {
    /// A window has closed, with its length, with or without readings.
    case window(TimeSpan)
  }

  public static let sources: [AidingSource<HeadingFilter>] = [.field]
  public var aids = HeadingFilter.freshAids()
  public var pending = StateVector()
  /// Time of the current sample; set by the owner. It is used only as the time of the aids.
  public var now = BootInstant(nanoseconds: .min)

  let parameters: HeadingParameters
  /// The scene's yaw, anticlockwise; nil before the first window.
  var psi: Double?
  public internal(set) var hardIron = SIMD3<Double>.zero
  public internal(set) var distortion = SIMD3<Double>.zero
  /// The reference field.
  public internal(set) var north = 0.0, up = 0.0
  public internal(set) var lag = 0.0
  public var covariance: SymmetricMatrix
  /// s², the squared deviation of the readings from the reference field, in µT².
  private(set) var disturbanceSquared = 0.0
  private var trustedTime = 0.0
  /// Whether a window has given the field.
  private var hasField = false

  // Sums of the current window.
  private var fieldSum = SIMD3<Double>.zero, matrixSum = Matrix3.zero, rateSum = SIMD3<Double>.zero
  private(set) var squaredRateSum = 0.0
  /// Number of readings in the current window.
  public private(set) var count = 0.0
  private var last: MagneticField<Body>?

  public init(_ parameters: HeadingParameters) {
    self.parameters = parameters
    covariance = SymmetricMatrix(size: Index.count)
  }

  /// The scene's yaw: true (or magnetic) azimuth = scene azimuth + yaw, clockwise; nil before it is known.
  public var yaw: Angle? { psi.map { .radians(-$0) } }
  public var sigma: Angle { .radians(covariance[0, 0].squareRoot()) }
  /// Returns the standard deviation including a field of the surroundings with `variance` µT² per axis, which the filter cannot
  /// tell from the Earth's because the device stays in it.
  public func sigma(besides variance: Double) -> Angle {
    let strength = max(Self.leastStrength, hypot(north + distortion.y, distortion.x))
    return .radians((covariance[0, 0] + ownShare * variance / (strength * strength)).squareRoot())
  }
  private static let leastStrength = 3.0
  /// Share of the heading that comes from the compass itself: 0 after a yaw was adopted, and growing with time as the
  /// surroundings' field changes.
  private var ownShare = 1.0
  /// Replaces the yaw by one from another source: the field measured now then has another direction on Earth, and its difference
  /// from the reference is distortion.
  public mutating func adopt(yaw: Angle, sigma: Angle) {
    if let psi, hasField {
      let turn = yaw.radians + psi, c = cos(turn), s = sin(turn)
      let east = distortion.x, north = self.north + distortion.y
      distortion.x = c * east + s * north
      distortion.y = c * north - s * east - self.north
    }
    psi = -yaw.radians
    ownShare = 0
    covariance.reset(Index.psi, variance: sigma.radians * sigma.radians)
    let open = Self.initialDistortion.value * Self.initialDistortion.value
    for i in Index.distortion..<Index.distortion + 2 { covariance.reset(i, variance: max(open, covariance[i, i])) }
  }
  /// 1 σ of each component of the surroundings' field at the start.
  private static let initialDistortion = FluxDensity(1)
  /// Deviation of the field from the reference now.
  public var disturbance: FluxDensity { FluxDensity(disturbanceSquared.squareRoot()) }

  /// Adds one reading; a repeated value is ignored.
  public mutating func add(
    _ field: MagneticField<Body>, orientation: Rotation<Body, Scene>, rate: AngularVelocity<Body>
  ) {
    guard field != last else { return }
    last = field
    let then = orientation * Rotation<Body, Body>.exp(rate * TimeSpan(-lag))
    let m = eastNorthUp(then.matrix)
    fieldSum += m * (field.components - hardIron)
    matrixSum += m
    let turning = m * rate.components
    rateSum += turning
    squaredRateSum += dot(turning, turning)
    count += 1
  }

  /// Closes a window of the given length; `headingGrowth` is how much the attitude filter's own heading variance has grown in it.
  /// `unseen` is the part that no gyroscope has shown: where that is too much for a linear filter, the heading is found anew.
  public mutating func closeWindow(_ time: TimeSpan, headingGrowth: Double, unseen: Double = 0) {
    defer { clearWindow() }
    unseenTurn += unseen
    if unseenTurn > Self.farthest.radians * Self.farthest.radians, count > 0 { findAgain() }
    if !hasField {
      if count > 0 { start() }
    } else {
      propagate(time.value, headingGrowth)
      ingest(.window(time), at: now)
    }
  }

  /// 1 σ at the start: of the heading from the first reading, and of its level and vertical components as those of the Earth's
  /// field.
  private static let initialHeading = Angle.degrees(60), initialField = FluxDensity(3)

  /// Variance of what the body has turned unseen since the heading was found last, and the angle that a linear filter bears.
  private var unseenTurn = 0.0
  private static let farthest = Angle.degrees(30)

  /// Finds the heading in the field as it was known.
  private mutating func findAgain() {
    unseenTurn = 0
    guard hasField, psi != nil else { return }
    let e = fieldSum / count
    psi = Angle.radians(atan2(e.x, e.y) - atan2(distortion.x, north + distortion.y)).wrapped.radians
    covariance.reset(Index.psi, variance: Self.initialHeading.radians * Self.initialHeading.radians)
  }

  /// Forgets the readings of the window at hand: they were taken in another orientation.
  public mutating func interrupt() { clearWindow() }

  private mutating func start() {
    hasField = true
    let e = fieldSum / count
    north = hypot(e.x, e.y)
    up = e.z
    func set(_ index: Int, _ count: Int, _ sigma: Double) {
      for i in index..<index + count { covariance[i, i] = sigma * sigma }
    }
    if let psi {
      // A heading from another source came first: the difference from the reference is distortion.
      let c = cos(psi), s = sin(psi)
      distortion = SIMD3(c * e.x - s * e.y, s * e.x + c * e.y - north, 0)
    } else {
      psi = atan2(e.x, e.y)  // turns the horizontal field to the north
      set(Index.psi, 1, Self.initialHeading.radians)
    }
    set(Index.hardIron, 3, parameters.hardIron.value)
    set(Index.distortion, 3, Self.initialDistortion.value)
    set(Index.north, 2, Self.initialField.value)
    set(Index.lag, 1, parameters.initialLag.value)
  }

  /// Random walks of the device's own field, and of the reference.
  private static let hardIronWalk = FluxDensityWalk(0.02), fieldWalk = FluxDensityWalk(0.01)

  private mutating func propagate(_ time: Double, _ headingGrowth: Double) {
    covariance.add(headingGrowth, to: Index.psi)
    let keep = exp(-time / parameters.distortionTime.value)
    let drive = parameters.distortion.value * parameters.distortion.value * (1 - keep * keep)
    distortion *= keep
    ownShare += (1 - ownShare) * (1 - keep * keep)
    for i in 0..<3 {
      covariance.scale(Index.distortion + i, by: keep)
      covariance.add(drive, to: Index.distortion + i)
      covariance.add(Self.hardIronWalk.value * Self.hardIronWalk.value * time, to: Index.hardIron + i)
    }
    let walk = Self.fieldWalk.value * Self.fieldWalk.value * time
    covariance.add(walk, to: Index.north)
    covariance.add(walk, to: Index.up)
  }

  /// The window's readings: their mean in the Earth's axes, its innovation, and its Jacobian.
  struct Reading {
    var field: SIMD3<Double>
    var predicted: SIMD3<Double>
    var rows: Rows
    var innovation: SIMD3<Double> { field - predicted }
  }

  func reading() -> Reading {
    let turn = psi ?? 0
    let c = cos(turn), s = sin(turn)
    let spin = Matrix3(rows: SIMD3(c, -s, 0), SIMD3(s, c, 0), SIMD3(0, 0, 1))
    let predicted = SIMD3(distortion.x, north + distortion.y, up + distortion.z)
    let rows = jacobian(predicted, spin * (matrixSum * (1 / count)), spin * (rateSum / count))
    return Reading(field: spin * (fieldSum / count), predicted: predicted, rows: rows)
  }

  /// Time constant with which a disturbance is forgotten: a few windows.
  private static let disturbanceTime = TimeSpan(0.25)

  /// Updates the disturbance of the field, by size and dip against the reference: up at once, down with time.
  mutating func watchDisturbance(_ e: SIMD3<Double>, _ time: Double) {
    let strength = hypot(north, up)
    let size = dot(e, e).squareRoot()
    let dip = atan2(e.z, hypot(e.x, e.y)) - atan2(up, north)
    let off = (size - strength) * (size - strength) + strength * strength * dip * dip
    let relax = 1 - exp(-time / Self.disturbanceTime.value)
    disturbanceSquared += off > disturbanceSquared ? off - disturbanceSquared : (off - disturbanceSquared) * relax
  }

  /// y depends on the errors δx (true − nominal) as y = H δx, so each column is ∂(p − e)/∂x:
  /// ψ: (p_N, −p_E, 0); h: M, the mean rotation; d: I; m_N, m_U: unit vectors; τ: ω × p.
  private func jacobian(_ p: SIMD3<Double>, _ m: Matrix3, _ rate: SIMD3<Double>) -> Rows {
    let turning = cross(rate, p)
    var east = SparseRow(Index.psi, p.y)
    var north = SparseRow(Index.psi, -p.x)
    var up = SparseRow()
    east.add(Index.hardIron, m[row: 0])
    north.add(Index.hardIron, m[row: 1])
    up.add(Index.hardIron, m[row: 2])
    east.add(Index.distortion, 1)
    north.add(Index.distortion + 1, 1)
    up.add(Index.distortion + 2, 1)
    north.add(Index.north, 1)
    up.add(Index.up, 1)
    east.add(Index.lag, turning.x)
    north.add(Index.lag, turning.y)
    up.add(Index.lag, turning.z)
    return Rows(east: east, north: north, up: up)
  }

  /// Share of the squared surprise by which the variance of the device's own field rises then.
  private static let stepGain = 0.1

  /// Raises the variance of the device's own field after a surprise beyond noise: a magnet was put on or taken off. Rotation then
  /// separates it from the surroundings' field.
  mutating func openStep(_ reading: Reading, _ white: Double) {
    let y = reading.innovation, rows = reading.rows
    var s = Matrix3.identity * white
    for i in 0..<3 {
      for j in 0...i {
        let element = covariance.covariance(rows[i], rows[j])
        s[i, j] += element
        if i != j { s[j, i] += element }
      }
    }
    guard let inverse = s.inverse else { return }
    guard dot(y, inverse * y) > parameters.stepThreshold else { return }
    for i in 0..<3 { covariance.add(Self.stepGain * dot(y, y), to: Index.hardIron + i) }
  }

  /// Disturbance up to which a field is clean, and the time in a clean field that ends the start.
  private static let cleanField = FluxDensity(8), startTime = TimeSpan(10)

  /// Keeps a heading that was taken beside a magnet open to correction until there was enough time in a clean field.
  mutating func openStart(_ time: Double) {
    guard trustedTime < Self.startTime.value else { return }
    let limit = Self.cleanField.value
    guard disturbanceSquared > limit * limit else {
      trustedTime += time
      return
    }
    func raise(_ i: Int, to variance: Double) {
      if covariance[i, i] < variance { covariance.add(variance - covariance[i, i], to: i) }
    }
    raise(Index.psi, to: min(1, 0.4 * disturbanceSquared / (north * north + 1)))
    raise(Index.north, to: 0.4 * disturbanceSquared)
    raise(Index.up, to: 0.4 * disturbanceSquared)
  }

  public func considered(in event: Event) -> Considered? { nil }

  public mutating func apply(_ correction: StateVector) {
    psi = psi.map { Angle.radians($0 + correction[Index.psi]).wrapped.radians }
    hardIron += correction.three(at: Index.hardIron)
    distortion += correction.three(at: Index.distortion)
    north += correction[Index.north]
    up += correction[Index.up]
    lag += correction[Index.lag]
  }

  /// `psi` is anticlockwise.
  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.psi]) }

  private mutating func clearWindow() {
    fieldSum = .zero
    matrixSum = .zero
    rateSum = .zero
    squaredRateSum = 0
    count = 0
  }
}

/// The Jacobian's three rows.
struct Rows {
  var east: SparseRow, north: SparseRow, up: SparseRow
  subscript(axis: Int) -> SparseRow { axis == 0 ? east : axis == 1 ? north : up }
}

/// Rows (x, −z, y): the scene's axes read as east, north, up.
private func eastNorthUp(_ m: Matrix3) -> Matrix3 {
  Matrix3(
    columns: SIMD3(m.c0.x, -m.c0.z, m.c0.y), SIMD3(m.c1.x, -m.c1.z, m.c1.y), SIMD3(m.c2.x, -m.c2.z, m.c2.y))
}
