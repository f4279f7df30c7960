public import Geometry
import Glibc
import Samples

/// The IIO devices of a machine and its triggers, listed once; the initializer blocks until the scan is done.
public struct DeviceList: Sendable {
  public var devices: [DeviceDescription]
  public var triggers: [String]

  /// `uri`: libiio's address of the devices; nil means this machine.
  public init(uri: String? = nil, within patience: TimeSpan = .seconds(10)) throws(DeviceListFault) {
    let signal = WakeSignal()
    guard let scan = DeviceScan(uri: uri, wake: signal.descriptor) else {
      throw DeviceListFault(errno: errno, uri: uri)
    }
    let end = BootInstant.now + patience
    while BootInstant.now < end {
      switch scan.outcome {
      case .found(let devices, let triggers):
        (self.devices, self.triggers) = (devices, triggers)
        return
      case .failed(let number): throw DeviceListFault(errno: number, uri: uri)
      case nil:
        var ready = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, 50)
      }
    }
    throw DeviceListFault(errno: ETIMEDOUT, uri: uri)
  }
}

/// The reason why the devices of a machine could not be listed.
public struct DeviceListFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var errno: CInt
  /// libiio's address of the devices; nil for this machine.
  public var uri: String?
  public var description: String { DeviceContext.sentence(errno, uri) }
}

extension DeviceDescription {
  /// The roles that it can serve.
  public var roles: [SensorRole] { SensorRole.allCases.filter { channels(of: $0) != nil } }

  /// Whether all channels of the role can be read from a buffer, and whether they can be read from attributes.
  public func isBuffered(_ role: SensorRole) -> Bool { channels(of: role)?.allSatisfy { $0.format != nil } ?? false }
  public func isPolled(_ role: SensorRole) -> Bool {
    channels(of: role)?.allSatisfy { $0.hasRaw || $0.hasValue } ?? false
  }

  /// The mount of the role's chip and its origin, and the hardware database's matrix if it was ignored because it is not a
  /// rotation.
  public func mount(
    of role: SensorRole, configured: String?, found: Matrix3? = nil
  ) throws(MountFault) -> (mount: MountMatrix, ignored: MountFault?) {
    let own = channels(of: role)?.first?.mount ?? ""
    let chosen = try MountMatrix.choose(
      configured: configured, found: found, driver: own.isEmpty ? mount : own,
      database: role == .accelerometer ? databaseMount : nil)
    return (chosen.mount, chosen.note)
  }
}
