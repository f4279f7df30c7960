public import PoseFormats
public import Samples
public import Tracking

/// opentrack's "UDP over network", for opentrack or XRLinuxDriver: the pose relative to the scene.
public final class OpenTrackOutlet: DatagramOutlet {
  public let key = "Outlets.OpenTrack"
  var sender: DatagramSender
  private let rate: Double
  private let form: OpenTrackDatagram.Form
  private var grid = RateGrid()
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: OpenTrackDatagram.count, alignment: 8)

  public init(address: String, rate: Double, form: OpenTrackDatagram.Form) {
    sender = DatagramSender(address: address)
    self.rate = rate
    self.form = form
  }

  deinit {
    sender.close()
    bytes.deallocate()
  }

  public func isDue(at time: BootInstant) -> Bool { sender.isOpen && grid.isDue(at: time, rate: rate) }

  public func publish(_ pose: TrackedPose, _ setting: PoseSetting) {
    OpenTrackDatagram.write(pose.pose, as: form, into: bytes)
    sender.send(UnsafeRawBufferPointer(bytes))
  }
}
