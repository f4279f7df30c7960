import Text

/// Which device, and which of its interfaces, a node of hidraw belongs to: from `/sys/class/hidraw/hidrawN/device/uevent`.
///
/// The kernel writes `HID_ID=0003:00003318:00000424` (bus, vendor, product), `HID_PHYS=usb-0000:00:14.0-1/input3` (the path, and
/// the number of the interface; drivers/hid/usbhid/hid-core.c) and `HID_UNIQ=` (the serial number, if there is one).
public struct HIDPlace: Equatable, Sendable {
  public var vendor: UInt16
  public var product: UInt16
  public var interface: Int
  /// The serial number, or the empty text.
  public var serial: String

  /// nil if it is no device on USB.
  public init?(uevent: String) {
    var vendor: UInt16?, product: UInt16?, interface: Int?, serial = ""
    for line in uevent.split(separator: "\n") {
      guard let mark = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: mark)...]
      switch line[..<mark] {
      case "HID_ID":
        let parts = value.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, UInt32(parts[0], radix: 16) == 3 else { return nil }
        vendor = UInt32(parts[1], radix: 16).flatMap { UInt16(exactly: $0) }
        product = UInt32(parts[2], radix: 16).flatMap { UInt16(exactly: $0) }
      case "HID_PHYS":
        let end = value.split(separator: "/").last ?? ""
        if end.hasPrefix("input") { interface = Int(end.dropFirst(5)) }
      case "HID_UNIQ": serial = String(value)
      default: continue
      }
    }
    guard let vendor, let product, let interface else { return nil }
    (self.vendor, self.product, self.interface, self.serial) = (vendor, product, interface, serial)
  }

  /// The glasses whose motion sensor this node is; nil for all others.
  public var glasses: GlassesModel? {
    guard let model = GlassesModel(vendor: vendor, product: product), model.interface == interface else { return nil }
    return model
  }

  /// A name for this pair: calibrations belong to it. The serial number itself stays here, since status and reports are passed on.
  public var place: String {
    guard !serial.isEmpty else { return "xreal" }
    let mark = Array(serial.utf8).withUnsafeBytes { CRC32.of($0) }
    let digits = String(mark, radix: 16)
    return "xreal/" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
