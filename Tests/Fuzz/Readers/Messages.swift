import Text
import Wire

/// Messages of the socket, as read by the daemon and by a client.
enum Messages {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    var splitter = MessageSplitter(limit: 1 << 16), start = 0
    // In two pieces, as a socket may deliver them.
    for end in [bytes.count / 2, bytes.count] {
      let isWithin = bytes.withUnsafeBytes { splitter.append(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
      guard isWithin else { return }
      start = end
    }
    while let message = splitter.next() {
      try checkRequest(message)
      _ = try? Reply(reading: message)
      guard let value = try? JSONValue(reading: message, maximumValues: Limits.values) else { continue }
      // Alone, and as the parameters of a reply.
      for value in [value, value["parameters"]].compactMap({ $0 }) {
        for kind in EveryMessage.kinds { try check(value, kind.name, kind.rewritten) }
        var view = SceneView()
        view.apply(value["frame"] ?? value)
        view.apply(value["frame"] ?? value)
      }
    }
  }

  private static func checkRequest(_ message: [UInt8]) throws(Finding) {
    guard let request = try? Request(reading: message) else { return }
    var writer = JSONWriter()
    request.write(to: &writer)
    guard let again = try? Request(reading: Array(writer.buffer.bytes.dropLast())) else {
      throw Finding("a request was taken, and refused when written: \(writer.buffer.string)")
    }
    try require(
      again.method == request.method && again.parameters == request.parameters && again.more == request.more
        && again.oneway == request.oneway && again.upgrade == request.upgrade,
      "a request changed: \(writer.buffer.string)")
    _ = request.target
  }

  /// Checks that a text that is read, written, read and written again is the same.
  private static func check(
    _ value: JSONValue, _ name: String, _ rewritten: (JSONValue) throws(MessageFault) -> JSONValue
  ) throws(Finding) {
    guard let first = try? rewritten(value) else { return }
    guard let second = try? rewritten(first) else {
      throw Finding("\(name) was taken, and refused when written: \(first.text)")
    }
    try require(first == second, "\(name) changed by being written and read: \(first.text) is \(second.text)")
  }
}
