public import Fusion
public import Geometry
import Samples

// The azimuth of a receiver's antennas shows the device's own yaw: z = δ + m + w. The error m of the mount and of reflected signals
// is the same in each reading, so no number of readings makes a yaw better than m's variance M: with P the variance of the yaw, a
// reading is worth R = M P/(P − M), which leaves M, and nothing once P ≤ M. (The limit of covariance intersection for errors that
// are one and the same: S. Julier, J. Uhlmann, "A non-divergent estimation algorithm in the presence of unknown correlations",
// 1997.)
//
// The receiver may have settled for wrong whole wavelengths, or the antennas may be turned, by any angle that then stays: such a
// member leaves the azimuth out. Readings that go on agreeing with each other speak for neither. One that disagrees with the yaw
// speaks against an azimuth that is right: by as much as it is counted, with the variance P + R = P²/(P − M), and beside that as
// often as m changes. All likelihoods are relative to a reading without any surprise, which one within 2 σ is.
extension EarthTie {
  /// Probability that the azimuth is wrong at first, per second that it becomes wrong, and that this ends.
  private static let wrongAtStart = 0.2, turnsWrong = 1e-3, recovers = 0.02
  /// Square of a disagreement, in standard deviations, that is no surprise.
  private static let expected = 4.0
  /// Time over which m changes.
  private static let errorSpan = TimeSpan(15)

  /// Ingests the yaw that an azimuth shows. `sigma` is that of m; `noise` is of w, by the device's turn while the reading was made.
  public mutating func ingest(antennas yaw: Angle, sigma: Angle, noise: Angle) -> Fused {
    predict()
    let since = receiver.azimuth.map { (now.time - $0).value }, count = since == nil ? 0 : bank.count
    receiver.azimuth = now.time
    splitAntennas(since)
    defer { reduce() }
    hasHeading = true
    let z = yaw.wrapped.radians, common = square(sigma), error = common + square(noise)
    let told = min(1, (since ?? 0) / Self.errorSpan.value), heaviest = bank.heaviest
    var summary = Fused(z)
    for i in 0..<bank.count {
      let own = self.yaw(i, isAside: pointsAside(i)), off = Angle.radians(z - own.yaw).wrapped.radians
      let spread = bank.members[i].state.covariance.covariance(own.row, own.row), whole = spread + error
      if i == heaviest { summary = Fused(z, off, noise: error, spread: whole) }
      let isNew = i >= count
      if bank.members[i].label.contains(.antennasWrong) {
        if isNew { bank.weigh(i, by: (error / (2 * .pi)).squareRoot()) }
        continue
      }
      var counted = Double.infinity
      if spread > common {
        let worth = common * spread / (spread - common) + error - common
        counted = spread + worth
        _ = bank.members[i].state.fuse(own.row, innovation: off, variance: worth)
      }
      let distance = off * off / whole
      let likelihood =
        isNew
        ? exp(-0.5 * distance) * (error / whole).squareRoot()
        : exp(-0.5 * max(0, distance - Self.expected) * (told + whole / counted))
      bank.weigh(i, by: likelihood + .leastNormalMagnitude)
      bank.wrap(i)
    }
    return summary
  }

  /// Splits each member into one whose azimuth is right and one whose azimuth is wrong.
  private mutating func splitAntennas(_ since: Double?) {
    for i in 0..<bank.count {
      let label = bank.members[i].label, isWrong = label.contains(.antennasWrong)
      guard isWrong || bank.members[i].weight >= Self.worthDoubting else { continue }
      let share = since.map { min(0.5, $0 * (isWrong ? Self.recovers : Self.turnsWrong)) } ?? Self.wrongAtStart
      _ = bank.split(i, share: share, label: label.symmetricDifference(.antennasWrong))
    }
  }
}
