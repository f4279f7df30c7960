import Expectations
import Geodesy
import Geometry
import Samples
import Simulation
import Testing

/// The truth is consistent: integrating the output of perfect sensors follows it.
@Suite struct TruthTests {
  static let windows: [(plan: Plan, start: Double)] = Plan.allCases.flatMap { plan -> [(plan: Plan, start: Double)] in
    plan == .drive ? [(plan, 0), (plan, 3000)] : [(plan, 0)]
  }

  @Test(arguments: windows.indices) func integrationStaysOnTheTruth(index: Int) throws {
    let (plan, start) = Self.windows[index]
    var parameters = SimulationParameters()
    parameters.imuRate = 400
    parameters.makeIdeal()
    let trajectory = Simulation(plan.itinerary(parameters), parameters: parameters, seed: 3).trajectory
    let seconds = min(60, trajectory.duration.value - start)
    let (position, angle) = try drift(trajectory, from: start, seconds: seconds, rate: 400)
    print("\(plan.rawValue) from \(start) s: \(position) m, \(angle)° after \(seconds) s")
    expect(position, isBelow: 0.01)
    expect(angle, isBelow: 0.01)
  }

  /// A way through way-points passes each of them as closely as a rounded right-angled corner does, sharp turns too.
  @Test(arguments: [30.0, 90, 150, 179.9, 180]) func turnsAreWalkedNotCut(_ turn: Double) throws {
    let start = Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.37), height: .metres(180))
    let corner = GeodesicLine(from: start, azimuth: .degrees(40)).station(at: .metres(100)).place
    let end = GeodesicLine(from: corner, azimuth: .degrees(40 + turn)).station(at: .metres(80)).place
    let parameters = SimulationParameters()
    let itinerary = try #require(
      Itinerary(
        through: [start, corner, end], carrier: .head, cruise: parameters.walkingSpeed, cornerRadius: .metres(1.5)))
    let trajectory = Simulation(itinerary, parameters: parameters, seed: 1).trajectory
    var nearest = Double.infinity
    for step in 0..<Int(trajectory.duration.value * 10) {
      let place = trajectory.instant(at: .seconds(Double(step) / 10)).place
      nearest = min(nearest, Geodesic(from: place, to: corner).distance.value)
    }
    // 1.5 m (√2 − 1), and the sway of a walk.
    expect(nearest, isBelow: 0.8, "\(nearest)")
    let arrival = trajectory.instant(at: trajectory.duration).place
    expect(Geodesic(from: arrival, to: end).distance.value, isBelow: 1)
  }

  /// A strapdown integrator in the frame of the start, independent of the simulator's own quadrature: rotation vectors with the
  /// coning term of the interval before, velocity with rotation and sculling terms (P. G. Savage, "Strapdown inertial navigation
  /// integration algorithm design" parts 1 and 2, J. Guidance 21(1, 2), 1998).
  func drift(_ trajectory: Trajectory, from start: Double, seconds: Double, rate: Double) throws -> (
    position: Double, degrees: Double
  ) {
    let begin = trajectory.instant(at: .seconds(start))
    var truth = InertialTruth(trajectory, from: .seconds(start))
    var attitude = begin.orientation, velocity = begin.velocity.components, position = begin.position.components
    var lastAngle = SIMD3<Double>.zero, lastVelocity = SIMD3<Double>.zero
    var isFirst = true
    let step = 1 / rate
    let samples = (0..<Int(seconds * rate)).map { truth.advance(to: .seconds(start + Double($0 + 1) * step)) }
    for sample in samples {
      let alpha = sample.rate.components * step, nu = sample.force.components * step
      if isFirst {  // nothing before it: use the same interval for the one before
        lastAngle = alpha
        lastVelocity = nu
        isFirst = false
      }
      let phi = alpha + cross(lastAngle, alpha) / 12
      let sculling = (cross(lastAngle, nu) + cross(lastVelocity, alpha)) / 12
      let bodyVelocity = nu + cross(alpha, nu) / 2 + sculling
      let gravity = trajectory.gravity(at: Displacement(position)).components
      let change = attitude(Velocity<Body>(bodyVelocity)).components + gravity * step
      position += (velocity + change / 2) * step
      velocity += change
      attitude = (attitude * Rotation<Body, Body>.exp(RotationVector(phi))).renormalized
      lastAngle = alpha
      lastVelocity = nu
    }
    let end = trajectory.instant(at: .seconds(start + Double(samples.count) * step))
    return (
      (end.position - Displacement(position)).norm.value,
      attitude.difference(to: end.orientation).norm.value * 180 / .pi
    )
  }

  @Test func velocityAndPositionAgree() {
    let parameters = SimulationParameters()
    let trajectory = Simulation(Plan.ride.itinerary(parameters), seed: 5).trajectory
    for time in stride(from: 1.0, to: 400, by: 0.37) {
      let h = 2e-4
      let before = trajectory.instant(at: .seconds(time - h)), after = trajectory.instant(at: .seconds(time + h))
      let slope = (after.position - before.position) / .seconds(2 * h)
      expect((slope - trajectory.instant(at: .seconds(time)).velocity).norm.value, isBelow: 1e-5)
    }
  }

  @Test func levelAndEarthOrientationAgree() {
    let trajectory = Simulation(Plan.straight.itinerary(.init()), seed: 5).trajectory
    for time in stride(from: 0.0, to: 200, by: 1.7) {
      let truth = trajectory.instant(at: .seconds(time))
      let here = TangentPlane(origin: truth.place)
      let again = here.earthFromLevel.inverse * trajectory.plane.earthFromENU * truth.orientation
      expect(again.difference(to: truth.levelOrientation).norm.value, isBelow: 1e-12)
    }
  }

  @Test func plansGoWhereStated() throws {
    let parameters = SimulationParameters()
    func span(_ plan: Plan) -> (Geodesic, Trajectory) {
      let trajectory = Simulation(plan.itinerary(parameters)).trajectory
      let a = trajectory.instant(at: .zero).place, b = trajectory.instant(at: trajectory.duration).place
      return (Geodesic(from: a, to: b), trajectory)
    }
    let straight = span(.straight).0
    expect(abs(straight.distance.value - 300), isBelow: 0.2)
    expect(abs(straight.azimuth.degrees - parameters.azimuth.degrees), isBelow: 0.1)
    expect(span(.outAndBack).0.distance.value, isBelow: 2)
    let (_, stairs) = span(.stairs)
    let heights = stride(from: 0.0, to: stairs.duration.value, by: 0.1).map {
      stairs.instant(at: .seconds($0)).place.height.value
    }
    let climb = (heights.max() ?? 0) - (heights.min() ?? 0)
    expect(abs(climb - 5.8), isBelow: 0.15)
    var length = 0.0
    let drive = span(.drive).1
    var last = drive.instant(at: .zero).place
    for time in stride(from: 5.0, to: drive.duration.value, by: 5) {
      let next = drive.instant(at: .seconds(time)).place
      length += Geodesic(from: last, to: next).distance.value
      last = next
    }
    expect(abs(length - 200_000), isBelow: 500)
  }

  @Test func wayPointsAreReached() throws {
    let places = [(48.2, 16.37), (48.201, 16.372), (48.2, 16.374), (48.2, 16.3741)].map {
      Geodetic(latitude: Degrees($0.0), longitude: Degrees($0.1), height: .metres(200))
    }
    let itinerary = try #require(
      Itinerary(through: places, carrier: .head, cruise: Speed(1.4), cornerRadius: .metres(1.5)))
    let trajectory = Simulation(itinerary).trajectory
    for place in places {
      let closest =
        stride(from: 0.0, through: trajectory.duration.value, by: 0.25).map {
          Geodesic(from: place, to: trajectory.instant(at: .seconds($0)).place).distance.value
        }.min() ?? .infinity
      expect(closest, isBelow: 1.5)
    }
    #expect(
      Itinerary(through: [places[0], places[0]], carrier: .head, cruise: Speed(1), cornerRadius: .metres(1)) == nil)
  }
}
