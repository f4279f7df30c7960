import Foundation
import Sensors
import TestSupport

/// IIO devices over libiio's network backend, as `Tests/Rig/iio_server.py` describes them.
final class IIOServer {
  struct Channel {
    var id: String
    var format: String?
    var attributes: [String: String] = [:]

    /// Three axes in 16 bits.
    static func axes(_ kind: String, scale: String, mount: String? = nil, isPolled: Bool = true) -> [Channel] {
      ["x", "y", "z"].map { axis in
        var attributes = ["scale": scale]
        if isPolled { attributes["raw"] = ["x": "10", "y": "20", "z": "30"][axis] }
        if let mount { attributes["mount_matrix"] = mount }
        return Channel(id: "\(kind)_\(axis)", format: "le:S16/16>>0", attributes: attributes)
      }
    }
    static let timestamp = Channel(id: "timestamp", format: "le:S64/64>>0")
  }

  struct Device {
    var id = "iio:device0"
    var name = "bmi160"
    var label = ""
    var channels: [Channel]
    var attributes = ["sampling_frequency": "100", "current_timestamp_clock": "realtime"]
    var stream: [String: Any] = ["hz": 100]
  }

  private let process: RigProcess
  let uri: String

  init(_ devices: [Device]) throws {
    let described: [[String: Any]] = devices.map { device in
      var index = 0
      let channels: [[String: Any]] = device.channels.map { channel in
        var described: [String: Any] = ["id": channel.id, "attributes": channel.attributes]
        if let format = channel.format {
          described["format"] = format
          described["index"] = index
          index += 1
        }
        return described
      }
      return [
        "id": device.id, "name": device.name, "label": device.label, "attributes": device.attributes,
        "channels": channels, "stream": device.stream,
      ]
    }
    process = try RigProcess("iio_server.py", [])
    let text = try JSONSerialization.data(withJSONObject: ["devices": described])
    try process.write(String(decoding: text, as: UTF8.self))
    uri = "ip:127.0.0.1:\(process.line() ?? "")"
  }

  func stop() { process.stop() }

  /// Reads accelerometer and gyroscope, if not told otherwise.
  func source(_ configure: (inout SensorConfiguration) -> Void = { _ in }) -> IIOSource {
    var configuration = SensorConfiguration()
    configuration.uri = uri
    configuration.rate = Frequency(100)
    configuration.magnetometer.isUsed = false
    configuration.barometer.isUsed = false
    configure(&configuration)
    return IIOSource(configuration)
  }
}
