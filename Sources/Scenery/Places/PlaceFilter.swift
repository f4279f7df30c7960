public import Geometry

/// Which places the wearer wants to see. Every condition has to hold; an empty one always does.
public struct PlaceFilter: Equatable, Sendable {
  /// How far away they may be.
  public private(set) var radius: Length
  /// Any of these.
  public private(set) var categories: [String]
  /// Any of these.
  public private(set) var tags: [String]
  public var favouritesOnly: Bool
  /// Some word of the name begins so; case and accents do not matter.
  public var name = ""

  public static let leastRadius = Length.metres(200), mostRadius = Length.metres(1000)
  public static let defaultRadius = Length.metres(500)
  public static let mostCategories = 3, mostTags = 32

  /// All within `defaultRadius`.
  public init() {
    radius = Self.defaultRadius
    categories = []
    tags = []
    favouritesOnly = false
  }

  /// A category or tag that is said twice counts once.
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

  /// The same with the nearest radius that may be.
  func clamped(to radius: Length) -> PlaceFilter {
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

  /// Whether it leaves nothing out beside what is far.
  public var isOpen: Bool { categories.isEmpty && tags.isEmpty && !favouritesOnly && name.isEmpty }

  /// Wherever it is.
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
