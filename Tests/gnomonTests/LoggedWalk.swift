import Foundation

/// A simulated walk as other loggers would have written it: each layout after its documentation, with all digits, so that its
/// import can be compared with the walk itself.
struct LoggedWalk {
  /// The fields after the tag of a recording's line; nil for an empty one.
  typealias Line = (tag: String, fields: [Double?])
  private let lines: [Line]
  /// UTC at time zero, in whole seconds.
  private let zero: Int64

  init(recording text: String) {
    lines = Self.lines(of: text)
    let fix = lines.first { $0.tag == "P" }?.fields ?? []
    // t, lat, lon, height, eph, epv, ve, vn, vu, eps, mode, utc, arrival, separation
    let utc = fix.count > 11 ? fix[11] ?? 0 : 0
    zero = Int64((utc - (fix.first.flatMap { $0 } ?? 0)).rounded())
  }

  /// Returns the lines of the sensors and fixes of a recording.
  static func lines(of text: String) -> [Line] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard ["A", "G", "M", "B", "P"].contains(parts[0]) else { return nil }
      return (parts[0], parts.dropFirst().map { Double($0) })
    }
  }

  /// Returns the part of the walk that a logger writes: without truth and temperatures, and without the given fields of fixes.
  func told(_ tags: Set<String>, without missing: Set<Int>) -> String {
    var text = "gnomon-recording,1\n"
    // No logger states the order of two sensors at the same time: the accelerometer is first, as in a live session.
    let order = ["A", "G", "M", "B", "P"]
    let sorted = lines.enumerated().sorted {
      let a = ($0.element.fields[0] ?? 0, order.firstIndex(of: $0.element.tag) ?? 9, $0.offset)
      let b = ($1.element.fields[0] ?? 0, order.firstIndex(of: $1.element.tag) ?? 9, $1.offset)
      return a < b
    }
    for (tag, fields) in sorted.map(\.element) where tags.contains(tag) {
      let told = fields.enumerated().map { index, value -> String in
        guard let value, tag != "P" || !missing.contains(index) else { return "" }
        return index == 10 && tag == "P" ? "\(Int(value))" : "\(value)"
      }
      text += tag + "," + told.joined(separator: ",") + "\n"
    }
    return text
  }

  private struct Location {
    /// Radii of 95 % and 68 % of a circular normal error; along an axis, 95 % is 1.960 σ.
    private static let radius = 2.448 / 1.515, axis = 1.960
    let time: Double, latitude: Double, longitude: Double, height: Double, separation: Double, utc: Double
    let accuracy: Double, vertical: Double, speedAccuracy: Double, speed: Double, bearing: Double

    init(_ fields: [Double?]) {
      let f = fields.map { $0 ?? 0 }
      (time, latitude, longitude, height, separation, utc) = (f[0], f[1], f[2], f[3], f[13], f[11])
      (accuracy, vertical, speedAccuracy) = (f[4] / Self.radius, f[5] / Self.axis, f[9] / Self.axis)
      speed = hypot(f[6], f[7])
      let degrees = atan2(f[6], f[7]) * 180 / .pi
      bearing = degrees < 0 ? degrees + 360 : degrees
    }
  }

  private func nanoseconds(_ seconds: Double?) -> Int64 { Int64(((seconds ?? 0) * 1e9).rounded()) }

  /// One text with lines of all kinds in the order of time, as GnssLogger writes it.
  var gnssLog: String {
    var text = """
      # Version: v3.0.6.4 Platform: 14 Manufacturer: Simulated Model: Walker
      # UncalAccel,utcTimeMillis,elapsedRealtimeNanos,UncalAccelXMps2,UncalAccelYMps2,UncalAccelZMps2,BiasXMps2,BiasYMps2,BiasZMps2
      # UncalGyro,utcTimeMillis,elapsedRealtimeNanos,UncalGyroXRadPerSec,UncalGyroYRadPerSec,UncalGyroZRadPerSec,DriftXRadPerSec
      # UncalMag,utcTimeMillis,elapsedRealtimeNanos,UncalMagXMicroT,UncalMagYMicroT,UncalMagZMicroT,BiasXMicroT,BiasYMicroT,BiasZMicroT
      # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,UnixTimeMillis,\
      SpeedAccuracyMps,BearingAccuracyDegrees,elapsedRealtimeNanos,VerticalAccuracyMeters,MockLocation

      """
    let kinds = ["A": "UncalAccel", "G": "UncalGyro", "M": "UncalMag"]
    for (tag, fields) in lines {
      let f = fields.map { $0 ?? 0 }
      if let kind = kinds[tag] {
        let utc = zero * 1000 + Int64(f[0] * 1000)
        text += "\(kind),\(utc),\(nanoseconds(f[0])),\(f[1]),\(f[2]),\(f[3]),0.0,0.0,0.0\n"
      } else if tag == "P" {
        let at = Location(fields)
        text += "Fix,GPS,\(at.latitude),\(at.longitude),\(at.height),\(at.speed),\(at.accuracy),\(at.bearing),"
        text += "\(Int64(at.utc * 1000)),\(at.speedAccuracy),,\(nanoseconds(at.time)),\(at.vertical),0\n"
      }
    }
    return text
  }

  /// The tables of a phyphox export, ten digits to a number.
  func phyphox(separator: String, decimalComma: Bool) -> [String: String] {
    func number(_ value: Double) -> String {
      let parts = String(format: "%.9E", value).split(separator: "E")
      let text = "\(parts[0])E\(Int(parts[1]) ?? 0)"
      return decimalComma ? text.replacingOccurrences(of: ".", with: ",") : text
    }
    func row(_ values: [Double]) -> String { values.map(number).joined(separator: separator) + "\n" }
    func head(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: separator) + "\n" }
    var files = [
      "Accelerometer.csv": head(["Time (s)", "X (m/s^2)", "Y (m/s^2)", "Z (m/s^2)"]),
      "Gyroscope.csv": head(["Time (s)", "X (rad/s)", "Y (rad/s)", "Z (rad/s)"]),
      "Magnetometer.csv": head(["Time (s)", "X (µT)", "Y (µT)", "Z (µT)"]),
      "Pressure.csv": head(["Time (s)", "Pressure (hPa)"]),
      "Location.csv": head([
        "Time (s)", "Latitude (°)", "Longitude (°)", "Altitude (m)", "Altitude WGS84 (m)", "Speed (m/s)",
        "Direction (°)",
        "Distance (km)", "Horizontal Accuracy (m)", "Vertical Accuracy (m)", "Satellites",
      ]),
      "meta/time.csv": head(["event", "experiment time", "system time", "system time text"])
        + "\"START\"\(separator)\(number(0))\(separator)\(zero)\(separator)\"then\"\n",
      "meta/device.csv": head(["property", "value"]) + "\"deviceModel\"\(separator)\"Walker\"\n",
    ]
    let names = ["A": "Accelerometer.csv", "G": "Gyroscope.csv", "M": "Magnetometer.csv"]
    for (tag, fields) in lines {
      let f = fields.map { $0 ?? 0 }
      if let name = names[tag] { files[name]? += row(f) }
      if tag == "B" { files["Pressure.csv"]? += row([f[0], f[1] / 100]) }
      if tag == "P" {
        let at = Location(fields)
        files["Location.csv"]? += row([
          at.time, at.latitude, at.longitude, at.height - at.separation, at.height, at.speed, at.bearing, 0.1,
          at.accuracy,
          at.vertical, 9,
        ])
      }
    }
    return files
  }

  /// The tables of a Sensor Logger export; on iOS the force is divided into motion and gravity, with the opposite sign.
  func sensorLogger(iOS: Bool) -> [String: String] {
    let triple = "time,seconds_elapsed,z,y,x\n"
    let metadata = "version,device name,platform,appVersion,standardisation,platform version\n"
    var files = [
      "Metadata.csv": metadata + "3,Walker,\(iOS ? "ios" : "android"),1.64,false,17\n", "Gyroscope.csv": triple,
      "Magnetometer.csv": triple, "Barometer.csv": "time,seconds_elapsed,relativeAltitude,pressure\n",
      "Location.csv":
        "time,seconds_elapsed,mslAltitudeAccuracy,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,"
        + "altitudeAboveMeanSeaLevel,bearing,altitude,longitude,latitude\n",
      "Annotation.csv": "time,seconds_elapsed,text,millisecond_press_duration\n",
    ]
    files[iOS ? "Accelerometer.csv" : "TotalAcceleration.csv"] = triple
    if iOS { files["Gravity.csv"] = triple }
    for (tag, fields) in lines {
      let f = fields.map { $0 ?? 0 }
      let time = "\(zero * 1_000_000_000 + nanoseconds(f[0])),\(f[0]),"
      switch tag {
      case "A" where iOS:
        files["Accelerometer.csv"]? += "\(time)\(-f[3]),\(9.8 - f[2]),\(-f[1])\n"
        files["Gravity.csv"]? += "\(time)0,-9.8,0\n"
      case "A": files["TotalAcceleration.csv"]? += "\(time)\(f[3]),\(f[2]),\(f[1])\n"
      case "G": files["Gyroscope.csv"]? += "\(time)\(f[3]),\(f[2]),\(f[1])\n"
      case "M": files["Magnetometer.csv"]? += "\(time)\(f[3]),\(f[2]),\(f[1])\n"
      case "B": files["Barometer.csv"]? += "\(time)0,\(f[1] / 100)\n"
      default:
        let at = Location(fields)
        files["Location.csv"]? += "\(time),1,\(at.speedAccuracy),\(at.vertical),\(at.accuracy),\(at.speed),"
        files["Location.csv"]? +=
          "\(at.height - at.separation),\(at.bearing),\(at.height),\(at.longitude),\(at.latitude)\n"
      }
    }
    return files
  }
}
