import Geodesy
public import Geometry
import Glibc
public import Samples
public import Tracking

/// A way out of the daemon beside its socket: poses in a form that other programs read.
public protocol Outlet: AnyObject {
  /// The setting that opens it, as in `Outlets.PoseRing`.
  var key: String { get }
  /// Opens it; throws if the machine refuses.
  func open(at time: BootInstant) throws(OutletFault)
  func close()
  /// Whether it is open and the pose of a time is due; asked once for each.
  func isDue(at time: BootInstant) -> Bool
  /// Publishes a pose that is due. Never waits, and allocates nothing.
  func publish(_ pose: TrackedPose, _ setting: PoseSetting)
  /// The number of its readers; 1 where they are not known.
  var subscribers: Int { get }
  /// The number of those that need each pose at once, and not only with the next batch of samples.
  var promptSubscribers: Int { get }
  /// The place where readers find it.
  var address: String { get }
  var counts: OutletCounts { get }
}

extension Outlet {
  public var promptSubscribers: Int { subscribers }
}

/// Values that belong to a pose and are not in it.
public struct PoseSetting {
  public var civil: CivilClock
  /// Height of the geoid above the ellipsoid; nil until a receiver has reported it.
  public var geoidSeparation: Length?

  public init(civil: CivilClock, geoidSeparation: Length?) {
    self.civil = civil
    self.geoidSeparation = geoidSeparation
  }
}

/// The numbers of messages sent, and of those that a reader missed because it read too slowly or was not there.
public struct OutletCounts: Equatable, Sendable {
  public var sent = 0
  public var dropped = 0
  /// Readers that were disconnected because they did not read.
  public var closed = 0
}

/// The reason why an outlet is not open, with the setting to change.
public struct OutletFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var key: String
  public var reason: String

  public init(_ key: String, _ reason: String) {
    self.key = key
    self.reason = reason
  }

  public var description: String { "\(key): \(reason)" }

  /// The fault of a path or address, from the number of an error.
  init(_ key: String, _ place: String, errno number: CInt) {
    let advice =
      switch number {
      case EADDRINUSE: "another program uses it; choose another, or end that program"
      case EEXIST: "a file that is not gnomon's is there; move it away, or choose another path"
      case ENOENT: "the folder does not exist; make it, or choose another path"
      case ENOSPC: "the file system is full; free some of it, or choose another path"
      case EACCES, EPERM: "the daemon's user may not write there; choose a path in /run/gnomond"
      case EROFS: "the daemon may not write there; choose a path in /run/gnomond"
      case ENAMETOOLONG: "the path is too long for a socket; at most 107 bytes"
      case EAFNOSUPPORT: "no numeric address; use 127.0.0.1, ::1 or localhost"
      default: String(cString: strerror(number))
      }
    self.init(key, "\(place): \(advice)")
  }
}
