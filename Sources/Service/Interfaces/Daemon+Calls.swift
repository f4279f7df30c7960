import CPosix
import SocketServer
import Wire

// Dispatch of requests to the methods of the interfaces.
extension Daemon {
  func answer(_ request: Request, _ interface: Interface, _ member: String, _ connection: Connection) -> Server.Answer {
    let start = gnomon_monotonic_time(), answer: Server.Answer
    do throws(CallError) {
      guard let method = interfaces.method(member, of: interface) else { throw .methodNotFound(request.method) }
      try require(method.permission, connection, interface)
      answer = try method.answer(
        Call(request: request, parameters: CallParameters(request, interface), connection: connection))
    } catch {
      return .refuse(error)
    }
    // Refused calls are not in the statistics.
    if case .refuse = answer { return answer }
    turns.add(method: request.method, gnomon_monotonic_time() - start)
    return answer
  }

  /// Throws unless the caller has the permission.
  func require(_ permission: Method.Permission, _ connection: Connection, _ interface: Interface) throws(CallError) {
    let policy = options.policy
    switch permission {
    case .access(let access):
      guard connection.access < access else { return }
      throw .notPermitted(
        interface, needs: access, group: access == .contribute ? policy.contributors : policy.administrators)
    case .odometry:
      guard !policy.mayPushOdometry(connection) else { return }
      throw .notPermitted(interface, needs: .administer, group: policy.administrators)
    }
  }
}
