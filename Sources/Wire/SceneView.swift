public import Text

/// The complete frame of a subscriber of org.gnomon.Scene, kept up to date by the frames of the stream, which contain only
/// changes.
///
///     var view = SceneView()
///     view.apply(message.frame)      // each frame, in order
///     draw(view.frame)               // always complete
///
/// Items are identified as follows: placements and radar marks by layer and id, arrows by number, markers by kind and length,
/// anchors by owner and id.
public struct SceneView: Equatable, Sendable {
  /// A complete object of type Frame (org.gnomon.Scene); null before the first frame.
  public private(set) var frame = JSONValue.null

  public init() {}

  /// Applies the next frame of the stream.
  public mutating func apply(_ next: JSONValue) {
    guard next["is_full"]?.bool != true, let old = frame.object else {
      frame = next
      return
    }
    var members = (next.object ?? []).filter { $0.name != "left" }
    for index in members.indices { members[index].value = merged(members[index], next["left"]) }
    for section in old where Self.sections.contains(section.name) && next[section.name] == nil {
      // The section is unchanged: a section whose items were only removed is present, with an empty list.
      members.append(section)
    }
    frame = .object(members)
  }

  /// The sections that stay if they are left out.
  private static let sections = [
    "placements", "arrows", "line", "markers", "anchors", "radar", "hint", "finish", "progress", "light", "pose",
    "upright_deg",
  ]

  private func merged(_ member: JSONMember, _ left: JSONValue?) -> JSONValue {
    if member.name == "is_full" { return .bool(true) }
    guard let kind = SceneItemKind(section: member.name), let old = frame[member.name], !old.isNull,
      !member.value.isNull
    else { return member.value }
    let gone = left?[member.name]?.array ?? []
    guard let list = kind.list else { return .array(kind.merge(old.array ?? [], member.value.array ?? [], gone)) }
    return .object(
      (member.value.object ?? []).map { part in
        guard part.name == list else { return part }
        return JSONMember(list, .array(kind.merge(old[list]?.array ?? [], part.value.array ?? [], gone)))
      })
  }
}

/// The identity and order of a section's items.
private struct SceneItemKind {
  /// The name of the list within the section's object; nil if the section itself is the list.
  var list: String?
  private var names: [String] = []
  private var isLess: ((JSONValue, JSONValue) -> Bool)?

  init?(section: String) {
    switch section {
    case "placements":
      names = ["layer", "id"]
      isLess = { ($0["rank"]?.integer ?? 0) < ($1["rank"]?.integer ?? 0) }
    case "radar":
      list = "marks"
      names = ["layer", "id"]
    case "arrows":
      list = "arrows"
      names = ["number"]
      isLess = { ($0["number"]?.integer ?? 0) < ($1["number"]?.integer ?? 0) }
    case "line":
      list = "vertices"
      names = ["number"]
      isLess = { ($0["length"]?.double ?? 0) < ($1["length"]?.double ?? 0) }
    case "markers":
      names = ["length", "kind"]
      isLess = { Self.along($0) < Self.along($1) }
    case "anchors": names = ["owner", "id"]
    default: return nil
    }
  }

  /// Order along the route; at the same length the start is first and the destination last.
  private static func along(_ marker: JSONValue) -> (Double, Int) {
    let order =
      switch marker["kind"]?.string {
      case "start": 0
      case "dot": 2
      case "destination": 3
      default: 1
      }
    return (marker["length"]?.double ?? 0, order)
  }

  private func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool { names.allSatisfy { a[$0] == b[$0] } }
  /// True if an item has this name. A name that is a plain value is the item's only identifying member.
  private func isNamed(_ item: JSONValue, _ name: JSONValue) -> Bool {
    name.object == nil ? item[names[0]] == name : isSame(item, name)
  }

  func merge(_ old: [JSONValue], _ news: [JSONValue], _ gone: [JSONValue]) -> [JSONValue] {
    var items = old
    if !gone.isEmpty { items.removeAll { item in gone.contains { isNamed(item, $0) } } }
    for item in news {
      if let index = items.firstIndex(where: { isSame($0, item) }) { items[index] = item } else { items.append(item) }
    }
    if let isLess { items.sort(by: isLess) }
    return items
  }
}
