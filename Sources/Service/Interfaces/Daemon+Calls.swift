import CPosix
import SocketServer
import Wire

// Dispatch of requests to the methods of the interfaces.
extension Daemon {
  func answer(_ request: Request, _ interface: Interface, _ member: String, _ connection: Connection) -> Server.Answer {
    let start = gnomon_monotonic_time(), answer: Server.Answer
    do throws(CallError) {
      guard let method = interfaces.method(member, of: interface) else { throw .methodNotFound(request.method) }
      try options.policy.require(method.permission, of: connection, interface)
      answer = try method.answer(request, interface, connection)
    } catch {
      return .refuse(error)
    }
    // Refused calls are not in the statistics.
    if case .refuse = answer { return answer }
    turns.add(method: request.method, gnomon_monotonic_time() - start)
    return answer
  }
}
