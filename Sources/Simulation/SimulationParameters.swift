import Geodesy
public import Geometry
public import Samples

/// Parameters of a simulated session. The defaults are a cheap consumer sensor and an ordinary walker.
public struct SimulationParameters: Sendable {
  public init() {}

  // Place.
  public var latitude = Degrees(48.2082)
  public var longitude = Degrees(16.3738)
  public var height = Length(220)
  /// The direction in which a plan starts.
  public var azimuth = Angle.degrees(35)

  public var hillHeight = Length(0)
  public var hillLength = Length(900)

  // The wearer's movement.
  public var walkingSpeed = Speed(1.35)
  public var cruisingSpeed = Speed(13.9)
  public var acceleration = 2.5  // m/s², along the road
  public var lateralAcceleration = 3.5  // m/s², in curves
  public var gait = 1.0
  public var gaitVariability = 0.03
  public var loopRadius = Length(10)
  public var gaze = Gaze.wandering
  public var gazeRange = Angle.degrees(60)
  public var gazeShortest = TimeSpan(3)
  public var gazeLongest = TimeSpan(8)
  public var mountYaw = Angle.zero
  public var mountPitch = Angle.zero
  public var vibration = 1.0

  public enum Gaze: String, CaseIterable, Sendable { case ahead, wandering }

  // Movement of simulated people, and reading of a trace.
  public var personMount = Mount.head
  public var stepPeak = 0.0  // m/s²; 0: drawn from the seed
  public var headRate = AngularRate(0)  // 0: drawn from the seed
  public var traceSpacing = TimeSpan(0.04)

  public enum Mount: String, CaseIterable, Sendable { case head, torso }

  // Sensors.
  public var imuRate = 200.0
  public var gyroscope = Triad(
    noise: 1.7e-4, instability: 4e-5, walk: 2e-6, bias: 9e-3, scale: 0.005, misalignment: 0.005, temperature: 1.7e-4,
    step: 1.0653e-3, range: 34.9066)
  public var accelerometer = Triad(
    noise: 1.5e-3, instability: 4e-4, walk: 1e-5, bias: 0.15, scale: 0.005, misalignment: 0.005, temperature: 1e-3,
    step: 2.3942e-3, range: 78.4532)
  public var warmUp = 10.0  // K
  public var warmUpTime = TimeSpan(300)

  public var magnetometerRate = 50.0
  public var magnetometerNoise = FluxDensity(0.4)
  public var magnetometerStep = FluxDensity(0.15)
  public var hardIron = FluxDensity(1)
  public var softIron = 0.01
  public var magnetometerLag = TimeSpan(0.01)
  public var disturbance = FluxDensity(3)
  public var disturbanceLength = Length(3)

  public var barometerRate = 10.0
  public var barometerNoise = Pressure(2)
  public var weather = 0.02  // Pa/√s

  public var receiver = Receiver()
  public var antennas = Antennas()
  public var truthRate = 20.0
  public var temperatureRate = 1.0

  /// The errors of three gyroscope or accelerometer axes, in the sensor's SI unit.
  public struct Triad: Sendable {
    /// White noise density, unit/√Hz.
    public var noise: Double
    /// Flicker: B of IEEE 952.
    public var instability: Double
    /// Random walk of the bias, unit/√s.
    public var walk: Double
    /// Turn-on bias, 1 σ per axis.
    public var bias: Double
    /// Scale error, 1 σ per axis.
    public var scale: Double
    /// Cross-axis error, 1 σ per pair.
    public var misalignment: Double
    /// Bias per kelvin, 1 σ per axis.
    public var temperature: Double
    /// Step of the converter.
    public var step: Double
    public var range: Double
  }

  /// A GNSS receiver. Errors are per axis, 1 σ; vertical ones are 1.7 times the horizontal.
  public struct Receiver: Sendable {
    public var rate = 1.0
    public var bias = Length(3)
    public var biasTime = TimeSpan(35)
    public var noise = Length(0.5)
    public var velocityNoise = Speed(0.1)
    public var latency = TimeSpan(0.25)
    public var velocityLatency = TimeSpan(0)
    public var velocityReport = VelocityReport.stated
    public var isStamped = false
    public var outliers = 0.0
    public var outlierSize = Length(60)
    public var firstFixError = Length(0)
    public var firstFixAfter = TimeSpan(2)
    public var statedFactor = 1.0
    public var separation = Length(43)
  }

  /// A receiver's two antennas. 1 σ of the errors.
  public struct Antennas: Sendable {
    public var rate = 0.0
    /// Of their line on the device, clockwise from straight ahead.
    public var direction = Angle.zero
    public var error = Angle.degrees(1)
    public var noise = Angle.degrees(0.3)
    public var latency = TimeSpan(0.08)
  }

  /// The receiver's report of its velocity: with its error, without one, or none.
  public enum VelocityReport: String, CaseIterable, Sendable { case stated, unstated, none }

  /// Makes sensors and receiver perfect: no noise, bias, steps or limits. For tests of values computed from them.
  public mutating func makeIdeal() {
    let none = Triad(
      noise: 0, instability: 0, walk: 0, bias: 0, scale: 0, misalignment: 0, temperature: 0, step: 0, range: 1e6)
    gyroscope = none
    accelerometer = none
    warmUp = 0
    magnetometerNoise = .zero
    magnetometerStep = .zero
    hardIron = .zero
    softIron = 0
    magnetometerLag = .zero
    disturbance = .zero
    barometerNoise = .zero
    weather = 0
    receiver.bias = .zero
    receiver.noise = .zero
    receiver.velocityNoise = .zero
    receiver.latency = .zero
    receiver.outliers = 0
    receiver.firstFixError = .zero
    antennas.error = .zero
    antennas.noise = .zero
  }
}

extension SimulationParameters {
  /// The table for `gnomon simulate --set` and its help.
  public static let table = ParameterTable<SimulationParameters>([
    .init("place.latitude", \.latitude, in: -89...89, "where a named plan starts"),
    .init("place.longitude", \.longitude, in: -180...180, "where a named plan starts"),
    .init("place.height", \.height, in: -500...9000, "of the device above the ellipsoid at the start"),
    .init(degrees: "place.azimuth", \.azimuth, in: -360...360, "direction in which a named plan sets out"),
    .init("walk.speed", \.walkingSpeed, in: 0.2...4, "walking speed"),
    .init("walk.gait", \.gait, in: 0...3, "size of the gait's bounce and sway; 1 is an ordinary walker, 0 glides"),
    .init("walk.loop", \.loopRadius, in: 2...1000, "radius of the ring of the plan loop"),
    .init("walk.variability", \.gaitVariability, in: 0...0.3, "how much the cadence wanders, 1 σ"),
    .init("drive.speed", \.cruisingSpeed, in: 1...60, "speed on open road (the 200 km drive: twice this)"),
    .init("drive.acceleration", \.acceleration, unit: "m/s²", in: 0.2...6, "pulling away and braking"),
    .init("drive.lateral", \.lateralAcceleration, unit: "m/s²", in: 0.5...8, "in curves"),
    .init("drive.vibration", \.vibration, in: 0...10, "size of the road's shaking; 0 glides"),
    .init("gaze.style", \.gaze, "where a walker looks: ahead, or wandering to both sides"),
    .init(degrees: "gaze.range", \.gazeRange, in: 0...120, "how far a wandering gaze turns to either side"),
    .init("gaze.shortest", \.gazeShortest, in: 0.5...60, "shortest time between turns of the head"),
    .init("gaze.longest", \.gazeLongest, in: 0.5...120, "longest time between turns of the head"),
    .init("person.mount", \.personMount, "where the person of around, gallery, errand or crowd wears the device"),
    .init(
      "person.step_peak", \.stepPeak, unit: "m/s²", in: 0...12,
      "peak of the vertical acceleration in that person's steps; 0 draws 0.3 to 10 from the seed"),
    .init(
      degrees: "person.head_rate", \.headRate, in: 0...120,
      "rate at which that person's head turns, rms; 0 draws 36 to 63 from the seed"),
    .init("trace.spacing", \.traceSpacing, in: 0.005...0.2, "spacing of the spline that is fitted to a trace"),
    .init(degrees: "mount.yaw", \.mountYaw, in: -180...180, "how the device is turned in a vehicle, clockwise"),
    .init(degrees: "mount.pitch", \.mountPitch, in: -90...90, "how the device is tilted up in a vehicle"),
    .init(
      "hills.height", \.hillHeight, in: 0...1000, "height of the hills that a plan or a way leads over; 0 is level"),
    .init("hills.length", \.hillLength, in: 50...1e6, "distance from hill to hill"),
    .init("imu.rate", \.imuRate, unit: "Hz", in: 10...2000, "accelerometer and gyroscope samples a second"),
    .init("imu.warmup", \.warmUp, unit: "K", in: -50...80, "how much warmer the IMU gets than at the start"),
    .init("imu.warmup_time", \.warmUpTime, in: 1...1e5, "time constant of the warming"),
    .init("gyroscope.noise", \.gyroscope.noise, unit: "rad/s/√Hz", in: 0...1, "white noise density"),
    .init("gyroscope.instability", \.gyroscope.instability, unit: "rad/s", in: 0...1, "flicker, the B of IEEE 952"),
    .init("gyroscope.walk", \.gyroscope.walk, unit: "rad/s/√s", in: 0...1, "random walk of the bias"),
    .init("gyroscope.bias", \.gyroscope.bias, unit: "rad/s", in: 0...1, "turn-on bias, 1 σ"),
    .init("gyroscope.scale", \.gyroscope.scale, in: 0...0.2, "scale error, 1 σ"),
    .init("gyroscope.misalignment", \.gyroscope.misalignment, in: 0...0.2, "cross-axis error, 1 σ"),
    .init("gyroscope.temperature", \.gyroscope.temperature, unit: "rad/s/K", in: 0...0.1, "bias per kelvin, 1 σ"),
    .init("gyroscope.step", \.gyroscope.step, unit: "rad/s", in: 0...1, "converter step; 0 is none"),
    .init("gyroscope.range", \.gyroscope.range, unit: "rad/s", in: 0.1...1e6, "converter limit"),
    .init("accelerometer.noise", \.accelerometer.noise, unit: "m/s²/√Hz", in: 0...10, "white noise density"),
    .init(
      "accelerometer.instability", \.accelerometer.instability, unit: "m/s²", in: 0...10, "flicker, the B of IEEE 952"),
    .init("accelerometer.walk", \.accelerometer.walk, unit: "m/s²/√s", in: 0...1, "random walk of the bias"),
    .init("accelerometer.bias", \.accelerometer.bias, unit: "m/s²", in: 0...10, "turn-on bias, 1 σ"),
    .init("accelerometer.scale", \.accelerometer.scale, in: 0...0.2, "scale error, 1 σ"),
    .init("accelerometer.misalignment", \.accelerometer.misalignment, in: 0...0.2, "cross-axis error, 1 σ"),
    .init("accelerometer.temperature", \.accelerometer.temperature, unit: "m/s²/K", in: 0...1, "bias per kelvin, 1 σ"),
    .init("accelerometer.step", \.accelerometer.step, unit: "m/s²", in: 0...1, "converter step; 0 is none"),
    .init("accelerometer.range", \.accelerometer.range, unit: "m/s²", in: 1...1e6, "converter limit"),
    .init("magnetometer.rate", \.magnetometerRate, unit: "Hz", in: 0...2000, "samples a second; 0 is no magnetometer"),
    .init("magnetometer.noise", \.magnetometerNoise, in: 0...50, "white noise of a sample, 1 σ"),
    .init("magnetometer.step", \.magnetometerStep, in: 0...50, "converter step; 0 is none"),
    .init("magnetometer.hardiron", \.hardIron, in: 0...500, "field of the device itself, 1 σ per axis"),
    .init("magnetometer.softiron", \.softIron, in: 0...0.5, "distortion by the device, 1 σ per element"),
    .init(
      "magnetometer.lag", \.magnetometerLag, in: 0...0.1, "how much older a reading is than its time stamp"),
    .init("magnetometer.disturbance", \.disturbance, in: 0...200, "field of the surroundings, rms per axis"),
    .init(
      "magnetometer.length", \.disturbanceLength, in: 0.1...1000, "distance over which the surroundings' field changes"),
    .init("barometer.rate", \.barometerRate, unit: "Hz", in: 0...200, "samples a second; 0 is no barometer"),
    .init("barometer.noise", \.barometerNoise, in: 0...1000, "white noise of a sample, 1 σ"),
    .init("barometer.weather", \.weather, unit: "Pa/√s", in: 0...10, "random walk of the air pressure"),
    .init("gnss.rate", \.receiver.rate, unit: "Hz", in: 0...50, "fixes a second; 0 is no receiver"),
    .init("gnss.bias", \.receiver.bias, in: 0...1000, "slowly wandering error, 1 σ per axis"),
    .init(
      "gnss.bias_time", \.receiver.biasTime, in: 0.1...1e5, "how slowly it wanders: the Gauss-Markov time constant"),
    .init("gnss.noise", \.receiver.noise, in: 0...1000, "white error, 1 σ per axis"),
    .init("gnss.velocity_noise", \.receiver.velocityNoise, in: 0...100, "white error of velocity, 1 σ per axis"),
    .init("gnss.latency", \.receiver.latency, in: 0...5, "from the moment of a fix to its arrival"),
    .init(
      "gnss.velocity_latency", \.receiver.velocityLatency, in: 0...5, "how much older the velocity is than the position"
    ),
    .init(
      "gnss.velocity", \.receiver.velocityReport,
      "what the receiver says of its velocity: with its error, without, or nothing"),
    .init("gnss.stamped", \.receiver.isStamped, "whether hardware stamps the moment of a fix"),
    .init("gnss.outliers", \.receiver.outliers, in: 0...1, "share of fixes with a large error that they do not state"),
    .init("gnss.outlier_size", \.receiver.outlierSize, in: 0...1e6, "size of such an error, 1 σ per axis"),
    .init("gnss.first_fix_error", \.receiver.firstFixError, in: 0...1e7, "how far off the first three fixes are"),
    .init("gnss.first_fix_after", \.receiver.firstFixAfter, in: 0...1e5, "when the first fix comes"),
    .init("gnss.stated", \.receiver.statedFactor, in: 0.01...100, "stated accuracy over true accuracy; 1 is honest"),
    .init("antennas.rate", \.antennas.rate, unit: "Hz", in: 0...50, "azimuths a second of two antennas; 0 is one"),
    .init(degrees: "antennas.direction", \.antennas.direction, in: -360...360, "of the line on the device, from ahead"),
    .init(degrees: "antennas.error", \.antennas.error, in: 0...90, "error of mount and reflections, 1 σ"),
    .init(degrees: "antennas.noise", \.antennas.noise, in: 0...90, "white error of an azimuth, 1 σ"),
    .init("gnss.separation", \.receiver.separation, in: -200...200, "geoid above ellipsoid, as stated"),
    .init("truth.rate", \.truthRate, unit: "Hz", in: 0...2000, "truth lines a second; 0 is none"),
    .init("temperature.rate", \.temperatureRate, unit: "Hz", in: 0...100, "temperature lines a second; 0 is none"),
  ])
}
