import Alignment
import Geometry
import Samples

/// What a motion says of the alignment beside its poses: the corrections since they were last handed over, and what the heading
/// rests on. Room is made once.
struct AlignmentLog: Sendable {
  private var entries: [Correction] = []
  /// Whether the heading follows precise fixes, which no fit of the way walked knows better.
  var followsPreciseFixes = false
  var grounds = LocalizationGrounds()

  init() { entries.reserveCapacity(16) }

  var isEmpty: Bool { entries.isEmpty }

  mutating func record(
    _ source: Correction.Source, at time: BootInstant, from old: Angle, to new: Angle, sigma: Angle,
    shift: Displacement<Level> = .zero
  ) {
    entries.append(
      Correction(time: time, scene: 0, source: source, oldYaw: old, newYaw: new, sigma: sigma, shift: shift))
  }

  /// Drops all: there was no scene yet that they could have corrected.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Moves all to the end of another list.
  mutating func handOver(to others: inout [Correction]) {
    others.append(contentsOf: entries)
    entries.removeAll(keepingCapacity: true)
  }
}
