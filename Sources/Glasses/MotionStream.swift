import Chips
import Geometry
import Samples

/// Reports as samples: their clock on the machine's, their gaps, and their means.
struct MotionStream: Sendable {
  /// Why the magnetometer is not used; nil if it is.
  var directionFault: FieldFault?
  /// How the magnetometer is turned.
  var fieldTurn = FactoryRecord.checkedTurn
  /// When the reports began, when the last one came, and the last one with a new magnetic field.
  private(set) var begin: BootInstant
  private(set) var lastReport: BootInstant
  private(set) var lastFresh: BootInstant
  /// Whether a report has come since the start.
  private(set) var hasReports = false

  private var clock = Self.newClock
  /// The stamp from which the clock counts, and the last one from there.
  private var origin: UInt64?
  private var last: Int64 = 0
  private var newest: Int64?
  private var reports = 0
  private var pace = ReportPace()
  /// When nothing was waiting.
  private var drained: BootInstant
  private var force = SampleMean(of: Self.perSample), rate = SampleMean(of: Self.perSample)
  private var field = SampleMean(of: Self.fieldsPerSample)
  private var nextTemperature: BootInstant
  /// Samples of this turn: by their stamps, and those whose time is known.
  private var waiting: [(kind: ChipSample.Kind, stamp: Int64, value: SIMD3<Double>)] = []
  private var dated: [ChipSample] = []
  private var order = SampleOrder()

  /// Four measurements make a sample, and three of the magnetometer one: 250 and 50 in a second, where 1,000 and 150 come [C]
  /// (sources at `GlassesModel`). A head turns far slower.
  private static let perSample = 4, fieldsPerSample = 3
  private static let temperatureSpan = TimeSpan.seconds(1)
  /// Beyond it, and backwards, a difference of stamps is another clock's, as after a restart of the glasses.
  private static let mostGap: Int64 = 2_000_000_000
  /// A turn that comes later says too little about the time of its newest report: this program was not served, or the machine
  /// slept.
  private static let mostWidth: Int64 = 50_000_000
  /// A stamp counts nanoseconds [ar]; 200 ppm are twice the error of a usual quartz (*unverified*).
  private static var newClock: ChipClock { ChipClock(tick: 1e-9, tolerance: 200e-6) }

  init(at now: BootInstant) {
    (begin, lastReport, lastFresh, drained, nextTemperature) = (now, now, now, now, now)
    waiting.reserveCapacity(1024)
  }

  /// The reports begin: silence counts from here.
  mutating func start(at now: BootInstant) {
    (begin, lastReport, lastFresh, hasReports) = (now, now, now, false)
    restartClock()
  }

  private mutating func restartClock() {
    flush()
    date()
    clock = Self.newClock
    (origin, last, newest, reports, pace) = (nil, 0, nil, 0, ReportPace())
  }

  mutating func ingest(_ report: MotionReport, at now: BootInstant, _ counts: inout GlassesCounts) {
    (lastReport, hasReports) = (now, true)
    if report.hasWrongField { counts.invalid += 1 }
    guard let stamp = place(report.stamp, &counts) else { return }
    reports += 1
    newest = stamp
    add(rate.add(GlassesAxes.body(report.rate), at: stamp), .rate)
    add(force.add(GlassesAxes.body(report.force), at: stamp), .force)
    if let measured = report.field {
      lastFresh = now
      if directionFault == nil {
        add(field.add(GlassesAxes.bodyOfField(measured, turn: fieldTurn), at: stamp), .field)
      }
    }
    if now >= nextTemperature {
      nextTemperature = now + Self.temperatureSpan
      waiting.append((.inertialTemperature, stamp, SIMD3(report.temperature, 0, 0)))
    }
  }

  /// The stamp from the origin; nil for a report that came already.
  private mutating func place(_ stamp: UInt64, _ counts: inout GlassesCounts) -> Int64? {
    guard let first = origin else {
      origin = stamp
      last = 0
      return 0
    }
    // The counter may pass its end.
    let place = Int64(bitPattern: stamp &- first), gap = place &- last
    if gap == 0 {
      counts.repeated += 1
      return nil
    }
    guard 0..<Self.mostGap ~= gap else {
      counts.clockSteps += 1
      restartClock()
      origin = stamp
      return 0
    }
    last = place
    switch pace.missing(in: gap) {
    case 0: break
    // A healthy Air leaves out one of 1,000 [C].
    case 1: counts.skipped += 1
    case let missing:
      counts.lost += missing
      flush()
    }
    return place
  }

  private mutating func add(_ mean: (stamp: Int64, value: SIMD3<Double>)?, _ kind: ChipSample.Kind) {
    if let mean { waiting.append((kind, mean.stamp, mean.value)) }
  }

  private mutating func flush() {
    add(rate.finish(), .rate)
    add(force.finish(), .force)
    add(field.finish(), .field)
  }

  /// Ends a turn, and appends its samples. `isDrained`: at `now` no report was waiting any more.
  ///
  /// Then the newest report has come since the turn before, and the next one has not: where none is missing in between, the newest
  /// came within the last period.
  mutating func finish(
    at now: BootInstant, isDrained: Bool, _ counts: inout GlassesCounts, into samples: inout [ChipSample]
  ) {
    if let newest { observe(newest, now, isDrained, &counts) }
    (newest, reports) = (nil, 0)
    if isDrained { drained = now }
    date()
    for position in dated.indices { order.place(&dated[position], before: now) }
    samples.append(contentsOf: dated)
    dated.removeAll(keepingCapacity: true)
  }

  private mutating func observe(
    _ newest: Int64, _ now: BootInstant, _ isDrained: Bool, _ counts: inout GlassesCounts
  ) {
    let span = now.nanoseconds &- drained.nanoseconds
    let isSteady = isDrained && Int64(reports) * pace.period >= span &- 3 * pace.period
    let width = isSteady ? min(span, pace.period + pace.period / 2) : span
    if width <= Self.mostWidth {
      clock.observe(newest, between: BootInstant(nanoseconds: now.nanoseconds &- width), and: now)
    } else if clock.moment(of: newest) == nil {
      // Nothing says when they were measured.
      counts.undated += reports
      waiting.removeAll(keepingCapacity: true)
    }
  }

  /// Dates what is waiting by the clock.
  private mutating func date() {
    for entry in waiting {
      if let time = clock.moment(of: entry.stamp) { dated.append(ChipSample(entry.kind, time, entry.value)) }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
