import Alignment
import CPosix
import Geodesy
import Geometry
import Samples
import ScenePublishing
import SocketServer
import Text
import Tracking
import Wire

/// The subscribers with the same selection of streams, rate and form.
final class StreamGroup: SubscriberGroup<StreamGroup.Selection> {
  struct Selection: SubscriptionSelection {
    var streams: Streams
    /// Values per second; nil for every value.
    var rate: Double?
    var isStrict: Bool
    var hasCovariance = false

    var wanted: Streams { streams }
  }

  private var values = RateGrid(), sensors = RateGrid(), aids = RateGrid()

  /// Whether the next value is due.
  func isDue(at time: BootInstant) -> Bool { values.isDue(at: time, rate: selection.rate) }
  func areSensorsDue(at time: BootInstant) -> Bool {
    sensors.isDue(at: time, rate: min(selection.rate ?? 10, 50))
  }

  func areAidsDue(at time: BootInstant) -> Bool {
    aids.isDue(at: time, rate: min(selection.rate ?? 2, 10))
  }
}

/// The publisher of the pipeline's values to subscribers. Each stream is encoded at most once a tick, for all groups that are
/// due, and not at all without subscribers.
final class Publisher {
  private var subscriptions: SubscriberGroups<StreamGroup.Selection, StreamGroup>
  /// The newest value of each slot, encoded.
  private var values = [StreamEncoder](repeating: StreamEncoder(), count: Outbox.Slot.count)
  private var strict = StreamEncoder(), withCovariance = StreamEncoder()
  /// The streams encoded in this tick.
  private var isEncoded: Streams = []
  private var isStrictEncoded = false, isCovarianceEncoded = false
  private var geoPoseNow: GeoPose?
  /// The last published values of streams that are published only on a change.
  private var lastState: StateMessage?
  private var lastAlignment: AlignmentMessage?
  private var lastGuidance: [GuidanceMessage] = []
  private var guidancePeriod = Periodic(every: .seconds(0.5))

  init(_ server: Server) { subscriptions = SubscriberGroups(server) }

  var subscribers: Int { subscriptions.subscribers }
  private var wanted: Streams { subscriptions.wanted }

  /// Adds a subscriber and sends it the present values of streams that are published only on a change.
  func add(_ connection: Connection, _ selection: StreamGroup.Selection, _ engine: Engine) {
    subscriptions.add(connection, selection) { StreamGroup(selection) }
    guard let latest = engine.latest else { return }
    let streams = selection.streams
    if streams.contains(.alignment) {
      let message = engine.alignmentMessage(latest)
      lastAlignment = message
      var value = StreamEncoder()
      value.encode("alignment") { message.write(to: &$0) }
      subscriptions.send(value, .alignment, to: connection)
    }
    if streams.contains(.state) {
      let message = engine.stateMessage(latest)
      lastState = message
      subscriptions.encode("state") { message.write(to: &$0) }
      subscriptions.sendEvent(to: [connection])
    }
    if streams.contains(.guidance) {
      lastGuidance = engine.guidanceMessages()
      encode(guidance: lastGuidance)
      subscriptions.sendEvent(to: [connection])
    }
  }

  /// Publishes the engine's new pose and the values that came with it, as far as they are due.
  func publish(_ engine: Engine) {
    guard !wanted.isEmpty else { return }
    let time = engine.tracker.inScene.time
    isEncoded = []
    isStrictEncoded = false
    isCovarianceEncoded = false
    geoPoseNow = nil
    var hasLeft = false
    let hasMoved = wanted.contains(.alignment) && alignmentHasChanged(engine)
    for group in subscriptions.groups {
      if group.members.isEmpty {
        hasLeft = true
        continue
      }
      let streams = group.selection.streams
      if !streams.isDisjoint(with: [.pose, .geopose, .alignment]), group.isDue(at: time) {
        if streams.contains(.pose), group.selection.hasCovariance {
          if !isCovarianceEncoded {
            isCovarianceEncoded = true
            withCovariance.encode("pose") { engine.message(engine.pose, withCovariance: true).write(to: &$0) }
          }
          subscriptions.send(withCovariance, .pose, to: group)
        } else if streams.contains(.pose) {
          send(.pose, "pose", in: .pose, to: group) { engine.message(engine.pose).write(to: &$0) }
        }
        if streams.contains(.geopose) { sendGeoPose(engine, group) }
        if streams.contains(.alignment), hasMoved || group.selection.rate != nil {
          send(.alignment, "alignment", in: .alignment, to: group) {
            engine.alignmentMessage(engine.pose).write(to: &$0)
          }
        }
      }
      if streams.contains(.sensors), group.areSensorsDue(at: time) {
        send(.sensors, "sensors", in: .sensors, to: group) { engine.sensorsMessage.write(to: &$0) }
      }
      if streams.contains(.aids), group.areAidsDue(at: time) {
        send(.aids, "aids", in: .aids, to: group) { engine.aidsMessage(engine.pose).write(to: &$0) }
      }
    }
    if wanted.contains(.state) { publishState(engine.stateMessage(engine.pose)) }
    if wanted.contains(.guidance), guidancePeriod.isDue(at: time) { publishGuidance(engine) }
    if hasLeft { subscriptions.removeEmpty() }
  }

  func publish(_ correction: Correction) {
    guard wanted.contains(.correction) else { return }
    subscriptions.encode("correction") { CorrectionMessage(correction).write(to: &$0) }
    subscriptions.sendEvent(.correction)
  }

  /// Publishes the states if they have changed.
  func publishState(_ message: StateMessage) {
    if let lastState, lastState.scene == message.scene, lastState.tracking == message.tracking,
      lastState.localization == message.localization
    {
      return
    }
    lastState = message
    subscriptions.encode("state") { message.write(to: &$0) }
    subscriptions.sendEvent(.state)
  }

  private func publishGuidance(_ engine: Engine) {
    let now = engine.guidanceMessages()
    guard now != lastGuidance else { return }
    lastGuidance = now
    encode(guidance: now)
    subscriptions.sendEvent(.guidance)
  }

  private func encode(guidance: [GuidanceMessage]) {
    subscriptions.encode("guidance") { writer in
      writer.beginArray()
      for advice in guidance { advice.write(to: &writer) }
      writer.endArray()
    }
  }

  /// Whether the alignment has changed by more than 0.001° or 1 mm, which is finer than any drawing.
  ///
  /// The last message still holds while it gives the wearer's present place, however far the wearer has gone. With a pinned
  /// heading it does not, because the place is still computed with the measured heading.
  private func alignmentHasChanged(_ engine: Engine) -> Bool {
    let now = engine.alignmentMessage(engine.pose)
    if let last = lastAlignment, last.scene == now.scene, last.revision == now.revision, last.isPinned == now.isPinned,
      (last.yaw - now.yaw).magnitude < .degrees(0.001),
      (last.appliedYaw - now.appliedYaw).magnitude < .degrees(0.001),
      (last.appliedShift - now.appliedShift).norm < .metres(0.001), now.isWhere(last, says: .metres(0.001))
    {
      return false
    }
    lastAlignment = now
    return true
  }

  // MARK: values

  /// Sends a value of a stream; it is encoded for the first group of a tick that is due.
  private func send(
    _ stream: Streams, _ name: StaticString, in slot: Outbox.Slot, to group: StreamGroup,
    _ write: (inout JSONWriter) -> Void
  ) {
    if !isEncoded.contains(stream) {
      isEncoded.insert(stream)
      values[slot.number].encode(name, write)
    }
    subscriptions.send(values[slot.number], slot, to: group)
  }

  private func sendGeoPose(_ engine: Engine, _ group: StreamGroup) {
    if geoPoseNow == nil { geoPoseNow = engine.pose.geoPose(engine.civil) }
    guard let answer = geoPoseNow else { return }
    guard group.selection.isStrict else {
      return send(.geopose, "geopose", in: .geopose, to: group) { answer.write(to: &$0, as: .quaternion) }
    }
    // The strict form has no member for validity, so only valid values are sent.
    guard answer.isValid else { return }
    if !isStrictEncoded {
      isStrictEncoded = true
      strict.encode("geopose") { answer.write(to: &$0, as: .strict) }
    }
    subscriptions.send(strict, .geopose, to: group)
  }
}

extension AlignmentMessage {
  /// Whether the wearer's place agrees with that from an earlier message, horizontally within `tolerance`.
  fileprivate func isWhere(_ earlier: AlignmentMessage, says tolerance: Length) -> Bool {
    guard let place, let before = earlier.place else { return place == nil && earlier.place == nil }
    let offset = before.smallOffset(to: place) - Rotation<Scene, Level>.yaw(yaw)(scenePosition - earlier.scenePosition)
    return Length(offset.horizontal) < tolerance
  }
}
