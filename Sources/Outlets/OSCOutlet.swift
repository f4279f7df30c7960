public import Geometry
import PoseFormats
public import Samples
import Text
public import Tracking

/// Open Sound Control for spatial audio: the orientation as IEM's SceneRotator reads it, and the directions of places for binaural
/// sources.
public final class OSCOutlet: DatagramOutlet {
  /// A place as seen from the body.
  public struct Source {
    public var layer: String, id: String
    /// In body axes: only its direction is used.
    public var offset: Displacement<Body>
    public var distance: Length

    public init(layer: String, id: String, offset: Displacement<Body>, distance: Length) {
      self.layer = layer
      self.id = id
      self.offset = offset
      self.distance = distance
    }
  }

  public let key = "Outlets.OSC"
  var sender: DatagramSender
  private let rate: Double
  /// The largest number of places sent.
  public let mostPlaces: Int
  private var grid = RateGrid(), placeGrid = RateGrid()
  private var message = OSCMessage()
  /// The messages with places per second: the scene changes slowly, the head does not.
  static let placeRate = 20.0

  public init(address: String, rate: Double, mostPlaces: Int) {
    sender = DatagramSender(address: address)
    self.rate = rate
    self.mostPlaces = mostPlaces
  }

  deinit { sender.close() }

  public func isDue(at time: BootInstant) -> Bool { sender.isOpen && grid.isDue(at: time, rate: rate) }

  public func publish(_ pose: TrackedPose, _ setting: PoseSetting) {
    let head = AmbisonicRotation(pose.pose.rotation)
    message.start("/SceneRotator/quaternions", ",ffff")
    message.append(head.w)
    message.append(head.x)
    message.append(head.y)
    message.append(head.z)
    send()
    message.start("/SceneRotator/ypr", ",fff")
    message.append(head.yaw.degrees)
    message.append(head.pitch.degrees)
    message.append(head.roll.degrees)
    send()
  }

  /// Whether the places are due, at the time of a pose.
  func arePlacesDue(at time: BootInstant) -> Bool {
    sender.isOpen && mostPlaces > 0 && placeGrid.isDue(at: time, rate: Self.placeRate)
  }

  /// Sends the direction and distance of a place: /gnomon/place layer id azimuth elevation distance.
  func send(_ source: Source) {
    let direction = AmbisonicRotation.direction(of: source.offset)
    message.start("/gnomon/place", ",ssfff")
    message.append(source.layer)
    message.append(source.id)
    message.append(direction.azimuth.degrees)
    message.append(direction.elevation.degrees)
    message.append(source.distance.value)
    send()
  }

  private func send() {
    message.bytes.withBytes { sender.send(UnsafeRawBufferPointer($0)) }
  }
}
