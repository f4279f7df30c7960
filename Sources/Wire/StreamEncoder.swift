public import Text

/// A streamed reply, encoded once for all its readers:
///
///     {"parameters":{"pose":{…}},"continues":true}␀
///
/// The buffer is reused; encoding allocates nothing once it has its size. For a reader that missed messages, `dropped` is
/// inserted before the stream's own member, in that reader's copy only.
public struct StreamEncoder: Sendable {
  private var writer = JSONWriter(capacity: 1 << 10)
  private static let head: StaticString = "{\"parameters\":{"

  public init() {}

  public var message: TextBuffer { writer.buffer }
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    writer.buffer.withBytes(body)
  }

  public mutating func encode(_ name: StaticString, _ value: (inout JSONWriter) -> Void) {
    writer.removeAll()
    writer.beginObject()
    writer.key("parameters")
    writer.beginObject()
    writer.key(name)
    value(&writer)
    writer.endObject()
    writer.key("continues")
    writer.value(true)
    writer.endObject()
    writer.finish(with: 0)
  }

  /// Appends a streamed message with the number of messages that its reader missed.
  public static func append(
    _ message: UnsafeBufferPointer<UInt8>, dropped: Int, to buffer: inout TextBuffer
  ) {
    guard dropped > 0, message.count > head.utf8CodeUnitCount else { return buffer.append(contentsOf: message) }
    buffer.append(head)
    buffer.append("\"dropped\":" as StaticString)
    buffer.append(dropped)
    buffer.append(UInt8(ascii: ","))
    buffer.append(contentsOf: UnsafeBufferPointer(rebasing: message[head.utf8CodeUnitCount...]))
  }
}
