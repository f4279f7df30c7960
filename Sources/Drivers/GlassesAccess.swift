import CPosix
import Files
public import Geometry
public import Glasses
import Glibc
import Samples

/// The way to a pair of glasses.
public enum GlassesAccess {
  /// `place`: the name under which its calibrations are kept. `detail`: its node, for people.
  case open(any GlassesPort, any ServedDevice, place: String, detail: String)
  /// None are plugged in.
  case absent
  /// Why those that are plugged in cannot be read, for people.
  case refused(String)
}

extension GlassesAccess {
  /// The first glasses of this machine whose node may be read.
  public static func ofMachine(every interval: TimeSpan) -> GlassesAccess {
    let search = GlassesSearch(names: { folderNames($0) ?? [] }, text: text(of:), target: { _ in nil })
    var reason = ""
    for found in search.all() {
      switch found.way {
      case .node(let node, let place):
        guard let model = found.model else { continue }
        let path = "/dev/\(node)", number = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard number < 0 else {
          let port = DescriptorPort(number)
          return .open(
            port, ServedGlasses(model, every: interval, at: port.now), place: place.place, detail: node)
        }
        let cause = errno
        reason =
          cause == EACCES || cause == EPERM
          ? "\(found.name): \(path) is not permitted; its group is gnomon-drivers (72-gnomon-drivers.rules)"
          : "\(found.name): \(path): \(String(cString: strerror(cause)))"
      case .taken:
        if reason.isEmpty {
          reason =
            "\(found.name): the kernel shows no node of their motion sensor; another program may have taken it ('gnomon doctor')"
        }
      case .network:
        if reason.isEmpty {
          reason = "\(found.name): 'gnomon-drivers --untested xreal-one' reads them (docs/glasses.md)"
        }
      }
    }
    return reason.isEmpty ? .absent : .refused(reason)
  }

  private static func text(of path: String) -> String? {
    (try? wholeFile(path, atMost: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Glasses that send over a network on USB, at the first address that answers.
  public static func ofNetwork(
    at addresses: [String], port: UInt16 = OneRecord.port, every interval: TimeSpan
  ) -> GlassesAccess {
    var reasons: [String] = []
    for address in addresses {
      let access = ofNetwork(address, String(port), every: interval)
      guard case .refused(let reason) = access else { return access }
      reasons.append(reason)
    }
    return .refused("\(reasons.joined(separator: "; ")): are they plugged in, and is their network on?")
  }

  private static func ofNetwork(_ address: String, _ port: String, every interval: TimeSpan) -> GlassesAccess {
    let place = "\(address):\(port)"
    let number = gnomon_connect_to_address(address, port)
    guard number >= 0 else { return .refused("\(place): \(String(cString: strerror(-number)))") }
    let connection = DescriptorPort(number)
    var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = poll(&waiting, 1, 500)
    let made = gnomon_connection_is_made(number)
    guard made == 1 else {
      let reason = made == 0 ? "no answer" : String(cString: strerror(-made))
      return .refused("\(place): \(reason)")
    }
    return .open(
      connection, ServedOne(every: interval, at: connection.now), place: "xreal-one", detail: "\(place), untested")
  }
}

extension GlassesSource {
  /// The glasses of this machine.
  public static func ofMachine(_ glasses: DriverFlags.Glasses, every interval: TimeSpan) -> GlassesSource {
    GlassesSource(glasses.rawValue, clock: { BootInstant(nanoseconds: gnomon_boot_time()) }) {
      switch glasses {
      case .xreal: GlassesAccess.ofMachine(every: interval)
      case .one: GlassesAccess.ofNetwork(at: OneRecord.addresses, every: interval)
      }
    }
  }
}
