/// The things of an OpenStreetMap extract that are read: by their tags.
public struct TagSelection: Equatable, Sendable {
  struct Rule: Equatable, Sendable {
    var key: String
    /// nil for every value.
    var value: String?
  }
  let rules: [Rule]

  /// The usual selection: things with a name and one of the keys of `OpenStreetMapTags`.
  public init() { rules = [] }

  /// Things with one of these tags: `amenity=cafe`, `shop` or `shop=*`. Without words it is the usual selection.
  public init(_ words: [String]) throws(PlaceFault) {
    var rules: [Rule] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let key = parts.first, !key.isEmpty, parts.last != "" else {
        throw PlaceFault("'\(word)' is not a tag: KEY=VALUE, such as amenity=cafe, or KEY, such as shop")
      }
      rules.append(Rule(key: key, value: parts.count == 2 && parts[1] != "*" ? parts[1] : nil))
    }
    self.rules = rules
  }

  /// Keys of which a selected thing has at least one.
  var keys: [String] { rules.isEmpty ? OpenStreetMapTags.keys : rules.map(\.key) }

  /// Returns whether a thing with these tags is read.
  func contains(_ value: (String) -> String?) -> Bool {
    if rules.isEmpty { return value("name") != nil && OpenStreetMapTags.category(value) != nil }
    return rules.contains { rule in
      guard let found = value(rule.key) else { return false }
      return rule.value == nil || rule.value == found
    }
  }
}
