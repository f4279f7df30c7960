import Sensors

/// Descriptions of IIO devices by the kernel or a remote context: mount matrices, and the layout of numbers in a scan.
///
/// Five bytes for the layout of a channel, then a scan; and the whole input as the text of a mount matrix.
enum Devices {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    if let mount = try? MountMatrix(String(decoding: bytes, as: UTF8.self), from: .driver) {
      try require(
        mount.matrix.isFinite && mount.matrix.determinant > 0.9, "a mount that is no rotation: \(mount.matrix)")
    }
    guard bytes.count > 5 else { return }
    let format = ScanElement.Format.integer(
      bits: Int(bytes[0]) - 2, length: Int(bytes[1]), shift: Int(bytes[2]) - 2, isSigned: bytes[3] & 1 == 1,
      isBigEndian: bytes[3] & 2 == 2)
    for format in [format, .double] {
      guard let element = ScanElement(offset: Int(bytes[4]), format: format) else { continue }
      try require(element.size > 0 && element.size <= 8, "a number of \(element.size) bytes")
      bytes[5...].withUnsafeBytes { scan in _ = (element.number(in: scan), element.integer(in: scan)) }
    }
  }
}
