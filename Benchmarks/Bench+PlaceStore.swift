import Formats
import Geodesy
import Geometry
import Glibc
import Scenery
import Storage
import Text

/// The place store: time to import a million places, to open it again, and to find the places around a point.
extension Bench {
  static func placeStore() throws {
    print("place store")
    try importing(1_000_000)
    try finding(among: 100_000)
  }

  /// Returns random places, uniformly distributed over a square with sides of `kilometres`.
  private static func town(_ count: Int, kilometres: Double) -> [Place] {
    var generator = Generator(seed: 7)
    let names = ["Bäckerei", "Café", "Apotheke", "Museum", "Bahnhof", "Schule", "Kirche", "Brunnen", "Hotel", "Markt"]
    let categories = ["bakery", "cafe", "pharmacy", "museum", "station", "school", "church", "well", "hotel", "market"]
    return (0..<count).map { index in
      let kind = Int(generator.uniform() * 10), other = Int(generator.uniform() * 10)
      return Place(
        id: "osm:node/\(generator.next() >> 30)-\(index)", name: "\(names[kind]) \(names[other]) \(index)",
        category: categories[kind], position: somewhere(kilometres, &generator), tags: ["tag\(index % 100)"])
    }
  }

  private static func somewhere(_ kilometres: Double, _ generator: inout Generator) -> Geodetic {
    Geodetic(
      latitude: Degrees(48 + generator.uniform() * kilometres / 111.2),
      longitude: Degrees(11 + generator.uniform() * kilometres / 74.6))
  }

  /// Imports a table piece by piece, as `gnomon place import` does; the reference is a loop that only finds its newlines.
  private static func importing(_ count: Int) throws {
    var text = TextBuffer(capacity: 100 * count), export = try PlaceExport(.csv)
    export.start(&text)
    for place in town(count, kilometres: 100) { export.append(place, to: &text) }
    let bytes = text.bytes, folder = try TemporaryFolder()
    defer { folder.remove() }

    var start = now(), lines = 0
    for byte in bytes where byte == 0x0a { lines += 1 }
    let reference = now() - start
    print("  \(bytes.count >> 20) MiB in \(lines) lines")

    start = now()
    var pieces = TablePieces(bytes)
    while let place = pieces.next() { consume(place) }
    printPlaceTime("read from a table", now() - start, count, beside: reference)

    start = now()
    do {
      let store = try PlaceStore(directory: folder.path)
      let addition = try store.add(IteratorSequence(TablePieces(bytes)), to: "bench")
      precondition(addition.added == count)
    }
    let all = now() - start
    printPlaceTime("read and kept", all, count, beside: reference)
    hold("import of \(count) places", all, atMost: 60, "s")

    start = now()
    let store = try PlaceStore(directory: folder.path)
    let counted = try store.count()
    hold("open with \(counted) places", (now() - start) * 1e3, atMost: 100, "ms")
    start = now()
    let found = try store.search("caf mus", limit: 20).places.count
    print("  \(found) found by words in \(rounded((now() - start) * 1e3, 1)) ms")
  }

  private static func finding(among count: Int) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let places = town(count, kilometres: 10)
    let store = try PlaceStore(directory: folder.path)
    try store.add(places, to: "bench")

    var generator = Generator(seed: 3), near: [Place] = []
    let centers = (0..<1000).map { _ in somewhere(10, &generator) }
    // The reference answers the same question from an array of all places.
    var rows: [Int] = [], scans: [Double] = []
    for center in centers.prefix(100) {
      let start = busy()
      rows.removeAll(keepingCapacity: true)
      for index in places.indices {
        let offset = center.smallOffset(to: places[index].position)
        if offset.x * offset.x + offset.z * offset.z <= 250_000 { rows.append(index) }
      }
      consume(rows.count)
      scans.append(busy() - start)
    }
    let scan = percentile(scans, 0.99)

    let two = try PlaceFilter(categories: ["cafe", "museum"])
    for (what, choice, limit) in [
      ("60 nearest within 500 m", PlaceFilter(), 60), ("60 nearest of two categories", two, 60),
      ("all within 500 m", PlaceFilter(), Int.max),
    ] {
      var times: [Double] = []
      for center in centers {
        let start = busy()
        try store.find(within: .metres(500), of: center, choice, limit: limit, into: &near)
        times.append(busy() - start)
      }
      let most = percentile(times, 0.99)
      figure("\(what) of \(count), 99th percentile", most * 1e6, "µs")
      print(
        "  \(what) of \(count): CPU time p50 \(rounded(percentile(times, 0.5) * 1e6, 0)) µs, p99 \(rounded(most * 1e6, 0)) µs, "
          + "\(rounded(most / scan, 2)) × a scan of all (p99 \(rounded(scan * 1e6, 0)) µs)")
    }
    // A walk repeats the question every 25 m.
    var times: [Double] = []
    for step in 0..<200 {
      let center = Geodetic(latitude: Degrees(48.02 + Double(step) * 25 / 111_200), longitude: Degrees(11.05))
      let start = busy()
      try store.find(within: .metres(500), of: center, limit: .max, into: &near)
      times.append(busy() - start)
    }
    print(
      "  all within 500 m every 25 m of a walk: CPU time p99 \(rounded(percentile(times.dropFirst(), 0.99) * 1e6, 0)) µs"
    )
  }

  /// Processor time of this thread: in wall time, the slowest of a thousand calls would be those that another program
  /// interrupted.
  private static func busy() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func percentile(_ times: some Sequence<Double>, _ part: Double) -> Double {
    let sorted = times.sorted()
    return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }

  private static func printPlaceTime(_ what: String, _ seconds: Double, _ count: Int, beside reference: Double) {
    figure("a place \(what)", seconds / Double(count) * 1e6, "µs")
    print(
      "  a place \(what): \(rounded(seconds / Double(count) * 1e6, 2)) µs, "
        + "\(rounded(seconds / reference, 1)) × a loop over its bytes (\(rounded(reference / Double(count) * 1e9, 1)) ns)"
    )
  }
}

/// The places of a table that arrives in pieces of 64 KiB.
private struct TablePieces: IteratorProtocol {
  private let bytes: [UInt8]
  private var offset = 0
  private var table = PlaceTable()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Place? {
    while true {
      do throws(PlaceFault) {
        if let place = try table.next() { return place }
      } catch { preconditionFailure("\(error)") }
      if offset == bytes.count { return nil }
      let end = min(offset + 1 << 16, bytes.count)
      table.append(bytes[offset..<end])
      offset = end
      if end == bytes.count { table.finish() }
    }
  }
}
