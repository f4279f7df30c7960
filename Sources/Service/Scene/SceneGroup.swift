import Geodesy
import Geometry
import Samples
import Scenery
import Text
import Wire

/// Subscribers who want to know the same of the scene, and what has to be remembered of what they were shown.
final class SceneGroup: Subscription {
  struct Selection: Equatable {
    var parts: SceneParts
    var viewport: Viewport?
    var rate = 10.0
    var isEverything = false
    /// What the hint is about instead of the route.
    var target: PlaceKey?
    var radarRange = Length.metres(500)
  }

  let selection: Selection
  private(set) var members: [Connection] = []
  var encoder: FrameEncoder
  private var newcomers: [UInt64] = []
  private var nextFrame = BootInstant(nanoseconds: .min)
  /// A frame was due and there was no time for it yet.
  var isLate = false

  // What has a memory from frame to frame.
  var hints: OffscreenHints
  var pointing: Pointing
  var upright: UprightLabel
  /// Transitions in frames that this group was not shown.
  private var missed: [PlaceKey: Transition] = [:]

  /// The places that each placement stood for when that last changed.
  private var gathered: [PlaceKey: (membership: Int, names: [PlacementMessage.Name])] = [:]

  // Reused from frame to frame.
  var arrows: [RouteArrow] = []
  var markers: [RouteMarker] = []

  init(_ selection: Selection, _ parameters: SceneParameters) {
    self.selection = selection
    encoder = FrameEncoder(isExact: selection.isEverything)
    hints = OffscreenHints(parameters)
    pointing = Pointing(parameters)
    upright = UprightLabel(parameters)
  }

  func add(_ connection: Connection) {
    members.append(connection)
    if !isOfEvents { newcomers.append(connection.number) }
  }

  var isOfEvents: Bool { selection.parts.isSubset(of: .events) }
  var hasNewcomers: Bool { !newcomers.isEmpty }
  /// Those who have had no frame yet, and get one now.
  func welcome() -> [UInt64] {
    defer { newcomers.removeAll() }
    return newcomers
  }

  func remove(_ connection: Connection) { members.removeAll { $0 === connection } }

  func isDue(at time: BootInstant) -> Bool { SubscriberGroup.isDue(&nextFrame, at: time, rate: selection.rate) }

  /// A frame of the boards went by that this group is not shown.
  func miss(_ board: PlaceBoard) {
    guard selection.parts.contains(.placements) else { return }
    for placement in board.placements where !placement.transition.isEmpty {
      missed[placement.key, default: []].formUnion(placement.transition)
    }
  }

  /// Since the last frame that this group was shown.
  func transition(of placement: Placement) -> Transition {
    missed.isEmpty ? placement.transition : placement.transition.union(missed[placement.key] ?? [])
  }

  /// The place that the hint is about: where it is now, if it is there.
  func chosenTarget(_ keeper: SceneKeeper) -> Place? {
    selection.target.flatMap { keeper.targets[$0] }
  }

  /// Whom a placement stands for.
  func members(of placement: Placement, on board: PlaceBoard) -> [PlacementMessage.Name] {
    let membership = board.membership(of: placement)
    if let known = gathered[placement.key], known.membership == membership { return known.names }
    if gathered.count > 4 * board.placements.count { gathered.removeAll(keepingCapacity: true) }
    let names = board.members(of: placement).map { PlacementMessage.Name($0) }
    gathered[placement.key] = (membership, names)
    return names
  }

  func forgetMissed() { if !missed.isEmpty { missed.removeAll(keepingCapacity: true) } }
}

/// What a frame is made of.
struct SceneMoment {
  var view: Viewpoint
  var status: PlacementStatus
  var board: PlaceBoard
  var anchorBoard: AnchorBoard
  var light: Sun?
}
