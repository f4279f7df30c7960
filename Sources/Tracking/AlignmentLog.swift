import Alignment
import Geometry
import Samples

/// Output of a motion for the alignment besides its poses: the corrections since they were last handed over, and the grounds of
/// the heading. Memory is reserved once.
struct AlignmentLog: Sendable {
  private var entries: [Correction] = []
  var grounds = LocalizationGrounds()

  init() { entries.reserveCapacity(16) }

  var isEmpty: Bool { entries.isEmpty }

  mutating func record(
    _ source: Correction.Source, at time: BootInstant, from old: Angle, to new: Angle, sigma: Angle,
    shift: Displacement<Level> = .zero, grounds: CorrectionGrounds
  ) {
    var entry = Correction(
      time: time, scene: 0, source: source, oldYaw: old, newYaw: new, sigma: sigma, shift: shift)
    entry.grounds = grounds
    // Only a direct measurement of the yaw: the other sources measure places, fields and courses.
    if source == .compass, grounds.fused.count == 1, grounds.source.unit == "rad" {
      entry.measured = .radians(grounds.fused.observation.x)
      entry.measuredSigma = .radians(grounds.fused.variance.x.squareRoot())
    }
    entries.append(entry)
  }

  /// Removes all corrections: there was no scene yet for them to correct.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Moves all corrections to the end of another list.
  mutating func handOver(to others: inout [Correction]) {
    others.append(contentsOf: entries)
    entries.removeAll(keepingCapacity: true)
  }
}
