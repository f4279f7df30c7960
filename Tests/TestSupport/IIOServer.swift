import Foundation

/// Simulated IIO devices over libiio's network backend (`Tests/Rig/iio_server.py`).
public final class IIOServer {
  public struct Channel {
    public var id: String
    public var format: String?
    public var attributes: [String: String]

    public init(id: String, format: String? = nil, attributes: [String: String] = [:]) {
      self.id = id
      self.format = format
      self.attributes = attributes
    }

    /// Channels of three axes in 16 bits.
    public static func axes(_ kind: String, scale: String, mount: String? = nil, isPolled: Bool = true) -> [Channel] {
      ["x", "y", "z"].map { axis in
        var attributes = ["scale": scale]
        if isPolled { attributes["raw"] = ["x": "10", "y": "20", "z": "30"][axis] }
        if let mount { attributes["mount_matrix"] = mount }
        return Channel(id: "\(kind)_\(axis)", format: "le:S16/16>>0", attributes: attributes)
      }
    }
    public static var timestamp: Channel { Channel(id: "timestamp", format: "le:S64/64>>0") }
  }

  public struct Device {
    public var id: String
    public var name: String
    public var label: String
    public var channels: [Channel]
    public var attributes: [String: String]
    public var stream: [String: Any]

    public init(
      id: String = "iio:device0", name: String = "bmi160", label: String = "", channels: [Channel],
      attributes: [String: String] = ["sampling_frequency": "100", "current_timestamp_clock": "realtime"],
      stream: [String: Any] = ["hz": 100]
    ) {
      self.id = id
      self.name = name
      self.label = label
      self.channels = channels
      self.attributes = attributes
      self.stream = stream
    }
  }

  private let process: RigProcess
  public let uri: String

  /// Starts at a free port, or at the given one.
  public init(_ devices: [Device], port: UInt16? = nil) throws {
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
    process = try RigProcess("iio_server.py", ["\(port ?? freePort(.stream))"])
    let text = try JSONSerialization.data(withJSONObject: ["devices": described])
    try process.write(String(decoding: text, as: UTF8.self))
    uri = "ip:127.0.0.1:\(process.line() ?? "")"
  }

  public func stop() { process.stop() }
}
