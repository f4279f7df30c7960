import Alignment
import Geometry
import Samples

/// The mark of each correction source: a color and a shape of the style sheet, so that marks differ without colors too.
enum MarkStyle {
  static func of(_ source: Correction.Source) -> String {
    switch source {
    case .fix: "c1 round"
    case .compass: "c3 square"
    case .antennas: "c2 round"
    case .leg: "c6 square"
    case .nudge: "c3 round"
    case .memory: "c6 round"
    case .rest: "c2 square"
    case .gait: "c5 square"
    case .relocation: "c4 round"
    case .restart: "c1 square"
    case .method: "c4 square"
    }
  }
}

/// Text about a correction.
enum CorrectionText {
  static func sentence(_ correction: Correction, start: BootInstant) -> String {
    let turn = (correction.newYaw - correction.oldYaw).wrapped.degrees
    var text = "\(clock((correction.time - start).value)) \(correction.name): yaw "
    text += "\(shown(correction.oldYaw.degrees, 1))° → \(shown(correction.newYaw.degrees, 1))° "
    text += "(\(turn > 0 ? "+" : "")\(shown(turn, 2))°), σ \(shown(correction.sigma.degrees, 1))°"
    if let measured = correction.measured {
      text += ", measured \(shown(measured.degrees, 1))°"
      if let sigma = correction.measuredSigma { text += " ± \(shown(sigma.degrees, 1))°" }
    }
    let shift = hypot(correction.shift.x, correction.shift.z)
    if shift >= 0.005 { text += ", moved \(length(shift))" }
    if let grounds = correction.grounds { text += ", from \(self.grounds(grounds, start: start))" }
    return text
  }

  /// `compass: 5 readings 0:12–0:13, azimuth +12.3° (1 σ 4.5°)`
  static func grounds(_ grounds: CorrectionGrounds, start: BootInstant) -> String {
    let readings = grounds.readings, shownUnit = grounds.source.shownUnit
    var text = "\(grounds.source.name): \(readings.count) reading\(readings.count == 1 ? "" : "s") "
    let first = clock((readings.first - start).value), last = clock((readings.last - start).value)
    text += first == last ? first : "\(first)–\(last)"
    let unit = shownUnit.symbol == "°" ? "°" : shownUnit.symbol.isEmpty ? "" : "\u{a0}\(shownUnit.symbol)"
    for axis in 0..<min(grounds.fused.count, grounds.source.axes.count) {
      let innovation = grounds.fused.innovation[axis] * shownUnit.factor
      let sigma = max(0, grounds.fused.innovationVariance[axis]).squareRoot() * shownUnit.factor
      text += ", \(grounds.source.axes[axis]) \(innovation > 0 ? "+" : "")\(shown(innovation, 2))\(unit)"
      text += " (1\u{a0}σ \(shown(sigma, 2))\(unit))"
    }
    return text
  }
}
