import Geometry
public import Scenery
public import Wire

extension ViewportMessage {
  /// The viewport that a client draws on.
  public func viewport() throws(MessageFault) -> Viewport {
    let mount = Pose<Display, Body>(rotation: orientation ?? .aligned, position: position ?? .zero)
    guard fieldOfView != nil || focalX != nil else {
      throw MessageFault(member: "viewport", expected: "field_of_view_deg or focal_x_px")
    }
    do throws(ViewportFault) {
      if let fieldOfView {
        return try Viewport(width: Pixels(width), height: Pixels(height), fieldOfView: fieldOfView, mount: mount)
      }
      let focalX = focalX ?? 0
      let centre = centreX.flatMap { x in centreY.map { ScreenPoint(x: Pixels(x), y: Pixels($0)) } }
      return try Viewport(
        width: Pixels(width), height: Pixels(height), focalX: Pixels(focalX), focalY: Pixels(focalY ?? focalX),
        centre: centre, mount: mount)
    } catch {
      throw MessageFault(member: "viewport", expected: "\(error)")
    }
  }
}
