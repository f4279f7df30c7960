import CommandParts
import Geometry
import Glibc
import GnomonClient
import Text
import Wire

/// Events of the scene until the wanted number has come, also while the daemon is restarted.
struct EventStream {
  let parts: SceneParts
  /// More parameters of the subscription.
  var more: [JSONMember] = []
  let arguments: Arguments
  /// The words for what continues when the daemon answers again.
  let purpose: String

  /// Seconds between two attempts to reach a daemon that has gone.
  private static let pause = 0.5

  /// Calls `each` with every event, as a message and as it came, until that returns false. `tend` runs while no event comes, at the
  /// interval that `patience` returns; nil waits without end.
  func run(
    patience: @escaping () -> TimeSpan? = { nil }, tend: @escaping () -> Void = {},
    each: (SceneEventMessage, JSONValue) -> Bool
  ) throws {
    // A daemon that is missing at the start is an error, as for every command.
    var client: Client? = try DaemonCall.connect(arguments)
    var hasGone = false
    while true {
      do throws(ClientFault) {
        let connection: Client
        if let client { connection = client } else { connection = try Client(path: DaemonCall.path(arguments)) }
        if hasGone { Terminal.inform("gnomon: the daemon answers again") }
        hasGone = false
        if try listen(connection, patience, tend, each) { return }
        throw .closed
      } catch {
        guard Self.isPassing(error) else { throw DaemonCall.failure(error) }
        if !hasGone { Terminal.inform("gnomon: the daemon has stopped; \(purpose) when it answers again") }
        hasGone = true
        client = nil
        tend()
        usleep(useconds_t(Self.pause * 1e6))
      }
    }
  }

  private static func isPassing(_ fault: ClientFault) -> Bool {
    switch fault {
    case .closed, .broken, .timedOut: true
    case .cannotConnect: fault.isAboutAbsence
    case .refused, .misunderstood: false
    }
  }

  /// Returns true after `each` has ended the stream.
  private func listen(
    _ client: Client, _ patience: @escaping () -> TimeSpan?, _ tend: @escaping () -> Void,
    _ each: (SceneEventMessage, JSONValue) -> Bool
  ) throws(ClientFault) -> Bool {
    var isOver = false
    client.setPatience(patience())
    try client.stream(
      SceneMethod.subscribe.name,
      .object([JSONMember("include", .array(parts.words.map { .string($0) }))] + more),
      pause: {
        tend()
        client.setPatience(patience())
        return true
      }
    ) { (json) throws(ClientFault) in
      let reply: SceneReply
      do throws(MessageFault) { reply = try SceneReply(json: json) } catch { throw .misunderstood(error) }
      if reply.dropped > 0 { Terminal.inform("gnomon: \(reply.dropped) events were missed") }
      guard let event = reply.event else { return true }
      isOver = !each(event, json["event"] ?? .null)
      client.setPatience(patience())
      return !isOver
    }
    return isOver
  }
}
