import Configuration
import Recordings
import ScenePublishing
import ServiceParts
import SocketServer
import Text
import Wire

/// org.gnomon.Control: information about the daemon, its load and configuration, and recordings.
struct ControlInterface: BoundInterface {
  unowned let daemon: Daemon

  var methods: [Method] { ControlMethod.allCases.map(method) }

  private func method(_ method: ControlMethod) -> Method {
    let administer = Method.Permission.access(.administer)
    return switch method {
    // Made when it is written, so that the load includes this call.
    case .getInfo:
      Method(method) { (call) throws(CallError) in .reply { info(for: call.connection).write(to: &$0) } }
    case .getConfiguration: Method(method) { (_) throws(CallError) in .reply(configuration) }
    case .reload: Method(method, administer) { (_) throws(CallError) in .reply(try reload()) }
    case .startRecording:
      Method(method, administer, reading: Self.recordingName) { (name, _) throws(CallError) in
        .reply(StartRecordingReply(path: try startRecording(name)))
      }
    case .stopRecording: Method(method, administer) { (_) throws(CallError) in .reply(try stopRecording()) }
    }
  }

  private func reload() throws(CallError) -> ReloadReply {
    do throws(ConfigurationRefusal) { return ReloadReply(changed: try daemon.reload()) } catch {
      throw .configurationRefused(faults: error.faults)
    }
  }

  private func stopRecording() throws(CallError) -> StopRecordingReply {
    guard let ended = daemon.engine.stopRecording() else { throw .notRecording() }
    if let fault = ended.fault { throw Self.recordingFailed(ended.path, "\(fault)") }
    Log.write(ended.note)
    return StopRecordingReply(path: ended.path, lines: ended.lines, parts: ended.parts)
  }

  private func info(for connection: Connection) -> DaemonInfo {
    DaemonInfo(
      version: daemon.options.version, process: Int(ProcessInfo.identifier), startedTime: daemon.started,
      socket: daemon.options.socket, access: connection.access.name, connections: daemon.server.count,
      subscribers: daemon.subscribers, sources: daemon.sourceMessages, load: load,
      recordings: daemon.options.recordings,
      limits: LimitsMessage(
        messageBytes: Limits.message, nesting: Limits.nesting, values: Limits.values,
        unfinishedBytes: Limits.unfinished, unreadBytes: Limits.unread, unreadBytesPerUser: Limits.unreadPerUser,
        connections: Limits.connections, connectionsPerUser: Limits.connectionsPerUser,
        requestsPerSecond: Limits.requestsPerSecond, queuedMessages: Limits.queue,
        secondsWithoutProgress: Limits.patience),
      methods: daemon.interfaces.known)
  }

  /// The load: the durations of the loop's work, the waiting bytes and jobs, and the closed connections by reason.
  private var load: LoadMessage {
    func milliseconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e6 }
    func work(_ name: String, _ record: TurnWatch.Record) -> WorkMessage {
      WorkMessage(
        name: name, count: record.count, longestMs: milliseconds(record.longest), totalMs: milliseconds(record.total))
    }
    let works = TurnWatch.Work.allCases.map { work($0.name, daemon.turns.records[$0.rawValue]) }
    let methods = daemon.turns.methods.sorted { $0.key < $1.key }.map { work($0.key, $0.value) }
    return LoadMessage(
      unreadBytes: daemon.server.unread, unfinishedBytes: daemon.server.held, jobs: daemon.worker.count,
      framesLeftOut: daemon.scenePublisher.leftOut, longestMs: milliseconds(daemon.turns.longest),
      work: works + methods,
      turnedOut: daemon.server.closedConnections.sorted { $0.key < $1.key }.map {
        TurnedOutMessage(reason: $0.key, count: $0.value)
      })
  }

  private var configuration: GetConfigurationReply {
    GetConfigurationReply(
      settings: daemon.options.configuration.entries.map {
        SettingMessage(
          name: $0.name, value: $0.value, origin: $0.origin.text, unit: $0.unit, meaning: $0.meaning)
      })
  }
}
