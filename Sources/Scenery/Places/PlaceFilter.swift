/// Which places are wanted. Every condition has to hold; an empty one always does.
public struct PlaceFilter: Equatable, Sendable {
  /// Any of these, at most `mostCategories`.
  public private(set) var categories: [String] = []
  /// Any of these.
  public var tags: [String] = []
  public var favouritesOnly = false
  /// Some word of the name begins so; case and accents do not matter.
  public var name = ""

  public static let mostCategories = 3

  public init() {}

  /// Chooses categories; more than three are refused and the old ones stay.
  public mutating func choose(categories chosen: [String]) throws(PlaceFilterFault) {
    var distinct: [String] = []
    for category in chosen where !distinct.contains(category) { distinct.append(category) }
    guard distinct.count <= Self.mostCategories else { throw .tooManyCategories(distinct.count) }
    categories = distinct
  }

  public func wants(_ place: Place) -> Bool {
    if favouritesOnly && !place.isFavourite { return false }
    if !categories.isEmpty && !categories.contains(place.category) { return false }
    if !tags.isEmpty && !place.tags.contains(where: tags.contains) { return false }
    return name.isEmpty || FoldedText(place.name).hasWord(beginningWith: FoldedText(name))
  }
}

public enum PlaceFilterFault: Error, Equatable, Sendable {
  case tooManyCategories(Int)
}

extension PlaceFilterFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooManyCategories(let count): "at most \(PlaceFilter.mostCategories) categories at a time, not \(count)"
    }
  }
}
