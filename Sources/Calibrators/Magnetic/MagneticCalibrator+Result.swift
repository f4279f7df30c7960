public import CalibrationRecords
import Geodesy
public import Geometry
import Samples

// The steps from the readings to a result; the reasons to refuse are in MagneticCalibrator+Guards.swift.
extension MagneticCalibrator {
  /// Limits of the heading's error.
  public static let gradeLimits = GradeLimits(
    excellent: Degrees(1), good: Degrees(2), fair: Degrees(4), poor: Degrees(8))
  /// Factor from the covariance's 1 σ to the error that nine in ten stay below.
  static let margin = 1.7
  /// Largest standard deviation of a stated lag.
  static let lagSigmaNeeded = TimeSpan(0.004)

  public func result() throws(CalibrationFailure) -> CalibrationResult {
    let fitted = try fitted()
    try check(fitted)
    return try conclude(fitted)
  }

  /// Everything that the fit gives, before it is judged.
  struct Fitted {
    var fit: MagneticFit
    var start: MagneticStart
    /// Kept readings, turned to the axes that the start has found.
    var readings: [KeptReadings.Reading]
    var track: MotionTrack
    var residuals: [SIMD3<Double>]
    var matrix: Matrix3
    /// Strength of the Earth's field as the sensor measures it: without the scale, which only the magnetic model gives.
    var strength: Double
    /// Rms error of strength and vertical component, in µT; the holdout's is for readings that the fit did not use.
    var residual: Double
    var holdout: Double
    var residualBefore: Double
    var extent: MotionExtent
    /// Heading error, with margin, in degrees.
    var promise: Double
  }

  func fitted() throws(CalibrationFailure) -> Fitted {
    try checkInput()
    guard let track = track.smoothed() else { throw .noUp }
    let field = surroundings.field
    let knownStrength = field?.totalStrength.value, knownDip = field?.inclination.radians
    var kept = readings.all.sorted { $0.time < $1.time }
    guard let delay = bestDelay(kept, track) else { throw tooLittle(MotionExtent(directions: [], ups: [])) }
    var sightings = sightings(kept, track, delay: delay)
    guard sightings.count >= Self.fewestReadings,
      var start = MagneticStart(sightings, strength: knownStrength, dip: knownDip, isRobust: true)
    else { throw tooLittle(MotionExtent(directions: [], ups: [])) }
    // Another mount must explain the readings much better than the one in force.
    if start.turn != .identity {
      if start.advantage < 0.5 {
        guard
          let again = MagneticStart(
            sightings, strength: knownStrength, dip: knownDip, turns: [.identity], isRobust: true)
        else { throw tooLittle(MotionExtent(directions: [], ups: [])) }
        start = again
      } else {
        for i in kept.indices { kept[i].field = start.turn * kept[i].field }
        for i in sightings.indices { sightings[i].field = start.turn * sightings[i].field }
        start.offset = start.turn * start.offset
        start.matrix = start.matrix * start.turn.transposed
      }
    }

    // With an unknown field, its strength is that for which the matrix keeps volume, from the readings: drift shortens the mean
    // field.
    let lengths = sightings.map { sighting in
      let field = start.matrix * (sighting.field - start.offset)
      return dot(field, field).squareRoot()
    }
    let scale = cbrt(max(0.01, start.matrix.determinant))
    let strength = knownStrength ?? lengths.sorted()[lengths.count / 2] / scale
    guard strength > 1, strength.isFinite else { throw .unsound }
    let dip = knownDip ?? asin(max(-1, min(1, -start.field.y / max(1e-6, start.fieldStrength))))
    var priors = MagneticFit.Priors()
    priors.dip = knownDip.map { ($0, 3 * .pi / 180) }
    priors.lag.mean = delay
    func blank(_ model: MagneticFit.Model) -> MagneticFit {
      MagneticFit(
        model, start: start, strength: strength, dip: dip, sightings: sightings, track: track, priors: priors)
    }
    let (model, holdout) = chooseModel(kept, track, blank)
    var fit = blank(model)
    guard fit.solve(kept, track) else { throw .unsound }
    // A parameter that a smaller model leaves out is still uncertain: the covariance is that of the full model.
    if model != .ellipsoid {
      var full = fit
      full.model = .ellipsoid
      if full.solve(kept, track, iterations: 1) { fit.covariance = full.covariance }
    }
    guard let matrix = fit.matrix, matrix.isFinite, fit.offset.x.isFinite else { throw .unsound }
    let volume = cbrt(max(1e-9, fit.symmetric.determinant))
    let residuals = fit.residuals(kept, track)
    var hint = 1
    let extent = MotionExtent(
      directions: kept.map { matrix * ($0.field - fit.offset) },
      ups: kept.compactMap { track.pose(at: $0.time, near: &hint)?.orientation.matrix.transposed.c1 })
    let before = kept.map { dot($0.field, $0.field).squareRoot() }.deviation
    let tilt = 0.13 * tan(min(1.5, fit.dip.magnitude))
    let sigma = Angle.radians(max(fit.headingSigma, fit.jackknifedHeadingSigma(kept, track))).degrees
    return Fitted(
      fit: fit, start: start, readings: kept, track: track, residuals: residuals,
      matrix: knownStrength == nil ? matrix * volume : matrix, strength: strength * volume,
      residual: fit.scalarResidual(kept, track) ?? .infinity, holdout: holdout,
      residualBefore: before, extent: extent, promise: Self.margin * hypot(sigma, tilt))
  }

  /// Returns the full model, whose priors hold the parameters that were not seen, unless one with fewer parameters predicts
  /// readings that it did not use better by a tenth. Two stretches of time are held out, a fifth of all; single random readings
  /// would be too similar to their neighbors.
  private func chooseModel(
    _ kept: [KeptReadings.Reading], _ track: MotionTrack, _ blank: (MagneticFit.Model) -> MagneticFit
  ) -> (MagneticFit.Model, Double) {
    let count = kept.count
    func isHeld(_ i: Int) -> Bool { [2, 7].contains(10 * i / count) }
    let taught = kept.indices.filter { !isHeld($0) }.map { kept[$0] }
    let held = kept.indices.filter(isHeld).map { kept[$0] }
    var best: (model: MagneticFit.Model, residual: Double)?
    for model in MagneticFit.Model.allCases.reversed() {
      var fit = blank(model)
      guard fit.solve(taught, track, iterations: 8), let residual = fit.scalarResidual(held, track) else { continue }
      if let old = best, residual > 0.9 * old.residual { continue }
      best = (model, residual)
    }
    return best.map { ($0.model, $0.residual) } ?? (.ellipsoid, .infinity)
  }

  /// Returns the lag at which the linear estimate leaves the smallest residual, from −20 to 100 ms; most sensors are 10 ± 30 ms
  /// late.
  private func bestDelay(_ kept: [KeptReadings.Reading], _ track: MotionTrack) -> Double? {
    let field = surroundings.field
    var best: (delay: Double, cost: Double)?
    for delay in stride(from: -0.02, to: 0.11, by: 0.02) {
      let sightings = sightings(kept, track, delay: delay)
      guard
        let start = MagneticStart(
          sightings, strength: field?.totalStrength.value, dip: field?.inclination.radians),
        case let cost = start.cost + ((delay - 0.01) / 0.03) * ((delay - 0.01) / 0.03), cost < best?.cost ?? .infinity
      else { continue }
      best = (delay, cost)
    }
    return best?.delay
  }

  private func conclude(_ fitted: Fitted) throws(CalibrationFailure) -> CalibrationResult {
    let fit = fitted.fit
    let correction: Calibration<Microtesla>
    do { correction = try Calibration(validating: MagneticField(fit.offset), matrix: fitted.matrix) } catch {
      throw CalibrationFailure(
        .implausible, finding: "\(error)", remedy: "check the mount, keep clear of iron, and calibrate again")
    }
    guard let grade = Self.gradeLimits.grade(of: Degrees(fitted.promise)) else {
      throw undetermined(fitted)
    }
    var remarks: [CalibrationPhrase] = []
    if watch.notFinite > 0 {
      remarks.append(
        CalibrationPhrase(
          "readings-refused", [CalibrationFigure("not-finite", Double(watch.notFinite))],
          english: "\(watch.notFinite) readings were not numbers and were left out"))
    }
    if watch.backwards > 0 {
      remarks.append(
        CalibrationPhrase(
          "stamps-refused", [CalibrationFigure("backwards", Double(watch.backwards))],
          english: "\(watch.backwards) readings had earlier stamps than the reading before them and were left out"))
    }
    if surroundings.field == nil {
      remarks.append(
        CalibrationPhrase(
          "field-unknown", english: "the place is unknown, so strength and dip were not compared with the Earth's"))
    }
    if fitted.residual > 0.98 * fitted.residualBefore {
      remarks.append(
        CalibrationPhrase(
          CalibrationPhrase.noBetter,
          [
            CalibrationFigure("residual", fitted.residual, "µT"),
            CalibrationFigure("residual-before", fitted.residualBefore, "µT"),
          ],
          english:
            "the strength of the field is no steadier with this calibration than without it: keep the one in force"
        ))
    }
    let turn = fitted.start.turn
    if turn != .identity {
      remarks.append(
        CalibrationPhrase(
          "magnetometer-turned", english: "the magnetometer's axes do not match its mount matrix"))
    }
    return CalibrationResult(
      kind: .magnetometer, grade: grade,
      promise: CalibrationFigure("heading-error", Degrees(fitted.promise), bar: Self.gradeLimits[grade]),
      evidence: evidence(fitted), remarks: remarks, corrections: CalibrationSet(magnetometer: correction),
      magnetometerTurn: turn == .identity ? nil : Rotation(turn),
      magnetometerDelay: fit.lagSigma < Self.lagSigmaNeeded.value ? TimeSpan(fit.lag) : nil,
      temperature: temperature)
  }

  func evidence(_ fitted: Fitted) -> [CalibrationFigure] {
    let fit = fitted.fit
    let field = surroundings.field
    let eigen = fit.symmetric.symmetricEigenvalues
    let scale = cbrt(max(1e-9, fit.symmetric.determinant))
    let soft = max((eigen.max() / scale - 1).magnitude, (eigen.min() / scale - 1).magnitude)
    return [
      CalibrationFigure("residual", fitted.residual, "µT"),
      CalibrationFigure("vector-residual", fit.residual, "µT"),
      CalibrationFigure("holdout-residual", fitted.holdout, "µT", bar: Self.residualLimit(fit.strength)),
      CalibrationFigure("residual-before", fitted.residualBefore, "µT"),
      CalibrationFigure("field", fitted.strength, "µT", bar: field?.totalStrength.value),
      CalibrationFigure("dip", Angle.radians(fit.dip).degrees, "°", bar: field?.inclination.degrees),
      coverageFigure,
      CalibrationFigure("hard-iron", dot(fit.offset, fit.offset).squareRoot(), "µT"),
      CalibrationFigure("soft-iron", 100 * soft, "%"),
      CalibrationFigure("misalignment", fit.turn.angle.degrees, "°"),
      CalibrationFigure("condition", eigen.max() / max(1e-9, eigen.min()), bar: 3),
      CalibrationFigure("kept", Double(fitted.readings.count)),
      CalibrationFigure("parameters", Double(fit.model.rawValue)),
      CalibrationFigure("heading-error", fitted.promise, "°"),
    ]
  }
}

extension MagneticStart {
  var fieldStrength: Double { dot(field, field).squareRoot() }
}

extension MagneticFit {
  /// Returns the rms residual of strength and vertical component, which do not depend on the heading's drift, in µT.
  func scalarResidual(_ readings: [KeptReadings.Reading], _ track: MotionTrack) -> Double? {
    guard let matrix else { return nil }
    var hint = 1
    var squares = 0.0, count = 0.0
    let up = -strength * sin(dip)
    for reading in readings {
      guard let pose = track.pose(at: reading.time - lag, near: &hint) else { continue }
      let field = matrix * (reading.field - offset)
      let off = dot(field, field).squareRoot() - strength
      let vertical = dot(pose.orientation.matrix.transposed.c1, field) - up
      // One passing magnet must not decide the model.
      let limit = 100 * noise * noise
      squares += min(limit, off * off) + min(limit, vertical * vertical)
      count += 2
    }
    return count > 0 && squares.isFinite ? (squares / count).squareRoot() : nil
  }
}

extension [Double] {
  /// Root mean square about the mean.
  var deviation: Double {
    guard !isEmpty else { return 0 }
    let mean = reduce(0, +) / Double(count)
    return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)).squareRoot()
  }
}
