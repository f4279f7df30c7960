import PoseFormats
public import Samples
import Text
public import Tracking

/// A pose as one text in a datagram, for programs of this machine: Cursor on Target, Signal K.
public final class TextOutlet: DatagramOutlet {
  public let key: String
  var sender: DatagramSender
  private let rate: Double
  /// One of these, with its buffer.
  private var event: CursorOnTarget?
  private var delta: SignalKDelta?
  private var grid = RateGrid()

  private init(_ key: String, _ address: String, _ rate: Double) {
    self.key = key
    sender = DatagramSender(address: address)
    self.rate = rate
  }

  public static func cursorOnTarget(address: String, rate: Double, callSign: String) -> TextOutlet {
    let outlet = TextOutlet("Outlets.CursorOnTarget", address, rate)
    outlet.event = CursorOnTarget(callSign: callSign)
    return outlet
  }

  public static func signalK(address: String, rate: Double) -> TextOutlet {
    let outlet = TextOutlet("Outlets.SignalK", address, rate)
    outlet.delta = SignalKDelta()
    return outlet
  }

  deinit { sender.close() }

  public func isDue(at time: BootInstant) -> Bool { sender.isOpen && grid.isDue(at: time, rate: rate) }

  public func publish(_ pose: TrackedPose, _ setting: PoseSetting) {
    let utc = setting.civil.utc(at: pose.time)
    if event?.write(pose, utc: utc) == true {
      event?.text.withBytes { sender.send(UnsafeRawBufferPointer($0)) }
    }
    if delta?.write(pose, utc: utc) != nil {
      delta?.text.withBytes { sender.send(UnsafeRawBufferPointer($0)) }
    }
  }
}
