import Geometry
import Samples
public import Scenery
public import Wire

// Sizes of labels, motions of places and routes' lines ↔ messages of the socket.

extension LabelSize {
  public init(_ message: LabelMessage) throws(MessageFault) {
    let degrees = (message.widthDegrees, message.heightDegrees), pixels = (message.widthPixels, message.heightPixels)
    switch (degrees, pixels) {
    case ((let width?, let height?), (nil, nil)): self = .angle(width: .degrees(width), height: .degrees(height))
    case ((nil, nil), (let width?, let height?)): self = .pixels(width: Pixels(width), height: Pixels(height))
    default: throw MessageFault(member: "label", expected: "width_deg and height_deg, or width_px and height_px")
    }
  }
}

extension LabelMessage {
  public init(_ size: LabelSize) {
    switch size {
    case .angle(let width, let height): self.init(widthDegrees: width.degrees, heightDegrees: height.degrees)
    case .pixels(let width, let height): self.init(widthPixels: width.value, heightPixels: height.value)
    }
  }
}

extension PlaceMotion {
  public init(_ message: MotionMessage) {
    self.init(
      velocity: Velocity(message.east, message.up ?? 0, -message.north), time: BootInstant(nanoseconds: message.time),
      sigmaGrowth: message.sigmaGrowth.map { Speed($0) } ?? PlaceMotion.usualGrowth, sigma: message.sigma ?? .zero)
  }
}

extension MotionMessage {
  public init(_ motion: PlaceMotion) {
    self.init(
      east: motion.velocity.x, north: -motion.velocity.z, up: motion.velocity.y, time: motion.time.nanoseconds,
      sigmaGrowth: motion.sigmaGrowth.value, sigma: motion.sigma)
  }
}

extension LineVertexMessage {
  public init(_ vertex: RouteLineVertex, _ screen: ScreenReport?) {
    self.init(
      number: vertex.number, length: vertex.length, point: vertex.point, left: vertex.left, right: vertex.right,
      screen: screen)
  }
}
