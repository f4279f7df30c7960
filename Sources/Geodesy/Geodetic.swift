public import Geometry

/// A place by WGS 84 latitude, longitude and height above the ellipsoid (not above the sea).
///
/// Latitude and longitude are stored in degrees, so that a number read from a file is written back bit for bit. Any numbers
/// can be stored; numbers from outside have to use `init(checking:longitude:height:)`.
@frozen public struct Geodetic: Hashable, Sendable {
  /// Positive north.
  public var latitude: Degrees
  /// Positive east; any number of full turns is accepted, results are in [−180°, 180°].
  public var longitude: Degrees
  public var height: Length

  @inlinable public init(latitude: Degrees, longitude: Degrees, height: Length = .zero) {
    self.latitude = latitude
    self.longitude = longitude
    self.height = height
  }

  /// A place from a device, file or client. Throws unless all are finite, latitude is within ±90° and longitude within ±360°.
  public init(
    checking latitude: Degrees, longitude: Degrees, height: Length = .zero
  ) throws(GeodeticFault) {
    guard latitude.value.magnitude <= 90 else { throw .latitude(latitude) }
    guard longitude.value.magnitude <= 360 else { throw .longitude(longitude) }
    guard height.isFinite else { throw .height(height) }
    self.init(latitude: latitude, longitude: longitude, height: height)
  }

  @inlinable public var isFinite: Bool { latitude.isFinite && longitude.isFinite && height.isFinite }
}

/// The reasons why three numbers are not a place.
public enum GeodeticFault: Error, Equatable, Sendable {
  case latitude(Degrees)
  case longitude(Degrees)
  case height(Length)
}

extension GeodeticFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .latitude(let value): "the latitude \(value) is not within −90° … 90°"
    case .longitude(let value): "the longitude \(value) is not within −360° … 360°"
    case .height(let value): "the height \(value) is not a finite number"
    }
  }
}
