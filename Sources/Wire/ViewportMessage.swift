public import Geometry
public import Text

/// A client's drawing surface: its size in pixels, the angle that its width covers or the pinhole's parameters, and its pose
/// on the body.
public struct ViewportMessage: Equatable, Sendable {
  public enum Optics: Equatable, Sendable {
    /// The angle that the width covers.
    case fieldOfView(Angle)
    /// The pinhole in pixels; the default center is the middle.
    case pinhole(focalX: Double, focalY: Double, centre: Point?)
  }
  public struct Point: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public var width: Double
  public var height: Double
  public var optics: Optics
  public var mount = Pose<Display, Body>.aligned

  public init(width: Double, height: Double, optics: Optics) {
    self.width = width
    self.height = height
    self.optics = optics
  }

  public var json: JSONValue {
    var members = [JSONMember("width_px", .number(width)), JSONMember("height_px", .number(height))]
    switch optics {
    case .fieldOfView(let angle): members.append(JSONMember("field_of_view_deg", .number(angle.degrees)))
    case .pinhole(let x, let y, let centre):
      members += [JSONMember("focal_x_px", .number(x)), JSONMember("focal_y_px", .number(y))]
      if let centre {
        members += [JSONMember("centre_x_px", .number(centre.x)), JSONMember("centre_y_px", .number(centre.y))]
      }
    }
    let q = mount.rotation.quaternion, p = mount.position
    members += [
      JSONMember("orientation", ["x": .number(q.x), "y": .number(q.y), "z": .number(q.z), "w": .number(q.w)]),
      JSONMember("position", ["x": .number(p.x), "y": .number(p.y), "z": .number(p.z)]),
    ]
    return .object(members)
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "viewport")
    width = try members.number("width_px")
    height = try members.number("height_px")
    if let angle = try members.numberIfAny("field_of_view_deg") {
      optics = .fieldOfView(.degrees(angle))
    } else {
      let focal = try members.number("focal_x_px")
      let x = try members.numberIfAny("centre_x_px"), y = try members.numberIfAny("centre_y_px")
      optics = .pinhole(
        focalX: focal, focalY: try members.numberIfAny("focal_y_px") ?? focal,
        centre: x.flatMap { x in y.map { Point(x: x, y: $0) } })
    }
    if let value = json["orientation"], !value.isNull { mount.rotation = try members.rotation("orientation") }
    if let value = json["position"], !value.isNull { mount.position = try members.vector("position") }
  }
}
