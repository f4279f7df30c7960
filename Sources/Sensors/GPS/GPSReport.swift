import Geodesy
import Geometry
public import Samples

/// Position and motion in one message of gpsd; NaN stands for a missing value.
public struct GPSReport: Equatable, Sendable {
  /// gpsd's number of the mode: 0 not stated, 1 no fix, 2 two dimensions, 3 three dimensions.
  public var mode: Int
  /// Nanoseconds since 1970 by the receiver; nil while the receiver does not know the time.
  public var utcNanoseconds: Int64?
  var latitude = Double.nan, longitude = Double.nan
  var ellipsoidHeight = Double.nan, geoidSeparation = Double.nan
  var horizontalError = Double.nan, eastError = Double.nan, northError = Double.nan
  var verticalError = Double.nan, speedError = Double.nan
  var track = Double.nan, speed = Double.nan, climb = Double.nan
  var velocityNorth = Double.nan, velocityEast = Double.nan, velocityDown = Double.nan

  public init(mode: Int, utcNanoseconds: Int64?) {
    self.mode = mode
    self.utcNanoseconds = utcNanoseconds
  }

  /// The reason why a report is not a fix.
  public enum Refusal: Equatable, Sendable {
    case noFix
    case noPosition
    case sample(Samples.Refusal)
  }

  /// Returns the fix that the report states. The time at which it was measured is unknown, so its arrival time is used. Values
  /// without meaning are left out: an accuracy of zero, a height in a two-dimensional fix, and values that are not finite.
  func fix(arrival: BootInstant) -> Result<Fix, FixRefusal> {
    guard mode >= 2 else { return .failure(FixRefusal(.noFix)) }
    guard latitude.isFinite, longitude.isFinite else { return .failure(FixRefusal(.noPosition)) }
    let dimensions: Fix.Mode = mode >= 3 ? .threeDimensional : .twoDimensional
    var fix = Fix(
      time: arrival, arrival: arrival, mode: dimensions, latitude: Degrees(latitude), longitude: Degrees(longitude))
    fix.utc = utcNanoseconds.map(UTC.init(nanosecondsSince1970:))
    if mode >= 3 {
      fix.height = finite(ellipsoidHeight).map(Length.init)
      fix.verticalError = positive(verticalError).map(Length.init)
    }
    fix.geoidSeparation = finite(geoidSeparation).map(Length.init)
    fix.horizontalError = (positive(horizontalError) ?? radius).map(Length.init)
    fix.speedError = positive(speedError).map(Speed.init)
    if let velocity = horizontalVelocity {
      fix.velocityEast = Speed(velocity.east)
      fix.velocityNorth = Speed(velocity.north)
      // The receiver's own value is preferred: gpsd 3.22 repeats the climb of the first fix.
      fix.velocityUp = (finite(velocityDown).map { 0 - $0 } ?? finite(climb)).map(Speed.init)
    }
    if let refusal = Sample.fix(fix).refusal { return .failure(FixRefusal(.sample(refusal))) }
    return .success(fix)
  }

  /// The 95 % radius from the 95 % errors along east and north, if the receiver's driver gives only these. The variance is the
  /// mean of the two axes' variances, as for a circular error.
  private var radius: Double? {
    guard let east = positive(eastError), let north = positive(northError) else { return nil }
    return (0.5 * (east * east + north * north)).squareRoot() / RadiusPerSigma.axisOf95 * RadiusPerSigma.of95
  }

  /// Velocity from course and speed, else the velocity stated by the receiver. A receiver that stands still has speed zero and no
  /// course.
  private var horizontalVelocity: (east: Double, north: Double)? {
    if let speed = finite(speed) {
      if let track = finite(track) {
        let course = Angle.degrees(track)
        return (speed * sin(course.radians), speed * cos(course.radians))
      }
      if speed == 0 { return (0, 0) }
    }
    guard let east = finite(velocityEast), let north = finite(velocityNorth) else { return nil }
    return (east, north)
  }
}

/// The refusal of a report, as an error.
struct FixRefusal: Error, Equatable {
  var reason: GPSReport.Refusal
  init(_ reason: GPSReport.Refusal) { self.reason = reason }
}

private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
private func positive(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }
