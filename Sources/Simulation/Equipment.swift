import Geometry

/// Sensors and receiver of a device that many kinds of people own, drawn from the seed: each seed is another device.
///
/// Its owner walks at 1.4 to 1.6 m/s, as people in a street do (R. W. Bohannon, "Comfortable and maximum walking speed of adults
/// aged 20-79 years", Age and Ageing 26, 1997: 1.3 to 1.5 m/s at ease). Half of the devices have no magnetometer, a quarter give
/// 25 samples a second. A third of the receivers states the error of its velocity, a third gives the velocity without an error, a
/// third none. A telephone's fixes are 1 to 2.5 s old when a program gets them, with velocities of 0.3 m/s; a board's a few
/// tenths, with velocities of 0.1 m/s.
struct Equipment {
  private var hasMagnetometer: Bool
  private var rate: Double
  private var velocity: SimulationParameters.VelocityReport
  private var age: Double
  private var pace: Double
  private var speedNoise: Double

  init(isTelephone: Bool, seed: UInt64) {
    var generator = Generator(seed: seed, stream: "equipment")
    hasMagnetometer = generator.uniform() < 0.5
    rate = [25, 50, 100, 200][min(3, Int(4 * generator.uniform()))]
    velocity = [.stated, .unstated, .none][min(2, Int(3 * generator.uniform()))]
    let share = generator.uniform()
    age = isTelephone ? 1 + 1.5 * share : 0.2 + 0.4 * share
    speedNoise = isTelephone ? 0.3 : 0.1
    pace = generator.uniform(in: 1.4...1.6)
  }

  /// Sets what the equipment decides.
  func apply(to parameters: inout SimulationParameters) {
    if !hasMagnetometer { parameters.magnetometerRate = 0 }
    parameters.imuRate = rate
    parameters.receiver.velocityReport = velocity
    parameters.receiver.latency = TimeSpan(age)
    parameters.receiver.velocityNoise = Speed(speedNoise)
    parameters.walkingSpeed = Speed(pace)
  }
}

extension SimulationParameters {
  /// Default settings of a device that a wearer has in some place; nil is the head. In a pocket or a bag each seed is another
  /// telephone.
  public init(carriedIn carrier: Itinerary.Carrier?, seed: UInt64) {
    self.init()
    if carrier?.isClothing ?? false { Equipment(isTelephone: true, seed: seed).apply(to: &self) }
  }
}
