import Expectations
import Fusion
import Odometry
import Testing

@testable import Tracking

/// The order of sources of which a later one reads what an earlier one has decided of the same event.
@Suite struct SourceOrderTests {
  /// `fix` judges how long fixes have been surprising; the gate of `fix-velocity` depends on that.
  @Test func theFixOfAVehicleComesBeforeItsVelocity() throws {
    try check(VehicleOdometry.self, ["fix", "fix-velocity"])
  }

  private func check<Filter: Aided>(_ filter: Filter.Type, _ order: [String]) throws {
    let names = Filter.sources.map(\.description.name)
    let places = try order.map { name in try #require(names.firstIndex(of: name), "\(name) of \(names)") }
    expect(places, equals: places.sorted(), "\(names)")
  }
}
