import Geometry
import Sensors
import TestSupport

extension IIOServer {
  /// Returns a source that reads accelerometer and gyroscope, unless configured otherwise.
  func source(_ configure: (inout SensorConfiguration) -> Void = { _ in }) -> IIOSource {
    var configuration = SensorConfiguration()
    configuration.uri = uri
    configuration.rate = Frequency(100)
    configuration.magnetometer.isUsed = false
    configuration.barometer.isUsed = false
    configure(&configuration)
    return IIOSource(configuration).opened()
  }
}
