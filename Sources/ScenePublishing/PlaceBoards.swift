import Geometry
public import Scenery
import Wire

/// The boards of places: that of the configuration, and one for each different style of the subscriptions. All have the same
/// places.
public struct PlaceBoards {
  /// A board with the settings of some subscriptions.
  struct Styled {
    let settings: [SceneStyle.Setting]
    var board: PlaceBoard
  }

  public private(set) var parameters: SceneParameters
  private(set) var usual: PlaceBoard
  private(set) var styled: [Styled] = []
  /// True if some place has a label whose size is in pixels.
  private(set) var hasPixelLabels = false

  init(_ parameters: SceneParameters) {
    self.parameters = parameters
    usual = PlaceBoard(parameters)
  }

  /// The filter until another is set.
  public var usualFilter: PlaceFilter { PlaceFilter().clamped(to: parameters.radius) }

  mutating func apply(_ parameters: SceneParameters) {
    let settings = styled.map(\.settings), isUsual = usual.filter == usualFilter
    self.parameters = parameters
    usual = make([])
    if isUsual { usual.choose(usualFilter) }
    styled = settings.map { Styled(settings: $0, board: make($0)) }
  }

  /// Changes every board in the same way.
  mutating func change(_ change: (inout PlaceBoard) -> Void) {
    change(&usual)
    for index in styled.indices { change(&styled[index].board) }
  }

  /// The wearer's floor, of all boards.
  var floor: FloorLevel.Estimate? {
    get { usual.floor }
    set { change { $0.floor = newValue } }
  }

  /// Replaces the places of all boards.
  mutating func replace(with places: [Place]) {
    // No refusals: the store has each place once, and each has a valid position.
    change { _ = $0.replace(with: places) }
    hasPixelLabels = places.contains(where: \.hasPixelLabel)
  }

  /// Adds a place to all boards, or replaces that with the same key.
  mutating func put(_ place: Place) {
    change { _ = $0.put(place) }
    hasPixelLabels = hasPixelLabels || place.hasPixelLabel
  }

  /// Returns a new board with these settings, and the places of the others.
  private func make(_ settings: [SceneStyle.Setting]) -> PlaceBoard {
    var made = PlaceBoard(SceneStyle.set(settings, in: parameters))
    made.choose(usual.filter)
    made.pin(usual.pinned)
    made.floor = usual.floor
    _ = made.replace(with: usual.places)
    return made
  }

  /// Returns the board with these settings, which is made if no subscription has it.
  public func board(_ settings: [SceneStyle.Setting]) -> PlaceBoard {
    if settings.isEmpty { return usual }
    return styled.first { $0.settings == settings }?.board ?? make(settings)
  }

  /// Keeps boards for these settings only; returns false, and keeps the boards as they are, for too many different ones.
  @discardableResult
  mutating func keep(for wanted: [[SceneStyle.Setting]]) -> Bool {
    var kept: [Styled] = []
    for settings in wanted where !settings.isEmpty && !kept.contains(where: { $0.settings == settings }) {
      guard kept.count < Limits.sceneStyles else { return false }
      kept.append(Styled(settings: settings, board: board(settings)))
    }
    styled = kept
    return true
  }

  /// Returns the settings of a subscription's board. Places with a size in pixels need the angle of a pixel of its viewport.
  func settings(_ selection: SceneGroup.Selection) -> [SceneStyle.Setting] {
    guard hasPixelLabels, let viewport = selection.viewport else { return selection.style.board }
    let pixel = Angle.arcTangent(1, viewport.focalX.value).degrees
    let limited = min(max(pixel, 0.001), 5)
    return selection.style.board + [SceneStyle.Setting(name: "label.pixel", value: "\(limited)")]
  }
}

extension Place {
  fileprivate var hasPixelLabel: Bool { if case .pixels = label { true } else { false } }
}
