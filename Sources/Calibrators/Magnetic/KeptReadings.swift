import Geometry

/// The magnetometer's readings for a fit: spaced by the body's turning, at most 600 for any duration, and spread over the
/// directions of the field in the body's axes. When it is full, a random one of the fullest cell is removed, so that each cell
/// holds a sample of all its time (J. S. Vitter, "Random sampling with a reservoir", ACM TOMS 11(1), 1985).
struct KeptReadings: Sendable {
  struct Reading: Sendable {
    /// Seconds since the start.
    var time: Double
    var field: SIMD3<Double>
    var cell: Int
  }

  static let capacity = 600
  private(set) var all: [Reading] = []
  /// Number of readings seen in each cell, removed ones included.
  private(set) var seen = [UInt16](repeating: 0, count: CoverageGrid.count)
  private var held = [Int](repeating: 0, count: CoverageGrid.count)
  private var generator: Generator

  init(seed: UInt64) {
    generator = Generator(seed: seed, stream: "kept readings")
    all.reserveCapacity(Self.capacity)
  }

  mutating func insert(_ field: SIMD3<Double>, at time: Double, cell: Int) {
    if seen[cell] < .max { seen[cell] += 1 }
    let reading = Reading(time: time, field: field, cell: cell)
    guard all.count == Self.capacity else {
      held[cell] += 1
      all.append(reading)
      return
    }
    var fullest = cell
    for i in held.indices where held[i] > held[fullest] { fullest = i }
    if fullest == cell {
      // In its own cell a reading is kept with the same chance as each reading before it.
      let lot = Int(generator.uniform() * Double(max(1, Int(seen[cell]))))
      guard lot < held[cell] else { return }
    }
    var lot = Int(generator.uniform() * Double(held[fullest]))
    for i in all.indices where all[i].cell == fullest {
      if lot == 0 {
        all[i] = reading
        break
      }
      lot -= 1
    }
    held[fullest] -= 1
    held[cell] += 1
  }

  /// Sorts the readings into cells anew, for another center and matrix.
  mutating func sort(by cell: (SIMD3<Double>) -> Int) {
    for i in held.indices { (held[i], seen[i]) = (0, 0) }
    for i in all.indices {
      all[i].cell = cell(all[i].field)
      held[all[i].cell] += 1
      seen[all[i].cell] += 1
    }
  }

  mutating func drop(before time: Double) {
    guard all.contains(where: { $0.time < time }) else { return }
    all.removeAll { $0.time < time }
    for i in held.indices { held[i] = 0 }
    for reading in all { held[reading.cell] += 1 }
  }

  /// Share of the sphere's cells that were seen.
  var coverage: Double { Double(seen.reduce(0) { $0 + ($1 > 0 ? 1 : 0) }) / Double(CoverageGrid.count) }
}
