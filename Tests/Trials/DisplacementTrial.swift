import Geodesy
public import Geometry
import Simulation

/// A straight walk with a small odometry error and a large receiver error, to evaluate methods that find the heading by
/// displacement. 1.4 m/s; the odometry's scale is wrong by a constant and its heading is a random walk; fixes once a second with a
/// Gauss-Markov and a white error on each axis.
public struct DisplacementTrial: Sendable {
  public struct Conditions: Sendable {
    public var speed = Speed(1.4)
    public var scale = 0.03
    /// The random walk of the heading in a minute.
    public var yawWalk = Angle.degrees(0.3)
    public var bias = Length(3)
    public var biasTime = TimeSpan(30)
    public var noise = Length(0.5)
    public var rate = 20.0
    public init() {}
  }

  public struct Moment: Sendable {
    public var time: TimeSpan
    /// The path by the odometry, and its velocity.
    public var scene: Displacement<Scene>
    public var velocity: Velocity<Scene>
    /// The true path from the start, and true azimuth minus scene azimuth.
    public var truth: Displacement<Level>
    public var yaw: Angle
    /// The receiver's fix, once a second.
    public var fix: Displacement<Level>?
  }

  /// The standard deviation per axis, as a receiver would state it.
  public var stated: Length { Length(hypot(conditions.bias.value, conditions.noise.value)) }

  private let conditions: Conditions
  private var generator: Generator
  private var receiver: GaussMarkov
  private let course: Angle
  private let scale: Double
  private var scenePosition = SIMD2(0.0, 0.0)
  private var drift = 0.0
  private var count = 0
  private let initialYaw: Angle

  /// `initialYaw` is the correct yaw of the alignment at the start.
  public init(seed: UInt64, initialYaw: Angle, conditions: Conditions = .init()) {
    self.conditions = conditions
    self.initialYaw = initialYaw
    var generator = Generator(seed: seed, stream: "displacement")
    course = .radians(generator.uniform(in: -(.pi)...(.pi)))
    scale = 1 + conditions.scale * generator.gaussian()
    receiver = GaussMarkov(
      sigma: conditions.bias.value, timeConstant: conditions.biasTime.value, interval: 1, generator: &generator)
    self.generator = generator
  }

  public mutating func next() -> Moment {
    let interval = 1 / conditions.rate
    let isFix = count % Int(conditions.rate.rounded()) == 0
    if count > 0 {
      drift += conditions.yawWalk.radians * (interval / 60).squareRoot() * generator.gaussian()
    }
    let time = Double(count) * interval
    let yaw = initialYaw.radians + drift
    let azimuth = course.radians - yaw
    let speed = conditions.speed.value * scale
    let velocity = SIMD2(speed * sin(azimuth), speed * cos(azimuth))
    if count > 0 { scenePosition += velocity * interval }
    count += 1
    let way = conditions.speed.value * time
    let truth = Displacement<Level>(way * course.sine, 0, -way * course.cosine)
    var fix: Displacement<Level>?
    if isFix {
      let error = receiver.next(&generator) + generator.gaussian3() * conditions.noise.value
      fix = truth + Displacement<Level>(error.x, 0, error.y)
    }
    return Moment(
      time: TimeSpan(time), scene: Displacement(scenePosition.x, 0, -scenePosition.y),
      velocity: Velocity(velocity.x, 0, -velocity.y), truth: truth, yaw: .radians(yaw).wrapped, fix: fix)
  }
}
