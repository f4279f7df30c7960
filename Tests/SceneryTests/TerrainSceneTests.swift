import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Terrain
import Testing

/// Things on the ground of tiles, at their own place.
@Suite struct TerrainSceneTests {
  private let town = Neighbourhood()

  /// Ground above the sea: a slope of 10 % to the north and waves to the east.
  private func ground(_ place: Geodetic) -> Double {
    let north = (place.latitude.value - town.latitude) * 111_200,
      east = (place.longitude.value - town.longitude) * 74_000
    return 170 + 0.1 * north + 5 * sin(east / 60)
  }

  private func tiles() throws -> TerrainWindow {
    let step = 1.0 / 3600, half = 100
    let south = (town.latitude / step).rounded(.down) * step - Double(half) * step
    let west = (town.longitude / step).rounded(.down) * step - Double(half) * step
    let grid = try GroundGrid(
      south: Degrees(south), west: Degrees(west), latitudeStep: Degrees(step), longitudeStep: Degrees(step),
      rows: 2 * half, columns: 2 * half)
    let heights = (0..<grid.rows * grid.columns).map {
      Float(ground(grid.place(row: $0 / grid.columns, column: $0 % grid.columns)))
    }
    return TerrainWindow([TerrainPatch(grid: grid, datum: .seaLevel, heights: heights)])
  }

  /// A wearer whose eyes are so much above where they would be on the ground.
  private func view(above: Double = 0, isOfTerrain: Bool = true) throws -> Viewpoint {
    var view = town.view()
    view.geoidSeparation = Length(44)
    view.terrain = try tiles()
    view.isHeightOfTerrain = isOfTerrain
    view.place?.height = Length(ground(town.position(0, 0)) + 44 + 1.6 + above)
    return view
  }

  @Test func placesLieOnTheirOwnGround() throws {
    for above in [0, 0.4, -0.7] {
      let view = try view(above: above), eyes = try #require(view.place?.height.value)
      var board = PlaceBoard()
      let places = [(30.0, 40.0), (-200, 300), (400, -250), (5, 2)].enumerated().map {
        town.place("p\($0)", $1.0, $1.1, .ground(Length(Double($0))))
      }
      #expect(board.replace(with: places).isEmpty)
      board.update(view)
      expect(board.placements.count, equals: 4)
      for placement in board.placements {
        let place = board.places[placement.index]
        guard case .ground(let height) = place.height else { continue }
        // The level plane at the wearer lies above the curved sea by d²/2R: 2 cm at 500 m.
        let truth = ground(place.position) + 44 + height.value
        expect(abs(eyes + placement.offset.y - truth), isBelow: 0.3)
      }
    }
  }

  @Test func anchorsAndHintsLieOnTheirGround() throws {
    let view = try view(), eyes = try #require(view.place?.height.value)
    let place = town.position(150, 200)
    var board = AnchorBoard()
    board.update(view)
    let anchor = Anchor(id: "a", kind: .geographic(place, .ground(Length(2))), owner: .connection(1))
    guard case .shown(let placement) = board.status(of: anchor, .shown) else {
      Issue.record("not shown")
      return
    }
    expect(abs(eyes + placement.offset.y - ground(place) - 46), isBelow: 0.3)
    expect(abs(eyes + (try #require(view.offset(to: place, .ground(Length(2)))?.y)) - ground(place) - 46), isBelow: 0.3)
  }

  @Test func arrowsFollowTheGround() throws {
    let points = [(0.0, 0.0), (60, 20), (60, 120)].map { town.position($0.0, $0.1) }
    var progress = RouteProgress(try #require(RouteTrack(Route(name: "up", points: points))))
    let view = try view(), eyes = try #require(view.place?.height.value)
    var events: [RouteEvent] = [], arrows: [RouteArrow] = [], markers: [RouteMarker] = []
    progress.update(try #require(view.place), accuracy: Length(3), at: BootInstant(seconds: 0), &events)
    progress.arrows(from: view, into: &arrows)
    progress.markers(from: view, into: &markers)
    expect(arrows.count, isAbove: 20)
    for arrow in arrows {
      let place = town.position(arrow.offset.x, -arrow.offset.z)
      expect(abs(eyes + arrow.offset.y - ground(place) - 44), isBelow: 0.3)
      // To the north the ground rises by a tenth.
      if arrow.length.value > 80 { expect(abs(arrow.tangent.y - 0.1), isBelow: 0.02) }
    }
    for mark in markers {
      expect(abs(eyes + mark.offset.y - ground(town.position(mark.offset.x, -mark.offset.z)) - 44), isBelow: 0.3)
    }
  }

  /// A line of two points over waves of ground: it is on the ground everywhere, as far as that can be seen, and so is the cue.
  @Test func theLineFollowsTheGroundBetweenItsPoints() throws {
    let points = [(0.0, 0.0), (200, 10)].map { town.position($0.0, $0.1) }
    var progress = RouteProgress(try #require(RouteTrack(Route(name: "waves", points: points))))
    let view = try view(), eyes = try #require(view.place?.height.value), tolerance = Angle.degrees(0.1)
    var events: [RouteEvent] = [], line = RouteLine()
    progress.update(try #require(view.place), accuracy: Length(3), at: BootInstant(seconds: 0), &events)
    let style = RouteLineStyle(width: .metres(2), behind: .zero, ahead: .metres(150), tolerance: tolerance)
    progress.line(from: view, style, into: &line)
    expect(line.vertices.count, isAbove: 5, "\(line.vertices.count) vertices")
    #expect(zip(line.vertices, line.vertices.dropFirst()).allSatisfy { $0.length < $1.length })
    expect(Set(line.vertices.map(\.number)).count, equals: line.vertices.count)
    for (a, b) in zip(line.vertices, line.vertices.dropFirst()) {
      for share in [0.0, 0.25, 0.5, 0.75] {
        let offset = a.offset + (b.offset - a.offset) * share
        let truth = ground(town.position(offset.x, -offset.z)) + 44 - eyes
        // The tolerance of the picture, and 0.3 m for the tiles' posts.
        expect((offset.y - truth).magnitude, isBelow: 0.3 + tolerance.radians * offset.norm.value, "\(offset)")
      }
    }
    let cue = try #require(progress.cue(from: view))
    expect(abs(eyes + cue.offset.y - ground(town.position(cue.offset.x, -cue.offset.z)) - 44), isBelow: 0.3)
    // The numbers stay while the wearer walks on.
    var later = RouteLine()
    progress.line(from: view, style, into: &later)
    expect(later.vertices, equals: line.vertices)
  }

  /// In a vehicle the height is a fix's: up to 3 σ of it the ground stays under the wheels.
  @Test func aPoorHeightDoesNotLiftTheGround() throws {
    let here = town.position(0, 0)
    for above in [0.0, 12, -20] {
      let offset = try #require(try view(above: above, isOfTerrain: false).offset(to: here, .ground(.zero)))
      expect(abs(offset.y + 1.6), isBelow: 1e-3)
    }
    let tower = try #require(try view(above: 50, isOfTerrain: false).offset(to: here, .ground(.zero)))
    expect(abs(tower.y + 1.6 + 50 - 24), isBelow: 1e-3)
  }

  @Test func withoutTilesTheHeightsStayUnchanged() throws {
    var view = try view()
    let far = town.position(0, 40_000)
    expect(view.offset(to: far, .ground(Length(3)))?.y, equals: 3 - 1.6)
    view.terrain = TerrainWindow()
    expect(view.offset(to: town.position(10, 10), .ground(Length(3)))?.y, equals: 3 - 1.6)
    // Without the geoid the ground is counted from that under the wearer.
    view = try self.view(above: 3)
    view.geoidSeparation = nil
    let offset = try #require(view.offset(to: town.position(0, 100), .ground(.zero)))
    expect(abs(offset.y - (ground(town.position(0, 100)) - ground(town.position(0, 0)) - 1.6)), isBelow: 0.1)
  }
}
