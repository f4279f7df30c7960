import Alignment
import Bridge
import Geodesy
public import Geometry
public import Phrases
import Samples
public import Scenery
public import SocketServer
import Text
public import Wire

/// The subscribers with the same selection of the scene, and the state of what they have been shown.
public final class SceneGroup: SubscriberGroup<SceneGroup.Selection> {
  public struct Selection: SubscriptionSelection {
    public var parts: SceneParts
    public var viewport: Viewport?
    public var rate = 10.0
    public var isEverything = false
    /// The place that the hint points to instead of the route.
    public var target: PlaceKey?
    /// The hint points to the route's destination rather than to its next point.
    public var isDestination = false
    /// How turns at crossings are announced; nil for the default: spoken for guidance by ear.
    public var crossings: Crossings?
    /// The language and units of the events' text; nil for events without one.
    public var phrases: Phrases?
    public var radarRange = Length.metres(500)
    /// Time on a label until the place counts as looked at.
    public var dwell = TimeSpan(1)
    public var style = SceneStyle()

    public var wanted: SceneParts { parts }

    /// A hint without a display is for guidance by ear or skin: by its `cue`.
    private var isByEar: Bool { parts.contains(.hint) && viewport == nil }

    /// Whether an announcement is for it.
    func speaks(_ said: RouteAnnouncement, on route: RouteProgress) -> Bool {
      (crossings.map { $0 == .spoken } ?? isByEar) || !said.isOfCrossing(on: route.track)
    }

    public init(parts: SceneParts, viewport: Viewport? = nil) {
      self.parts = parts
      self.viewport = viewport
    }
  }

  /// How turns at crossings are announced.
  public enum Crossings: String, CaseIterable, Sendable { case silent, spoken }

  public var encoder: FrameEncoder
  private var newcomers: [UInt64] = []
  private var frames = RateGrid()
  /// True if a frame was due and there was no time for it yet.
  var isLate = false

  /// The state of the marks that is carried from frame to frame.
  struct Marks {
    var hints: OffscreenHints
    var pointing: Pointing
    var cuePointing: Pointing
    var upright: UprightLabel
    var gaze: GazeDwell
    var goal = RouteGoal.Sentence()

    init(_ parameters: SceneParameters, dwell: TimeSpan) {
      gaze = GazeDwell(after: dwell)
      hints = OffscreenHints(parameters)
      pointing = Pointing()
      cuePointing = Pointing()
      upright = UprightLabel()
    }
  }
  var marks: Marks
  /// Transitions in frames that this group did not get.
  private var missed: [PlaceKey: Transition] = [:]

  /// The places that each placement stands for, as of the last change of its membership.
  private var gathered: [PlaceKey: (membership: Int, names: [PlaceName])] = [:]

  // Reused from frame to frame.
  var arrows: [RouteArrow] = []
  var markers: [RouteMarker] = []
  var line = RouteLine()
  /// The sentences of the guidance that frames stated last.
  private var told: (guidance: Guidance, english: String, text: String?)?

  /// Parameters that follow from the configuration and the settings of the selection.
  public private(set) var look: Look

  public struct Look {
    public let parameters: SceneParameters
    public let route: RouteParameters
    let line: RouteLineStyle
    /// The settings of its board of places; empty for that of the configuration.
    public let board: [SceneStyle.Setting]

    init(_ selection: Selection, _ scene: SceneDesks) {
      parameters = selection.style.applied(to: scene.places.boards.parameters)
      route = selection.style.applied(to: scene.route.parameters)
      // A pixel is that in the middle of the viewport.
      let pixel = selection.viewport.map { Angle.arcTangent(1, $0.focalX.value) } ?? parameters.labelPixel
      line = RouteLineStyle(
        width: route.lineWidth, behind: route.lineBehind, ahead: route.lineAhead,
        tolerance: pixel * route.lineTolerance)
      board = scene.places.boards.settings(selection)
    }
  }

  public init(_ selection: Selection, _ scene: SceneDesks) {
    encoder = FrameEncoder(isExact: selection.isEverything)
    look = Look(selection, scene)
    marks = Marks(look.parameters, dwell: selection.dwell)
    super.init(selection)
  }

  /// Applies changed parameters of the configuration.
  public func apply(_ scene: SceneDesks) {
    look = Look(selection, scene)
    marks = Marks(look.parameters, dwell: selection.dwell)
  }

  public override func add(_ connection: Connection) {
    super.add(connection)
    if !isOfEvents { newcomers.append(connection.number) }
  }

  var isOfEvents: Bool { selection.parts.isSubset(of: .events) }
  var hasNewcomers: Bool { !newcomers.isEmpty }
  /// Returns the numbers of new connections, which have had no frame yet, and clears the list.
  func removeNewcomers() -> [UInt64] {
    defer { newcomers.removeAll() }
    return newcomers
  }

  func isDue(at time: BootInstant) -> Bool { frames.isDue(at: time, rate: selection.rate) }

  /// Records the transitions of a frame that this group does not get.
  func recordMissed(_ board: PlaceBoard) {
    guard selection.parts.contains(.placements) else { return }
    for placement in board.placements where !placement.transition.isEmpty {
      missed[placement.key, default: []].formUnion(placement.transition)
    }
  }

  /// Returns the transition of a placement since the last frame that this group got.
  func transition(of placement: Placement) -> Transition {
    missed.isEmpty ? placement.transition : placement.transition.union(missed[placement.key] ?? [])
  }

  /// Returns the places that a placement stands for.
  func members(of placement: Placement, on board: PlaceBoard) -> [PlaceName] {
    let membership = board.membership(of: placement)
    if let known = gathered[placement.key], known.membership == membership { return known.names }
    if gathered.count > 4 * board.placements.count { gathered.removeAll(keepingCapacity: true) }
    let names = board.members(of: placement).map { PlaceName($0) }
    gathered[placement.key] = (membership, names)
    return names
  }

  /// Returns the limits that labels wait for, and what is known; nil while they do not wait for any.
  func pending(_ moment: SceneMoment) -> PendingMessage? {
    switch moment.status(for: self) {
    case .pending(.localizing), .pending(.waitingForFix): break
    default: return nil
    }
    var message = PendingMessage(headingLimit: look.parameters.gateHeading, radiusLimit: look.parameters.gateRadius)
    message.headingSigma = ReadinessGate.sigma(moment.view).map { .degrees($0.degrees.rounded(.up)) }
    message.horizontalAccuracy = moment.view.horizontalAccuracy.map { Length($0.value.rounded(.up)) }
    if let guidance = moment.guidance {
      if told?.guidance != guidance {
        let text = selection.phrases?.guidance(guidance.code.rawValue, .object(guidance.parameters))
        told = (guidance, guidance.english, text)
      }
      (message.guidance, message.english, message.text) = (guidance.code.rawValue, told?.english, told?.text)
    }
    return message
  }

  func clearMissed() { if !missed.isEmpty { missed.removeAll(keepingCapacity: true) } }
}

/// The input of a frame.
public struct SceneMoment {
  public var view: Viewpoint
  /// True if the view is that of before a reset, continued.
  var isCarried = false
  /// The board of the configuration, and those of subscriptions with other settings.
  public var board: PlaceBoard
  var styled: [PlaceBoards.Styled] = []
  var anchorBoard: AnchorBoard
  var light: Sun?
  /// The most urgent request to the wearer.
  var guidance: Guidance?

  /// The status of all that is in sight, for a group.
  public func status(for group: SceneGroup) -> PlacementStatus { board(of: group).readiness }

  /// The status of what has points in a frame of a group.
  func report(for group: SceneGroup) -> PlacementReport { report(status(for: group)) }

  /// The status of hint and finish; nil while not even a band is drawn.
  func guideReport(for group: SceneGroup) -> PlacementReport? {
    let board = board(of: group), status = board.band == nil ? board.readiness : .vague
    return status.isDrawn ? report(status) : nil
  }

  private func report(_ status: PlacementStatus) -> PlacementReport {
    var report = PlacementReport(status)
    if isCarried && status.isDrawn { report.reason = .stale }
    return report
  }

  public func board(of group: SceneGroup) -> PlaceBoard {
    if group.look.board.isEmpty || styled.isEmpty { return board }
    return styled.first { $0.settings == group.look.board }?.board ?? board
  }
}
