import Geometry
import Samples
public import Scenery
public import Wire

// Sizes of labels, motions of places and routes' lines ↔ messages of the socket.

extension LabelSize {
  public init(_ message: LabelMessage) {
    switch message {
    case .degrees(let width, let height): self = .angle(width: .degrees(width), height: .degrees(height))
    case .pixels(let width, let height): self = .pixels(width: Pixels(width), height: Pixels(height))
    }
  }
}

extension LabelMessage {
  public init(_ size: LabelSize) {
    switch size {
    case .angle(let width, let height): self = .degrees(width: width.degrees, height: height.degrees)
    case .pixels(let width, let height): self = .pixels(width: width.value, height: height.value)
    }
  }
}

extension PlaceMotion {
  public init(_ message: MotionMessage) {
    self.init(
      velocity: message.velocity, time: BootInstant(nanoseconds: message.time),
      sigmaGrowth: message.sigmaGrowth ?? PlaceMotion.usualGrowth, sigma: message.sigma ?? .zero)
  }
}

extension MotionMessage {
  public init(_ motion: PlaceMotion) {
    self.init(
      velocity: motion.velocity, time: motion.time.nanoseconds, sigmaGrowth: motion.sigmaGrowth, sigma: motion.sigma)
  }
}

extension LineVertexMessage {
  public init(_ vertex: RouteLineVertex, _ screen: ScreenReport?) {
    self.init(
      number: vertex.number, length: vertex.length, point: vertex.point, left: vertex.left, right: vertex.right,
      screen: screen)
  }
}
