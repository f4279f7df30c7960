import Text
import WebPages
import Wire

/// Messages of a WebSocket.
extension BrowserServer {
  /// Handles the complete messages.
  func readMessages(_ connection: BrowserConnection) {
    do throws(WebSocketFault) {
      while case .socket = connection.role, let message = try connection.reader.next() {
        switch message {
        case .text(let bytes) where connection.dialect != nil: try handle(bytes, isText: true, connection)
        case .binary(let bytes) where connection.dialect != nil: try handle(bytes, isText: false, connection)
        case .text(let bytes): handle(bytes, connection)
        case .binary: throw WebSocketFault(WebSocketFault.unsupportedData, "messages are JSON text")
        case .ping(let bytes): connection.add(WebSocketFrame.bytes(.pong, bytes), at: Self.now)
        case .pong: break
        case .close(let code):
          // The same code back (RFC 6455, § 5.5.1).
          let frame = code.map { WebSocketFrame.close($0, "") } ?? WebSocketFrame.bytes(.close, [])
          connection.add(frame, at: Self.now)
          finish(connection)
        }
      }
    } catch {
      counts.record(.request)
      connection.add(WebSocketFrame.close(error.code, error.reason), at: Self.now)
      finish(connection)
    }
  }

  private func handle(_ bytes: [UInt8], _ connection: BrowserConnection) {
    var id: JSONValue?
    do throws(BrowserRefusal) {
      let message = try BrowserMessage(reading: bytes)
      id = message.id
      guard let request = message.request else {
        try end(message.id, connection)
        return connection.add(text: Self.bytes(["id": message.id, "parameters": .object([])]), at: Self.now)
      }
      try site.check(request.method)
      guard !connection.calls.contains(where: { $0.id == message.id }) else {
        throw BrowserRefusal(.request, 400, "a call with this id is not finished")
      }
      guard hasRoom, connection.calls.count < Self.mostCallsOfOne else { throw Self.noRoom }
      add(BrowserCall(request, id: message.id), connection)
    } catch {
      counts.record(error.kind)
      connection.add(text: Self.bytes(error.json(id: id ?? .null)), at: Self.now)
    }
  }

  /// Handles a message of a reader with a protocol of its own.
  private func handle(_ bytes: [UInt8], isText: Bool, _ connection: BrowserConnection) throws(WebSocketFault) {
    guard let turn = connection.dialect?.ingest(bytes, isText: isText) else { return }
    if let kind = turn.refused { counts.record(kind) }
    connection.add(turn.frames, at: Self.now)
    for call in turn.ended {
      disconnect(call)
      connection.calls.removeAll { $0 === call }
    }
    for call in turn.begun {
      guard hasRoom, connection.calls.count < Self.mostCallsOfOne else {
        counts.record(.full)
        throw WebSocketFault(
          WebSocketFault.tryAgainLater, "all calls of \(site.name) are in use: close another reader")
      }
      add(call, connection)
    }
  }

  /// Ends a call of a page.
  private func end(_ id: JSONValue, _ connection: BrowserConnection) throws(BrowserRefusal) {
    guard let index = connection.calls.firstIndex(where: { $0.id == id }) else {
      throw BrowserRefusal(.request, 400, "no call has this id")
    }
    disconnect(connection.calls[index])
    connection.calls.remove(at: index)
  }
}
