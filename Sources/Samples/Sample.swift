/// One input of the pipeline. References are not among its cases, so no consumer of samples can see the truth.
public enum Sample: Equatable, Sendable {
  case accelerometer(AccelerometerSample)
  case gyroscope(GyroscopeSample)
  case magnetometer(MagnetometerSample)
  case barometer(BarometerSample)
  case temperature(TemperatureSample)
  // In a box, since they are large and rare: the others are copied often.
  indirect case fix(Fix)
  indirect case antennas(AntennaAzimuth)
  indirect case outsidePose(OutsidePose)
  indirect case input(InputEvent)

  public var time: BootInstant {
    switch self {
    case .accelerometer(let sample): sample.time
    case .gyroscope(let sample): sample.time
    case .magnetometer(let sample): sample.time
    case .barometer(let sample): sample.time
    case .temperature(let sample): sample.time
    case .fix(let fix): fix.time
    case .antennas(let sample): sample.time
    case .outsidePose(let pose): pose.time
    case .input(let event): event.time
    }
  }
}
