public import Geometry
public import Samples

/// How well a magnetometer's calibration still holds, in service: an estimate of the field that has become fixed to the body
/// since, kept apart from what the place does.
///
/// With the calibrated field m in the body and up û by gravity, and a rest h fixed to the body, to first order
///   |m| = B + β + (m/|m|)·h,   m·û = V + γ + û·h,
/// B and V the Earth's strength and its upward part, β and γ what the place adds: Gauss–Markov, for it changes as one walks. A
/// Kalman filter over (h, β, γ). h turns with the body and β, γ do not, so a steel building is not held against the calibration:
/// it accuses only after three quarters of a turn, and beyond twice its own σ. Neither equation knows the heading, so a
/// drifting one does no harm.
public struct MagneticHealth: Sendable {
  public enum Verdict: String, CaseIterable, Sendable { case good, drifting, redo }

  enum Index { static let rest = 0, strength = 3, vertical = 4, count = 5 }
  /// What it may say, in degrees of heading.
  static let driftingLimit = 2.0, redoLimit = 5.0
  static let sectors = 12, sectorsNeeded = 9
  /// Of what the place adds: µT and seconds; of a reading; of h: to begin with and per √s.
  static let place = 6.0, placeTime = 10.0, noise = 0.7, initialRest = 10.0, walk = 0.003
  /// A reading is used after the body has turned by 5°.
  static let spacing = 0.087

  private let strength: Double?, vertical: Double?
  private var covariance = SymmetricMatrix(size: Index.count)
  private var state = [Double](repeating: 0, count: Index.count)
  private var last: (time: BootInstant, orientation: Rotation<Body, Scene>)?
  /// The mean strength and upward part, where the model's are unknown.
  private var mean = SIMD2<Double>.zero
  private var count = 0.0
  /// When each sector of headings was last seen, in the order of use.
  private var seen = [Double](repeating: -Double.infinity, count: sectors)
  private var clock = 0.0
  private var squares = 0.0
  public private(set) var refused = 0

  /// Without a field the readings' own mean takes its place.
  public init(_ surroundings: CalibrationSurroundings = .init()) {
    strength = surroundings.field?.totalStrength.value
    vertical = surroundings.field?.z
    for i in 0..<3 { covariance[i, i] = Self.initialRest * Self.initialRest }
    for i in 3..<5 { covariance[i, i] = Self.place * Self.place }
  }

  /// A calibrated reading, and the orientation then (its heading may be any).
  public mutating func take(
    _ field: MagneticField<Body>, orientation: Rotation<Body, Scene>, at time: BootInstant
  ) {
    let m = field.components
    let size = dot(m, m).squareRoot()
    guard field.isFinite, orientation.isFinite, size > 1, size < 500 else { return refused += 1 }
    var elapsed = 0.0
    if let last {
      elapsed = (time - last.time).value
      guard elapsed > 0 else { return refused += 1 }
      guard last.orientation.difference(to: orientation).norm.value > Self.spacing else { return }
    }
    last = (time, orientation)
    clock += elapsed
    let up = orientation.inverse(Direction<Scene>(0, 1, 0)).components
    let along = m / size
    let upward = dot(m, up)
    count += 1
    mean += (SIMD2(size, upward) - mean) / min(count, 400)
    propagate(min(elapsed, 600))
    update(along, Index.strength, size - (strength ?? mean.x))
    update(up, Index.vertical, upward - (vertical ?? mean.y))
    noteSector(m, up: up)
  }

  private mutating func propagate(_ elapsed: Double) {
    let keep = exp(-elapsed / Self.placeTime)
    for i in [Index.strength, Index.vertical] {
      state[i] *= keep
      covariance.scale(i, by: keep)
      covariance.add(Self.place * Self.place * (1 - keep * keep), to: i)
    }
    for i in 0..<3 { covariance.add(Self.walk * Self.walk * elapsed, to: i) }
  }

  private mutating func update(_ direction: SIMD3<Double>, _ index: Int, _ value: Double) {
    var row = SparseRow()
    row.add(Index.rest, direction)
    row.add(index, 1)
    let innovation = value - dot(direction, rest) - state[index]
    let known = covariance.covariance(row, row)
    // Beyond three σ it is somebody's loudspeaker: it counts for less.
    let variance = max(Self.noise * Self.noise, innovation * innovation / 9 - known)
    guard covariance.update(along: row, variance: variance) != nil else { return refused += 1 }
    for i in 0..<Index.count { state[i] += covariance.gain(i) * innovation }
    squares += (min(innovation * innovation, 900) - squares) / min(count, 100)
  }

  /// Which way magnetic north lies in the body, seen from above, in twelfths of a turn.
  private mutating func noteSector(_ m: SIMD3<Double>, up: SIMD3<Double>) {
    let level = m - up * dot(m, up)
    // The body's right, made level; its back where it lies on its side.
    var right = SIMD3(1.0, 0, 0) - up * up.x
    if dot(right, right) < 0.1 { right = SIMD3(0, 0, 1) - up * up.z }
    let back = cross(right, up)
    let angle = Angle.arcTangent(dot(level, right), dot(level, back)).azimuth.radians
    seen[min(Self.sectors - 1, Int(angle / (2 * .pi) * Double(Self.sectors)))] = clock
  }

  var rest: SIMD3<Double> { SIMD3(state[0], state[1], state[2]) }
  /// The field that turns with the body and should not be there.
  public var hardIron: MagneticField<Body> { MagneticField(rest) }
  /// 1 σ of it, the root mean square of the axes.
  public var sigma: FluxDensity {
    FluxDensity(((covariance[0, 0] + covariance[1, 1] + covariance[2, 2]) / 3).squareRoot())
  }
  /// The share of a turn seen within the last half hour.
  public var turned: Double { Double(sectorsSeen) / Double(Self.sectors) }
  private var sectorsSeen: Int { seen.reduce(0) { $0 + (clock - $1 < 1800 ? 1 : 0) } }
  var isInformed: Bool { sectorsSeen >= Self.sectorsNeeded && count >= 24 }

  private var horizontal: Double {
    let b = strength ?? mean.x, v = vertical ?? mean.y
    return max(5, max(0, b * b - v * v).squareRoot())
  }
  /// What the rest does to the heading, root mean square over the turn.
  public var headingError: Angle { .radians(atan2(dot(rest, rest).squareRoot(), horizontal) * 0.7071) }
  private var sureError: Angle {
    let size = max(0, dot(rest, rest).squareRoot() - 2 * sigma.value)
    return .radians(atan2(size, horizontal) * 0.7071)
  }

  /// nil until three quarters of a turn were seen.
  public var verdict: Verdict? {
    guard isInformed else { return nil }
    return sureError.degrees > Self.redoLimit ? .redo : sureError.degrees > Self.driftingLimit ? .drifting : .good
  }

  /// Why it says so.
  public var reason: CalibrationPhrase {
    let size = shown(dot(rest, rest).squareRoot())
    let error = shown(headingError.degrees)
    switch verdict {
    case nil:
      return CalibrationPhrase(
        "not-turned", figures, english: "turn around once: \(percent(turned)) of a turn was seen of 75 %")
    case .good:
      return isPlaceDisturbed
        ? CalibrationPhrase(
          "place-disturbed", figures,
          english: "the field of this place is off by \(shown(placeOff)) µT; the calibration is not to blame")
        : CalibrationPhrase(
          "good", figures, english: "a field of \(size) µT turns with the device, \(error)° of heading")
    case .drifting:
      return CalibrationPhrase(
        "drifting", figures,
        english: "a field of \(size) µT turns with the device, \(error)° of heading: calibrate when convenient")
    case .redo:
      return CalibrationPhrase(
        "redo", figures, english: "a field of \(size) µT turns with the device, \(error)° of heading: calibrate again")
    }
  }

  /// What strength and vertical part are off for reasons of the place.
  private var placeOff: Double { hypot(state[Index.strength], state[Index.vertical]) }
  private var isPlaceDisturbed: Bool { placeOff > 5 || squares > 9 }

  public var figures: [CalibrationFigure] {
    [
      CalibrationFigure("body-field", dot(rest, rest).squareRoot(), "µT"),
      CalibrationFigure("body-field-sigma", sigma.value, "µT"),
      CalibrationFigure("heading-error", headingError.degrees, "°", bar: Self.driftingLimit),
      CalibrationFigure("place-field", placeOff, "µT"),
      CalibrationFigure("turned", 100 * turned, "%", bar: 75),
    ]
  }

  /// The calibration's offset has moved, so that readings come without a part of the rest.
  mutating func shift(by part: SIMD3<Double>) { for i in 0..<3 { state[i] -= part[i] } }
}
