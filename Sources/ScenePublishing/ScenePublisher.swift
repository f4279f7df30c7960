import Bridge
import CPosix
import Geodesy
import Geometry
public import Samples
public import Scenery
import ServiceParts
public import SocketServer
import Text
public import Tracking
public import Wire

/// The publisher of the scene's frames and events to subscribers, from the newest pose and at the rate of each subscription.
///
/// A frame is computed when a group is due, with the parts that any group needs, and encoded once for each group.
public final class ScenePublisher {
  private var subscriptions: SubscriberGroups<SceneGroup.Selection, SceneGroup>
  let scene: SceneDesks
  /// True if the boards of the groups are those for places with sizes in pixels.
  private var hasPixelLabels = false
  private var due: [Bool] = []
  /// The last announcement of the route of this revision.
  private var said: (announcement: RouteAnnouncement, revision: Int)?
  private var delta = TextBuffer(), whole = TextBuffer()
  private var light: (sun: Sun, time: BootInstant)?
  /// The share of time for frames, so that poses do not wait for them: the remaining groups are served with the next pose.
  var share = WorkShare(0.4, most: 4_000_000)
  /// The number of frames left out because the next one was due before there was time for them.
  public private(set) var leftOut = 0
  /// The index of the group to serve first.
  private var first = 0
  /// True if the session's time is not this machine's: then no frame is left out.
  public var isUnhurried: Bool {
    get { share.isUnlimited }
    set { share.isUnlimited = newValue }
  }

  public init(_ server: Server, _ scene: SceneDesks) {
    subscriptions = SubscriberGroups(server)
    self.scene = scene
  }

  public var groups: [SceneGroup] { subscriptions.groups }
  public var subscribers: Int { subscriptions.subscribers }
  private var wanted: SceneParts { subscriptions.wanted }

  public var groupsWithAnchors: Int { groups.reduce(0) { $0 + ($1.selection.parts.contains(.anchors) ? 1 : 0) } }

  /// Adds a subscriber; it gets a whole frame with the next pose.
  public func add(_ connection: Connection, _ selection: SceneGroup.Selection, _ view: Viewpoint) {
    subscriptions.add(connection, selection) { SceneGroup(selection, scene) }
    tendSelections()
    scene.places.refresh(view)
    sendState(to: connection, selection, view)
  }

  /// Sends a new subscriber the events that still hold, with the numbers of now.
  private func sendState(to connection: Connection, _ selection: SceneGroup.Selection, _ view: Viewpoint) {
    let time = view.time, parts = selection.parts
    var events: [SceneEventMessage] = []
    if parts.contains(.announcements), let route = scene.route.route, route.status != .waiting {
      let heading = view.yaw == nil ? nil : SceneGroup.FrameView(view, nil).attitude.heading
      func again(_ said: RouteAnnouncement) {
        guard let now = route.present(said, from: view.place, heading: heading), selection.speaks(now, on: route) else {
          return
        }
        events.append(message(now, on: route, at: time))
      }
      if route.status != .arrived { again(.start(length: route.remaining, duration: route.remainingTime, turn: nil)) }
      if let said, said.revision == scene.route.revision { again(said.announcement) }
    }
    if parts.contains(.proximity) {
      events += scene.places.boards.usual.reached(from: view).map { SceneEventMessage($0) }
    }
    for message in events {
      var message = selection.phrases.map { message.told(in: $0) } ?? message
      message.isRepeat = true
      subscriptions.encode("event") { message.write(to: &$0) }
      subscriptions.sendEvent(to: [connection])
    }
  }

  /// Gives the places the targets and the boards of the present groups.
  private func tendSelections() {
    scene.places.setTargets(groups.compactMap(\.selection.target))
    scene.places.keepBoards(for: groups.map(settings))
  }

  /// True if there is room for one more subscription with the board of this selection.
  public func hasBoard(for selection: SceneGroup.Selection) -> Bool {
    let living = groups.filter { !$0.members.isEmpty }.map(settings)
    return scene.places.keepBoards(for: living + [scene.places.boards.settings(selection)])
  }

  private func settings(_ group: SceneGroup) -> [SceneStyle.Setting] { scene.places.boards.settings(group.selection) }

  /// Applies changed parameters to the groups.
  public func applyParameters() {
    hasPixelLabels = scene.places.boards.hasPixelLabels
    for group in groups { group.apply(scene) }
    tendSelections()
  }

  /// Gives the groups other boards after the first place with a size in pixels has come, or the last one has gone.
  public func tendBoards() { if hasPixelLabels != scene.places.boards.hasPixelLabels { applyParameters() } }

  /// Returns the moment of a view, computed on copies of the boards.
  public func glance(
    _ view: Viewpoint, _ parts: SceneParts, _ session: SceneSession, _ settings: [SceneStyle.Setting] = []
  ) -> SceneMoment {
    var anchorBoard = scene.anchors.board
    let (view, isCarried) = scene.carry(view, session)
    // A client that asks for one frame after the other sees a picture as well.
    scene.places.judge(view)
    var board = scene.places.boards.board(settings)
    if parts.isDisjoint(with: SceneDesks.ofPlaces) { board.judge(view) } else { board.update(view) }
    if parts.contains(.anchors) { anchorBoard.update(view) }
    return SceneMoment(
      view: view, isCarried: isCarried, board: board, anchorBoard: anchorBoard,
      light: parts.contains(.light) ? sun(view, session) : nil, guidance: session.guidance)
  }

  // MARK: frames

  /// Publishes the frames that are due at a new pose; returns false if none was.
  @discardableResult
  public func publish(
    _ pose: @autoclosure () -> TrackedPose, at time: BootInstant, _ session: @autoclosure () -> SceneSession
  ) -> Bool {
    if scene.route.isActive {
      let pose = pose()
      scene.route.update(pose)
      publishRouteEvents(at: time)
      if wanted.contains(.requests), let place = pose.place,
        let request = scene.route.reroute(from: place, at: time)
      {
        publish(request.message(at: time), .requests)
      }
    }
    if scene.isFloorDue(at: time), let event = scene.updateFloor(pose()) { publish(event, .level) }
    guard !groups.isEmpty else { return false }
    var isAnyDue = false, hasLeft = false
    due.removeAll(keepingCapacity: true)
    for group in groups {
      if group.members.isEmpty { hasLeft = true }
      let isLate = group.isLate
      var isDue = group.isDue(at: time)
      if isDue, isLate { leaveOut(group) }
      isDue = isDue || isLate || group.hasNewcomers
      due.append(isDue)
      isAnyDue = isAnyDue || isDue
    }
    if isAnyDue {
      publish(scene.view(pose(), isStale: false), session())
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
  public func publishStale(_ view: Viewpoint, _ session: SceneSession) {
    removeEmptyGroups()
    guard !groups.isEmpty else { return }
    due = [Bool](repeating: true, count: groups.count)
    publish(view, session)
  }

  private func removeEmptyGroups() { if subscriptions.removeEmpty() { tendSelections() } }

  private func publish(_ view: Viewpoint, _ session: SceneSession) {
    var time = gnomon_monotonic_time()
    guard share.isLeft(at: time) else {
      for (index, group) in groups.enumerated() where due[index] && !group.isOfEvents { group.isLate = true }
      return
    }
    let (view, isCarried) = scene.carry(view, session)
    scene.update(view, wanted)
    let moment = SceneMoment(
      view: view, isCarried: isCarried, board: scene.places.boards.usual,
      styled: scene.places.boards.styled, anchorBoard: scene.anchors.board,
      light: wanted.contains(.light) ? sun(view, session) : nil, guidance: session.guidance)
    // If there is too little time, the next frame starts with the first group left out, so that all are served.
    let count = groups.count
    first = first < count ? first : 0
    let start = first
    var hasEncoded = false
    for step in 0..<count {
      let index = (start + step) % count, group = groups[index]
      if group.isOfEvents { continue }
      guard due[index] else {
        group.recordMissed(moment.board(of: group))
        continue
      }
      let before = time
      time = gnomon_monotonic_time()
      share.use(time - before)
      // One group is always served, since updating the boards has used time already.
      guard share.isLeft(at: time) || !hasEncoded else {
        if !group.isLate, start == first { first = index }
        group.isLate = true
        group.recordMissed(moment.board(of: group))
        continue
      }
      group.isLate = false
      hasEncoded = true
      group.encode(moment, scene)
      if group.selection.parts.contains(.gaze) { publishGaze(group, moment) }
      let isEverything = group.selection.isEverything
      if isEverything || group.hasNewcomers || group.encoder.hasChanged { send(group, everything: isEverything) }
      // A client that has not read this frame may get the next one instead, which then contains these transitions.
      let isBehind = group.members.contains { $0.holds(.frame) }
      if isBehind { group.recordMissed(moment.board(of: group)) } else { group.clearMissed() }
    }
    share.use(gnomon_monotonic_time() - time)
    publishPlaceEvents(moment)
  }

  /// Sends the changes to each client; the whole frame to a new client, and to one that has not read the frame before, since this
  /// one replaces it.
  private func send(_ group: SceneGroup, everything: Bool) {
    var hasDelta = false, hasWhole = false
    let newcomers = group.removeNewcomers()
    for connection in group.members {
      if everything || connection.holds(.frame) || newcomers.contains(connection.number) {
        if !hasWhole { group.encoder.message(everything: true, in: &whole) }
        hasWhole = true
        subscriptions.send(whole, .frame, to: connection)
      } else if group.encoder.hasChanged {
        if !hasDelta { group.encoder.message(everything: false, in: &delta) }
        hasDelta = true
        subscriptions.send(delta, .frame, to: connection)
      }
    }
  }

  /// Returns the sun's direction, computed once a second because it changes slowly.
  private func sun(_ view: Viewpoint, _ session: SceneSession) -> Sun? {
    if let light, light.time <= view.time, view.time - light.time < .seconds(1) { return light.sun }
    guard let place = view.place, place.isFinite, let utc = session.civil.utc(at: view.time) else { return nil }
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

  private func publishGaze(_ group: SceneGroup, _ moment: SceneMoment) {
    for message in group.gazeEvents(moment) { send(message, to: group) }
  }

  /// Sends an event to one group, with its text in the language and units of the group.
  private func send(_ message: SceneEventMessage, to group: SceneGroup) {
    let message = group.selection.phrases.map { message.told(in: $0) } ?? message
    subscriptions.encode("event") { message.write(to: &$0) }
    subscriptions.sendEvent(to: group.members)
  }

  /// Tells that a route is over where no pose comes any more.
  public func tendRoute(at time: BootInstant) {
    if scene.route.tendEnd(at: time) { publishRouteEvents(at: time) }
  }

  private func publishRouteEvents(at time: BootInstant) {
    guard let route = scene.route.route else { return }
    for event in scene.route.events {
      if case .announcement(let announcement) = event {
        if announcement.code != .start { said = (announcement, scene.route.revision) }
        publish(message(announcement, on: route, at: time), .announcements) { $0.speaks(announcement, on: route) }
      } else if let message = SceneEventMessage(event, on: route, at: time) {
        publish(message, .route)
      }
    }
  }

  /// An announcement; that of a turn with the place beside it.
  private func message(_ said: RouteAnnouncement, on route: RouteProgress, at time: BootInstant) -> SceneEventMessage {
    var landmark: Landmark?
    if case .turn(let step, _, _) = said {
      landmark = Landmark(at: route.track.steps[step], of: route.track, among: scene.places.boards.usual.places)
    }
    return SceneEventMessage(said, on: route, landmark: landmark, at: time)
  }

  /// Sends an event to those who want the part, and who want the event.
  public func publish(
    _ message: SceneEventMessage, _ part: SceneParts,
    to isReader: (SceneGroup.Selection) -> Bool = { _ in true }
  ) {
    guard wanted.contains(part) else { return }
    subscriptions.encode("event") { message.write(to: &$0) }
    subscriptions.sendEvent(part) { $0.selection.phrases != nil || !isReader($0.selection) }
    for group in groups
    where group.selection.phrases != nil && group.selection.parts.contains(part) && isReader(group.selection) {
      send(message, to: group)
    }
  }
}
