import CPosix
import Files
import Geometry
import Glibc
import Samples
import Sharing
import Text
import Wire

extension TeamTopic {
  fileprivate var kind: String {
    switch self {
    case .pose: "pose"
    case .here: "here"
    case .place: "place"
    case .route: "route"
    }
  }
}

// Messages out to the team and in from it.
extension ShareService {
  @discardableResult
  func send(_ topic: TeamTopic, _ payload: [UInt8], isRetained: Bool, _ settings: ShareSettings) -> Bool {
    let text = topic.text(in: settings.team)
    guard link.publish(text, payload, isRetained: isRetained) else {
      sent.unsent += 1
      return false
    }
    sent.record(
      topic.kind, .init(topic: text, payload: payload, isRetained: isRetained, time: gnomon_boot_time()))
    return true
  }

  /// After each connection: what the broker has to know.
  func greet() {
    guard let settings else { return }
    link.subscribe(TeamTopic.filter(of: settings.team))
    send(.here(settings.id), Array(HereMessage.here.utf8), isRetained: true, settings)
    sendItems(settings, since: nil)
  }

  /// Sends the places and routes that this wearer adds to the team's; those of earlier settings only if they differ.
  func sendItems(_ settings: ShareSettings, since old: ShareSettings?) {
    for place in settings.places where old?.places.contains(place) != true {
      send(.place(place.id), Array(place.text.utf8), isRetained: true, settings)
    }
    for route in settings.routes where old?.routes.contains(route) != true {
      send(.route(route.id), Array(route.json.text.utf8), isRetained: true, settings)
    }
    for id in settings.removedPlaces where old?.removedPlaces.contains(id) != true {
      send(.place(id), [], isRetained: true, settings)
    }
    for id in settings.removedRoutes where old?.removedRoutes.contains(id) != true {
      send(.route(id), [], isRetained: true, settings)
    }
  }

  /// Sends the wearer's pose, if there is a newer one than the last.
  func sendPose(_ settings: ShareSettings, _ now: Int64) {
    guard link.state == .connected else { return }
    guard let answer = daemon.pose(now) else {
      absence = "the daemon does not answer"
      return
    }
    do throws(OwnPose.Absence) {
      guard let time = answer.pose?.time else { throw .noPlace }
      guard time > lastPoseTime || time < lastPoseTime - 60_000_000_000 else { throw .old }
      let blur = settings.blur.map { Blur(size: $0, team: settings.team) }
      var message = try OwnPose.message(answer, name: settings.name, blur: blur)
      if link.isBusy {
        sent.heldBack += 1
        absence = "the network is too slow: earlier bytes still wait"
        return
      }
      // A number is used once, also if its message is lost.
      sequence += 1
      (message.session, message.sequence) = (session, sequence)
      lastPoseTime = time
      if send(.pose(settings.id), Array(message.text.utf8), isRetained: false, settings) { absence = nil }
    } catch {
      absence = error.rawValue
    }
  }

  /// Reads a message of the broker.
  func ingest(topic text: String, _ payload: UnsafeRawBufferPointer, isRetained: Bool) {
    let now = BootInstant(nanoseconds: gnomon_boot_time())
    guard let settings, roster.admits(at: now) else { return }
    guard let topic = TeamTopic(text, of: settings.team) else { return roster.count(.topic) }
    do throws(MessageRefusal) {
      guard payload.count <= topic.longest else { throw .tooLong }
      let bytes = Array(payload)
      switch topic {
      case .pose(let id):
        roster.ingest(
          bytes, of: id, isRetained: isRetained, at: now, realTime: gnomon_real_time() / 1_000_000, own: daemon.own)
      case .here(let id):
        if id != settings.id, try !HereMessage.isHere(reading: bytes) { roster.remove(id) }
      case .place: try board.ingest(topic, bytes)
      case .route(let id):
        try board.ingest(topic, bytes)
        saveRoute(id)
      }
    } catch {
      roster.count(error)
    }
  }

  /// Writes a route as a file that `gnomon route load` reads, or removes the file of one that is gone.
  private func saveRoute(_ id: String) {
    let path = routePath(id)
    guard let route = board.routes[id] else { return _ = unlink(path) }
    do throws(FileFault) {
      try AtomicFile(path).replace(with: Array(route.geoJSON.text.utf8), readers: .group())
    } catch {
      Log.write("a route cannot be written: \(error)", .warning)
    }
  }

  func routePath(_ id: String) -> String { "\(stateFolder)/route-\(id).json" }

  /// The folder of the state, of routes as well.
  var stateFolder: String { AtomicFile(paths.state).folder }

  /// Passes the changes of the team on to the daemon.
  func passOn(_ now: Int64) {
    // Also without a pose to send, distances need the wearer's place.
    if settings?.sentRate ?? Frequency(1) < Frequency(1) || link.state != .connected { _ = daemon.pose(now) }
    let changes = roster.changes(at: BootInstant(nanoseconds: gnomon_boot_time()), own: daemon.own)
    if !daemon.apply(changes, roster, now) { roster.resetPassed() }
    let (added, removed) = board.changes()
    if !daemon.apply(added: added, removed: removed, now) { board.markAllChanged() }
  }
}

extension TeamTopic {
  /// The longest message in bytes.
  fileprivate var longest: Int {
    switch self {
    case .pose, .here: SharedPose.longest
    case .place: TeamPlace.longest
    case .route: TeamRoute.longest
    }
  }
}
