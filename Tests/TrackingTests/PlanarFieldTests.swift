import Fusion
import Geometry
import Samples
import Testing

@testable import Tracking

/// The compass as a vector, with the field of the surroundings along the path.
@Suite struct PlanarFieldTests {
  typealias Index = PlanarFilter.Index

  let earth = EarthField(declination: 0.09, horizontal: 21, up: -44)

  func filter(heading: Angle = .degrees(10), device: FluxDensity = FluxDensity(2)) -> PlanarFilter {
    var parameters = PlanarParameters()
    parameters.hardIron = device
    parameters.compassNeighbourhood = .zero
    parameters.surroundings = FluxDensity(4)
    parameters.vector = .vector
    parameters.compassHere = .zero
    // The strength is fixed to the assumed one: its estimation has a separate test.
    parameters.roomShare = 0
    var filter = PlanarFilter(parameters)
    filter.isGaitEven = true
    filter.covariance.reset(Index.yaw, variance: heading.radians * heading.radians)
    filter.hasCompass = true
    return filter
  }

  /// Returns the reading of a level device that points to a scene azimuth.
  func window(
    looking azimuth: Angle, yaw: Angle, hardIron: SIMD3<Double> = .zero, spot: SIMD2<Double> = .zero
  ) -> CompassWindow.Mean {
    let matrix = Rotation<Body, Scene>(about: Direction(0, 1, 0), by: -azimuth).matrix
    let field =
      turned(earth.horizontal * SIMD2(sin(earth.declination), cos(earth.declination)) + spot, by: -yaw.radians)
    let east = matrix[row: 0], north = -matrix[row: 2]
    return CompassWindow.Mean(
      east: field.x + dot(east, hardIron), north: field.y + dot(north, hardIron), up: earth.up, spread: 0,
      bodyEast: east, bodyNorth: north)
  }

  @Test func fieldRows() {
    var g = Generator(seed: 5)
    for _ in 0..<50 {
      let filter = PlanarFilterTests().randomFilter(&g)
      let window = CompassWindow.Mean(
        east: 20 * g.gaussian(), north: 20 * g.gaussian(), spread: 0, bodyEast: g.gaussian3(), bodyNorth: g.gaussian3())
      let rows = filter.fieldRows(window, earth)
      for i in 0..<PlanarFilter.stateCount {
        let east = centralDifference(filter, i) { $0.fieldPrediction(window, earth).x }
        let north = centralDifference(filter, i) { $0.fieldPrediction(window, earth).y }
        #expect((east - rows.east.element(i)).magnitude < 1e-6)
        #expect((north - rows.north.element(i)).magnitude < 1e-6)
      }
    }
  }

  /// The covariance changes along the path as the state does, and unrelated elements stay as they are.
  @Test func spotTransition() {
    var g = Generator(seed: 6)
    let filter = PlanarFilterTests().randomFilter(&g)
    for distance in [0.1, 0.7, 5.0] {
      func moved(_ filter: PlanarFilter, certain: Bool, _ i: Int) -> PlanarFilter {
        var copy = filter
        copy.covariance = SymmetricMatrix(size: PlanarFilter.stateCount)
        if !certain { copy.covariance[i, Index.place] = 1 }
        copy.leaveSpot(distance)
        return copy
      }
      for from in Index.spot..<Index.count {
        let along = moved(filter, certain: false, from), without = moved(filter, certain: true, from)
        for to in Index.spot..<Index.count {
          let slope = centralDifference(filter, from) { moved($0, certain: true, from)[state: to] }
          // A correlation with the place changes only by the transition.
          #expect((slope - along.covariance[to, Index.place] + without.covariance[to, Index.place]).magnitude < 1e-8)
        }
      }
      var stationary = self.filter()
      let before = stationary.covariance
      stationary.leaveSpot(distance)
      stationary.fadeSpot(0.9)
      for i in 0..<Index.count {
        for j in 0..<Index.count { #expect((stationary.covariance[i, j] - before[i, j]).magnitude < 1e-9) }
      }
    }
  }

  /// A magnetized frame and a disturbed field look alike until the wearer looks around: then the frame's field turns with the
  /// head.
  @Test func lookingAroundSeparatesTheDeviceFromTheSurroundings() {
    let device = SIMD3(1.5, 0, -1), bent = SIMD2(2.0, -1.5)
    var filter = self.filter()
    for second in 0..<40 {
      let gaze = Angle.degrees(60 * sin(Double(second)))
      filter.ingest(
        .compass(window(looking: gaze, yaw: .zero, hardIron: device, spot: bent), earth), at: BootInstant(seconds: 0))
      filter.advance(TimeSpan(0.5))
    }
    #expect((filter.hardIron.x - device.x).magnitude < 0.3 && (filter.hardIron.z - device.z).magnitude < 0.3)
    // The spot's own direction cannot be separated from the heading while the wearer stands there.
    #expect(filter.yawSigma > Angle.degrees(5).radians)
  }

  /// Along the path the surroundings average out with the number of independent spots, and no faster.
  @Test func theHeadingImprovesWithTheLengthOfTheWay() {
    var filter = self.filter(heading: .degrees(20), device: .zero)
    var sigmas: [Double] = []
    for metre in 0..<300 {
      filter.ingest(
        .compass(window(looking: .degrees(50 * sin(Double(metre))), yaw: .zero), earth), at: BootInstant(seconds: 0))
      filter.leaveSpot(1)
      if metre % 100 == 99 { sigmas.append(Angle.radians(filter.yawSigma).degrees) }
    }
    // 4 µT of 21 are 10.9°; along x meters there are x/6.9 independent spots (the integral of the correlation).
    for (sigma, metres) in zip(sigmas, [100.0, 200, 300]) {
      let expected = 10.9 / (metres / 6.9).squareRoot()
      #expect(sigma > 0.9 * expected && sigma < 1.3 * expected)
    }
  }

  /// A car parked beside the path: a strong field, with a deviating strength as well, so it hardly turns the heading.
  @Test func aStrongFieldIsDistrusted() {
    var filter = self.filter()
    for metre in 0..<60 {
      let beside = metre >= 30 && metre < 34 ? SIMD2(25.0, 10) : .zero
      filter.ingest(
        .compass(window(looking: .degrees(40 * sin(Double(metre))), yaw: .zero, spot: beside), earth),
        at: BootInstant(seconds: 0))
      filter.leaveSpot(1)
    }
    #expect(filter.yaw.magnitude < Angle.degrees(3).radians)
    #expect(filter.yaw.isFinite && filter.spot.x.isFinite)
  }

  /// Before the first fix the declination is unknown; the heading until then is a magnetic one.
  @Test func theFirstPlaceTurnsTheHeadingToTrueNorth() {
    var filter = PlanarFilter(PlanarParameters())
    let magnetic = window(looking: .zero, yaw: .degrees(30))
    for _ in 0..<4 { filter.ingest(.compass(magnetic, nil), at: BootInstant(seconds: 0)) }
    filter.turnToTrueNorth(declination: earth.declination)
    #expect((filter.yaw - Angle.degrees(30).radians).magnitude < 1e-9)
  }
}
