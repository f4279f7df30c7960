import Geodesy
import Geometry
import Samples
import Simulation

extension Bench {
  static func geodesy() {
    var generator = Generator(seed: 1)
    let places = (0..<2000).map { _ in
      Geodetic(
        latitude: Degrees(generator.uniform(in: -89...89)), longitude: Degrees(generator.uniform(in: -180...180)),
        height: Length(generator.uniform(in: 0...3000)))
    }
    let near = places.map {
      $0.moved(by: Displacement(generator.uniform(in: -500...500), 0, generator.uniform(in: -500...500)))
    }
    let angles = places.map { Angle($0.latitude) }
    let reference = measure(places.count) { for angle in angles { consume(sin(angle.radians) + cos(angle.radians)) } }
    let beside = ("a sine and cosine", reference)
    report(
      "geodetic to ENU",
      measure(places.count) {
        let plane = TangentPlane(origin: places[0])
        for place in near { consume(plane.enu(place)) }
      }, beside: beside)
    report(
      "ECEF to geodetic",
      measure(places.count) { for place in places { consume(Geodetic(place.earthCentred)) } }, beside: beside)
    report(
      "geodesic inverse, within a kilometre",
      measure(places.count) { for i in places.indices { consume(Geodesic(from: places[i], to: near[i])) } },
      beside: beside)
    report(
      "geodesic inverse, anywhere",
      measure(places.count) {
        for i in places.indices { consume(Geodesic(from: places[i], to: places[places.count - 1 - i])) }
      },
      beside: beside)
    let model = MagneticModel.worldMagneticModel2025
    report(
      "magnetic field",
      measure(places.count) {
        for place in places {
          do { consume(try model.field(at: place, year: DecimalYear(2026.5))) } catch {
            preconditionFailure("\(error)")
          }
        }
      }, beside: beside)
  }

  static func simulating() throws {
    var parameters = SimulationParameters()
    parameters.imuRate = 400
    let simulation = Simulation(Plan.stairs.itinerary(parameters), parameters: parameters)
    var count = 0
    try simulation.run { _ in count += 1 }
    let running = try measure(count, rounds: 3) { try simulation.run { consume($0.tag) } }
    report("simulate a line at 400 Hz", running)
    var generator = Generator(seed: 1)
    report("a normal random number", measure(10_000) { for _ in 0..<10_000 { consume(generator.gaussian()) } })
  }
}
