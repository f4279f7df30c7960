public import Geometry

/// Result of several visits to a cell: the error of the compass there.
public struct CompassVerdict: Equatable, Sendable {
  public var cell: CoarseCell
  /// Mean over the visits of the heading error caused by the compass's north, clockwise.
  public var error: Angle
  /// 1 σ, within visits and between them.
  public var spread: Angle
  public var visits: Int

  public init(cell: CoarseCell, error: Angle, spread: Angle, visits: Int) {
    self.cell = cell
    self.error = error.wrapped
    self.spread = spread
    self.visits = visits
  }

  /// Possible error of a compass here: √(error² + spread²), 60° at most. The mean is not subtracted: in a cell thirty meters
  /// across, the error on one path says little about another path.
  public var doubt: Angle { min(.degrees(60), .radians(hypot(error.radians, spread.radians))) }

  /// Adds a visit; the last eight count.
  mutating func addVisit(_ error: Angle, spread visit: Angle) {
    let share = 1 / Double(min(visits + 1, CompassCells.visitsKept))
    let off = (error - self.error).wrapped
    let within = spread.radians * spread.radians
    let now = visit.radians * visit.radians + off.radians * off.radians * (1 - share)
    spread = .radians((within + (now - within) * share).squareRoot())
    self.error = (self.error + off * share).wrapped
    visits = min(visits + 1, CompassCells.visitsKept)
  }
}
