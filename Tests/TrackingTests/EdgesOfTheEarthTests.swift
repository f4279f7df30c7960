import Alignment
import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// Walks near the poles and across the date line.
@Suite struct EdgesOfTheEarthTests {
  static let places = [(89.99, 20.0), (-89.99, -100), (0, 179.9999), (65, -179.9998), (-17, 180)]

  @Test(arguments: places.indices, [Profile.head, .free]) func thePlaceIsRight(index: Int, profile: Profile) throws {
    let (latitude, longitude) = Self.places[index]
    let session = AlignedSession(.straight, seed: 3, until: 100) {
      $0.latitude = Degrees(latitude)
      $0.longitude = Degrees(longitude)
      // across the date line
      $0.azimuth = .degrees(longitude > 0 ? 90 : 270)
    }
    let told = account(session, as: profile)
    #expect(told.unsound.isEmpty && told.largestStep <= 0.01 && told.poses > 9000)
    for moment in told.moments where moment.time > 5 {
      #expect((moment.placeError ?? 1e9) < 3 * (moment.accuracy ?? 0) && (moment.accuracy ?? 99) < 10)
      expect((moment.pose.place?.longitude.value ?? 999).magnitude, isAtMost: 180)
    }
    if abs(latitude) < 80 {
      let end = try #require(told.moments.last)
      expect(end.yawError, isBelow: (end.yawSigma ?? .zero) * 3)
    }
  }
}
