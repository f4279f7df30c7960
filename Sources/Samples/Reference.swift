public import Geometry

/// The truth at a moment, for scoring; never read by the fusion. Either half may be unknown.
public struct Reference: Equatable, Sendable {
  public struct Place: Equatable, Sendable {
    public var latitude: Degrees
    public var longitude: Degrees
    /// Above the ellipsoid; surveyed marks often have none.
    public var height: Length?
    public init(latitude: Degrees, longitude: Degrees, height: Length?) {
      self.latitude = latitude
      self.longitude = longitude
      self.height = height
    }
  }

  public var time: BootInstant
  public var place: Place?
  /// Body into the true east-up-south frame.
  public var orientation: StatedRotation<Body, Level>?

  public init(time: BootInstant, place: Place?, orientation: StatedRotation<Body, Level>?) {
    self.time = time
    self.place = place
    self.orientation = orientation
  }
}
