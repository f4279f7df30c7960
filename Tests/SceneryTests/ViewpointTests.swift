import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

@Suite struct ViewpointTests {
  private let vienna = Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.37), height: .metres(220))

  private func viewpoint(yaw: Angle = .zero) -> Viewpoint {
    Viewpoint(
      time: BootInstant(nanoseconds: 1),
      pose: Pose(rotation: .aligned, position: Displacement<Scene>(3, 0, 4)), place: vienna, yaw: yaw)
  }

  /// 100 m north, in a scene whose north is east: the scene's −z is turned clockwise by the yaw.
  @Test func theYawTurnsNorthInTheScene() throws {
    let place = vienna.moved(by: Displacement<Level>(0, 0, -100))
    let offset = try #require(viewpoint().offset(to: place, .eye))
    expect((offset - Displacement<Level>(0, 0, -100)).norm.value, isBelow: 1e-3)
    // True azimuth 0 = scene azimuth + 90°, so at scene azimuth −90°: west, −x.
    let turned = viewpoint(yaw: .degrees(90)), point = turned.point(at: offset)
    expect((point - Displacement<Scene>(-97, 0, 4)).norm.value, isBelow: 1e-3)
    expect((turned.offset(of: point) - offset).norm.value, isBelow: 1e-9)
  }

  @Test func heightsAreNeverMixed() throws {
    var view = viewpoint()
    expect(view.offset(to: vienna, .eye)?.y, equals: 0)
    expect(view.offset(to: vienna, .ground(.metres(3)))?.y, equals: 3 - 1.6)
    expect(view.offset(to: vienna, .ellipsoid(.metres(250)))?.y, equals: 30)
    expect(view.offset(to: vienna, .seaLevel(.metres(190)))?.y, equals: -1.6)
    view.geoidSeparation = .metres(45)
    expect(view.offset(to: vienna, .seaLevel(.metres(190)))?.y, equals: 15)
    view.place = nil
    #expect(view.offset(to: vienna, .eye) == nil)
  }
}
