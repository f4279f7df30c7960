import Glibc
import PoseFormats
public import Samples
public import Tracking

/// NMEA 0183 for navigation software: on a Unix socket, or on a TCP port of the loopback.
public final class NMEAOutlet: Outlet {
  public let key: String
  private let server: LineServer
  private let rate: Double
  private var grid = RateGrid()
  private var sentences = NMEASentences()

  public convenience init(path: String, rate: Double) {
    self.init(key: "Outlets.NMEASocket", LineServer(.path(path)), rate)
  }
  public convenience init(port: UInt16, rate: Double) {
    self.init(key: "Outlets.NMEAPort", LineServer(.port(port)), rate)
  }

  private init(key: String, _ server: LineServer, _ rate: Double) {
    self.key = key
    self.server = server
    self.rate = rate
  }

  public var subscribers: Int { server.count }
  /// The largest number of sets a second that may come with a batch of samples: up to a fifth of a second late, as receivers are
  /// too.
  private static let largestBatchedRate = 2.0
  public var promptSubscribers: Int { rate > Self.largestBatchedRate ? subscribers : 0 }
  public var address: String { server.place.text }
  public var counts: OutletCounts { server.totals }
  var descriptor: CInt { server.descriptor }

  public func open(at time: BootInstant) throws(OutletFault) {
    let fault = server.open()
    if fault < 0 { throw OutletFault(key, address, errno: -fault) }
  }

  public func close() { server.close() }
  func handle() { server.handle() }

  public func isDue(at time: BootInstant) -> Bool { server.count > 0 && grid.isDue(at: time, rate: rate) }

  public func publish(_ pose: TrackedPose, _ setting: PoseSetting) {
    sentences.write(pose, utc: setting.civil.utc(at: pose.time), separation: setting.geoidSeparation)
    sentences.text.withBytes { server.send($0) }
  }
}
