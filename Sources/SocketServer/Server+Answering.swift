import Text
import Wire

// Answers to requests, on the loop's thread.
extension Server {
  func answer(_ message: [UInt8], _ connection: Connection) {
    lastRequest = clock()
    guard message.count > Limits.longMessage, !worker.isDirect else {
      do throws(CallError) { handle(try Request(reading: message), connection) } catch { refuse(error, connection) }
      return
    }
    startAnswering(connection, length: message.count)
    worker.run({ () -> Result<Request, CallError> in
      do throws(CallError) { return .success(try Request(reading: message)) } catch { return .failure(error) }
    }) { [weak self] result in
      switch result {
      case .success(let request):
        guard !connection.isClosed else { self?.complete(.stream, isOneway: true, connection); return }
        connection.phase = .idle
        self?.handle(request, connection)
        if connection.phase != .answering { self?.complete(.stream, isOneway: true, connection) }
      case .failure(let error): self?.complete(.refuse(error), isOneway: false, connection)
      }
    }
  }

  private func handle(_ request: Request, _ connection: Connection) {
    let (name, member) = request.target
    guard let interface = Interface.allCases.first(where: { $0.name == name }) else {
      if !request.oneway { refuse(.interfaceNotFound(name), connection) }
      return
    }
    let outcome: Answer =
      if let wait = connection.countRequest(at: lastRequest) {
        .refuse(.tooManyRequests(interface == .service ? .control : interface, retryAfter: wait))
      } else if request.upgrade {
        .refuse(.methodNotImplemented(request.method))
      } else {
        answer(request, interface, member, connection)
      }
    deliver(outcome, isOneway: request.oneway, connection)
  }

  func deliver(_ outcome: Answer, isOneway: Bool, _ connection: Connection) {
    switch outcome {
    case .stream, .later: break
    case .refuse(let error): if !isOneway { refuse(error, connection) }
    case .reply(let parameters):
      guard !isOneway else { return }
      writer.removeAll()
      Reply.write(to: &writer, parameters: parameters)
      post(connection)
    case .message(let text):
      guard !isOneway else { return }
      guard makeRoom(for: text.count, connection) else { return refuse(.tooMuchUnread, connection) }
      if !connection.outbox.sendReply(text, to: connection.descriptor) { close(connection) }
    }
  }

  func refuse(_ error: CallError, _ connection: Connection) {
    writer.removeAll()
    error.write(to: &writer)
    post(connection)
  }

  private func post(_ connection: Connection) {
    guard makeRoom(for: writer.buffer.count, connection) else { return close(connection, because: Self.unreadReason) }
    let isSent = writer.buffer.withBytes { connection.outbox.sendReply($0, to: connection.descriptor) }
    if !isSent { close(connection) }
    writer.shrink(to: 1 << 16)
  }
}
