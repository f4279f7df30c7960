public import Geometry

public enum Pixel: Unit { public static let symbol = "px" }
public typealias Pixels = Quantity<Pixel>

/// A point of a screen in pixels from its upper left corner: x right, y down.
public struct ScreenPoint: Equatable, Sendable {
  public var x: Pixels
  public var y: Pixels
  public init(x: Pixels, y: Pixels) {
    self.x = x
    self.y = y
  }
}

/// A client's drawing surface: its size, its projection, and its pose on the body.
///
/// The projection is a pinhole: x = c_x + f_x X/−Z and y = c_y − f_y Y/−Z for a point (X, Y, Z) in the display's axes, in front
/// where Z < 0 (R. Hartley and A. Zisserman, "Multiple View Geometry", 2nd edition, eq. 6.4, with y up and −z forward).
/// (c_x, c_y) is `centre`, f_x is `focalX`, f_y is `focalY`.
public struct Viewport: Equatable, Sendable {
  public let width: Pixels
  public let height: Pixels
  public let focalX: Pixels
  public let focalY: Pixels
  /// The screen point straight ahead.
  public let centre: ScreenPoint
  /// The display's rotation and position on the body, relative to the point whose pose is published.
  public let mount: Pose<Display, Body>

  /// Points closer than this to the display's plane are not projected.
  static let nearest = Length(0.01)
  static let sizes = Pixels(1)...Pixels(100_000)
  static let fieldsOfView = Degrees(1)...Degrees(170)

  /// A viewport by the pinhole's parameters.
  public init(
    width: Pixels, height: Pixels, focalX: Pixels, focalY: Pixels, centre: ScreenPoint? = nil,
    mount: Pose<Display, Body> = .aligned
  ) throws(ViewportFault) {
    for size in [width, height] where !Self.sizes.contains(size) { throw .size(size) }
    for focal in [focalX, focalY] where !(focal.value > 0 && focal.isFinite) { throw .focalLength(focal) }
    let middle = ScreenPoint(x: width / 2, y: height / 2), centre = centre ?? middle
    let isInside = centre.x > .zero && centre.x < width && centre.y > .zero && centre.y < height
    guard isInside else { throw .centre(centre) }
    guard mount.position.isFinite, mount.rotation.isFinite else { throw .mount }
    (self.width, self.height, self.focalX, self.focalY) = (width, height, focalX, focalY)
    (self.centre, self.mount) = (centre, mount)
  }

  /// A viewport by the horizontal field of view α, with square pixels: f = w/(2 tan(α/2)).
  public init(
    width: Pixels, height: Pixels, fieldOfView: Angle, mount: Pose<Display, Body> = .aligned
  ) throws(ViewportFault) {
    guard Self.fieldsOfView.contains(Degrees(fieldOfView)) else { throw .fieldOfView(fieldOfView) }
    let focal = width / (2 * (fieldOfView * 0.5).tangent)
    try self.init(width: width, height: height, focalX: focal, focalY: focal, mount: mount)
  }

  /// The angle between the axis and the farthest corner.
  var cornerAngle: Angle {
    let x = max(centre.x, width - centre.x) / focalX, y = max(centre.y, height - centre.y) / focalY
    return .arcTangent(hypot(x, y), 1)
  }

  public var shorterSide: Pixels { min(width, height) }

  /// Returns the screen point of a point; nil when it is not in front. The result may lie outside the viewport.
  public func project(_ point: Displacement<Display>) -> ScreenPoint? {
    guard point.isFinite, -point.z >= Self.nearest.value else { return nil }
    return ScreenPoint(
      x: centre.x + focalX * (point.x / -point.z), y: centre.y - focalY * (point.y / -point.z))
  }

  /// Returns the direction that is seen at a screen point: the inverse of `project`.
  public func direction(at point: ScreenPoint) -> Direction<Display> {
    let ray = Direction<Display>((point.x - centre.x) / focalX, (centre.y - point.y) / focalY, -1)
    return ray.direction ?? Direction(0, 0, -1)
  }

  public func contains(_ point: ScreenPoint) -> Bool {
    point.x >= .zero && point.x <= width && point.y >= .zero && point.y <= height
  }

  /// Returns the display's pose in the scene.
  public func pose(on body: Pose<Body, Scene>) -> Pose<Display, Scene> { body * mount }
}

/// The reasons why values do not make a viewport.
public enum ViewportFault: Error, Equatable, Sendable {
  case size(Pixels)
  case focalLength(Pixels)
  case fieldOfView(Angle)
  case centre(ScreenPoint)
  case mount
}

extension ViewportFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .size(let size): "the size \(size) is not within \(whole(Viewport.sizes)) px"
    case .focalLength(let focal): "the focal length \(focal) is not a positive number of pixels"
    case .fieldOfView(let angle):
      "the field of view \(Degrees(angle)) is not within \(whole(Viewport.fieldsOfView, "°"))"
    case .centre(let point): "the centre (\(point.x), \(point.y)) is not within the viewport"
    case .mount: "the pose of the display on the body is not finite"
    }
  }
}

/// Returns `1 … 100000`, each number followed by a symbol.
private func whole<U>(_ range: ClosedRange<Quantity<U>>, _ symbol: String = "") -> String {
  "\(Int(range.lowerBound.value))\(symbol) … \(Int(range.upperBound.value))\(symbol)"
}
