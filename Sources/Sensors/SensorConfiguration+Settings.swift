public import Configuration
import Geometry

extension SensorConfiguration {
  /// The configuration from the settings of the files.
  public init(_ settings: Settings) {
    self.init()
    uri = settings.context.isEmpty ? nil : settings.context
    rate = Frequency(settings.inertialRate)
    slowRate = Frequency(settings.magnetometerRate)
    func choice(_ device: String, _ mount: String = "", isReversed: Bool = false) -> Choice {
      Choice(
        isUsed: device != "none", device: device.isEmpty || device == "none" ? nil : device,
        mount: mount.isEmpty ? nil : mount, isReversed: isReversed)
    }
    func inertial(_ own: String) -> String { own.isEmpty ? settings.inertialDevice : own }
    accelerometer = choice(
      inertial(settings.accelerometer), settings.inertialMatrix, isReversed: settings.accelerometerSign < 0)
    gyroscope = choice(inertial(settings.gyroscope), settings.inertialMatrix)
    magnetometer = choice(settings.magnetometer, settings.magnetometerMatrix)
    barometer = choice(settings.barometer)
  }
}

extension GPSAddress {
  /// nil if no receiver is configured.
  public init?(_ settings: Settings) {
    guard settings.gpsd != "none", let colon = settings.gpsd.lastIndex(of: ":"),
      let port = UInt16(settings.gpsd[settings.gpsd.index(after: colon)...])
    else { return nil }
    var host = settings.gpsd[..<colon]
    // An IPv6 address stands in brackets.
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    self.init(host: String(host), port: port, receiver: settings.receiver.isEmpty ? nil : settings.receiver)
    timeTolerance = .seconds(settings.timeTolerance)
    antennas = Double(settings.antennaDirection).map {
      AntennaMount(direction: Degrees($0), sigma: Degrees(settings.antennaError))
    }
  }
}
