public import Geometry

/// A filter for the places that the wearer wants to see. All conditions have to hold; an empty condition always holds.
public struct PlaceFilter: Equatable, Sendable {
  /// Largest distance from the wearer.
  public private(set) var radius: Length
  /// A place has to have one of these categories.
  public private(set) var categories: [String]
  /// A place has to have at least one of these tags.
  public private(set) var tags: [String]
  public var favouritesOnly: Bool
  /// The name has to contain a word that begins with this text; case and accents do not matter.
  public var name = ""

  public static let leastRadius = Length.metres(200), mostRadius = Length.metres(1000)
  public static let defaultRadius = Length.metres(500)
  public static let mostCategories = 3, mostTags = 32

  /// A filter that lets all places within `defaultRadius` pass.
  public init() {
    radius = Self.defaultRadius
    categories = []
    tags = []
    favouritesOnly = false
  }

  /// A filter by several conditions. Duplicate categories and tags are removed.
  public init(
    radius: Length = PlaceFilter.defaultRadius, categories: [String] = [], tags: [String] = [],
    favouritesOnly: Bool = false,
    name: String = ""
  ) throws(PlaceFilterFault) {
    guard Self.leastRadius <= radius, radius <= Self.mostRadius else { throw .radius(radius) }
    self.categories = Self.distinct(categories)
    self.tags = Self.distinct(tags)
    guard self.categories.count <= Self.mostCategories else { throw .categories(self.categories.count) }
    guard self.tags.count <= Self.mostTags else { throw .tags(self.tags.count) }
    self.radius = radius
    self.favouritesOnly = favouritesOnly
    self.name = name
  }

  /// Returns the same filter with the radius clamped to the allowed range.
  public func clamped(to radius: Length) -> PlaceFilter {
    guard radius.isFinite else { return self }
    var filter = self
    filter.radius = min(max(radius, Self.leastRadius), Self.mostRadius)
    return filter
  }

  private static func distinct(_ words: [String]) -> [String] {
    var result: [String] = []
    for word in words where !result.contains(word) { result.append(word) }
    return result
  }

  /// True if the filter has no condition besides the radius.
  public var isOpen: Bool { categories.isEmpty && tags.isEmpty && !favouritesOnly && name.isEmpty }

  /// True if the place meets all conditions except the radius.
  public func wants(_ place: Place) -> Bool {
    if favouritesOnly && !place.isFavourite { return false }
    if !categories.isEmpty && !categories.contains(place.category) { return false }
    if !tags.isEmpty && !place.tags.contains(where: tags.contains) { return false }
    return name.isEmpty || FoldedText(place.name).hasWord(beginningWith: FoldedText(name))
  }
}

public enum PlaceFilterFault: Error, Equatable, Sendable {
  case radius(Length)
  case categories(Int)
  case tags(Int)
}

extension PlaceFilterFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .radius(let radius):
      "the radius \(radius) is not within \(PlaceFilter.leastRadius) … \(PlaceFilter.mostRadius)"
    case .categories(let count): "\(count) categories; at most \(PlaceFilter.mostCategories) at a time"
    case .tags(let count): "\(count) tags; at most \(PlaceFilter.mostTags) at a time"
    }
  }
}
