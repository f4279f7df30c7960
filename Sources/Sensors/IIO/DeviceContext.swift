import CIIO
import Glibc

/// The sentences about libiio's address of another machine's devices: `ip:HOST`, `usb:BUS.DEVICE.INTERFACE`, `serial:PORT,BAUD`.
/// Which of them work depends on how the installed libiio was built; Debian's has no serial backend.
public enum DeviceContext {
  /// libiio's backend of an address: the text before the colon.
  public static func backend(of uri: String) -> String { String(uri.prefix { $0 != ":" }) }

  /// The backends of the installed libiio.
  public static var backends: [String] {
    (0..<ciio_backend_count()).compactMap { ciio_backend($0).map { String(cString: $0) } }
  }

  /// Returns a sentence with the remedy if libiio lacks the backend of this address; else nil.
  public static func missing(_ uri: String?, in backends: [String] = backends) -> String? {
    guard let uri, !backends.contains(backend(of: uri)) else { return nil }
    return
      "the installed libiio has no backend '\(backend(of: uri).prefix(20))' (it has \(backends.joined(separator: ", "))): "
      + "install a libiio that is built with it, or run iiod on the machine with the sensors and set Sensors.Context=ip:HOST"
  }

  /// The reason why the devices could not be listed, with the remedy for an address.
  static func sentence(_ error: CInt, _ uri: String?) -> String {
    if let missing = missing(uri) { return missing }
    let reason = String(cString: strerror(error))
    guard let uri else { return reason }
    return switch backend(of: uri) {
    case "ip": "\(reason): check the address, and that iiod runs there"
    case "usb":
      "\(reason): check the cable and the rights (udev); `usb:` alone needs exactly one device, else usb:BUS.DEVICE.INTERFACE"
    case "serial": "\(reason): check the port and its speed, as serial:/dev/ttyACM0,115200"
    default: reason
    }
  }
}
