import Alignment
import CAllocations
import Geodesy
import Geometry
import Testing

/// The compass's quarantine by place.
@Suite struct CompassCellsTests {
  let here = Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.37))

  func visit(_ cells: inout CompassCells, _ place: Geodetic, error: Double, windows: Int = 20) {
    _ = cells.doubt(at: place)
    for i in 0..<windows { cells.record(.degrees(error + Double(i % 3 - 1))) }
  }

  func east(_ metres: Double) -> Geodetic { here.moved(by: Displacement<Level>(metres, 0, 0)) }

  @Test(arguments: [-90.0, -89.99, -60, 0, 48.2, 78, 89.999, 90]) func cellsAreAboutThirtyMetresAnywhere(
    latitude: Double
  ) throws {
    var longest = 0.0
    for longitude in [-180.0, -77.03, 0, 16.37, 179.99999] {
      let place = Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
      let cell = try #require(CoarseCell(place))
      #expect(CoarseCell(row: cell.row, column: cell.column) == cell)
      // The longest distance that can be walked east within the cell.
      var metres = 0.0
      while metres < 200, CoarseCell(place.moved(by: Displacement<Level>(metres, 0, 0))) == cell { metres += 1 }
      longest = max(longest, metres)
    }
    #expect(latitude.magnitude > 89.9 || longest <= 50)
    #expect(CoarseCell(Geodetic(latitude: Degrees(.nan), longitude: Degrees(0))) == nil)
    #expect(CoarseCell(row: -1, column: 0) == nil && CoarseCell(row: 0, column: 100_000) == nil)
  }

  @Test func onlyABadCellIsStored() {
    var cells = CompassCells()
    visit(&cells, here, error: 40)
    visit(&cells, east(100), error: 3)
    visit(&cells, east(200), error: 50, windows: 2)
    #expect(cells.doubt(at: here).degrees > 35)
    #expect(cells.doubt(at: east(100)) == .zero)
    #expect(cells.doubt(at: east(200)) == .zero)
    #expect(cells.verdicts.count == 1 && (cells.verdicts[0].error.degrees - 40).magnitude < 0.1)
    cells.forget()
    #expect(cells.isEmpty && cells.doubt(at: here) == .zero)
  }

  @Test func aCellThatHasBecomeGoodIsDropped() {
    var cells = CompassCells()
    visit(&cells, here, error: -40)
    for round in 0..<40 {
      visit(&cells, here, error: 0.1 * Double(round % 2))
      _ = cells.doubt(at: east(100))
    }
    #expect(cells.isEmpty)
  }

  @Test func theLeastRecentlyUsefulMakesRoom() {
    var cells = CompassCells()
    for i in 0..<CompassCells.capacity { visit(&cells, east(60 * Double(i)), error: 60) }
    _ = cells.doubt(at: east(0))
    #expect(cells.verdicts.count == CompassCells.capacity)
    visit(&cells, east(60 * 300), error: 60)
    let full = cells.settled
    #expect(full.verdicts.count == CompassCells.capacity && full.crowdedOut == 1)
    #expect(full.verdicts.contains { $0.cell == CoarseCell(east(0)) })
    #expect(!full.verdicts.contains { $0.cell == CoarseCell(east(60)) })
  }

  @Test func anglesAreMeanedAroundTheCircle() {
    var cells = CompassCells()
    _ = cells.doubt(at: here)
    for _ in 0..<10 {
      cells.record(.degrees(170))
      cells.record(.degrees(-170))
    }
    #expect(cells.doubt(at: east(100)) == .zero)
    #expect(cells.verdicts[0].error.magnitude.degrees > 179)
    #expect(cells.verdicts[0].doubt == .degrees(60))
  }

  @Test func noAllocationPerWindow() {
    var cells = CompassCells()
    for i in 0..<40 { visit(&cells, east(60 * Double(i)), error: 60) }
    let places = (0..<40).map { east(60 * Double($0)) }
    let before = allocations_of_this_thread()
    for place in places { visit(&cells, place, error: 30) }
    #expect(allocations_of_this_thread() == before)
  }
}
