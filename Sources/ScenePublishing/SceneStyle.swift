import Geometry
import Samples
public import Scenery
public import SocketServer
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

extension CallParameters {
  private static let ofBoard = [
    ("heading_limit_deg", "places.gate_heading"), ("radius_limit", "places.gate_radius"), ("most", "places.most"),
    ("near", "places.near"), ("middle", "places.middle"), ("cluster_share", "cluster.share"),
  ]
  private static let ofMarks = [("finish_largest", "finish.largest"), ("finish_smallest", "finish.smallest")]
  private static let ofRoute = [
    ("arrow_spacing", "route.arrow_spacing"), ("arrows_behind", "route.arrows_behind"),
    ("arrows_ahead", "route.arrows_ahead"), ("dot_spacing", "route.dot_spacing"),
    ("markers_ahead", "route.markers_ahead"), ("line_width", "route.line_width"),
    ("line_behind", "route.line_behind"), ("line_ahead", "route.line_ahead"),
    ("line_tolerance_px", "route.line_tolerance"),
  ]
  private static let mostRules = 32

  /// Returns the style of a subscription for a viewport; the values have the ranges of the configuration.
  public func style(_ viewport: Viewport?) throws(CallError) -> SceneStyle {
    guard let given = try objectIfAny("style") else { return SceneStyle() }
    let known = Self.ofBoard + Self.ofMarks + Self.ofRoute
    if let other = given.object?.first(where: { member in
      !["label", "scaling", "vague"].contains(member.name) && !known.contains { $0.0 == member.name }
    }) {
      throw invalidStyle(other.name, other.value, "a member of Style")
    }
    var style = SceneStyle()
    style.board = try settings(Self.ofBoard, of: given, SceneParameters.table, SceneParameters())
    style.marks = try settings(Self.ofMarks, of: given, SceneParameters.table, SceneParameters())
    style.route = try settings(Self.ofRoute, of: given, RouteParameters.table, RouteParameters())
    if let vague = given["vague"], !vague.isNull {
      guard let isVague = vague.bool else { throw invalidStyle("vague", vague, "true or false") }
      style.board.append(
        SceneStyle.Setting(name: "places.vague", value: (isVague ? VagueThings.points : .off).rawValue))
    }
    if let label = given["label"], !label.isNull { style.board += try labelSettings(label, viewport) }
    if let rules = given["scaling"], !rules.isNull {
      guard let rules = rules.array, rules.count <= Self.mostRules else {
        throw invalidStyle("scaling", rules, "an array of at most \(Self.mostRules) of type Scaling")
      }
      for rule in rules { style.scaling.append(try scaling(rule)) }
    }
    return style
  }

  private func invalidStyle(_ name: String, _ given: JSONValue, _ expected: String) -> CallError {
    .invalidValue(interface, "style.\(name)", given: given, expected: expected)
  }

  private func settings<Root>(
    _ names: [(String, String)], of given: JSONValue, _ table: ParameterTable<Root>, _ usual: Root
  ) throws(CallError) -> [SceneStyle.Setting] {
    var settings: [SceneStyle.Setting] = []
    for (member, name) in names {
      guard let value = given[member], !value.isNull else { continue }
      guard let number = value.double else { throw invalidStyle(member, value, "a number") }
      settings.append(try setting(name, number, of: member, table, usual))
    }
    return settings
  }

  private func setting<Root>(
    _ name: String, _ number: Double, of member: String, _ table: ParameterTable<Root>, _ usual: Root
  ) throws(CallError) -> SceneStyle.Setting {
    let setting = SceneStyle.Setting(name: name, value: "\(number)")
    var trial = usual
    do throws(ParameterFault) { try table.set(name, to: setting.value, in: &trial) } catch {
      throw invalidStyle(member, .number(number), "\(error)")
    }
    return setting
  }

  /// Converts a label's size to the settings of the board; pixels by the viewport, s px are 2 atan(s/2f) in its middle.
  private func labelSettings(_ given: JSONValue, _ viewport: Viewport?) throws(CallError) -> [SceneStyle.Setting] {
    let size: LabelSize
    do throws(MessageFault) { size = try LabelSize(LabelMessage(json: given, at: "label")) } catch {
      throw invalidStyle("label", given, "\(error)")
    }
    var degrees = (width: 0.0, height: 0.0)
    switch size {
    case .angle(let width, let height): degrees = (width.degrees, height.degrees)
    case .pixels(let width, let height):
      guard let viewport else { throw invalidStyle("label", given, "a size in pixels only with a viewport") }
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

  private func scaling(_ given: JSONValue) throws(CallError) -> SceneStyle.Rule {
    func number(_ name: String, in range: ClosedRange<Double>) throws(CallError) -> Double {
      guard let number = given[name]?.double, range.contains(number) else {
        throw invalidStyle("scaling", given, "\(name) from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
    func length(_ name: String, from least: Double = 1) throws(CallError) -> Length {
      .metres(try number(name, in: least...100_000))
    }
    let names = ScalingScheme.Name.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = given["scheme"]?.string.flatMap({ ScalingScheme.Name(rawValue: $0) }) else {
      throw invalidStyle("scaling", given, "a scheme: \(names)")
    }
    let scheme: ScalingScheme
    switch name {
    case .perspective: scheme = .perspective
    case .normal: scheme = .normal
    case .tiered:
      scheme = .tiered(threshold: try length("threshold"), factor: try number("factor", in: 0...1000))
    case .doubleTiered:
      scheme = .doubleTiered(
        threshold: try length("threshold"), factor: try number("factor", in: 0...1000),
        farThreshold: try length("far_threshold"), farFactor: try number("far_factor", in: 0...1000))
    case .linear: scheme = .linear(threshold: try length("threshold"))
    case .linearBuffer:
      scheme = .linearBuffer(threshold: try length("threshold"), buffer: try length("buffer", from: 0))
    }
    return SceneStyle.Rule(category: given["category"]?.string, scheme: scheme)
  }
}
