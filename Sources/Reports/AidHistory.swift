import Fusion
import Geometry
import Samples

/// The aiding sources of a session: counts over all scenes, and innovations over time, each divided by its own standard
/// deviation. The aids are sampled at most ten times a second; the counts are those of the aids themselves, and complete.
public struct AidHistory: Sendable {
  /// A measurement that was refused or trusted less.
  struct Mark: Sendable {
    var time: BootInstant
    var reason: AidReason
    /// The largest innovation of its components in standard deviations, the same in the unit that people see, and its component;
    /// nil if the measurement was refused before the comparison.
    var surprise: (sigmas: Double, innovation: Double, axis: Int)?
  }

  /// Counts of one scene, or of several.
  struct Counts: Sendable {
    var fused = 0
    var tally = [Int](repeating: 0, count: AidReason.allCases.count)
    var turned = Angle.zero
    var turnedInAll = Angle.zero

    init() {}

    init(_ aid: Aid) {
      fused = aid.fused
      tally = AidReason.allCases.map { aid.tally[$0] }
      turned = aid.turned
      turnedInAll = aid.turnedInAll
    }

    static func + (a: Counts, b: Counts) -> Counts {
      var sum = a
      sum.fused += b.fused
      for index in sum.tally.indices { sum.tally[index] += b.tally[index] }
      sum.turned += b.turned
      sum.turnedInAll += b.turnedInAll
      return sum
    }
  }

  public struct Source: Sendable {
    private(set) var description: AidDescription
    private(set) var state = Aid.State.waiting
    private(set) var reason: AidReason?
    /// Counts over all scenes.
    var counts: Counts { before + now }
    private var before = Counts(), now = Counts()
    /// Innovations divided by their standard deviations, one series for each axis.
    private(set) var series: [ExtremeBins] = []
    /// Sums of the logarithms of the innovations' standard deviations, one for each axis, and the number of summands.
    private var logarithmSums = SIMD3<Double>.zero
    private var compared = 0
    /// Number of components that were compared with their standard deviation, and of those within it.
    private(set) var components = 0
    private(set) var within = 0
    /// Refusals and reduced trust; beyond `mostMarks`, an even choice.
    private(set) var marks: [Mark] = []
    private var markCount = 0, markStride = 1
    private var measured = 0

    static let mostMarks = 200

    init(_ aid: Aid) { description = aid.description }

    public var name: String { description.name }
    /// Share of the components within one standard deviation: 0.68 if the stated errors are right. nil before the first
    /// comparison.
    var shareWithin: Double? { components > 0 ? Double(within) / Double(components) : nil }
    var trustedLess: Int { count(.trustedLess) }
    var refused: Int { AidReason.allCases.reduce(0) { $0 + count($1) } - trustedLess }

    func count(_ reason: AidReason) -> Int {
      zip(AidReason.allCases, counts.tally).first { $0.0 == reason }?.1 ?? 0
    }

    /// Returns the geometric mean of an axis's standard deviation, in the unit that people see: a few very large values at the
    /// start hardly change it.
    func typicalSigma(_ axis: Int) -> Double? {
      compared > 0 ? exp(logarithmSums[axis] / Double(compared)) * description.shownUnit.factor : nil
    }

    mutating func restart() {
      before = before + now
      now = Counts()
      measured = 0
    }

    mutating func record(_ aid: Aid, at time: BootInstant) {
      description = aid.description
      state = aid.state(at: time)
      reason = aid.reason
      guard aid.measured != measured || aid.turned != now.turned else { return }
      measured = aid.measured
      let earlier = now.tally
      now = Counts(aid)
      let moment = aid.measuredTime(at: time), isCurrent = aid.isLastCurrent
      let surprise = isCurrent ? compare(aid.last, at: moment) : nil
      for (reason, counts) in zip(AidReason.allCases, zip(earlier, now.tally)) where counts.1 > counts.0 {
        mark(Mark(time: moment, reason: reason, surprise: aid.reason == reason ? surprise : nil))
      }
    }

    /// Compares the components of a measurement with their standard deviations. Returns the largest surprise.
    private mutating func compare(
      _ last: Fused, at time: BootInstant
    ) -> (sigmas: Double, innovation: Double, axis: Int)? {
      var largest: (sigmas: Double, innovation: Double, axis: Int)?, hasVariance = false
      for axis in 0..<last.count {
        let y = last.innovation[axis], sigma = last.innovationVariance[axis].squareRoot()
        guard sigma > 0, sigma.isFinite, y.isFinite else { continue }
        hasVariance = true
        while series.count <= axis { series.append(ExtremeBins()) }
        series[axis].record(y / sigma, at: time)
        logarithmSums[axis] += log(sigma)
        components += 1
        if y.magnitude <= sigma { within += 1 }
        if y.magnitude / sigma >= largest?.sigmas.magnitude ?? 0 {
          largest = (y / sigma, y * description.shownUnit.factor, axis)
        }
      }
      if hasVariance { compared += 1 }
      return largest
    }

    private mutating func mark(_ mark: Mark) {
      if markCount % markStride == 0 { marks.append(mark) }
      markCount += 1
      guard marks.count > Self.mostMarks else { return }
      marks = stride(from: 0, to: marks.count, by: 2).map { marks[$0] }
      markStride *= 2
    }
  }

  /// Sources in the order of the motion's own list.
  public private(set) var sources: [Source] = []
  private var scene: Int?
  private var next = BootInstant(nanoseconds: .min)
  private static let interval = TimeSpan(0.1)

  func isDue(at time: BootInstant) -> Bool { time >= next }

  /// Records the aids of a scene as they stand at a moment.
  mutating func record(_ aids: [Aid], scene: Int, at time: BootInstant) {
    next = time + Self.interval
    if let last = self.scene, last != scene { for index in sources.indices { sources[index].restart() } }
    self.scene = scene
    for (position, aid) in aids.enumerated() {
      let name = aid.description.name
      if sources.indices.contains(position), sources[position].name == name {
        sources[position].record(aid, at: time)
        continue
      }
      if let known = sources.firstIndex(where: { $0.name == name }) {
        sources[known].record(aid, at: time)
      } else {
        sources.append(Source(aid))
        sources[sources.count - 1].record(aid, at: time)
      }
    }
  }

  /// Sources, the largest turn of the heading first.
  var byTurn: [Source] {
    sources.enumerated().sorted { a, b in
      let left = a.element.counts.turnedInAll, right = b.element.counts.turnedInAll
      return left != right ? left > right : a.offset < b.offset
    }.map(\.element)
  }
}
