import Bridge
import CPosix
import Geodesy
import Geometry
import Samples
import Scenery
import SocketServer
import Text
import Tracking
import Wire

/// The publisher of the scene's frames and events to subscribers, from the newest pose and at the rate of each subscription.
///
/// A frame is computed when a group is due, with the parts that any group needs, and encoded once for each group.
final class ScenePublisher {
  private(set) var groups: [SceneGroup] = []
  private let server: Server
  private let keeper: SceneKeeper
  private var wanted: SceneParts = []
  private var due: [Bool] = []
  private var event = StreamEncoder()
  /// The last announcement of the route of this revision, while it holds.
  private var said: (message: SceneEventMessage, revision: Int)?
  private var delta = TextBuffer(), whole = TextBuffer()
  private var light: (sun: Sun, time: BootInstant)?
  /// The share of time for frames, so that poses do not wait for them: the remaining groups are served with the next pose.
  var share = WorkShare(0.4, most: 4_000_000)
  /// The number of frames left out because the next one was due before there was time for them.
  private(set) var leftOut = 0
  /// The index of the group to serve first.
  private var first = 0
  /// True if the session's time is not this machine's: then no frame is left out.
  var isUnhurried: Bool {
    get { share.isUnlimited }
    set { share.isUnlimited = newValue }
  }

  init(_ server: Server, _ keeper: SceneKeeper) {
    self.server = server
    self.keeper = keeper
  }

  var subscribers: Int { groups.reduce(0) { $0 + $1.members.count } }

  var groupsWithAnchors: Int { groups.reduce(0) { $0 + ($1.selection.parts.contains(.anchors) ? 1 : 0) } }
  /// The places that hints point to.
  var targets: [PlaceKey] { groups.compactMap(\.selection.target) }

  /// Adds a subscriber; it gets a whole frame with the next pose.
  func add(_ connection: Connection, _ selection: SceneGroup.Selection, _ view: Viewpoint) {
    groups.removeAll { $0.members.isEmpty }
    let known = groups.first { $0.selection == selection }
    let group = known ?? SceneGroup(selection, keeper)
    if known == nil { groups.append(group) }
    group.add(connection)
    connection.subscribe(to: group)
    count()
    keeper.pin(targets: targets)
    keeper.refresh(view, targets: targets)
    sendState(to: connection, selection.parts, at: view.time)
  }

  /// Sends a new subscriber the events that still hold.
  private func sendState(to connection: Connection, _ parts: SceneParts, at time: BootInstant) {
    var events: [SceneEventMessage] = []
    if parts.contains(.announcements), let route = keeper.route, route.status != .waiting {
      if route.status != .arrived {
        let start = RouteAnnouncement.start(length: route.remaining, duration: route.remainingTime)
        events.append(SceneEventMessage(start, on: route, at: time))
      }
      if let said, said.revision == keeper.routeRevision { events.append(said.message) }
    }
    if parts.contains(.proximity) { events += keeper.board.reached(at: time).map { SceneEventMessage($0) } }
    for var message in events {
      message.isRepeat = true
      event.encode("event") { message.write(to: &$0) }
      event.withBytes { server.sendEvent($0, to: [connection]) }
    }
  }

  private func count() {
    wanted = groups.reduce([]) { $0.union($1.selection.parts) }
    keeper.keepBoards(for: groups.map { keeper.boardSettings($0.selection) })
  }

  /// True if there is room for one more subscription with the board of this selection.
  func hasBoard(for selection: SceneGroup.Selection) -> Bool {
    let living = groups.filter { !$0.members.isEmpty }.map { keeper.boardSettings($0.selection) }
    return keeper.keepBoards(for: living + [keeper.boardSettings(selection)])
  }

  /// Applies changed parameters to the groups.
  func applyParameters() {
    keeper.areBoardsOutdated = false
    for group in groups { group.apply(keeper) }
    count()
  }

  /// Returns the moment of a view, computed on copies of the boards.
  func glance(
    _ view: Viewpoint, _ parts: SceneParts, _ engine: Engine, _ settings: [SceneStyle.Setting] = []
  ) -> SceneMoment {
    var gate = keeper.gate, anchorBoard = keeper.anchorBoard
    let (view, isCarried) = keeper.carried.update(view, scene: engine.tracker.scene, at: view.time + engine.silence)
    var board =
      settings.isEmpty
      ? keeper.board : keeper.styled.first { $0.settings == settings }?.board ?? keeper.makeBoard(settings)
    let status = gate.obstacle(view) ?? .shown
    if !parts.isDisjoint(with: SceneKeeper.ofPlaces) { board.update(view) }
    if parts.contains(.anchors) { anchorBoard.update(view) }
    return SceneMoment(
      view: view, isCarried: isCarried, status: status, board: board, anchorBoard: anchorBoard,
      light: parts.contains(.light) ? sun(view, engine) : nil)
  }

  // MARK: frames

  /// Publishes the frames that are due at a new pose; returns false if none was.
  @discardableResult
  func publish(_ pose: TrackedPose, _ engine: Engine) -> Bool {
    if keeper.route != nil || keeper.knownLeg != nil {
      keeper.followRoute(pose)
      publishRouteEvents(at: pose.time)
    }
    guard !groups.isEmpty else { return false }
    var isAnyDue = false, hasLeft = false
    due.removeAll(keepingCapacity: true)
    for group in groups {
      if group.members.isEmpty { hasLeft = true }
      let isLate = group.isLate
      var isDue = group.isDue(at: pose.time)
      if isDue, isLate { leaveOut(group) }
      isDue = isDue || isLate || group.hasNewcomers
      due.append(isDue)
      isAnyDue = isAnyDue || isDue
    }
    if isAnyDue {
      publish(keeper.view(pose, isStale: false), engine)
    }
    if hasLeft { removeEmptyGroups() }
    return isAnyDue
  }

  /// Counts a late frame of a group as left out, since its next one is due.
  private func leaveOut(_ group: SceneGroup) {
    leftOut += group.members.count
    for connection in group.members { connection.drop() }
  }

  /// Publishes a frame, if it has any news, when no pose has come for a while or none yet.
  func publishStale(_ view: Viewpoint, _ engine: Engine) {
    removeEmptyGroups()
    guard !groups.isEmpty else { return }
    due = [Bool](repeating: true, count: groups.count)
    publish(view, engine)
  }

  private func removeEmptyGroups() {
    guard groups.contains(where: { $0.members.isEmpty }) else { return }
    groups.removeAll { $0.members.isEmpty }
    count()
  }

  private func publish(_ view: Viewpoint, _ engine: Engine) {
    var time = gnomon_monotonic_time()
    guard share.isLeft(at: time) else {
      for (index, group) in groups.enumerated() where due[index] && !group.isOfEvents { group.isLate = true }
      return
    }
    let (view, isCarried) = keeper.carried.update(
      view, scene: engine.tracker.scene, at: view.time + engine.silence)
    keeper.update(view, wanted)
    let moment = SceneMoment(
      view: view, isCarried: isCarried, status: keeper.status, board: keeper.board, styled: keeper.styled,
      anchorBoard: keeper.anchorBoard,
      light: wanted.contains(.light) ? sun(view, engine) : nil)
    // If there is too little time, the next frame starts with the first group left out, so that all are served.
    let count = groups.count
    first = first < count ? first : 0
    let start = first
    var hasEncoded = false
    for step in 0..<count {
      let index = (start + step) % count, group = groups[index]
      if group.isOfEvents { continue }
      guard due[index] else {
        group.miss(moment.board(of: group))
        continue
      }
      let before = time
      time = gnomon_monotonic_time()
      share.use(time - before)
      // One group is always served, since updating the boards has used time already.
      guard share.isLeft(at: time) || !hasEncoded else {
        if !group.isLate, start == first { first = index }
        group.isLate = true
        group.miss(moment.board(of: group))
        continue
      }
      group.isLate = false
      hasEncoded = true
      group.encode(moment, keeper)
      let isEverything = group.selection.isEverything
      if isEverything || group.hasNewcomers || group.encoder.hasChanged { send(group, everything: isEverything) }
      // A client that has not read this frame may get the next one instead, which then contains these transitions.
      let isBehind = group.members.contains { $0.holds(.frame) }
      if isBehind { group.miss(moment.board(of: group)) } else { group.forgetMissed() }
    }
    share.use(gnomon_monotonic_time() - time)
    publishPlaceEvents(moment)
  }

  /// Sends the changes to each client; the whole frame to a new client, and to one that has not read the frame before, since this
  /// one replaces it.
  private func send(_ group: SceneGroup, everything: Bool) {
    var hasDelta = false, hasWhole = false
    let newcomers = group.welcome()
    for connection in group.members {
      if everything || connection.holds(.frame) || newcomers.contains(connection.number) {
        if !hasWhole { group.encoder.message(everything: true, in: &whole) }
        hasWhole = true
        send(whole, connection)
      } else if group.encoder.hasChanged {
        if !hasDelta { group.encoder.message(everything: false, in: &delta) }
        hasDelta = true
        send(delta, connection)
      }
    }
  }

  private func send(_ message: TextBuffer, _ connection: Connection) {
    message.withBytes { server.send($0, .frame, to: connection) }
  }

  /// Returns the sun's direction, computed once a second because it changes slowly.
  private func sun(_ view: Viewpoint, _ engine: Engine) -> Sun? {
    if let light, light.time <= view.time, view.time - light.time < .seconds(1) { return light.sun }
    guard let place = view.place, place.isFinite, let utc = engine.civil.utc(at: view.time) else { return nil }
    let sun = Sun(from: place, at: utc)
    light = (sun, view.time)
    return sun
  }

  // MARK: events

  /// Limit of statuses in one message.
  private static let mostChanges = 1000

  private func publishPlaceEvents(_ moment: SceneMoment) {
    if wanted.contains(.proximity) {
      for event in moment.board.proximity { publish(SceneEventMessage(event), .proximity) }
    }
    if wanted.contains(.statuses) {
      var rest = moment.board.changes[...]
      while !rest.isEmpty {
        publish(SceneEventMessage(rest.prefix(Self.mostChanges), at: moment.view.time), .statuses)
        rest = rest.dropFirst(Self.mostChanges)
      }
    }
  }

  private func publishRouteEvents(at time: BootInstant) {
    guard let route = keeper.route else { return }
    for event in keeper.routeEvents {
      if case .announcement(let announcement) = event {
        let message = SceneEventMessage(announcement, on: route, at: time)
        if announcement.code != .start { said = (message, keeper.routeRevision) }
        publish(message, .announcements)
      } else if let message = SceneEventMessage(event, on: route, at: time) {
        // The turn is behind, or the deviation is over.
        switch event {
        case .step, .onRoute, .backOnRoute: said = nil
        default: break
        }
        publish(message, .route)
      }
    }
  }

  func publish(_ message: SceneEventMessage, _ part: SceneParts) {
    guard wanted.contains(part) else { return }
    event.encode("event") { message.write(to: &$0) }
    let event = event
    for group in groups where group.selection.parts.contains(part) {
      event.withBytes { server.sendEvent($0, to: group.members) }
    }
  }
}
