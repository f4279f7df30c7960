import Text

/// A message to the motion sensor or its answer, on the HID interface of the reports [ar, ja, mx] (sources at `GlassesModel`): AA,
/// the CRC-32 of all that follows it, the length of message and payload with its own two bytes, the message, the payload.
public struct ControlFrame: Equatable, Sendable {
  /// Messages; 16 to 18 hexadecimal write the calibration [ja], and are never sent.
  public enum Message: UInt8, Sendable {
    /// How many bytes the factory record has, then its pieces in their order [ar, mx].
    case recordLength = 0x14
    case recordPiece = 0x15
    /// The stream of reports: 1 starts it, 0 stops it [ar, ja].
    case stream = 0x19
  }

  public var message: UInt8
  public var payload: [UInt8]

  static let mark: UInt8 = 0xaa
  private static let header = 8

  public init(_ message: Message, _ payload: [UInt8] = []) {
    (self.message, self.payload) = (message.rawValue, payload)
  }

  public static let start = ControlFrame(.stream, [1])
  public static let stop = ControlFrame(.stream, [0])

  /// As it is sent: the first byte is not zero, so that hidraw sends all of them (*unverified*).
  public var bytes: [UInt8] {
    let length = UInt16(3 + payload.count)
    let checked = [UInt8(truncatingIfNeeded: length), UInt8(length >> 8), message] + payload
    let sum = checked.withUnsafeBytes { CRC32.of($0) }
    return [Self.mark] + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(8 * $0)) } + checked
  }

  public enum Fault: Error, Equatable, Sendable { case truncated, checksum }

  /// Reads an answer; what stands behind the frame fills the report.
  public init(reading bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard bytes.count >= Self.header, bytes[0] == Self.mark else { throw .truncated }
    let length = Int(bytes[5]) | Int(bytes[6]) << 8
    guard length >= 3, 5 + length <= bytes.count else { throw .truncated }
    let sum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    guard CRC32.of(UnsafeRawBufferPointer(rebasing: bytes[5..<5 + length])) == sum else { throw .checksum }
    message = bytes[7]
    payload = Array(bytes[Self.header..<5 + length])
  }
}
