import Expectations
import Geodesy
import Geometry
import Odometry
import Samples
import Simulation
import Testing

@testable import Tracking

/// A shoe that stands on a floor that moves: a lift, by the barometer; a vehicle, by the velocities of fixes.
@Suite struct MovingFloorTests {
  /// A standing shoe at 200 Hz on a floor with an acceleration up and to the north, barometer at 10 Hz, fixes at 1 Hz.
  private struct Ride {
    var up: (Double) -> Double = { _ in 0 }
    var north: (Double) -> Double = { _ in 0 }
    var duration = 40.0
    var hasFixes = false, hasCompass = false
    var pressureNoise = 0.1

    static let origin = TangentPlane(
      origin: Geodetic(latitude: Degrees(48), longitude: Degrees(11), height: .metres(500)))

    struct Moment {
      var pose: TrackedPose
      var climbed: Double, driven: Double, rise: Double, speed: Double
    }

    func run(seed: UInt64 = 1, each: (Moment, Tracker) -> Void) {
      var tracker = Tracker(profile: .foot, parameters: TrackerParameters(profile: .foot))
      var generator = Generator(seed: seed, stream: "floor")
      var climbed = 0.0, rise = 0.0, driven = 0.0, speed = 0.0
      for i in 0..<Int(duration * 200) {
        let t = Double(i) / 200, time = BootInstant(seconds: 10 + t)
        rise += up(t) / 200
        climbed += rise / 200
        speed += north(t) / 200
        driven += speed / 200
        // The device looks north: −z ahead.
        let noise = generator.gaussian3() * 0.03
        let force = SIMD3(0, Constants.standardGravity.value + up(t), -north(t)) + noise
        _ = tracker.ingest(.accelerometer(AccelerometerSample(time: time, force: Acceleration(force))))
        let rate = generator.gaussian3() * 0.002
        if let pose = tracker.ingest(.gyroscope(GyroscopeSample(time: time, rate: AngularVelocity(rate)))) {
          each(Moment(pose: pose, climbed: climbed, driven: driven, rise: rise, speed: speed), tracker)
        }
        if i % 20 == 0 {
          let height = 500 + climbed + pressureNoise * generator.gaussian()
          let pressure = 101_325 * pow(1 - height / 44_330.8, 1 / 0.190263)
          if hasCompass {
            let field = MagneticField<Body>(SIMD3(0, -42, -21) + generator.gaussian3() * 0.3)
            _ = tracker.ingest(.magnetometer(MagnetometerSample(time: time, field: field)))
          }
          _ = tracker.ingest(.barometer(BarometerSample(time: time, pressure: Pressure(pressure))))
        }
        if hasFixes, i % 200 == 0 {
          let place = Self.origin.geodetic(Displacement<Level>(0, 0, -driven))
          var fix = Fix(
            time: time, arrival: time, mode: .threeDimensional, latitude: place.latitude, longitude: place.longitude)
          fix.horizontalError = .metres(4)
          fix.velocityEast = Speed(0.05 * generator.gaussian())
          fix.velocityNorth = Speed(speed + 0.05 * generator.gaussian())
          fix.speedError = Speed(0.3)
          _ = tracker.ingest(.fix(fix))
        }
      }
    }
  }

  /// Speeds up from a time on, keeps the speed, and slows down; in seconds and m/s².
  private func trip(from start: Double, lasting duration: Double, _ push: Double, for ramp: Double) -> (Double) ->
    Double
  {
    { t in
      if t >= start, t < start + ramp { return push }
      if t >= start + duration - ramp, t < start + duration { return -push }
      return 0
    }
  }

  /// A lift of 1.2 m/s up to the fifth floor: the path climbs with it, and stands afterward.
  @Test(arguments: [1.0, -1.0]) func aLiftCarriesThePath(sign: Double) {
    var ride = Ride(), worst = 0.0, last: Ride.Moment?, moved = false
    ride.up = trip(from: 5, lasting: 14, sign * 0.8, for: 1.5)
    ride.run { moment, tracker in
      worst = max(worst, (moment.pose.pose.position.y - moment.climbed).magnitude)
      if tracker.states.contains(where: { $0.name == "floor" }) { moved = true }
      last = moment
    }
    let off = (last?.pose.pose.position.y ?? 0) - (last?.climbed ?? 0)
    print("lift: worst \(worst) m, at the end \(off) m of \(last?.climbed ?? 0) m")
    #expect(moved && worst < 2.5 && off.magnitude < 1)
    expect(last.map { $0.pose.velocity.norm.value < 0.05 }, equals: true)
  }

  /// A barometer in the wind, without a lift: nothing is recognized.
  @Test(arguments: UInt64(1)...6) func anUnsteadyPressureIsNotALift(seed: UInt64) {
    var ride = Ride(), moved = 0
    ride.pressureNoise = 0.5
    ride.run(seed: seed) { moment, tracker in
      if tracker.states.contains(where: { $0.name == "floor" }) { moved += 1 }
    }
    expect(moved, equals: 0)
  }

  /// A tram, with a compass: place and path follow, the standing shoe does not hold them, and after the stop the path stands.
  /// Without a compass the scene has no direction: the path stands, and the place follows.
  @Test(arguments: [true, false]) func aVehicleCarriesThePath(hasCompass: Bool) {
    var ride = Ride(), recognized = 0.0, last: Ride.Moment?, fastest = 0.0, farthest = 0.0
    ride.hasFixes = true
    ride.hasCompass = hasCompass
    ride.duration = 60
    ride.north = trip(from: 10, lasting: 35, 1, for: 10)
    ride.run { moment, tracker in
      if recognized == 0, tracker.states.contains(where: { $0.name == "floor" }) { recognized = moment.speed }
      fastest = max(fastest, moment.pose.velocity.norm.value)
      if let place = moment.pose.place {
        let there = Ride.origin.geodetic(Displacement<Level>(0, 0, -moment.driven))
        farthest = max(farthest, hypot(there.smallOffset(to: place).x, there.smallOffset(to: place).z))
      }
      last = moment
    }
    let end = last?.pose.velocity.norm.value ?? .infinity
    print(
      "tram: recognized at \(recognized) m/s, fastest \(fastest) m/s, at most \(farthest) m off, \(end) m/s at the end")
    #expect(recognized > 0 && recognized < 5)
    // A correction of the path closes at up to 18 m/s besides (`ShownPath`).
    #expect(hasCompass ? (8...28).contains(fastest) : fastest < 3)
    // Standing, the path still moves a little: each rest corrects what the ride left unknown.
    #expect(farthest < 20 && end < 0.3)
  }
}
