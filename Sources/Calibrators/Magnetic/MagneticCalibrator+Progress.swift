public import CalibrationRecords
import Geometry

// Progress for the wearer.
extension MagneticCalibrator {
  public var progress: CalibrationProgress {
    CalibrationProgress(
      fraction: fraction, isComplete: isComplete, instruction: instruction, warnings: warnings, figures: figures,
      coverage: readings.seen)
  }

  private var isComplete: Bool {
    readings.all.count >= 200 && (readings.coverage >= Self.coverageWanted || liveSigma <= Self.sigmaWanted)
  }

  /// The bar is for readings whose fit does not yet show that they are enough.
  var coverageFigure: CalibrationFigure {
    CalibrationFigure(
      "coverage", 100 * readings.coverage, "%", bar: liveSigma <= Self.sigmaWanted ? nil : 100 * Self.coverageWanted)
  }

  private var figures: [CalibrationFigure] {
    var figures = [
      coverageFigure,
      CalibrationFigure("kept", Double(readings.all.count)),
      CalibrationFigure("turned", Angle.radians(track.path).degrees, "°"),
    ]
    if let live {
      figures.append(CalibrationFigure("residual", live.residual, "µT"))
      figures.append(CalibrationFigure("field", live.fieldStrength, "µT", bar: surroundings.field?.totalStrength.value))
      figures.append(CalibrationFigure("hard-iron", dot(live.offset, live.offset).squareRoot(), "µT"))
      if liveSigma.isFinite {
        figures.append(CalibrationFigure("heading-error", Angle.radians(liveSigma).degrees, "°"))
      }
    }
    return figures
  }

  private var warnings: [CalibrationPhrase] {
    var warnings: [CalibrationPhrase] = []
    if watch.now - watch.jumpTime < 3 {
      warnings.append(
        CalibrationPhrase(
          "disturbed", [CalibrationFigure("jump", watch.largestJump, "µT")],
          english: "the field jumped by \(shown(watch.largestJump)) µT without a turn: a magnet or iron is near"))
    }
    if let end = watch.saturation {
      warnings.append(
        CalibrationPhrase(
          "saturated", [CalibrationFigure("limit", end.value, "µT")],
          english: "the magnetometer is at the end of its range, \(shown(end.value)) µT"))
    }
    if watch.alternation != nil {
      warnings.append(CalibrationPhrase("two-sensors", english: "two magnetometers send at once"))
    }
    let rate = AngularRate(watch.meanRate)
    let degrees = Angle.radians(rate.value).degrees
    if degrees > 400 {
      warnings.append(
        CalibrationPhrase(
          "too-fast", [CalibrationFigure("rate", degrees, "°/s", bar: 400)], english: "turn more slowly"))
    } else if degrees < 5, watch.now > 3 {
      warnings.append(
        CalibrationPhrase("too-slow", [CalibrationFigure("rate", degrees, "°/s", bar: 5)], english: "keep turning"))
    }
    if watch.now > 3, watch.magnetometerReadings < 10 {
      warnings.append(CalibrationPhrase("no-magnetometer", english: "the magnetometer sends nothing"))
    }
    return warnings
  }

  /// A way to hold the body: the direction of up in it, and the instruction. A wearer's usual postures come first and win a tie.
  struct Posture: Sendable {
    var up: SIMD3<Double>
    var phrase: CalibrationPhrase
  }
  static let postures: [Posture] = {
    let c = cos(35 * Double.pi / 180), s = sin(35 * Double.pi / 180)
    func posture(_ up: SIMD3<Double>, _ code: String, _ english: String) -> Posture {
      Posture(up: up, phrase: CalibrationPhrase(code, english: english))
    }
    return [
      posture(SIMD3(0, 1, 0), "turn-upright", "hold it upright and turn once around"),
      posture(SIMD3(0, c, -s), "turn-looking-up", "tilt the top edge back, look up, and turn once around"),
      posture(SIMD3(0, c, s), "turn-looking-down", "tilt the top edge forward, look down, and turn once around"),
      posture(SIMD3(s, c, 0), "turn-tilted-left", "tilt it to the left and turn once around"),
      posture(SIMD3(-s, c, 0), "turn-tilted-right", "tilt it to the right and turn once around"),
      posture(SIMD3(0, 0, 1), "turn-front-down", "lay it with its front down and turn once around"),
      posture(SIMD3(0, 0, -1), "turn-front-up", "lay it with its front up and turn once around"),
      posture(SIMD3(1, 0, 0), "turn-left-side", "roll it onto its left side and turn once around"),
      posture(SIMD3(-1, 0, 0), "turn-right-side", "roll it onto its right side and turn once around"),
      posture(SIMD3(0, -1, 0), "turn-upside-down", "turn it upside down and turn once around"),
    ]
  }()

  /// The posture in which a turn around covers most of the missing directions: with up at u the field sweeps the cone
  /// d·u = −sin dip.
  var instruction: CalibrationPhrase {
    if isComplete {
      return CalibrationPhrase("enough", english: "enough readings; more would improve the result only a little")
    }
    let dip =
      live.map { -$0.field.y / max(1, $0.fieldStrength) } ?? surroundings.field.map { -$0.z / max(1, $0.norm.value) }
    let sine = max(-0.95, min(0.95, dip ?? 0.7))
    var best = Self.postures[0], most = 0
    for posture in Self.postures {
      var missing = 0
      for cell in Self.centres.indices where readings.seen[cell] == 0 {
        let angle = acos(max(-1, min(1, dot(Self.centres[cell], posture.up)))) - acos(-sine)
        if angle.magnitude < 0.2 { missing += 1 }
      }
      if missing > most { (best, most) = (posture, missing) }
    }
    var phrase = best.phrase
    phrase.figures = [
      CalibrationFigure("missing", Double(most)), coverageFigure,
    ]
    return phrase
  }

  private static let centres = (0..<CoverageGrid.count).map { CoverageGrid.centre(of: $0).components }
}
