public import CalibrationRecords
public import Geometry
public import Samples

/// Calibrator of an accelerometer: offset, scale and misalignment from still poses in any order; nine parameters, without a jig.
///
/// `StillPoses` finds the poses by their variance, `PoseFit` fits the parameters to the magnitude of gravity in each pose, and
/// `GyroscopeTie` fits the rotation between the accelerometer's and the gyroscope's axes to the gyroscope's turns between poses.
/// The grade is the tilt error of the corrected force: excellent 0.1°, good 0.2°, fair 0.5°, poor 1°.
public struct AccelerometerCalibrator: Calibrator {
  public let kind = CalibrationKind.accelerometer
  private let gravity: Double
  private(set) var stream = InertialStream.accelerometer
  private(set) var gyroscope = InertialStream.gyroscope
  private(set) var still = StillPoses()
  private var seen = [UInt16](repeating: 0, count: PoseDirection.all.count)
  private var event = StillPoses.Event.nothing
  private var temperatures = TemperatureRange()

  /// Limits of the tilt error.
  public static let gradeLimits = GradeLimits(
    excellent: Degrees(0.1), good: Degrees(0.2), fair: Degrees(0.5), poor: Degrees(1))
  /// Cosine of 20°: directions with a smaller cosine count as different poses.
  static let apart = 0.94
  static let enoughEdges = 6
  static let enoughPoses = 12
  /// Lower limit of the standard deviation of a pose's mean: flicker noise, and the surface it lies on.
  static let leastSigma = AccelerationSize(0.003)
  /// Largest rms residual of poses that belong to one sensor at rest.
  static let mostScatter = AccelerationSize(0.15)
  /// Largest plausible errors of a sensor: its scale, as a ratio, and its offset.
  static let mostScaleError = 0.15
  static let mostOffset = AccelerationSize(2)

  public init(surroundings: CalibrationSurroundings = .init()) {
    gravity = (surroundings.gravity ?? Constants.standardGravity).value
  }

  public mutating func ingest(_ sample: Sample) {
    switch sample {
    case .accelerometer(let sample):
      guard stream.admit(sample.force.components, at: sample.time) else { return }
      let happened = still.add(force: sample.force.components, at: sample.time)
      switch happened {
      case .nothing: break
      case .accepted(let number):
        let cell = PoseDirection.nearest(to: still.poses[number - 1].force / gravity)
        seen[cell] &+= 1
        event = happened
      case .moved, .full: event = happened
      }
    case .gyroscope(let sample):
      guard gyroscope.admit(sample.rate.components, at: sample.time) else { return }
      still.add(rate: sample.rate.components, at: sample.time)
    case .temperature(let sample) where sample.sensor == .imu: temperatures.add(sample.temperature)
    default: break
    }
  }

  private var missingFaces: [PoseDirection] { zip(PoseDirection.faces, seen).filter { $1 == 0 }.map(\.0) }
  private var seenEdges: Int { seen.dropFirst(6).count { $0 > 0 } }
  /// The first edge that has not been seen, in the order of `PoseDirection.edges`.
  private var nextEdge: PoseDirection? { zip(PoseDirection.edges, seen.dropFirst(6)).first { $1 == 0 }?.0 }

  public var progress: CalibrationProgress {
    let faces = 6 - missingFaces.count
    let done = Double(faces) + Double(min(seenEdges, Self.enoughEdges))
    let complete = faces == 6 && seenEdges >= Self.enoughEdges
    var warnings: [CalibrationPhrase] = []
    switch event {
    case .moved(let number):
      warnings.append(
        CalibrationPhrase(
          "moved-during-pose", [CalibrationFigure("pose", Double(number))],
          english: "moved during still pose \(number): hold it still again"))
    case .full:
      warnings.append(CalibrationPhrase("poses-full", english: "the largest number of poses is reached: finish now"))
    case .nothing, .accepted: break
    }
    if stream.isSaturated, let fault = stream.saturation() {
      warnings.append(CalibrationPhrase("saturated", fault.figures, english: fault.finding))
    }
    return CalibrationProgress(
      fraction: complete ? 1 : done / Double(6 + Self.enoughEdges), isComplete: complete,
      instruction: instruction(complete),
      warnings: warnings,
      figures: [
        CalibrationFigure("poses", Double(still.poses.count), bar: Double(Self.enoughPoses)),
        CalibrationFigure("poses-thrown-away", Double(still.movedCount)),
        CalibrationFigure("held", 100 * still.heldFraction, "%", bar: 100),
        CalibrationFigure("rate", stream.rate, "Hz"),
      ], coverage: seen)
  }

  private func instruction(_ complete: Bool) -> CalibrationPhrase {
    if still.quietBlocks >= StillPoses.settled, !still.isAccepted {
      return CalibrationPhrase("hold-still", english: "hold it still")
    }
    if complete { return CalibrationPhrase("done", english: "enough readings") }
    guard let next = missingFaces.first ?? nextEdge else {
      return CalibrationPhrase("any-pose", english: "lay it still in any other way")
    }
    return CalibrationPhrase("pose-" + next.code, english: next.instruction)
  }

  public func result() throws(CalibrationFailure) -> CalibrationResult {
    if let failure = stream.failure() { throw failure }
    if let failure = clipped() { throw failure }
    let poses = still.poses
    try checkPoses(poses)
    var kept = [Bool](repeating: true, count: poses.count)
    let fit = try robustFit(poses, &kept)
    let scatter = AccelerationSize(rms(fit.heldOut))
    guard scatter <= Self.mostScatter else {
      throw CalibrationFailure(
        .residual, [CalibrationFigure("holdout-residual", scatter, bar: Self.mostScatter)],
        finding: "the poses disagree by \(decimal(scatter.value)) m/s²",
        remedy: "repeat on something that does not shake, without touching the device while it lies")
    }
    let scales = fit.matrix.diagonal
    let offset = AccelerationSize(dot(fit.offset, fit.offset).squareRoot())
    guard (scales - SIMD3(repeating: 1)).max() < Self.mostScaleError,
      (scales - SIMD3(repeating: 1)).min() > -Self.mostScaleError, offset < Self.mostOffset
    else {
      throw CalibrationFailure(
        .implausible, [CalibrationFigure("offset", offset, bar: Self.mostOffset)],
        finding: "this fit has a larger error than any accelerometer", remedy: "check the sensor's scale, and repeat")
    }
    let tilt = fit.tiltSigma(gravity: gravity)
    let tie = GyroscopeTie(poses, kept: kept, fit: fit)
    // 90 % of an error in two directions stay within 1.52 times its rms.
    let sigma = (tilt.angle * tilt.angle + (tie.map { 2 * $0.sigma * $0.sigma } ?? 0)).squareRoot()
    // If the standard deviation comes from the poses' own scatter, few spare poses leave it uncertain too (Student's t, roughly).
    let spare = Double(max(1, kept.count { $0 } - fit.parameters))
    let error = Degrees(1.52 * (fit.sigma > Self.leastSigma.value ? 1 + 1.5 / spare : 1) * sigma * 180 / .pi)
    guard let grade = Self.gradeLimits.grade(of: error) else {
      throw CalibrationFailure(
        .tooLittleMotion, [CalibrationFigure("tilt-error", error, bar: Self.gradeLimits.poor)],
        finding:
          "\(poses.count) poses leave a tilt error of \(decimal(error.value))°, most of it with \(tilt.worst.name)",
        remedy: missingText(poses))
    }
    let matrix = tie.map { $0.rotation.matrix * fit.matrix } ?? fit.matrix
    let correction: Calibration<MetrePerSecondSquared>
    do {
      correction = try Calibration(
        validating: Acceleration(fit.offset), matrix: matrix, reference: temperatures.mean)
    } catch {
      throw CalibrationFailure(.implausible, finding: "\(error)", remedy: "repeat the calibration")
    }
    return CalibrationResult(
      kind: kind, grade: grade, promise: CalibrationFigure("tilt-error", Self.gradeLimits[grade]),
      evidence: [
        CalibrationFigure("estimated-tilt-error", error, bar: Self.gradeLimits[grade]),
        CalibrationFigure("holdout-residual", scatter, bar: Self.mostScatter),
        CalibrationFigure("residual-before", rms(poses.map { length($0.force) - gravity }), "m/s²"),
        CalibrationFigure("poses", Double(kept.count { $0 })), CalibrationFigure("parameters", Double(fit.parameters)),
        CalibrationFigure("gyroscope-turns", Double(tie?.moves ?? 0)),
        CalibrationFigure("gravity", gravity, "m/s²"),
      ], remarks: remarks(kept: kept, tie: tie),
      corrections: CalibrationSet(accelerometer: correction), temperature: temperatures.mean)
  }
}

extension AccelerometerCalibrator {
  /// Returns a failure if an axis reads exactly the same, without noise, in poses of different directions: its range ends there.
  private func clipped() -> CalibrationFailure? {
    var ends: [(reading: Double, force: SIMD3<Double>)] = []
    for pose in still.poses {
      for axis in 0..<3 where pose.isFrozen[axis] && pose.force[axis].magnitude > 4 {
        let reading = pose.force[axis].magnitude
        if ends.contains(where: { $0.reading == reading && unitDot($0.force, pose.force) < 0.999 }) {
          return CalibrationFailure(
            .saturated, [CalibrationFigure("range-reached", reading, "m/s²")],
            finding: "the accelerometer reads just \(decimal(reading)) m/s² in different poses: its range ends there",
            remedy: "set a wider range (the sensor's scale)")
        }
        ends.append((reading, pose.force))
      }
    }
    return nil
  }

  private func checkPoses(_ poses: [StillPoses.Pose]) throws(CalibrationFailure) {
    let figures = [
      CalibrationFigure("poses", Double(poses.count), bar: Double(Self.enoughPoses)),
      CalibrationFigure("poses-thrown-away", Double(still.movedCount)),
    ]
    if poses.isEmpty {
      let moved = still.movedCount > 0
      throw CalibrationFailure(
        moved ? .moved : .tooLittleMotion, figures,
        finding: moved ? "moved during every still pose, \(still.movedCount) times" : "it was never still for 2.5 s",
        remedy: "lay it on something firm and let go of it")
    }
    let mean = poses.reduce(0) { $0 + length($1.force) } / Double(poses.count)
    guard (mean / gravity - 1).magnitude < 0.2 else {
      throw CalibrationFailure(
        .implausible, [CalibrationFigure("force", mean, "m/s²", bar: gravity)],
        finding: "at rest it reads \(decimal(mean)) m/s² instead of \(decimal(gravity))",
        remedy: "the sensor's scale or unit is wrong: check it with `gnomon doctor`")
    }
    var distinct: [SIMD3<Double>] = []
    var moment = Matrix3.zero
    for pose in poses where distinct.allSatisfy({ unitDot($0, pose.force) < Self.apart }) {
      distinct.append(pose.force)
      moment += Matrix3(outer: pose.force, pose.force) * (1 / dot(pose.force, pose.force))
    }
    if distinct.count >= 3 {
      let share = moment.symmetricEigenvalues.x / Double(distinct.count)
      if share < 0.03 {
        throw CalibrationFailure(
          .onePlane, figures + [CalibrationFigure("out-of-plane", 100 * share, "%", bar: 3)],
          finding: "all \(distinct.count) poses are in one plane", remedy: missingText(poses))
      }
    }
    guard distinct.count >= 6 else {
      throw CalibrationFailure(
        .tooLittleMotion, figures + [CalibrationFigure("directions", Double(distinct.count), bar: 6)],
        finding: "it lay in \(distinct.count) different ways; at least six are needed"
          + (still.movedCount > 0 ? " (moved during \(still.movedCount) more)" : ""),
        remedy: missingText(poses))
    }
  }

  private func missingText(_ poses: [StillPoses.Pose]) -> String {
    let faces = missingFaces.map(\.name)
    if !faces.isEmpty { return "also lay it still with its " + enumeration(faces) }
    return "also lean it still in other ways, " + (nextEdge?.name ?? "half-way between its faces")
  }

  /// Fits the poses, and leaves out those that do not fit the others, one after the other, at most a quarter of them.
  private func robustFit(
    _ poses: [StillPoses.Pose], _ kept: inout [Bool]
  ) throws(CalibrationFailure) -> PoseFit {
    var sigma = max(Self.leastSigma.value, rms(poses.map(\.sigma)))
    for _ in 0...poses.count {
      let indices = poses.indices.filter { kept[$0] }
      guard let fit = PoseFit(indices.map { poses[$0].force }, gravity: gravity, sigma: sigma) else {
        throw CalibrationFailure(
          .implausible, finding: "no offset and scale explain these poses", remedy: "repeat the calibration")
      }
      let sizes = fit.heldOut.map(\.magnitude)
      let median = sizes.sorted()[sizes.count / 2]
      if let worst = sizes.indices.max(by: { sizes[$0] < sizes[$1] }), sizes[worst] > max(0.04, 5 * median),
        indices.count > 8, 4 * (indices.count - 1) >= 3 * poses.count
      {
        kept[indices[worst]] = false
        continue
      }
      // With more poses than parameters, the residuals of the kept poses give their standard deviation.
      let scatter =
        rms(fit.residuals) * (Double(indices.count) / Double(max(1, indices.count - fit.parameters))).squareRoot()
      if scatter > 1.5 * sigma, scatter.isFinite, indices.count > 9 {
        sigma = scatter
        continue
      }
      return fit
    }
    throw CalibrationFailure(.residual, finding: "the poses do not agree", remedy: "repeat the calibration")
  }

  private func remarks(kept: [Bool], tie: GyroscopeTie?) -> [CalibrationPhrase] {
    var phrases = stream.remarks()
    for (i, isKept) in kept.enumerated() where !isKept {
      phrases.append(
        CalibrationPhrase(
          "pose-left-out", [CalibrationFigure("pose", Double(i + 1))],
          english: "pose \(i + 1) did not fit the others and was left out"))
    }
    if still.movedCount > 0 {
      phrases.append(
        CalibrationPhrase(
          "poses-thrown-away", [CalibrationFigure("poses", Double(still.movedCount))],
          english: "\(still.movedCount) poses were thrown away because it moved"))
    }
    if tie == nil {
      phrases.append(
        CalibrationPhrase(
          "not-tied-to-gyroscope",
          english: "too few turns between poses were seen: the rotation to the gyroscope's axes stays unknown"))
    }
    if let span = temperatures.span, span > 5 {
      phrases.append(
        CalibrationPhrase(
          "temperature-moved", [CalibrationFigure("temperature-span", span, "K", bar: 5)],
          english: "the sensor's temperature changed by \(decimal(span, 1)) K meanwhile"))
    }
    return phrases
  }
}
