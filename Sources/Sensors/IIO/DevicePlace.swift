import Files
import Glibc

/// The place where a device is plugged in, in a text that stays the same after a restart: the serial number of the device that it
/// is part of, or its path in the kernel without the numbers that change with each start.
enum DevicePlace {
  /// The place of an IIO device of this machine.
  static func of(_ id: String, sysfs: String = "/sys") -> String {
    guard let resolved = realpath("\(sysfs)/bus/iio/devices/\(id)", nil) else { return "" }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return place(path.hasPrefix(sysfs) ? String(path.dropFirst(sysfs.utf8.count)) : path, serial: serial(above: path))
  }

  /// `path`: the path below /sys.
  static func place(_ path: String, serial: String?) -> String {
    if let serial { return "serial \(serial)" }
    var parts = path.split(separator: "/").map(String.init)
    if parts.first == "devices" { parts.removeFirst() }
    if parts.last?.hasPrefix("iio:device") == true { parts.removeLast() }
    return parts.map(lasting).joined(separator: "/")
  }

  /// The part of a path's component that stays the same: `HID-SENSOR-200073.3.auto` and `0003:2341:8057.0002` are numbered in the
  /// order of appearance.
  private static func lasting(_ part: String) -> String {
    let fields = part.split(separator: ".", omittingEmptySubsequences: false)
    if fields.count >= 3, fields.last == "auto" { return fields.dropLast(2).joined(separator: ".") }
    if fields.count == 2, fields[0].split(separator: ":").count == 3, fields[1].count == 4,
      fields[1].allSatisfy(\.isHexDigit)
    {
      return String(fields[0])
    }
    return part
  }

  /// The serial number of the USB device that contains it, if that has one.
  private static func serial(above path: String) -> String? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
      folder = folder[..<slash]
      guard access("\(folder)/idVendor", F_OK) == 0 else { continue }
      let file = Descriptor(open("\(folder)/serial", O_RDONLY | O_CLOEXEC))
      guard file.isOpen else { return nil }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(file.number, &bytes, bytes.count)
      let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    return nil
  }
}
