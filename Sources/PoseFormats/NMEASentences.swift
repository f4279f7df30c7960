public import Geodesy
public import Geometry
import Samples
public import Text
public import Tracking

/// The sentences of NMEA 0183 for one pose: PASHR, HDT, GGA, RMC, GST and ZDA.
///
/// A field that is not known is empty. Without a place GGA and RMC say so; without a civil time ZDA is left out, without a heading
/// HDT and PASHR. Fields: NMEA 0183 v4.10; PASHR: the attitude sentence of Ashtech receivers, as most navigation software reads it.
///
/// The order is for gpsd 3.22 (Debian 12): it reports no position if PASHR comes last, and its attitude after GST is no valid JSON,
/// because both have the same memory until the next PASHR. Measured with each order; newer versions read any.
public struct NMEASentences {
  /// The sentences of the newest pose, each with its checksum and end of line.
  public private(set) var text = TextBuffer(capacity: 1024)
  private var first = 0

  public init() {}

  /// Replaces the sentences by those of a pose. `separation`: height of the geoid above the ellipsoid.
  public mutating func write(_ pose: TrackedPose, utc: UTC?, separation: Length?) {
    text.removeAll()
    if let heading = pose.heading {
      writePASHR(pose, heading, utc)
      start("GNHDT")
      field(heading.azimuth.degrees, decimals: 2)
      field("T")
      end()
    }
    writeGGA(pose, utc, separation)
    writeRMC(pose, utc)
    writeGST(pose, utc)
    if let utc { writeZDA(utc) }
  }

  // MARK: sentences

  private mutating func writeGGA(_ pose: TrackedPose, _ utc: UTC?, _ separation: Length?) {
    start("GNGGA")
    time(utc)
    place(pose.place)
    // 1: a fix of a receiver, the usual meaning of "usable"; 6: estimated; 0: none.
    field(pose.place == nil ? "0" : pose.isLocated ? "1" : "6")
    field("")
    field("")
    if let height = pose.place?.height, let separation, height.isFinite {
      field((height - separation).value, decimals: 2)
      field("M")
      field(separation.value, decimals: 2)
      field("M")
    } else {
      field("")
      field("M")
      field("")
      field("M")
    }
    field("")
    field("")
    end()
  }

  private mutating func writeRMC(_ pose: TrackedPose, _ utc: UTC?) {
    start("GNRMC")
    time(utc)
    field(pose.isLocated ? "A" : "V")
    place(pose.place)
    let velocity = Rotation<Scene, Level>.yaw(pose.yaw)(pose.velocity)
    let speed = hypot(velocity.x, velocity.z)
    if pose.place != nil, pose.yawSigma != nil {
      field(speed * 3600 / 1852, decimals: 2)
      // Below 0.2 m/s the direction of the motion is not known.
      if speed >= 0.2 {
        field(Angle.arcTangent(velocity.x, -velocity.z).azimuth.degrees, decimals: 2)
      } else {
        field("")
      }
    } else {
      field("")
      field("")
    }
    text.append(UInt8(ascii: ","))
    if let date = utc?.date {
      digits(date.day, 2)
      digits(date.month, 2)
      digits(date.year % 100, 2)
    }
    field("")
    field("")
    // Mode: autonomous, estimated, not valid.
    field(pose.place == nil ? "N" : pose.isLocated ? "A" : "E")
    end()
  }

  /// The errors of the place: the stated radius of 68 % is 1.515 sigma of each axis; the ellipse is that of the covariance.
  private mutating func writeGST(_ pose: TrackedPose, _ utc: UTC?) {
    guard pose.place != nil, let position = pose.covariance.position else { return }
    // From the scene's axes to east, up, south.
    let toLevel = Rotation<Scene, Level>.yaw(pose.yaw).matrix
    let level = toLevel * position * toLevel.transposed
    let east = level.c0.x, up = level.c1.y, north = level.c2.z, mixed = -level.c2.x
    let mean = 0.5 * (east + north), difference = hypot(0.5 * (east - north), mixed)
    start("GNGST")
    time(utc)
    field("")
    field(max(0, mean + difference).squareRoot(), decimals: 3)
    field(max(0, mean - difference).squareRoot(), decimals: 3)
    // Direction of the larger axis, from true north.
    let direction = Angle.radians(0.5 * Angle.arcTangent(2 * mixed, north - east).radians)
    field((direction.degrees < 0 ? direction.degrees + 180 : direction.degrees), decimals: 1)
    field(north.squareRoot(), decimals: 3)
    field(east.squareRoot(), decimals: 3)
    field(up.squareRoot(), decimals: 3)
    end()
  }

  private mutating func writeZDA(_ utc: UTC) {
    let date = utc.date
    start("GNZDA")
    time(utc)
    text.append(UInt8(ascii: ","))
    digits(date.day, 2)
    text.append(UInt8(ascii: ","))
    digits(date.month, 2)
    text.append(UInt8(ascii: ","))
    digits(date.year, 4)
    field("00")
    field("00")
    end()
  }

  /// Roll is positive with the left side up, pitch with the front up. Heave is not measured.
  private mutating func writePASHR(_ pose: TrackedPose, _ heading: Angle, _ utc: UTC?) {
    let attitude = Attitude(pose.earthOrientation)
    start("PASHR")
    time(utc)
    field(heading.azimuth.degrees, decimals: 2)
    field("T")
    field(-attitude.roll.degrees, decimals: 2, isSigned: true)
    field(attitude.elevation.degrees, decimals: 2, isSigned: true)
    field("")
    for _ in 0..<2 { field(pose.tiltSigma?.degrees ?? .nan, decimals: 3) }
    field(pose.headingBounds?.nominal.degrees ?? .nan, decimals: 3)
    field(pose.isLocated ? "1" : "0")
    end()
  }

  // MARK: fields

  private mutating func start(_ name: StaticString) {
    text.append(UInt8(ascii: "$"))
    first = text.count
    text.append(name)
  }

  /// The checksum: XOR of the characters between $ and *.
  private mutating func end() {
    let first = first
    let sum = text.withBytes { bytes in bytes[first...].reduce(0 as UInt8) { $0 ^ $1 } }
    text.append(UInt8(ascii: "*"))
    hexadecimal(sum >> 4)
    hexadecimal(sum & 15)
    text.append("\r\n" as StaticString)
  }

  private mutating func hexadecimal(_ value: UInt8) {
    text.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
  }

  private mutating func field(_ value: StaticString) {
    text.append(UInt8(ascii: ","))
    text.append(value)
  }

  /// Appends a number with a fixed number of decimals.
  private mutating func field(_ value: Double, decimals: Int, isSigned: Bool = false) {
    text.append(UInt8(ascii: ","))
    guard value.magnitude < 1e9 else { return }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let units = Int((value * Double(scale)).rounded())
    if units < 0 { text.append(UInt8(ascii: "-")) } else if isSigned { text.append(UInt8(ascii: "+")) }
    text.append(units.magnitude / UInt(scale))
    text.append(UInt8(ascii: "."))
    digits(Int(units.magnitude % UInt(scale)), decimals)
  }

  private mutating func digits(_ value: Int, _ width: Int) { text.append(digits: value, width: width) }

  private mutating func time(_ utc: UTC?) {
    text.append(UInt8(ascii: ","))
    guard let utc else { return }
    let milliseconds = Int(utc.timeOfDay.value * 1000)
    digits(milliseconds / 3_600_000 % 24, 2)
    digits(milliseconds / 60_000 % 60, 2)
    digits(milliseconds / 1000 % 60, 2)
    text.append(UInt8(ascii: "."))
    digits(milliseconds % 1000, 3)
  }

  private mutating func place(_ place: Geodetic?) {
    guard let place, place.isFinite else { return text.append(",,,," as StaticString) }
    angle(place.latitude.value, degreeDigits: 2)
    field(place.latitude.value < 0 ? "S" : "N")
    angle(place.longitude.value.remainder(dividingBy: 360), degreeDigits: 3)
    field(place.longitude.value.remainder(dividingBy: 360) < 0 ? "W" : "E")
  }

  /// Degrees and minutes, with seven decimals of a minute: 0.2 mm.
  private mutating func angle(_ degrees: Double, degreeDigits: Int) {
    let unit = 10_000_000, units = Int((degrees.magnitude * 60 * Double(unit)).rounded())
    text.append(UInt8(ascii: ","))
    digits(units / (60 * unit), degreeDigits)
    digits(units / unit % 60, 2)
    text.append(UInt8(ascii: "."))
    digits(units % unit, 7)
  }
}

extension TextBuffer {
  fileprivate mutating func append(_ value: UInt) { append(Int64(value)) }
}
