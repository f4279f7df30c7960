import Geometry
public import Samples
public import Sensors

extension Sample {
  /// The sample in the body's axes and at its own time, from one in the chip's axes, of a sensor with this mount, sign and delay.
  public func mounted(_ sensor: PresentSensor) -> Sample {
    guard sensor.mount != .identity || sensor.isReversed || sensor.delay != .zero else { return self }
    func turned<U: Unit>(_ value: Vector<U, Body>) -> Vector<U, Body> {
      sensor.mount(Vector<U, Chip>(sensor.isReversed ? -value.components : value.components))
    }
    switch self {
    case .accelerometer(let sample):
      return .accelerometer(AccelerometerSample(time: sample.time - sensor.delay, force: turned(sample.force)))
    case .gyroscope(let sample):
      return .gyroscope(GyroscopeSample(time: sample.time - sensor.delay, rate: turned(sample.rate)))
    case .magnetometer(let sample):
      return .magnetometer(MagnetometerSample(time: sample.time - sensor.delay, field: turned(sample.field)))
    default: return self
    }
  }
}
