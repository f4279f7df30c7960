/// A writer of a message of ROS 2 in CDR (OMG Common Data Representation, formal/2021-11-03, 15.3, as in DDS-XTypes' plain CDR
/// version 1): little-endian, each number at a multiple of its own size, counted from the end of the four bytes of the head.
public struct CDRWriter: Sendable {
  private static let head: [UInt8] = [0, 1, 0, 0]
  private var writer = LittleEndianWriter(capacity: 1024)

  public init() { writer.append(contentsOf: Self.head) }

  /// The message.
  public var bytes: [UInt8] { writer.bytes }

  /// Begins another message.
  public mutating func restart() {
    writer.removeAll()
    writer.append(contentsOf: Self.head)
  }

  private mutating func align(_ size: Int) {
    let beyond = (writer.count - Self.head.count) % size
    if beyond > 0 { writer.append(contentsOf: repeatElement(0, count: size - beyond)) }
  }

  public mutating func append(_ value: some FixedWidthInteger) {
    align(value.bitWidth / 8)
    writer.append(value)
  }
  public mutating func append(_ value: Double) {
    align(8)
    writer.append(value)
  }
  public mutating func append(_ values: Double...) { for value in values { append(value) } }
  /// Appends an array of fixed length.
  public mutating func append(array values: some Sequence<Double>) { for value in values { append(value) } }
  /// Appends a text: its length with the NUL at its end, the bytes, the NUL.
  public mutating func append(_ text: String) {
    append(UInt32(text.utf8.count + 1))
    writer.append(contentsOf: text.utf8)
    writer.append(UInt8(0))
  }
  /// Appends a time: whole seconds, which are signed, and nanoseconds. Times beyond the year 2038 do not fit and saturate.
  public mutating func append(nanoseconds: UInt64) {
    append(Int32(clamping: nanoseconds / 1_000_000_000))
    append(UInt32(nanoseconds % 1_000_000_000))
  }
  /// `std_msgs/Header`.
  public mutating func appendHeader(nanoseconds: UInt64, frame: String) {
    append(nanoseconds: nanoseconds)
    append(frame)
  }
}
