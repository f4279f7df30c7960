import Geometry
import Tracking

extension TrackedPose {
  /// The heading for programs that get no accuracy with it: nil where the error may reach 90° (95 %), and a direction would be
  /// as wrong as right.
  var knownHeading: Angle? {
    guard let bound = headingBounds?.conservative, bound < .degrees(90) else { return nil }
    return heading?.azimuth
  }
}
