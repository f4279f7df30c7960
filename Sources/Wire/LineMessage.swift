public import Geometry
public import Text

/// A vertex of the route's line on the ground, with the edges of the line beside it.
public struct LineVertexMessage: Equatable, Sendable {
  /// The number of the route's vertex; −1 and −2 for the ends of the window.
  public var number: Int
  /// Length from the route's start.
  public var length: Length
  public var point: Displacement<Scene>
  public var left: Displacement<Scene>
  public var right: Displacement<Scene>
  public var screen: ScreenReport?

  public init(
    number: Int, length: Length, point: Displacement<Scene>, left: Displacement<Scene>, right: Displacement<Scene>,
    screen: ScreenReport?
  ) {
    self.number = number
    self.length = length
    self.point = point
    self.left = left
    self.right = right
    self.screen = screen
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("number", Int64(number))
    writer.member("length", length)
    writer.member("point", point)
    writer.member("left", left)
    writer.member("right", right)
    writer.member(screen)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "vertices")
    number = Int(clamping: try members.integer("number"))
    length = Length(try members.number("length"))
    point = try members.vector("point")
    left = try members.vector("left")
    right = try members.vector("right")
    screen = try members.screen()
  }
}

/// The route's line on the ground.
public struct LineMessage: Equatable, Sendable {
  public var width: Length
  public var vertices: [LineVertexMessage]

  public init(width: Length, vertices: [LineVertexMessage]) {
    self.width = width
    self.vertices = vertices
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("width", width)
    writer.key("vertices")
    writer.beginArray()
    for vertex in vertices { vertex.write(to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "line")
    width = Length(try members.number("width"))
    vertices = []
    for element in try members.elements("vertices") { vertices.append(try LineVertexMessage(json: element)) }
  }
}
