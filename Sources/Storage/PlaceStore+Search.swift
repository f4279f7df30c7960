public import Geodesy
import Geometry
public import Scenery

extension PlaceStore {
  /// Largest number of matching rows that are read, so that a single letter does not block the program.
  public static let mostMatches = 20_000

  /// Searches for places with all these words in their name, tags or category, each word from its beginning, accents and case
  /// ignored: "caf mun" finds "Café Münster". Sorted by distance if a center is given, else by relevance (BM25: Robertson and
  /// Zaragoza, The Probabilistic Relevance Framework, 2009; the name counts ten times).
  ///
  /// Writing without spaces between words (Chinese, Thai) is found from the beginning of a run of letters. `isComplete` is false
  /// if more than `mostMatches` rows match and not all were read, or if the result was cut to about `bytes` of JSON.
  public func search(
    _ text: String, near center: Geodetic? = nil, _ choice: PlaceFilter = PlaceFilter(), limit: Int = 20,
    bytes: Int = .max
  ) throws(DatabaseFault) -> (places: [Place], isComplete: Bool) {
    let query = Self.query(for: text)
    guard !query.isEmpty else { return ([], true) }
    let condition = PlaceCondition(choice, layer: nil, hasRemoved: try hasRemoved(), from: 2)
    let statement = try database.statement(
      """
      SELECT p.row, p.latitude, p.longitude\(center == nil ? ", bm25(words, 10.0, 2.0, 1.0)" : "")
      FROM words CROSS JOIN places p ON p.row = words.rowid
      WHERE words MATCH ?1\(condition.text) LIMIT \(Self.mostMatches + 1)
      """)
    defer { statement.reset() }
    statement.bind(1, query)
    condition.bind(to: statement)
    found.removeAll(keepingCapacity: true)
    var isComplete = true
    let measure = center.map { DistanceMeasure($0, upTo: .metres(.infinity)) }
    while try statement.step() {
      if found.count == Self.mostMatches {
        isComplete = false
        break
      }
      let place = Geodetic(latitude: Degrees(statement.double(1)), longitude: Degrees(statement.double(2)))
      found.append(
        FoundPlace(
          row: statement.integer(0), distance: measure?.distance(to: place).value ?? statement.double(3)))
    }
    var places: [Place] = []
    let isCut = try !fetch(limit, bytes: bytes, into: &places)
    return (places, isComplete && !isCut)
  }

  /// Returns every word as a prefix in FTS5's language; its tokenizer splits the rest. Quotes are doubled, so they cannot end the
  /// quoted word.
  static func query(for text: String) -> String {
    let words = (cleaned(text) ?? text).split(separator: " ").map { word in
      "\"\(word.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\"*"
    }
    return words.prefix(16).joined(separator: " ")
  }
}
