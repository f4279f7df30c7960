import Geodesy
import Geometry
public import Scenery
import Text

/// Conditions for a place to be stored, and its form in the table.
extension Place {
  /// The reason for which a store would refuse the place.
  public var keepingRefusal: PlaceRefusal.Reason? { refusal }

  var refusal: PlaceRefusal.Reason? {
    if id.isEmpty { return .noId }
    if id.utf8.count > 255 { return .idTooLong }
    if cleaned(id) != nil { return .controlInId }
    if name.utf8.count > 1024 { return .nameTooLong }
    if category.utf8.count > 255 { return .categoryTooLong }
    if tags.count > 32 || tags.contains(where: { $0.utf8.count > 255 }) { return .tooManyTags }
    let isPlaced = position.latitude.magnitude <= Degrees(90) && position.longitude.magnitude <= Degrees(360)
    guard isPlaced, height.isFinite else { return .position }
    if let radius, !Self.radii.contains(radius.value) { return .radius }
    if let level, !Self.levels.contains(level) { return .level }
    if !hasAllowedPolygon { return .polygon }
    if !hasAllowedEntrance { return .entrance }
    if let label, !label.isAllowed { return .label }
    if let payload {
      guard payload.utf8.count <= 64 << 10, isJSON(payload) else { return .payload }
    }
    return nil
  }

  /// Size as counted by `PlaceSchema.bytes`.
  var keptBytes: Int {
    100 + id.utf8.count + name.utf8.count + category.utf8.count + joinedTags.utf8.count + (payload?.utf8.count ?? 0)
  }

  private func isJSON(_ text: String) -> Bool {
    do throws(JSONError) {
      var reader = try JSONReader(text)
      while try reader.next() != .end {}
      return true
    } catch { return false }
  }

  /// Removes control characters; returns the number of texts that had some.
  mutating func clean() -> Int {
    var count = 0
    if let clean = cleaned(name) { (name, count) = (clean, count + 1) }
    if let clean = cleaned(category) { (category, count) = (clean, count + 1) }
    for index in tags.indices {
      if let clean = cleaned(tags[index]) { (tags[index], count) = (clean, count + 1) }
    }
    return count
  }

  static let tagMark: Character = "\u{1f}"

  /// The tags with a mark before and after each, so that a search finds whole tags only.
  var joinedTags: String {
    if tags.isEmpty { return "" }
    var text = String(Self.tagMark)
    for tag in tags where !tag.isEmpty {
      text += tag
      text.append(Self.tagMark)
    }
    return text
  }

  static func tags(joined text: String) -> [String] {
    // Splits by bytes: splitting by characters takes longer than reading the place.
    text.utf8.split(separator: 0x1f).map { String(Substring($0)) }
  }
}

extension HeightPolicy {
  var numbers: (kind: Int64, height: Double?) {
    switch self {
    case .eye: (0, nil)
    case .ground(let height): (1, height.value)
    case .ellipsoid(let height): (2, height.value)
    case .seaLevel(let height): (3, height.value)
    }
  }

  init(kind: Int64, height: Double) {
    switch kind {
    case 1: self = .ground(.metres(height))
    case 2: self = .ellipsoid(.metres(height))
    case 3: self = .seaLevel(.metres(height))
    default: self = .eye
    }
  }

  var isFinite: Bool { numbers.height?.isFinite ?? true }
}

extension Place {
  /// About how long it is as JSON in an answer.
  var encodedBytes: Int {
    let texts = layer.utf8.count + id.utf8.count + name.utf8.count + category.utf8.count
    return 200 + texts + tags.reduce(0) { $0 + $1.utf8.count + 3 } + (payload?.utf8.count ?? 0)
  }
}
