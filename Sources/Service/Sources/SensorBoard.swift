import Samples
import Wire

/// The latest values of each sensor, its rate, and the counts of its samples and of its refused ones.
struct SensorBoard: Sendable {
  private(set) var sensors = [
    board("accelerometer", "m/s²", 3), board("gyroscope", "rad/s", 3), board("magnetometer", "µT", 3),
    board("barometer", "Pa", 1), board("temperature", "°C", 1), board("gnss", "°, m", 3), board("odometry", "m", 3),
    board("antennas", "°", 1),
  ]

  /// The message of those that have given something; its memory is used again.
  private var seen = SensorsMessage(time: 0)

  mutating func message(at time: Int64) -> SensorsMessage {
    seen.time = time
    seen.sensors.removeAll(keepingCapacity: true)
    for sensor in sensors where sensor.count + sensor.refused > 0 { seen.sensors.append(sensor) }
    return seen
  }

  private static func board(_ name: String, _ unit: String, _ numbers: Int) -> SensorMessage {
    SensorMessage(name: name, unit: unit, time: 0, count: 0, refused: 0, values: UpToThree(.zero, count: numbers))
  }

  mutating func record(_ sample: Sample) {
    switch sample {
    case .accelerometer(let sample): record(0, sample.time, sample.force.components)
    case .gyroscope(let sample): record(1, sample.time, sample.rate.components)
    case .magnetometer(let sample): record(2, sample.time, sample.field.components)
    case .barometer(let sample): record(3, sample.time, SIMD3(sample.pressure.value, 0, 0))
    case .temperature(let sample): record(4, sample.time, SIMD3(sample.temperature.value, 0, 0))
    case .fix(let fix):
      record(5, fix.arrival, SIMD3(fix.latitude.value, fix.longitude.value, fix.height?.value ?? .nan))
      sensors[5].statedError = fix.statesRadius ? fix.horizontalError : nil
    case .outsidePose(let pose): record(6, pose.time, pose.position.components)
    case .antennas(let sample): record(7, sample.time, SIMD3(sample.azimuth.value, 0, 0))
    case .input: break
    }
  }

  mutating func refuse(_ sample: Sample) {
    switch sample {
    case .accelerometer: sensors[0].refused += 1
    case .gyroscope: sensors[1].refused += 1
    case .magnetometer: sensors[2].refused += 1
    case .barometer: sensors[3].refused += 1
    case .temperature: sensors[4].refused += 1
    case .fix: sensors[5].refused += 1
    case .outsidePose: sensors[6].refused += 1
    case .antennas: sensors[7].refused += 1
    case .input: break
    }
  }

  private mutating func record(_ index: Int, _ time: BootInstant, _ values: SIMD3<Double>) {
    let interval = Double(time.nanoseconds &- sensors[index].time) * 1e-9
    if sensors[index].count > 0, interval > 0 {
      // A running mean of the interval, over about twenty samples.
      let mean = sensors[index].rate.map { 1 / $0 } ?? interval
      sensors[index].rate = 1 / (mean + (interval - mean) / 20)
    }
    sensors[index].time = time.nanoseconds
    sensors[index].count += 1
    sensors[index].values.values = values
  }
}
