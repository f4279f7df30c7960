import Bridge
import Geodesy
package import Geometry
import Samples
package import Scenery
package import SocketServer
import Text
package import Wire

/// The subscribers with the same selection of the scene, and the state of what they have been shown.
package final class SceneGroup: Subscription {
  package struct Selection: Equatable {
    package var parts: SceneParts
    package var viewport: Viewport?
    package var rate = 10.0
    package var isEverything = false
    /// The place that the hint points to instead of the route.
    package var target: PlaceKey?
    /// The hint points to the route's destination rather than to its next point.
    package var isDestination = false
    package var radarRange = Length.metres(500)
    package var style = SceneStyle()

    package init(parts: SceneParts, viewport: Viewport? = nil) {
      self.parts = parts
      self.viewport = viewport
    }
  }

  package let selection: Selection
  private(set) var members: [Connection] = []
  package var encoder: FrameEncoder
  private var newcomers: [UInt64] = []
  private var frames = RateGrid()
  /// True if a frame was due and there was no time for it yet.
  var isLate = false

  /// What the marks of a frame depend on from the frames before.
  struct Marks {
    var hints: OffscreenHints
    var pointing: Pointing
    var cuePointing: Pointing
    var upright: UprightLabel

    init(_ parameters: SceneParameters) {
      hints = OffscreenHints(parameters)
      pointing = Pointing(parameters)
      cuePointing = Pointing(parameters)
      upright = UprightLabel(parameters)
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

  /// What follows from the configuration and the settings of the selection.
  package private(set) var look: Look

  package struct Look {
    package let parameters: SceneParameters
    package let route: RouteParameters
    let line: RouteLineStyle
    /// The settings of its board of places; empty for that of the configuration.
    package let board: [SceneStyle.Setting]

    init(_ selection: Selection, _ scene: SceneDesks) {
      parameters = selection.style.applied(to: scene.parameters)
      route = selection.style.applied(to: scene.route.parameters)
      // A pixel is that in the middle of the viewport.
      let pixel = selection.viewport.map { Angle.arcTangent(1, $0.focalX.value) } ?? parameters.labelPixel
      line = RouteLineStyle(
        width: route.lineWidth, behind: route.lineBehind, ahead: route.lineAhead,
        tolerance: pixel * route.lineTolerance)
      board = scene.places.boards.settings(selection)
    }
  }

  package init(_ selection: Selection, _ scene: SceneDesks) {
    self.selection = selection
    encoder = FrameEncoder(isExact: selection.isEverything)
    look = Look(selection, scene)
    marks = Marks(look.parameters)
  }

  /// Applies changed parameters of the configuration.
  package func apply(_ scene: SceneDesks) {
    look = Look(selection, scene)
    marks = Marks(look.parameters)
  }

  package func add(_ connection: Connection) {
    members.append(connection)
    if !isOfEvents { newcomers.append(connection.number) }
  }

  var isOfEvents: Bool { selection.parts.isSubset(of: .events) }
  var hasNewcomers: Bool { !newcomers.isEmpty }
  /// Returns the numbers of new connections, which have had no frame yet, and clears the list.
  func removeNewcomers() -> [UInt64] {
    defer { newcomers.removeAll() }
    return newcomers
  }

  package func remove(_ connection: Connection) { members.removeAll { $0 === connection } }

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

  func clearMissed() { if !missed.isEmpty { missed.removeAll(keepingCapacity: true) } }
}

/// The input of a frame.
package struct SceneMoment {
  package var view: Viewpoint
  /// True if the view is that of before a reset, continued.
  var isCarried = false
  package var status: PlacementStatus
  /// The board of the configuration, and those of subscriptions with other settings.
  package var board: PlaceBoard
  var styled: [PlaceBoards.Styled] = []
  var anchorBoard: AnchorBoard
  var light: Sun?

  /// The status of the scene as a whole.
  var report: PlacementReport {
    isCarried && status == .shown ? PlacementReport(state: .shown, reason: .stale) : PlacementReport(status)
  }

  package func board(of group: SceneGroup) -> PlaceBoard {
    if group.look.board.isEmpty || styled.isEmpty { return board }
    return styled.first { $0.settings == group.look.board }?.board ?? board
  }
}
