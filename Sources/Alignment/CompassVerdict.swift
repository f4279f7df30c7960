public import Geometry

/// What several visits to a cell have told of the compass there.
public struct CompassVerdict: Equatable, Sendable {
  public var cell: CoarseCell
  /// The mean over the visits of how far clockwise the compass's north made the heading.
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

  /// How far a compass may be off here: √(error² + spread²), 60° at most. The mean is not taken off: what a cell thirty metres
  /// across does to a compass on one path says little of another path through it.
  public var doubt: Angle { min(.degrees(60), .radians(hypot(error.radians, spread.radians))) }

  /// Takes a visit in, of which the last eight count.
  mutating func take(_ error: Angle, spread visit: Angle) {
    let share = 1 / Double(min(visits + 1, CompassCells.visitsKept))
    let off = (error - self.error).wrapped
    let within = spread.radians * spread.radians
    let now = visit.radians * visit.radians + off.radians * off.radians * (1 - share)
    spread = .radians((within + (now - within) * share).squareRoot())
    self.error = (self.error + off * share).wrapped
    visits = min(visits + 1, CompassCells.visitsKept)
  }
}
