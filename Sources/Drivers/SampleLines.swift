import Chips
import Geometry
import Samples
import Text

/// Samples of chips as lines of the recording format.
struct SampleLines {
  private(set) var texts: [String] = []
  private var buffer = TextBuffer(capacity: 128)

  mutating func write(_ samples: [ChipSample]) {
    texts.removeAll(keepingCapacity: true)
    for sample in samples {
      buffer.removeAll()
      buffer.append(line: .sample(Self.sample(sample)))
      // Without the newline.
      texts.append(buffer.withBytes { String(decoding: $0.dropLast(), as: UTF8.self) })
    }
  }

  /// The vectors are in the chip's axes: the daemon, which knows the mount, turns them.
  private static func sample(_ sample: ChipSample) -> Sample {
    let time = sample.time, value = sample.value
    switch sample.kind {
    case .force: return .accelerometer(AccelerometerSample(time: time, force: Vector(value)))
    case .rate: return .gyroscope(GyroscopeSample(time: time, rate: Vector(value)))
    case .field: return .magnetometer(MagnetometerSample(time: time, field: Vector(value)))
    case .pressure: return .barometer(BarometerSample(time: time, pressure: Pressure(value.x)))
    case .inertialTemperature: return temperature(.imu, sample)
    case .fieldTemperature: return temperature(.mag, sample)
    case .airTemperature: return temperature(.baro, sample)
    }
  }

  private static func temperature(_ sensor: TemperatureSample.Sensor, _ sample: ChipSample) -> Sample {
    .temperature(TemperatureSample(time: sample.time, sensor: sensor, temperature: Temperature(sample.value.x)))
  }
}
