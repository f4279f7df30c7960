public import CalibrationRecords
import Fusion
public import Geometry
public import Samples

/// Check in service of a magnetometer's calibration: an estimate of the field that has become fixed to the body since, kept apart
/// from the field of the place.
///
/// With the calibrated field m in the body, R the orientation and a rest h fixed to the body (`rest`),
///   R m = e + R h + noise,
/// e is the field of the place in the scene (`place`), a random walk whose rate follows from the readings: in a steel building it
/// varies by microteslas, in the open it is constant. A Kalman filter estimates (h, e). h turns with the body and e does not, so
/// a disturbed place does not count against the calibration: the verdict needs three quarters of a turn, and an h beyond three of
/// its standard deviations. The slow drift of the scene's heading is a walk of e and does no harm.
public struct MagneticHealth: Sendable {
  enum Index { static let rest = 0, place = 3, count = 6 }
  /// Heading errors from which a calibration drifts, and from which it must be made again.
  static let driftingLimit = Degrees(2), redoLimit = Degrees(5)
  static let sectors = 12, sectorsNeeded = 9
  /// µT: of a reading; of h at the start and per √s; the walk of e per √s at least and at most.
  static let noise = 0.7, initialRest = 20.0, walk = 0.003, leastWalk = 0.1, mostWalk = 20.0
  /// Number of readings over which the place's walk is estimated.
  static let memory = 60.0
  /// Number of standard deviations for certainty.
  static let sureness = 3.0
  /// A reading is used after the body has turned by 5°.
  static let spacing = 0.087

  private let strength: Double?, vertical: Double?
  private var covariance = SymmetricMatrix(size: Index.count)
  private var state = [Double](repeating: 0, count: Index.count)
  private var last: (time: BootInstant, orientation: Rotation<Body, Scene>)?
  private var lastField = SIMD3<Double>.zero
  /// For the walk of e: its squared steps per axis, and their durations, as running means.
  private var stepSquare = 0.0, stepTime = 0.0
  private var count = 0.0
  private var meanUp = SIMD3<Double>.zero
  /// Time when each sector of headings was last seen, in seconds of use.
  private var seen = [Double](repeating: -Double.infinity, count: sectors)
  private var clock = 0.0
  public private(set) var refused = 0

  /// Without a known field, the estimated field of the place is used for its strength.
  public init(_ surroundings: CalibrationSurroundings = .init()) {
    strength = surroundings.field?.totalStrength.value
    vertical = surroundings.field?.z
    for i in 0..<3 { covariance[i, i] = Self.initialRest * Self.initialRest }
    for i in 3..<6 { covariance[i, i] = 1e4 }
  }

  /// Fuses a calibrated reading with its orientation (the heading may be any).
  public mutating func ingest(
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
    let isFirst = last == nil
    let before = last?.orientation.matrix ?? .identity
    last = (time, orientation)
    clock += elapsed
    let matrix = orientation.matrix
    let seen = matrix * m
    if !isFirst, elapsed < 5 { judgeWalk(seen - lastField - (matrix - before) * rest, elapsed) }
    lastField = seen
    count += 1
    propagate(min(elapsed, 600))
    fuse(matrix, seen)
    meanUp += (matrix[row: 1] - meanUp) / min(count, 400)
    recordSector(orientation)
  }

  private mutating func judgeWalk(_ step: SIMD3<Double>, _ elapsed: Double) {
    let share = 1 / min(count, Self.memory)
    stepSquare += (min(100, dot(step, step) / 3) - stepSquare) * share
    stepTime += (elapsed - stepTime) * share
  }

  /// Random walk per √s, without the part that the noise of two readings explains.
  private var placeWalk: Double {
    guard stepTime > 0 else { return 1 }
    let square = max(0, stepSquare - 2 * Self.noise * Self.noise) / stepTime
    return max(Self.leastWalk, min(Self.mostWalk, square.squareRoot()))
  }

  private mutating func propagate(_ elapsed: Double) {
    let walk = placeWalk
    for i in 0..<3 {
      covariance.add(Self.walk * Self.walk * elapsed, to: Index.rest + i)
      covariance.add(walk * walk * elapsed, to: Index.place + i)
    }
  }

  /// Fuses a reading; an innovation beyond the gate is a disturbance of the place, such as a loudspeaker, and gets less weight.
  private mutating func fuse(_ matrix: Matrix3, _ seen: SIMD3<Double>) {
    var measurement = Measurement(gate: .inflate(beyond: Self.sureness))
    for axis in 0..<3 {
      var row = SparseRow()
      row.add(Index.rest, matrix[row: axis])
      row.add(Index.place + axis, 1)
      let innovation = seen[axis] - dot(matrix[row: axis], rest) - state[Index.place + axis]
      measurement.add(row, observation: seen[axis], innovation: innovation, variance: Self.noise * Self.noise)
    }
    var correction = StateVector()
    if !covariance.fuse(measurement, correcting: &correction).isFused { refused += 1 }
    for i in 0..<Index.count { state[i] += correction[i] }
  }

  /// Records the sector, a twelfth of a turn, in which the body's right points (its back, if it lies on its side).
  private mutating func recordSector(_ orientation: Rotation<Body, Scene>) {
    let matrix = orientation.matrix
    let axis = matrix.c0.y.magnitude < 0.95 ? matrix.c0 : matrix.c2
    let share = Angle.arcTangent(axis.x, axis.z).azimuth.radians / (2 * .pi)
    seen[min(Self.sectors - 1, Int(saturating: share * Double(Self.sectors)))] = clock
  }

  var rest: SIMD3<Double> { SIMD3(state[0], state[1], state[2]) }
  /// The field that turns with the body and should not exist.
  public var hardIron: MagneticField<Body> { MagneticField(rest) }
  /// 1 σ of its level part, per axis: this part turns the heading, and a turn around reveals it.
  public var sigma: FluxDensity {
    let trace = covariance[0, 0] + covariance[1, 1] + covariance[2, 2]
    return FluxDensity((max(0, trace - upwardVariance) / 2).squareRoot())
  }
  private var up: SIMD3<Double> { meanUp / max(1e-9, dot(meanUp, meanUp).squareRoot()) }
  private var upwardVariance: Double {
    var row = SparseRow()
    row.add(Index.rest, up)
    return covariance.covariance(row, row)
  }
  /// The part that is known well enough to be removed: all of the rest, or its level part while the body was hardly tilted.
  var knownRest: SIMD3<Double> { upwardVariance < 4 * sigma.value * sigma.value ? rest : levelRest }
  var levelRest: SIMD3<Double> { rest - up * dot(rest, up) }
  private var levelSize: Double { dot(levelRest, levelRest).squareRoot() }
  /// The share of a turn seen within the last half hour.
  public var turned: Double { Double(sectorsSeen) / Double(Self.sectors) }
  private var sectorsSeen: Int { seen.reduce(0) { $0 + (clock - $1 < 1800 ? 1 : 0) } }
  var isInformed: Bool { sectorsSeen >= Self.sectorsNeeded && count >= 24 }

  private var horizontal: Double {
    let b = strength ?? dot(place, place).squareRoot(), v = vertical ?? place.y
    return max(5, max(0, b * b - v * v).squareRoot())
  }
  /// The rest's effect on the heading, root mean square over the turn.
  public var headingError: Angle { .radians(atan2(levelSize, horizontal) * 0.7071) }
  private var sureError: Angle {
    .radians(atan2(max(0, levelSize - Self.sureness * sigma.value), horizontal) * 0.7071)
  }

  /// The verdict; nil until three quarters of a turn were seen.
  public var verdict: CalibrationVerdict? {
    guard isInformed else { return nil }
    return sureError.degrees > Self.redoLimit.value
      ? .redo : sureError.degrees > Self.driftingLimit.value ? .drifting : .good
  }

  /// Reason for the verdict.
  public var reason: CalibrationPhrase {
    let size = shown(levelSize)
    let error = shown(headingError.degrees)
    switch verdict {
    case nil:
      return CalibrationPhrase(
        "not-turned", figures, english: "turn around once: \(percent(turned)) of a turn was seen of 75 %")
    case .good:
      return isPlaceDisturbed
        ? CalibrationPhrase(
          "place-disturbed", figures,
          english:
            "the field of this place is off by \(shown(placeOff)) µT and changes by \(shown(placeWalk)) µT in a second; the calibration is not the cause"
        )
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

  private var place: SIMD3<Double> { SIMD3(state[3], state[4], state[5]) }
  /// Difference of strength and vertical part between the place and the Earth's field, if that is known.
  private var placeOff: Double {
    guard let strength, let vertical else { return 0 }
    return hypot(dot(place, place).squareRoot() - strength, place.y - vertical)
  }
  private var isPlaceDisturbed: Bool { placeOff > 5 || placeWalk > 2 }

  public var figures: [CalibrationFigure] {
    [
      CalibrationFigure("body-field", levelSize, "µT"),
      CalibrationFigure("body-field-sigma", sigma.value, "µT"),
      CalibrationFigure("heading-error", Degrees(headingError), bar: Self.driftingLimit),
      CalibrationFigure("place-field", placeOff, "µT"),
      CalibrationFigure("turned", 100 * turned, "%", bar: 75),
    ]
  }

  /// Subtracts the part of the rest that the calibration's offset has taken over.
  mutating func shift(by part: SIMD3<Double>) { for i in 0..<3 { state[i] -= part[i] } }
}
