public import Geometry
import Text

/// Which places the wearer wants to see.
public struct PlaceChoice: Equatable, Sendable {
  public private(set) var radius: Length
  /// Of any of these; none means all.
  public private(set) var categories: [String]
  /// With any of these; none means all.
  public private(set) var tags: [String]
  public var favouritesOnly: Bool

  public static let leastRadius = Length.metres(200), mostRadius = Length.metres(1000)
  public static let mostCategories = 3, mostTags = 32

  /// All within 500 m.
  public init() {
    radius = .metres(500)
    categories = []
    tags = []
    favouritesOnly = false
  }

  public init(
    radius: Length = .metres(500), categories: [String] = [], tags: [String] = [], favouritesOnly: Bool = false
  ) throws(PlaceChoiceFault) {
    guard Self.leastRadius <= radius, radius <= Self.mostRadius else { throw .radius(radius) }
    guard categories.count <= Self.mostCategories else { throw .categories(categories.count) }
    guard tags.count <= Self.mostTags else { throw .tags(tags.count) }
    self.radius = radius
    self.categories = categories
    self.tags = tags
    self.favouritesOnly = favouritesOnly
  }

  /// Whether it leaves anything out beside what is far.
  var isOpen: Bool { categories.isEmpty && tags.isEmpty && !favouritesOnly }
}

public enum PlaceChoiceFault: Error, Equatable, Sendable, CustomStringConvertible {
  case radius(Length)
  case categories(Int)
  case tags(Int)

  public var description: String {
    switch self {
    case .radius(let radius):
      "the radius \(radius) is not within \(PlaceChoice.leastRadius) … \(PlaceChoice.mostRadius)"
    case .categories(let count): "\(count) categories; at most \(PlaceChoice.mostCategories) at a time"
    case .tags(let count): "\(count) tags; at most \(PlaceChoice.mostTags) at a time"
    }
  }
}

extension PlaceChoice {
  var json: JSONValue {
    .object([
      JSONMember("radius", .number(radius.value)), JSONMember("categories", .array(categories.map { .string($0) })),
      JSONMember("tags", .array(tags.map { .string($0) })), JSONMember("favouritesOnly", .bool(favouritesOnly)),
    ])
  }

  /// nil if it is none.
  init?(_ json: JSONValue) {
    guard let radius = json["radius"]?.double, let favouritesOnly = json["favouritesOnly"]?.bool,
      let categories = json["categories"]?.array?.map(\.string), let tags = json["tags"]?.array?.map(\.string),
      let choice = try? PlaceChoice(
        radius: .metres(radius), categories: categories.compactMap { $0 }, tags: tags.compactMap { $0 },
        favouritesOnly: favouritesOnly)
    else { return nil }
    self = choice
  }
}

extension PlaceStore {
  /// What was chosen last; everything within 500 m if nothing ever was.
  public func choice() throws(DatabaseFault) -> PlaceChoice {
    let statement = try database.statement("SELECT value FROM settings WHERE name = 'choice'")
    defer { statement.reset() }
    guard try statement.step() else { return PlaceChoice() }
    guard let json = try? JSONValue(reading: statement.text(0)), let choice = PlaceChoice(json) else {
      throw DatabaseFault(path, "the setting 'choice' cannot be understood", .damaged, words: statement.text(0))
    }
    return choice
  }

  public func setChoice(_ choice: PlaceChoice) throws(DatabaseFault) {
    let statement = try database.statement("INSERT OR REPLACE INTO settings(name, value) VALUES('choice', ?)")
    statement.bind(1, choice.json.text)
    try statement.run()
  }
}
