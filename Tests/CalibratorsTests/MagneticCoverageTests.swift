import Calibrators
import Expectations
import Geometry
import Testing

@Suite struct MagneticCoverageTests {
  /// A cell between two heights has the area (z₁ − z₂)·Δλ, λ = longitude: the same for all, and together the sphere's.
  @Test func cellsHaveEqualAreaByTheirBounds() {
    let share = 4 * Double.pi / Double(CoverageGrid.count)
    var total = 0.0
    for cell in 0..<CoverageGrid.count {
      let bounds = CoverageGrid.bounds(of: cell)
      let area = (bounds.top - bounds.bottom) * (bounds.east - bounds.west).radians
      expect((area - share).magnitude, isBelow: 1e-12)
      total += area
    }
    expect((total - 4 * .pi).magnitude, isBelow: 1e-10)
  }

  /// Each cell receives its share of uniform directions, to within 5 σ of counting.
  @Test func cellsHaveEqualAreaByLot() {
    var generator = Generator(seed: 1)
    var counts = [Double](repeating: 0, count: CoverageGrid.count)
    let total = 960_000
    for _ in 0..<total { counts[CoverageGrid.cell(of: Direction(generator.gaussian3()))] += 1 }
    let expected = Double(total) / Double(CoverageGrid.count)
    var chiSquare = 0.0
    for count in counts {
      expect((count - expected).magnitude, isBelow: 5 * expected.squareRoot())
      chiSquare += (count - expected) * (count - expected) / expected
    }
    // 95 degrees of freedom: mean 95, standard deviation 13.8
    expect(chiSquare, isBelow: 95 + 5 * 13.8)
  }

  /// Every direction is within the bounds of exactly one cell, the one of its index: no gap and no overlap.
  @Test func everyDirectionIsInExactlyOneCell() {
    var generator = Generator(seed: 2)
    for _ in 0..<20_000 {
      let v = generator.gaussian3()
      let unit = v / dot(v, v).squareRoot()
      let longitude = Angle.arcTangent(unit.x, -unit.z).azimuth
      let holding = (0..<CoverageGrid.count).filter { cell in
        let bounds = CoverageGrid.bounds(of: cell)
        return unit.y <= bounds.top && unit.y > bounds.bottom && longitude >= bounds.west && longitude < bounds.east
      }
      expect(holding, equals: [CoverageGrid.cell(of: Direction(unit))])
    }
  }

  @Test func polesAndSeamsBelongToOneCell() {
    expect(CoverageGrid.cell(of: Direction(0, 1, 0)), equals: 0)
    expect(CoverageGrid.place(of: CoverageGrid.cell(of: Direction(0, -1, 0))).ring, equals: 7)
    for ring in CoverageGrid.rings.indices {
      let cells = CoverageGrid.first(inRing: ring)..<CoverageGrid.first(inRing: ring + 1)
      for cell in cells {
        let bounds = CoverageGrid.bounds(of: cell)
        let middle = (bounds.top + bounds.bottom) / 2
        func direction(_ z: Double, _ longitude: Angle) -> Direction<Body> {
          let level = max(0, 1 - z * z).squareRoot()
          return Direction(level * longitude.sine, z, -level * longitude.cosine)
        }
        let edge = Angle.radians(1e-9), sliver = 1e-9
        // On both sides of the western border and of the lower one; the last wedge borders on the first.
        let before = bounds.west.radians < 1e-6 ? cells.upperBound - 1 : cell - 1
        expect(CoverageGrid.cell(of: direction(middle, bounds.west + edge)), equals: cell)
        expect(CoverageGrid.cell(of: direction(middle, bounds.west - edge)), equals: before)
        let centre = (bounds.west + bounds.east) * 0.5
        expect(CoverageGrid.cell(of: direction(bounds.bottom + sliver, centre)), equals: cell)
        if ring < 7 {
          expect(
            CoverageGrid.place(of: CoverageGrid.cell(of: direction(bounds.bottom - sliver, centre))).ring,
            equals: ring + 1)
        }
        expect(CoverageGrid.cell(of: CoverageGrid.centre(of: cell)), equals: cell)
      }
    }
    expect(CoverageGrid.rings.reduce(0, +), equals: CoverageGrid.count)
  }
}
