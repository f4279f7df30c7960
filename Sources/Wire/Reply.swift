public import Text

/// One reply, as read by a client: parameters or an error.
public struct Reply: Sendable {
  public var parameters: JSONValue
  /// True if more replies to the same call follow.
  public var continues: Bool

  /// Reads a reply. Throws the error that the other side sent, or `.malformed` for an invalid reply.
  public init(reading message: [UInt8]) throws(CallError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: message, maximumDepth: 64, maximumSize: 64 << 20)
    } catch {
      throw .malformed(error)
    }
    guard case .object = value else { throw .malformed("expected an object") }
    if let name = value["error"]?.string { throw CallError(name, value["parameters"] ?? .object([])) }
    parameters = value["parameters"] ?? .object([])
    continues = value["continues"]?.bool ?? false
  }

  /// Writes a reply with its final NUL.
  public static func write(to writer: inout JSONWriter, parameters: (inout JSONWriter) -> Void) {
    writer.beginObject()
    writer.key("parameters")
    parameters(&writer)
    writer.endObject()
    writer.finish(with: 0)
  }
}
