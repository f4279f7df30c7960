import Geodesy
import Geometry
public import Samples

/// A location as a phone's operating system states it, to be converted to a fix.
///
/// Android's accuracies are radii and errors of 68 % (developer.android.com, android.location.Location); Apple states no share,
/// so its accuracies are treated the same. A recording's are of 95 %, so they are widened as for a normal error: the radius by
/// 2.448 ⁄ 1.515, an error along one axis by 1.960. An accuracy of zero or less means unknown.
public struct StatedLocation: Sendable {
  public var latitude = 0.0, longitude = 0.0
  /// Height above the ellipsoid, and above the sea.
  public var height: Double?, seaLevel: Double?
  public var horizontalAccuracy: Double?, verticalAccuracy: Double?
  public var speed: Double?, bearing: Double?, speedAccuracy: Double?
  public var utc: Int64?

  public init() {}

  /// Returns the fix. `time` is when the phone got the location; no hardware time stamp is stated, so the fix's own time is
  /// unknown.
  public func fix(at time: Int64) -> Fix {
    let moment = BootInstant(nanoseconds: time)
    var fix = Fix(
      time: moment, arrival: moment, mode: height == nil ? .twoDimensional : .threeDimensional,
      latitude: Degrees(latitude), longitude: Degrees(longitude), height: height.map(Length.init))
    fix.utc = utc.map(UTC.init(nanosecondsSince1970:))
    fix.horizontalError = positive(horizontalAccuracy).map { Length($0 * RadiusPerSigma.of95 / RadiusPerSigma.of68) }
    if height != nil { fix.verticalError = positive(verticalAccuracy).map { Length($0 * RadiusPerSigma.axisOf95) } }
    fix.speedError = positive(speedAccuracy).map { Speed($0 * RadiusPerSigma.axisOf95) }
    if let height, let seaLevel { fix.geoidSeparation = Length(height - seaLevel) }
    if let speed, speed >= 0 {
      if speed == 0 {
        (fix.velocityEast, fix.velocityNorth) = (.zero, .zero)
      } else if let bearing, bearing >= 0 {
        let course = Angle.degrees(bearing)
        (fix.velocityEast, fix.velocityNorth) = (Speed(speed * course.sine), Speed(speed * course.cosine))
      }
    }
    return fix
  }

  private func positive(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? $0 : nil } }
}
