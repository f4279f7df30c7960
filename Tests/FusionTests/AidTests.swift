import CAllocations
import Expectations
import Fusion
import Geometry
import Samples
import Testing

/// The statistics that an aid keeps of its source, through a filter of one state with two sources.
@Suite struct AidTests {
  struct Filter: Aided {
    enum Event: Sendable { case reading(Double), off, late }
    static let sources: [AidingSource<Filter>] = [.level, .half]
    var aids = Filter.freshAids()
    var pending = StateVector()
    var covariance = SymmetricMatrix(diagonal: [100])
    var level = 0.0
    var applications = 0
    func considered(in event: Event) -> Considered? { nil }

    mutating func apply(_ correction: StateVector) {
      level += correction[0]
      applications += 1
    }
    static func turn(in correction: StateVector) -> Angle { .radians(correction[0]) }
  }

  private func at(_ seconds: Double) -> BootInstant { BootInstant(seconds: seconds) }

  @Test func anAidHasTheStateOfItsSource() {
    var filter = Filter()
    expect(filter.aids.map(\.description.name), equals: ["level", "half"])
    #expect(filter.aids[0].state(at: at(0)) == .waiting && filter.aids[0].reason == .noMeasurement)
    filter.ingest(.reading(8), at: at(1))
    let aid = filter.aids[0]
    #expect(aid.state(at: at(1)) == .fusing && aid.reason == nil && aid.lastFused == at(1))
    #expect(aid.last.observation.x == 8 && aid.last.innovation.x == 8 && aid.last.innovationVariance.x == 101)
    #expect(aid.fused == 1 && aid.refusals.isEmpty)
    // Both sources measured; the state was corrected once.
    #expect(filter.applications == 1 && (filter.level - 8).magnitude < 0.1)
    expect((aid.turned.radians + filter.aids[1].turned.radians - filter.level).magnitude, isBelow: 1e-12)
  }

  @Test func silenceIsSeenOnceItHasSpoken() {
    var filter = Filter()
    expect(filter.aids[0].state(at: at(100)), equals: .waiting)
    filter.ingest(.reading(8), at: at(1))
    expect(filter.aids[0].state(at: at(5.9)), equals: .fusing)
    expect(filter.aids[0].state(at: at(6.1)), equals: .timedOut)
    filter.ingest(.reading(8), at: at(7))
    expect(filter.aids[0].state(at: at(7)), equals: .fusing)
  }

  @Test func refusalsAreCountedByReason() {
    var filter = Filter()
    filter.ingest(.reading(1), at: at(1))
    filter.ingest(.reading(500), at: at(2))
    filter.ingest(.late, at: at(3))
    filter.ingest(.late, at: at(4))
    filter.ingest(.reading(.nan), at: at(5))
    let aid = filter.aids[0]
    #expect(aid.state(at: at(5)) == .refused && aid.reason == .notFinite)
    expect(aid.refusals.map(\.reason), equals: [.tooOld, .notFinite, .beyondGate].sorted { $0.rawValue < $1.rawValue })
    #expect(aid.tally[.tooOld] == 2 && aid.tally[.beyondGate] == 1 && aid.fused == 1)
    #expect(filter.level.isFinite)
    filter.ingest(.off, at: at(6))
    expect(filter.aids[0].state(at: at(600)), equals: .off)
    expect(filter.aids[0].tally.total, equals: 4)
  }

  @Test func fusingAllocatesNothing() {
    var filter = Filter()
    for second in 0..<10 { filter.ingest(.reading(8), at: at(Double(second))) }
    let before = allocations_of_this_thread()
    for second in 10..<1000 {
      filter.ingest(.reading(Double(second % 7)), at: at(Double(second)))
      filter.ingest(.late, at: at(Double(second)))
    }
    expect(allocations_of_this_thread(), equals: before)
  }

  @Test func everyReasonHasWordsAndAPlaceOfItsOwn() {
    expect(Set(AidReason.allCases.map(\.slot)).count, equals: AidReason.allCases.count)
    #expect(AidReason.allCases.allSatisfy { $0.slot < 32 && !$0.text.isEmpty && !$0.name.contains(" ") })
    expect(Set(AidReason.allCases.map(\.name)).count, equals: AidReason.allCases.count)
  }
}

extension AidingSource<AidTests.Filter> {
  static let level = AidingSource(
    AidDescription("level", unit: "m", axes: ["level"], patience: TimeSpan(5))
  ) { filter, event, measurement in
    switch event {
    case .off: return .off(.switchedOff)
    case .late: return .refuse(.tooOld)
    case .reading(let z):
      measurement.gate = .refuse(beyond: 3)
      measurement.add(SparseRow(0, 1), observation: z, innovation: z - filter.level, variance: 1)
      return .fuse
    }
  }
  static let half = AidingSource(
    AidDescription("half", unit: "m", axes: ["half"], patience: TimeSpan(5))
  ) { filter, event, measurement in
    guard case .reading(let z) = event, z < 100 else { return .nothing }
    measurement.add(SparseRow(0, 0.5), observation: z / 2, innovation: (z - filter.level) / 2, variance: 1)
    return .fuse
  }
}
