import Geometry
import Samples
public import Scenery
import Text
public import Wire

/// The settings of one subscription in place of the configuration's: names and values of parameters, which the tables of the
/// parameters have checked.
public struct SceneStyle: Equatable {
  public struct Setting: Equatable {
    var name: String
    var value: String
  }

  /// Settings of the board of places: subscriptions with equal ones share a board.
  public var board: [Setting] = []
  /// Settings of the marks on the screen, and of what is drawn of the route.
  var marks: [Setting] = []
  public var route: [Setting] = []
  var scaling: [Rule] = []

  public init() {}

  /// The scheme by which the places of a category are drawn; without a category those of all others.
  public struct Rule: Equatable {
    var category: String?
    var scheme: ScalingScheme
  }

  /// Returns the scheme for a category; nil if no scaling was requested.
  func scheme(of category: String) -> ScalingScheme? {
    if scaling.isEmpty { return nil }
    return (scaling.first { $0.category == category } ?? scaling.first { $0.category == nil })?.scheme ?? .perspective
  }

  /// Returns the parameters with the settings of the board and of the marks.
  func applied(to parameters: SceneParameters) -> SceneParameters { Self.set(board + marks, in: parameters) }

  func applied(to parameters: RouteParameters) -> RouteParameters {
    var changed = parameters
    for setting in route { try? RouteParameters.table.set(setting.name, to: setting.value, in: &changed) }
    return changed
  }

  static func set(_ settings: [Setting], in parameters: SceneParameters) -> SceneParameters {
    var changed = parameters
    for setting in settings { try? SceneParameters.table.set(setting.name, to: setting.value, in: &changed) }
    return changed
  }
}

extension SceneStyle {
  private typealias Number = (member: String, setting: String, value: @Sendable (StyleMessage) -> Double?)
  private static let ofBoard: [Number] = [
    ("heading_limit_deg", "places.gate_heading", { $0.headingLimit?.degrees }),
    ("radius_limit", "places.gate_radius", { $0.radiusLimit?.value }),
    ("most", "places.most", { $0.most.map(Double.init) }),
    ("near", "places.near", { $0.near?.value }), ("middle", "places.middle", { $0.middle?.value }),
    ("cluster_share", "cluster.share", { $0.clusterShare }),
  ]
  private static let ofMarks: [Number] = [
    ("finish_largest", "finish.largest", { $0.finishLargest }),
    ("finish_smallest", "finish.smallest", { $0.finishSmallest }),
  ]
  private static let ofRoute: [Number] = [
    ("arrow_spacing", "route.arrow_spacing", { $0.arrowSpacing?.value }),
    ("arrows_behind", "route.arrows_behind", { $0.arrowsBehind?.value }),
    ("arrows_ahead", "route.arrows_ahead", { $0.arrowsAhead?.value }),
    ("dot_spacing", "route.dot_spacing", { $0.dotSpacing?.value }),
    ("markers_ahead", "route.markers_ahead", { $0.markersAhead?.value }),
    ("line_width", "route.line_width", { $0.lineWidth?.value }),
    ("line_behind", "route.line_behind", { $0.lineBehind?.value }),
    ("line_ahead", "route.line_ahead", { $0.lineAhead?.value }),
    ("line_tolerance_px", "route.line_tolerance", { $0.lineTolerance }),
  ]
  private static let mostRules = 32

  /// The style of a call for a viewport; the values have the ranges of the configuration.
  public init(_ given: StyleMessage?, _ viewport: Viewport?) throws(MessageFault) {
    self.init()
    guard let given else { return }
    board = try Self.settings(Self.ofBoard, of: given, SceneParameters.table, SceneParameters())
    marks = try Self.settings(Self.ofMarks, of: given, SceneParameters.table, SceneParameters())
    route = try Self.settings(Self.ofRoute, of: given, RouteParameters.table, RouteParameters())
    if let isVague = given.vague {
      board.append(Setting(name: "places.vague", value: (isVague ? VagueThings.points : .off).rawValue))
    }
    if let label = given.label { board += try Self.settings(of: label, viewport) }
    let rules = given.scaling ?? []
    guard rules.count <= Self.mostRules else {
      throw Self.fault("scaling", "an array of at most \(Self.mostRules) of type Scaling")
    }
    for rule in rules { scaling.append(try Self.rule(rule)) }
  }

  private static func fault(_ name: String, _ expected: String) -> MessageFault {
    MessageFault(member: "style.\(name)", expected: expected)
  }

  private static func settings<Root>(
    _ numbers: [Number], of given: StyleMessage, _ table: ParameterTable<Root>, _ usual: Root
  ) throws(MessageFault) -> [Setting] {
    var settings: [Setting] = []
    for number in numbers {
      guard let value = number.value(given) else { continue }
      settings.append(try setting(number.setting, value, of: number.member, table, usual))
    }
    return settings
  }

  private static func setting<Root>(
    _ name: String, _ number: Double, of member: String, _ table: ParameterTable<Root>, _ usual: Root
  ) throws(MessageFault) -> Setting {
    let setting = Setting(name: name, value: "\(number)")
    var trial = usual
    do throws(ParameterFault) { try table.set(name, to: setting.value, in: &trial) } catch {
      throw fault(member, "\(error)")
    }
    return setting
  }

  /// Converts a label's size to the settings of the board; pixels by the viewport, s px are 2 atan(s/2f) in its middle.
  private static func settings(of label: LabelMessage, _ viewport: Viewport?) throws(MessageFault) -> [Setting] {
    let size: LabelSize
    do throws(MessageFault) { size = try LabelSize(label) } catch { throw fault("label", "\(error)") }
    var degrees = (width: 0.0, height: 0.0)
    switch size {
    case .angle(let width, let height): degrees = (width.degrees, height.degrees)
    case .pixels(let width, let height):
      guard let viewport else { throw fault("label", "a size in pixels only with a viewport") }
      degrees = (
        2 * Angle.arcTangent(width.value / 2, viewport.focalX.value).degrees,
        2 * Angle.arcTangent(height.value / 2, viewport.focalY.value).degrees
      )
    }
    return [
      try setting("label.width", degrees.width, of: "label", SceneParameters.table, SceneParameters()),
      try setting("label.height", degrees.height, of: "label", SceneParameters.table, SceneParameters()),
    ]
  }

  private static func rule(_ given: ScalingMessage) throws(MessageFault) -> Rule {
    func number(_ name: String, _ value: Double?, from least: Double = 0, to most: Double = 1000) throws(MessageFault)
      -> Double
    {
      guard let value, least...most ~= value else { throw fault("scaling", "\(name) from \(least) to \(most)") }
      return value
    }
    func length(_ name: String, _ value: Length?, from least: Double = 1) throws(MessageFault) -> Length {
      .metres(try number(name, value?.value, from: least, to: 100_000))
    }
    guard let name = ScalingScheme.Name(rawValue: given.scheme) else {
      throw fault("scaling", "a scheme: " + ScalingScheme.Name.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let scheme: ScalingScheme
    switch name {
    case .perspective: scheme = .perspective
    case .normal: scheme = .normal
    case .tiered:
      scheme = .tiered(
        threshold: try length("threshold", given.threshold), factor: try number("factor", given.factor))
    case .doubleTiered:
      scheme = .doubleTiered(
        threshold: try length("threshold", given.threshold), factor: try number("factor", given.factor),
        farThreshold: try length("far_threshold", given.farThreshold),
        farFactor: try number("far_factor", given.farFactor))
    case .linear: scheme = .linear(threshold: try length("threshold", given.threshold))
    case .linearBuffer:
      scheme = .linearBuffer(
        threshold: try length("threshold", given.threshold), buffer: try length("buffer", given.buffer, from: 0))
    }
    return Rule(category: given.category, scheme: scheme)
  }
}
