public import Methods
public import Geodesy
public import Geometry
import Samples

/// Start of the walks in these tests, by default.
public let yard = Geodetic(latitude: Degrees(48), longitude: Degrees(9))

/// A scene position by its east and north in the scene.
public func scene(_ east: Double, _ north: Double) -> Displacement<Scene> { Displacement(east, 0, -north) }

/// A fix east and north of a place, and the scene position that belongs to it.
public func estimate(
  _ seconds: Double, east: Double, north: Double, radius: Double = 3, at scene: Displacement<Scene>,
  from origin: Geodetic = yard, way: Double = 0
) -> Estimate {
  Estimate(
    time: BootInstant(seconds: seconds),
    place: TangentPlane(origin: origin).geodetic(Displacement<Level>(east, 0, -north)), radius: Length(radius),
    scene: scene, way: Length(way))
}

/// A walk with corners, one point a second, with exact fixes: `turn` is the yaw that the alignment has to find.
public func exactWalk(
  _ turn: Angle, count: Int = 40, scale: Double = 1, radius: Double = 3, from origin: Geodetic = yard
) -> [Estimate] {
  let plane = TangentPlane(origin: origin)
  var position = Displacement<Scene>.zero, way = 0.0
  return (0..<count).map { i in
    let azimuth = Angle.degrees(i < count / 2 ? 20 : 110)
    if i > 0 {
      position = position + scene(1.4 * scale * azimuth.sine, 1.4 * scale * azimuth.cosine)
      way += 1.4
    }
    let place = plane.geodetic(Rotation<Scene, Level>.yaw(turn)(position * (1 / scale)))
    return Estimate(
      time: BootInstant(seconds: Double(i)), place: place, radius: Length(radius), scene: position, way: Length(way))
  }
}

public func buffer(_ estimates: [Estimate], _ adjust: (inout MethodParameters) -> Void = { _ in }) -> EstimateBuffer {
  var parameters = MethodParameters()
  adjust(&parameters)
  var buffer = EstimateBuffer(parameters)
  for estimate in estimates { buffer.add(estimate) }
  return buffer
}

/// The estimates of a walk with a nearly exact odometry and an inexact receiver, each with the true yaw at that time.
public func trial(_ seed: UInt64, seconds: Double, yaw: Angle = .degrees(40)) -> [(estimate: Estimate, yaw: Angle)] {
  var trial = DisplacementTrial(seed: seed, initialYaw: yaw)
  let plane = TangentPlane(origin: yard)
  var way = Length.zero, last = Displacement<Scene>.zero
  var estimates: [(Estimate, Angle)] = []
  while true {
    let moment = trial.next()
    way = way + (moment.scene - last).norm
    last = moment.scene
    if let fix = moment.fix {
      estimates.append(
        (
          Estimate(
            time: BootInstant(seconds: moment.time.value), place: plane.geodetic(fix),
            radius: trial.stated * RadiusPerSigma.of68, scene: moment.scene, way: way), moment.yaw
        ))
    }
    if moment.time.value >= seconds { return estimates }
  }
}

extension Result {
  public var value: Success? { if case .success(let value) = self { value } else { nil } }
  public var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
