import CPosix
import Text
import Wire

// Which method does what, and who may call it.
extension Daemon {
  func answer(_ request: Request, _ interface: Interface, _ member: String, _ connection: Connection) -> Server.Answer {
    let began = gnomon_monotonic_time()
    let answer = dispatch(request, interface, member, connection)
    // Only of methods there are.
    if case .refuse = answer { return answer }
    turns.add(method: request.method, gnomon_monotonic_time() - began)
    return answer
  }

  private func dispatch(
    _ request: Request, _ interface: Interface, _ member: String, _ connection: Connection
  ) -> Server.Answer {
    do throws(CallError) {
      if interface == .service { return try answerService(request, member) }
      if interface == .tracking { return try answerTracking(request, member, connection) }
      if interface == .calibration { return try answerCalibration(request, member, connection) }
      if interface == .scene { return try answerScene(request, member, connection) }
      return try answerControl(request, member, connection)
    } catch {
      return .refuse(error)
    }
  }

  /// Throws unless the caller may do this.
  func require(_ access: Access, _ connection: Connection, _ interface: Interface) throws(CallError) {
    guard connection.access < access else { return }
    let group = access == .contribute ? options.policy.contributors : options.policy.administrators
    throw .notPermitted(interface, needs: access, group: group)
  }

  private func answerService(_ request: Request, _ member: String) throws(CallError) -> Server.Answer {
    switch member {
    case "GetInfo":
      let version = options.version
      return .reply { writer in
        writer.value([
          "vendor": "gnomon", "product": "gnomond", "version": .string(version),
          "url": "https://varlink.org/", "interfaces": .array(Interface.all.map { .string($0.name) }),
        ])
      }
    case "GetInterfaceDescription":
      guard let name = request.parameters["interface"]?.string else { throw .invalidParameter("interface") }
      guard let found = Interface.all.first(where: { $0.name == name }) else { throw .interfaceNotFound(name) }
      return .reply { $0.value(["description": .string(found.text)]) }
    default: throw .methodNotFound(request.method)
    }
  }

  private func answerControl(
    _ request: Request, _ member: String, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    switch member {
    case "GetInfo": return .reply { [self] in writeInfo(connection, to: &$0) }
    case "GetConfiguration": return .reply { [self] in writeConfiguration(to: &$0) }
    case "Reload":
      try require(.administer, connection, .control)
      let changed: [String]
      do throws(ConfigurationRefusal) { changed = try reload() } catch {
        throw CallError(
          "org.gnomon.Control.ConfigurationRefused", ["faults": .array(error.faults.map { .string($0) })])
      }
      return .reply { $0.value(["changed": .array(changed.map { .string($0) })]) }
    case "StartRecording":
      try require(.administer, connection, .control)
      let path = try startRecording(CallParameters(request, .control))
      return .reply { $0.value(["path": .string(path)]) }
    case "StopRecording":
      try require(.administer, connection, .control)
      guard let ended = engine.stopRecording() else { throw CallError("org.gnomon.Control.NotRecording") }
      if let fault = ended.fault { throw Self.recordingFailed(ended.path, "\(fault)") }
      Log.note(ended.note)
      return .reply {
        $0.value([
          "path": .string(ended.path), "lines": .integer(Int64(ended.lines)), "parts": .integer(Int64(ended.parts)),
        ])
      }
    default: throw .methodNotFound(request.method)
    }
  }

  private func writeInfo(_ connection: Connection, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("version")
    writer.value(options.version)
    writer.key("process_id")
    writer.value(Int64(ProcessInfo.identifier))
    writer.key("started_boot_ns")
    writer.value(started)
    writer.key("socket")
    writer.value(options.socket)
    writer.key("access")
    writer.value(connection.access.name)
    writer.key("connections")
    writer.value(server.count)
    writer.key("subscribers")
    writer.value(publisher.subscribers + scenePublisher.subscribers)
    writer.member("sources", sources.flatMap(\.messages))
    writeLoad(to: &writer)
    writer.key("recordings")
    writer.value(options.recordings)
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

  /// What the loop has done and held up, what waits, and whom that has cost the connection.
  private func writeLoad(to writer: inout JSONWriter) {
    func milliseconds(_ nanoseconds: Int64) -> JSONValue { .number((Double(nanoseconds) / 1e3).rounded() / 1e3) }
    func json(_ name: String, _ record: TurnWatch.Record) -> JSONValue {
      [
        "name": .string(name), "count": .integer(Int64(record.count)), "longest_ms": milliseconds(record.longest),
        "total_ms": milliseconds(record.total),
      ]
    }
    let works = TurnWatch.Work.allCases.map { json($0.name, turns.records[$0.rawValue]) }
    let methods = turns.methods.sorted { $0.key < $1.key }.map { json($0.key, $0.value) }
    let turnedOut = server.turnedOut.sorted { $0.key < $1.key }.map { entry -> JSONValue in
      ["reason": .string(entry.key), "count": .integer(Int64(entry.value))]
    }
    writer.key("load")
    writer.value([
      "unread_bytes": .integer(Int64(server.unread)), "unfinished_bytes": .integer(Int64(server.held)),
      "jobs": .integer(Int64(worker.count)), "frames_left_out": .integer(Int64(scenePublisher.leftOut)),
      "longest_ms": milliseconds(turns.longest), "work": .array(works + methods), "turned_out": .array(turnedOut),
    ])
  }

  private func writeConfiguration(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("settings")
    writer.beginArray()
    for entry in options.configuration.entries {
      writer.value([
        "name": .string(entry.name), "value": .string(entry.value), "origin": .string(entry.origin.text),
        "unit": .string(entry.unit), "meaning": .string(entry.meaning),
      ])
    }
    writer.endArray()
    writer.endObject()
  }
}
