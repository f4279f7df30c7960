public import Text

/// The latest values of each sensor.
public struct SensorsMessage: Equatable, Sendable {
  /// The latest values of one sensor: one number or three.
  public struct Sensor: Equatable, Sendable {
    public var name: String
    public var unit: String
    public var time: Int64
    public var count = 0
    public var refused = 0
    /// Samples per second; nil before the second sample.
    public var rate: Double?
    public var values: SIMD3<Double>
    public var valueCount: Int

    public init(name: String, unit: String, valueCount: Int) {
      self.name = name
      self.unit = unit
      self.valueCount = valueCount
      time = 0
      values = SIMD3(0, 0, 0)
    }
  }

  public var time: Int64
  public var sensors: [Sensor]

  public init(time: Int64, sensors: [Sensor]) {
    self.time = time
    self.sensors = sensors
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("time_boot_ns", time)
    writer.key("sensors")
    writer.beginArray()
    for sensor in sensors where sensor.count + sensor.refused > 0 { sensor.write(to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    time = try members.integer("time_boot_ns")
    sensors = []
    for element in try members.elements("sensors") { sensors.append(try Sensor(json: element)) }
  }
}

extension SensorsMessage.Sensor {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", text: name)
    writer.member("unit", text: unit)
    writer.member("time_boot_ns", time)
    writer.member("count", Int64(count))
    writer.member("refused", Int64(refused))
    writer.member("rate_hz", orNull: rate, decimals: 2)
    writer.key("values")
    writer.beginArray()
    for index in 0..<min(3, valueCount) { writer.value(orNull: values[index], decimals: 9) }
    writer.endArray()
    writer.endObject()
  }

  init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "sensors")
    let numbers = try members.elements("values").compactMap(\.double)
    self.init(name: try members.text("name"), unit: try members.text("unit"), valueCount: numbers.count)
    for (index, number) in numbers.prefix(3).enumerated() { values[index] = number }
    time = try members.integer("time_boot_ns")
    count = Int(try members.integer("count"))
    refused = Int(try members.integer("refused"))
    rate = try members.numberIfAny("rate_hz")
  }
}
