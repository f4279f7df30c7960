import CPosix
import ServiceParts
import SocketServer
import Wire

// Dispatch of requests to the methods of the interfaces.
extension Daemon {
  func answer(_ request: Request, _ interface: Interface, _ member: String, _ connection: Connection) -> Server.Answer {
    let start = gnomon_monotonic_time(), answer: Server.Answer
    do throws(CallError) {
      guard let method = interfaces.method(member, of: interface) else { throw .methodNotFound(request.method) }
      try options.policy.require(method.permission, of: connection, interface)
      answer = try method.answer(request, interface, connection, version: options.version)
    } catch {
      return .refuse(error)
    }
    // Refused calls are not in the statistics.
    if case .refuse = answer { return answer }
    turns.add(method: request.method, gnomon_monotonic_time() - start)
    return answer
  }

  /// Answers a call with the outcome of work. Until then no more input of the connection is read.
  func answer<Outcome>(
    _ call: Call, after work: BackgroundWork<Outcome>,
    _ finish: @escaping (Outcome) throws(CallError) -> Server.Answer
  ) -> Server.Answer {
    var ready: Server.Answer?, isWaiting = false
    work.start { [unowned self] result in
      let began = gnomon_monotonic_time(), answer: Server.Answer
      do throws(CallError) { answer = try finish(result.get()) } catch { answer = .refuse(error) }
      guard isWaiting else { return ready = answer }
      server.complete(answer, isOneway: call.isOneway, call.connection)
      turns.add(method: call.method, gnomon_monotonic_time() - began)
    }
    if let ready { return ready }
    isWaiting = true
    server.startAnswering(call.connection)
    return .later
  }
}
