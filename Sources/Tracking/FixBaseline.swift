import Geometry

/// The longest distance in the scene between the wearer and the place of the scene's first fix: the base line over which fixes show
/// a heading.
struct FixBaseline: Sendable {
  private var hasFix = false
  private var start: Displacement<Scene>?
  private(set) var length = Length.zero

  /// Ingests a fix, with the wearer's position at its moment; without one the next position counts.
  mutating func ingest(fixAt position: Displacement<Scene>?) {
    hasFix = true
    if start == nil { start = position }
  }

  mutating func advance(to position: Displacement<Scene>) {
    guard hasFix else { return }
    guard let start else { return start = position }
    let way = position - start
    length = max(length, Length(hypot(way.x, way.z)))
  }
}
