import Geodesy
import Geometry
public import Samples

/// What one message of gpsd said of position and motion; what it left out is NaN.
public struct GPSReport: Equatable, Sendable {
  /// As gpsd counts: 0 not stated, 1 no fix, 2 two dimensions, 3 three.
  public var mode: Int
  /// Nanoseconds since 1970, by the receiver; nil while it does not know the time.
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

  /// Why a report is no fix.
  public enum Refusal: Equatable, Sendable {
    case noFix
    case noPosition
    case sample(Samples.Refusal)
  }

  /// The fix it states. Its own time is unknown, so it is that of its arrival; what cannot be meant is left out: an accuracy
  /// of zero, a height without a third dimension, and whatever is not finite.
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
      // The receiver's own word comes first: gpsd 3.22 goes on saying the climb of the first fix.
      fix.velocityUp = (finite(velocityDown).map { 0 - $0 } ?? finite(climb)).map(Speed.init)
    }
    if let refusal = Sample.fix(fix).refusal { return .failure(FixRefusal(.sample(refusal))) }
    return .success(fix)
  }

  /// The radius, 95 %, from errors of 95 % along east and north, where the receiver's driver gives only these: the mean
  /// square of the two axes' sigmas, as of a circular error.
  private var radius: Double? {
    guard let east = positive(eastError), let north = positive(northError) else { return nil }
    return (0.5 * (east * east + north * north)).squareRoot() / RadiusPerSigma.axisOf95 * RadiusPerSigma.of95
  }

  /// By course and speed, else as the receiver stated it. One who stands has a speed of zero and no course.
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

/// A report's refusal, as an error.
struct FixRefusal: Error, Equatable {
  var reason: GPSReport.Refusal
  init(_ reason: GPSReport.Refusal) { self.reason = reason }
}

private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
private func positive(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }
