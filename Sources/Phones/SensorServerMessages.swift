import Loggers
import Text

/// SensorServer (umer0586), Android: a WebSocket server on the telephone, one text message for each sample.
///
/// Addresses and messages: github.com/umer0586/SensorServer, README. Samples and locations are stamped in nanoseconds since the
/// telephone started, by one clock (developer.android.com: SensorEvent, Location).
public enum SensorServerMessages {
  /// The sensors that are asked for, one set after the other: a telephone that lacks one of a set closes the connection.
  public static let sets: [(sensors: [String], lacks: String)] = [
    (["accelerometer", "gyroscope", "magnetic_field", "pressure"], ""),
    (["accelerometer", "gyroscope", "magnetic_field"], "barometer"),
    (["accelerometer", "gyroscope", "pressure"], "compass"),
    (["accelerometer", "gyroscope"], "barometer and compass"),
  ]
  public static let locationPath = "/gps"
  /// The close codes for a request that the app cannot serve (SensorWebSocketServer).
  public static let refusals: ClosedRange<UInt16> = 4001...4009

  /// `/sensors/connect?types=["android.sensor.accelerometer",…]`, percent-encoded.
  public static func path(_ sensors: [String]) -> String {
    let types = sensors.map { "%22android.sensor.\($0)%22" }
    return "/sensors/connect?types=%5B\(types.joined(separator: ","))%5D"
  }

  /// Reads one message; nil for one without use here: another sensor's, or the last location of an earlier time.
  public static func reading(_ bytes: [UInt8]) throws(PhoneFault) -> PhoneReading? {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: bytes, maximumDepth: 4, maximumSize: 1 << 16) } catch {
      throw PhoneFault("not JSON: \(error)")
    }
    if json["latitude"] != nil { return try location(json) }
    guard let type = json["type"]?.string, let stamp = json["timestamp"]?.integer,
      let values = json["values"]?.array
    else { throw PhoneFault("a message without type, timestamp and values") }
    func vector() throws(PhoneFault) -> SIMD3<Double> {
      guard values.count >= 3, let x = values[0].double, let y = values[1].double, let z = values[2].double else {
        throw PhoneFault("\(type) has no three values")
      }
      return SIMD3(x, y, z)
    }
    switch type {
    case "android.sensor.accelerometer": return PhoneReading(stamp, .force(try vector()))
    case "android.sensor.gyroscope": return PhoneReading(stamp, .rate(try vector()))
    case "android.sensor.magnetic_field": return PhoneReading(stamp, .field(try vector()))
    case "android.sensor.pressure":
      guard let pressure = values.first?.double else { throw PhoneFault("\(type) has no value") }
      return PhoneReading(stamp, .pressure(pressure))
    default: return nil
    }
  }

  /// A location of Android; 0 stands for a value that is missing, and its accuracy is 0 then.
  private static func location(_ json: JSONValue) throws(PhoneFault) -> PhoneReading? {
    // The key is spelled so.
    if json["lastKnowLocation"]?.bool == true { return nil }
    guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double,
      let stamp = json["elapsedRealtimeNanos"]?.integer
    else { throw PhoneFault("a location without latitude, longitude and elapsedRealtimeNanos") }
    func stated(_ name: String, with accuracy: String) -> Double? {
      guard let value = json[name]?.double else { return nil }
      return value == 0 && (json[accuracy]?.double ?? 0) == 0 ? nil : value
    }
    var location = StatedLocation()
    (location.latitude, location.longitude) = (latitude, longitude)
    location.height = stated("altitude", with: "verticalAccuracyMeters")
    location.horizontalAccuracy = json["accuracy"]?.double
    location.verticalAccuracy = json["verticalAccuracyMeters"]?.double
    location.speed = stated("speed", with: "speedAccuracyMetersPerSecond")
    location.speedAccuracy = json["speedAccuracyMetersPerSecond"]?.double
    location.bearing = stated("bearing", with: "bearingAccuracyDegrees")
    location.utc = json["time"]?.integer.flatMap { $0 > 0 && $0 < 1 << 42 ? $0 * 1_000_000 : nil }
    return PhoneReading(stamp, .location(location))
  }
}
