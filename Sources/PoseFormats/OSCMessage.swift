public import Text

/// A message of Open Sound Control (M. Wright and A. Freed, "Open SoundControl", ICMC 1997; OSC 1.0): an address, a text of type
/// tags, the arguments. Texts end with a zero and are filled up to four bytes; numbers are big-endian.
public struct OSCMessage {
  public private(set) var bytes = TextBuffer(capacity: 512)

  public init() {}

  /// Starts a message with its address and type tags, as in ",fff".
  public mutating func start(_ address: StaticString, _ tags: StaticString) {
    bytes.removeAll()
    bytes.append(address)
    pad()
    bytes.append(tags)
    pad()
  }

  public mutating func append(_ value: Double) {
    let bits = Float(value).bitPattern
    bytes.append(UInt8(truncatingIfNeeded: bits >> 24))
    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
    bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
    bytes.append(UInt8(truncatingIfNeeded: bits))
  }

  /// Appends a text; a zero in it ends it.
  public mutating func append(_ text: String) {
    for byte in text.utf8 {
      if byte == 0 { break }
      bytes.append(byte)
    }
    pad()
  }

  private mutating func pad() {
    bytes.append(UInt8(0))
    while bytes.count % 4 != 0 { bytes.append(UInt8(0)) }
  }
}
