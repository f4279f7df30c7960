import Expectations
import Geometry
import Samples
import Scenery
import Testing

@Suite struct RadarTests {
  @Test func theRadarHasAheadAtTheTopAndDistantMarksOnItsRim() {
    let radar = Radar(range: .metres(200))
    for (bearing, distance, heading, x, y, isBeyond) in [
      (0.0, 100.0, 0.0, 0.0, -0.5, false), (90, 100, 0, 0.5, 0, false), (90, 100, 90, 0, -0.5, false),
      (10, 200, 190, 0, 1, false), (350, 400, 80, -1, 0, true), (45, 1e9, 0, 0.5.squareRoot(), -0.5.squareRoot(), true),
    ] {
      let mark = radar.mark(bearing: .degrees(bearing), distance: .metres(distance), heading: .degrees(heading))
      #expect(abs(mark.x - x) < 1e-9 && abs(mark.y - y) < 1e-9 && mark.isBeyond == isBeyond)
    }
    for (range, distance) in [(0.0, 1.0), (10, .nan), (.nan, 1), (10, -1)] {
      let mark = Radar(range: .metres(range)).mark(bearing: .zero, distance: .metres(distance), heading: .zero)
      #expect(mark.x == 0 && mark.y == 0 && !mark.isBeyond)
    }
  }
}

@Suite struct DrawingDistanceTests {
  @Test func farThingsArePulledInAndKeepTheirOrder() {
    var parameters = SceneParameters()
    for (distance, drawn) in [(5.0, 5.0), (10, 10), (10.02, 10.010_02), (100, 10.1), (2000, 12)] {
      expect(abs(DrawingDistance.drawn(.metres(distance), parameters).value - min(distance, drawn)), isBelow: 1e-9)
    }
    parameters.drawing = .shell
    expect(DrawingDistance.drawn(.metres(19), parameters), equals: .metres(19))
    expect(DrawingDistance.drawn(.metres(700), parameters), equals: .metres(20))
    parameters.drawing = .actual
    expect(DrawingDistance.drawn(.metres(700), parameters), equals: .metres(700))
  }
}

@Suite struct SceneParameterTests {
  @Test func theTableHasEveryParameterWithItsDefault() throws {
    let table = SceneParameters.table
    var parameters = SceneParameters()
    let fields = Mirror(reflecting: parameters).children.count
    expect(table.parameters.count, equals: fields)
    for parameter in table.parameters {
      let text = parameter.text(parameters)
      try table.set(parameter.name, to: text, in: &parameters)
      expect(parameter.text(parameters), equals: text, "\(parameter.name)")
    }
    try table.set("drawing.mode=shell", in: &parameters)
    expect(parameters.drawing, equals: .shell)
    #expect(throws: ParameterFault.outOfRange(name: "places.radius", value: 100, range: 200...1000, unit: "m")) {
      try table.set("places.radius=100", in: &parameters)
    }
  }
}
