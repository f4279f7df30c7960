/// How OpenStreetMap's tags become a name, a category and tags (wiki.openstreetmap.org/wiki/Map_features).
enum OpenStreetMapTags {
  /// The keys whose value is a category, the first of them that a thing has.
  static let keys = [
    "amenity", "shop", "tourism", "historic", "leisure", "railway", "public_transport", "office", "craft", "healthcare",
    "natural", "man_made", "place",
  ]

  /// nil if it has no such key; `yes` says nothing, so the key does.
  static func category(_ value: (String) -> String?) -> String? {
    for key in keys {
      if let value = value(key), !value.isEmpty { return value == "yes" ? key : value }
    }
    return nil
  }
}
