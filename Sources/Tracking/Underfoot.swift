import Geodesy
import Geometry
import Terrain

/// The tiles' ground below the wearer, and when it is fused.
struct Underfoot: Sendable {
  var tiles: TerrainPatch? { didSet { hasTiles = tiles != nil } }
  private(set) var hasTiles = false
  private let eyeHeight: Length
  private var sinceFused = Underfoot.interval

  /// The interval at which the ground is fused.
  static let interval = TimeSpan(1)
  /// The distance over which its slope is measured, in metres.
  private static let reach = 10.0

  init(eyes: Length) { eyeHeight = eyes }

  mutating func advance(_ time: TimeSpan) { if hasTiles { sinceFused = sinceFused + time } }

  /// Returns the height of the eyes of a wearer that stands at a place; nil where the tiles have no ground.
  func eyes(at place: Geodetic) -> Length? {
    guard case .height(let height, .ellipsoid)? = tiles?.height(at: place) else { return nil }
    return height + eyeHeight
  }

  var isDue: Bool { hasTiles && sinceFused >= Self.interval }

  /// Returns the slope of the ground, as a ratio, once a second; nil before that, and where it is unknown.
  mutating func slopeIfDue(at place: Geodetic) -> Double? {
    guard isDue, let here = eyes(at: place) else { return nil }
    sinceFused = .zero
    // On the edge of the tiles the slope of one side counts.
    func rise(_ east: Double, _ north: Double) -> Double? {
      let there = place.moved(by: Displacement<Level>(east, 0, -north))
      return eyes(at: there).map { ($0 - here).value / Self.reach }
    }
    let east = rise(Self.reach, 0) ?? rise(-Self.reach, 0) ?? 0
    let north = rise(0, Self.reach) ?? rise(0, -Self.reach) ?? 0
    return hypot(east, north)
  }
}
