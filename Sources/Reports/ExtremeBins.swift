import Geometry
import Samples

/// A value over time in a bounded number of bins: each keeps its least and its greatest value, so no peak is lost. When there are
/// too many bins, they become twice as wide and neighbors join.
struct ExtremeBins: Sendable {
  struct Point: Sendable, Equatable {
    var time: BootInstant
    var value: Double
  }

  private struct Bin: Sendable {
    var index: Int
    var least: Point
    var greatest: Point
  }

  static let most = 400
  private(set) var width = TimeSpan(0.1)
  private var origin: BootInstant?
  private var bins: [Bin] = []

  var isEmpty: Bool { bins.isEmpty }

  /// Records a value; times do not run backward.
  mutating func record(_ value: Double, at time: BootInstant) {
    let start = origin ?? time, point = Point(time: time, value: value)
    origin = start
    let index = Int((time - start).value / width.value)
    if let last = bins.indices.last, bins[last].index >= index {
      if value < bins[last].least.value { bins[last].least = point }
      if value > bins[last].greatest.value { bins[last].greatest = point }
    } else {
      bins.append(Bin(index: index, least: point, greatest: point))
      if bins.count > Self.most { widen() }
    }
  }

  private mutating func widen() {
    width = width * 2
    var joined: [Bin] = []
    joined.reserveCapacity(Self.most)
    for var bin in bins {
      bin.index /= 2
      guard let last = joined.indices.last, joined[last].index == bin.index else {
        joined.append(bin)
        continue
      }
      if bin.least.value < joined[last].least.value { joined[last].least = bin.least }
      if bin.greatest.value > joined[last].greatest.value { joined[last].greatest = bin.greatest }
    }
    bins = joined
  }

  /// The values that are kept, in order of time.
  var points: [Point] {
    bins.flatMap { bin in
      bin.least == bin.greatest
        ? [bin.least]
        : bin.least.time < bin.greatest.time ? [bin.least, bin.greatest] : [bin.greatest, bin.least]
    }
  }
}
