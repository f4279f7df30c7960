public import Geometry

/// The true place and orientation at a time, for scoring; the fusion never reads it. Either part may be unknown.
public struct Reference: Equatable, Sendable {
  public struct Place: Equatable, Sendable {
    public var latitude: Degrees
    public var longitude: Degrees
    /// Height above the ellipsoid; surveyed marks often have none.
    public var height: Length?
    public init(latitude: Degrees, longitude: Degrees, height: Length?) {
      self.latitude = latitude
      self.longitude = longitude
      self.height = height
    }
  }

  public var time: BootInstant
  public var place: Place?
  /// The rotation from the body to the true east-up-south frame.
  public var orientation: StatedRotation<Body, Level>?

  public init(time: BootInstant, place: Place?, orientation: StatedRotation<Body, Level>?) {
    self.time = time
    self.place = place
    self.orientation = orientation
  }
}
