/// Conversion of OpenStreetMap's tags to a category (wiki.openstreetmap.org/wiki/Map_features).
enum OpenStreetMapTags {
  /// Keys whose value is a category; the first one that a thing has is used.
  static let keys = [
    "amenity", "shop", "tourism", "historic", "leisure", "railway", "public_transport", "office", "craft", "healthcare",
    "natural", "man_made", "place",
  ]

  /// Returns the category; nil if there is no such key. For the value `yes`, the key is the category.
  static func category(_ value: (String) -> String?) -> String? {
    for key in keys {
      if let value = value(key), !value.isEmpty { return value == "yes" ? key : value }
    }
    return nil
  }
}
