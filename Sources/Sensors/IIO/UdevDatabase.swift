import Glibc

/// udev's database of devices, which includes the properties of the hardware database.
enum UdevDatabase {
  /// A property of an IIO device, found by the device number under which udev files it (`/run/udev/data/c243:0`).
  static func property(_ name: String, of id: String, sysfs: String = "/sys", database: String = "/run/udev/data")
    -> String?
  {
    var places = ["\(database)/+iio:\(id)"]
    if let number = text("\(sysfs)/bus/iio/devices/\(id)/dev") {
      places.insert("\(database)/c\(number.prefix { !$0.isWhitespace })", at: 0)
    }
    for place in places {
      guard let lines = text(place) else { continue }
      for line in lines.split(separator: "\n") where line.hasPrefix("E:\(name)=") {
        return String(line.dropFirst(name.utf8.count + 3))
      }
    }
    return nil
  }

  /// The beginning of a small file; nil if it cannot be read.
  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(file, &bytes, bytes.count)
    return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
