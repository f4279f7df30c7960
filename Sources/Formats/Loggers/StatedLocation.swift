import Geodesy
import Geometry
import Samples

/// A location as a phone's operating system states it, and the fix that it is.
///
/// Android's accuracies are radii and errors of 68 % (developer.android.com, android.location.Location); Apple's are of no stated
/// share and are taken for the same. A recording's are of 95 %, so they are widened as those of a normal error: the radius by
/// 2.448 ⁄ 1.515, an error along one axis by 1.960. A negative accuracy or one of zero is none.
struct StatedLocation {
  var latitude = 0.0, longitude = 0.0
  /// Above the ellipsoid, and above the sea.
  var height: Double?, seaLevel: Double?
  var horizontalAccuracy: Double?, verticalAccuracy: Double?
  var speed: Double?, bearing: Double?, speedAccuracy: Double?
  var utc: Int64?

  /// `time` is when the phone had it: by what hardware stamped it nobody says, so the fix's own time is unknown.
  func fix(at time: Int64) -> Fix {
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
