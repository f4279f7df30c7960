import Configuration
import Recordings
import SocketServer
import Text
import Wire

/// org.gnomon.Control: information about the daemon, its load and configuration, and recordings.
struct ControlInterface: BoundInterface {
  unowned let daemon: Daemon

  var methods: [Method] {
    let administer = Method.Permission.access(.administer)
    return [
      Method("GetInfo") { (call) throws(CallError) -> Server.Answer in .reply { writeInfo(call.connection, to: &$0) } },
      Method("GetConfiguration") { (_) throws(CallError) -> Server.Answer in .reply { writeConfiguration(to: &$0) } },
      Method("Reload", administer) { (_) throws(CallError) in try reload() },
      Method("StartRecording", administer, reading: recordingName) {
        (name: String?, _) throws(CallError) -> JSONValue in
        ["path": .string(try startRecording(name))]
      },
      Method("StopRecording", administer) { (_) throws(CallError) in try stopRecording() },
    ]
  }

  private func reload() throws(CallError) -> JSONValue {
    do throws(ConfigurationRefusal) { return ["changed": .array(try daemon.reload().map { .string($0) })] } catch {
      throw CallError("org.gnomon.Control.ConfigurationRefused", ["faults": .array(error.faults.map { .string($0) })])
    }
  }

  private func stopRecording() throws(CallError) -> JSONValue {
    guard let ended = daemon.engine.stopRecording() else { throw CallError("org.gnomon.Control.NotRecording") }
    if let fault = ended.fault { throw Self.recordingFailed(ended.path, "\(fault)") }
    Log.write(ended.note)
    return [
      "path": .string(ended.path), "lines": .integer(Int64(ended.lines)), "parts": .integer(Int64(ended.parts)),
    ]
  }

  private func writeInfo(_ connection: Connection, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("version")
    writer.value(daemon.options.version)
    writer.key("process_id")
    writer.value(Int64(ProcessInfo.identifier))
    writer.key("started_boot_ns")
    writer.value(daemon.started)
    writer.key("socket")
    writer.value(daemon.options.socket)
    writer.key("access")
    writer.value(connection.access.name)
    writer.key("connections")
    writer.value(daemon.server.count)
    writer.key("subscribers")
    writer.value(daemon.subscribers)
    writer.member("sources", daemon.sourceMessages)
    writeLoad(to: &writer)
    writer.key("recordings")
    writer.value(daemon.options.recordings)
    writer.key("limits")
    writer.value([
      "message_bytes": .integer(Int64(Limits.message)), "nesting": .integer(Int64(Limits.nesting)),
      "values": .integer(Int64(Limits.values)), "unfinished_bytes": .integer(Int64(Limits.unfinished)),
      "unread_bytes": .integer(Int64(Limits.unread)), "unread_bytes_per_user": .integer(Int64(Limits.unreadPerUser)),
      "connections": .integer(Int64(Limits.connections)),
      "connections_per_user": .integer(Int64(Limits.connectionsPerUser)),
      "requests_per_second": .integer(Int64(Limits.requestsPerSecond)),
      "queued_messages": .integer(Int64(Limits.queue)),
      "seconds_without_progress": .integer(Int64(Limits.patience)),
    ])
    writer.endObject()
  }

  /// Writes the load: the durations of the loop's work, the waiting bytes and jobs, and the closed connections by reason.
  private func writeLoad(to writer: inout JSONWriter) {
    func milliseconds(_ nanoseconds: Int64) -> JSONValue { .number((Double(nanoseconds) / 1e3).rounded() / 1e3) }
    func json(_ name: String, _ record: TurnWatch.Record) -> JSONValue {
      [
        "name": .string(name), "count": .integer(Int64(record.count)), "longest_ms": milliseconds(record.longest),
        "total_ms": milliseconds(record.total),
      ]
    }
    let works = TurnWatch.Work.allCases.map { json($0.name, daemon.turns.records[$0.rawValue]) }
    let methods = daemon.turns.methods.sorted { $0.key < $1.key }.map { json($0.key, $0.value) }
    let turnedOut = daemon.server.turnedOut.sorted { $0.key < $1.key }.map { entry -> JSONValue in
      ["reason": .string(entry.key), "count": .integer(Int64(entry.value))]
    }
    writer.key("load")
    writer.value([
      "unread_bytes": .integer(Int64(daemon.server.unread)), "unfinished_bytes": .integer(Int64(daemon.server.held)),
      "jobs": .integer(Int64(daemon.worker.count)), "frames_left_out": .integer(Int64(daemon.scenePublisher.leftOut)),
      "longest_ms": milliseconds(daemon.turns.longest), "work": .array(works + methods),
      "turned_out": .array(turnedOut),
    ])
  }

  private func writeConfiguration(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("settings")
    writer.beginArray()
    for entry in daemon.options.configuration.entries {
      writer.value([
        "name": .string(entry.name), "value": .string(entry.value), "origin": .string(entry.origin.text),
        "unit": .string(entry.unit), "meaning": .string(entry.meaning),
      ])
    }
    writer.endArray()
    writer.endObject()
  }
}
