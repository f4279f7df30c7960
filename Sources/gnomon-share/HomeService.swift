import Files
import Geometry
import Sharing
import Wire

/// The messages to Home Assistant and other clients of MQTT, over a connection of their own in the loop of `ShareService`.
final class HomeService {
  let link = BrokerLink()
  private let daemon: DaemonLink
  private(set) var file: SettingsFile
  private(set) var settings: HomeSettings?
  /// The settings whose retained messages the broker may have.
  private var announced: HomeSettings?
  /// Whether these messages are still to be removed: the file was removed while there was no connection.
  private(set) var isLeaving = false

  var sent = SentMessages()
  var refusals = RefusalCounts()
  /// Starts of Home Assistant that were noticed.
  private(set) var births = 0
  /// The reason why the last message had no place; nil if it had one.
  private(set) var absence: String?
  /// Whether the last message had a place; nil before the first of a connection and of Home Assistant's.
  private var hadPlace: Bool?
  /// The time of the last pose, and since when on CLOCK_BOOTTIME there is no newer one.
  private var lastPoseTime: Int64 = 0, lastNewPose: Int64 = 0

  /// Nanoseconds of CLOCK_BOOTTIME: the next message, and the next announcement, nil if none is due.
  private var dueState: Int64 = 0
  private var dueAnnouncement: Int64?
  private var lastAnnouncement: Int64 = 0

  private static let second: Int64 = 1_000_000_000
  /// Home Assistant needs a moment to subscribe to the topics of new entities; then the state is sent once more.
  private static let subscribing = 2 * second
  /// The shortest time between two announcements.
  private static let pause = 2 * second

  init(_ path: String, daemon: DaemonLink) {
    file = SettingsFile(path)
    self.daemon = daemon
    link.onConnected = { [unowned self] in greet() }
    link.onMessage = { [unowned self] topic, payload, isRetained in
      ingest(topic, payload, isRetained: isRetained)
    }
  }

  var isUsed: Bool { settings != nil }

  /// The time of the next work.
  var due: Int64 {
    guard settings != nil, link.state == .connected else { return .max }
    return min(dueState, dueAnnouncement ?? .max)
  }

  func load(again: Bool) {
    let reading = file.read(again: again, atMost: HomeSettings.longest) { (bytes) throws(ShareSettingsFault) in
      try HomeSettings(reading: bytes)
    }
    switch reading {
    case .unchanged: break
    case .missing: leave()
    case .faulty: end()
    case .settings(let new): change(to: new)
    }
  }

  func work(_ now: Int64) {
    guard let used = settings ?? (isLeaving ? announced : nil) else { return }
    if link.state == .off || link.state == .waiting, now >= link.nextAttempt {
      link.open(used.brokerSession, now: now)
    }
    guard let settings, link.state == .connected else { return }
    if let due = dueAnnouncement, now >= due { announce(settings, now) }
    if now >= dueState {
      sendState(settings, now)
      dueState = ShareService.next(after: dueState, every: Int64(1e9 / settings.sentRate.value), now)
    }
  }

  /// Ends the connection; the broker keeps the entities, as unavailable.
  func end() {
    guard let settings else { return link.close() }
    if link.state == .connected { send(.availability, HomeAvailability.offline, settings) }
    link.close()
    self.settings = nil
  }

  /// Removes everything that the broker has, now or as soon as it can be reached.
  private func leave() {
    settings = nil
    guard let announced else { return }
    if link.state == .connected { clear(announced) } else { isLeaving = true }
  }

  private func clear(_ settings: HomeSettings) {
    for topic in HomeTopic.all where topic.isRetained { send(topic, "", settings) }
    link.close()
    Log.write("has removed '\(settings.name)' from \(settings.access.broker.text)")
    (announced, isLeaving) = (nil, false)
  }

  private func change(to new: HomeSettings) {
    isLeaving = false
    guard new != settings else { return }
    if let old = settings, old.id == new.id, old.access == new.access {
      (settings, announced) = (new, new)
      dueAnnouncement = 0
      return
    }
    if let old = announced, old.id != new.id || old.access.broker != new.access.broker {
      if link.state == .connected {
        clear(old)
      } else {
        Log.write("\(old.access.broker.text) keeps the messages of '\(old.name)', since it cannot be reached", .warning)
      }
    }
    end()
    (settings, announced) = (new, new)
    (sent, refusals, births) = (SentMessages(), RefusalCounts(), 0)
    Log.write("sends the place to Home Assistant over \(new.access.broker.text) as '\(new.name)'")
  }

  // MARK: messages

  private func send(_ topic: HomeTopic, _ payload: String, _ settings: HomeSettings) {
    let text = topic.text(of: settings.id), bytes = Array(payload.utf8)
    guard link.publish(text, bytes, isRetained: topic.isRetained) else { return sent.unsent += 1 }
    sent.record(
      topic.kind, .init(topic: text, payload: bytes, isRetained: topic.isRetained, time: ShareService.now))
  }

  /// After each connection.
  private func greet() {
    guard let settings else {
      if let announced { clear(announced) }
      return
    }
    link.subscribe(HomeBirth.topic)
    announce(settings, ShareService.now)
  }

  /// Sends the entities, the availability, and then the state at once.
  private func announce(_ settings: HomeSettings, _ now: Int64) {
    for entity in HomeEntity.allCases {
      // An empty message removes an entity that earlier settings had.
      let config = entity.isAnnounced(settings) ? entity.config(settings, version: Release.version).text : ""
      send(.config(entity), config, settings)
    }
    send(.availability, HomeAvailability.online, settings)
    hadPlace = nil
    (dueAnnouncement, lastAnnouncement) = (nil, now)
    sendState(settings, now)
    dueState = now + min(Self.subscribing, Int64(1e9 / settings.sentRate.value))
  }

  private func sendState(_ settings: HomeSettings, _ now: Int64) {
    let state = currentState(settings, now)
    // While the announcement waits for the network, the first state may wait with it.
    if link.isBusy, hadPlace != nil {
      sent.heldBack += 1
      return
    }
    // Home Assistant warns of each message without a place, so there is one of them.
    if state.pose != nil || hadPlace != false { send(.place, state.placeText, settings) }
    send(.state, state.stateText, settings)
    hadPlace = state.pose != nil
  }

  private func currentState(_ settings: HomeSettings, _ now: Int64) -> HomeState {
    guard let answer = daemon.pose(now) else {
      absence = "the daemon does not answer"
      return HomeState(.none)
    }
    do throws(OwnPose.Absence) {
      guard let pose = answer.pose else { throw .noPlace }
      if pose.time != lastPoseTime { (lastPoseTime, lastNewPose) = (pose.time, now) }
      guard now - lastNewPose < Int64(Roster.staleAfter.value * 1e9) else {
        absence = OwnPose.Absence.old.rawValue
        return HomeState(.none)
      }
      let phase = HomeState.Phase(rawValue: pose.localization.state.word) ?? .none
      do throws(OwnPose.Absence) {
        let message = try OwnPose.message(answer, name: settings.name, blur: settings.grid)
        absence = nil
        return HomeState(phase, message)
      } catch {
        absence = error.rawValue
        return HomeState(phase)
      }
    } catch {
      absence = error.rawValue
      return HomeState(.none)
    }
  }

  /// Reads a message of the broker: Home Assistant has started, so it is told everything again.
  private func ingest(_ topic: String, _ payload: UnsafeRawBufferPointer, isRetained: Bool) {
    do throws(MessageRefusal) {
      guard topic == HomeBirth.topic else { throw .topic }
      guard payload.count <= 64 else { throw .payload }
      // A stored message of birth is an old one; everything was sent when this connection began.
      guard try HomeBirth.isOnline(reading: Array(payload)), !isRetained else { return }
      births += 1
      dueAnnouncement = max(ShareService.now, lastAnnouncement + Self.pause)
    } catch {
      refusals.count(error)
    }
  }
}

extension HomeSettings {
  var brokerSession: BrokerSession {
    BrokerSession(
      access: access, client: "gnomon-home-\(id)",
      will: (HomeTopic.availability.text(of: id), HomeAvailability.offline))
  }
}
