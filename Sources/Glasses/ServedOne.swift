public import Chips
public import Geometry
public import Samples

/// An XREAL One, One Pro or 1S: its records come in a stream of bytes by themselves. *Untested* (sources at `OneRecord`).
public struct ServedOne: ServedDevice {
  public private(set) var state = GlassesState.starting
  public var counts = GlassesCounts()
  public private(set) var changes = 0
  public private(set) var next: BootInstant
  private let interval: TimeSpan
  private var stream: MotionStream
  private var waiting: [UInt8] = []
  private var isInStep = true
  private var bytes = [UInt8](repeating: 0, count: 8192)

  private static let silence = TimeSpan.seconds(1), longestSilence = TimeSpan.seconds(5), mostReads = 32

  public init(every interval: TimeSpan, at now: BootInstant) {
    self.interval = interval
    next = now
    stream = MotionStream(at: now)
    waiting.reserveCapacity(bytes.count * 2)
  }

  public var name: String { NetworkGlasses.name }
  public var setting: String { "" }
  public var fieldFault: FieldFault? { .iron }
  /// The three models are tilted differently, by up to 39° [xs].
  public var isMounted: Bool { false }
  /// Nothing is sent to them.
  public func stop(_ port: some GlassesPort) {}

  public mutating func turn(_ port: some GlassesPort, into samples: inout [ChipSample]) throws(PortFault) {
    let begin = port.now
    // That each record comes by itself is *unverified*: a network may bundle them, and they are then dated late by as much.
    var isDrained = false, now = begin
    for _ in 0..<Self.mostReads {
      now = port.now
      guard let count = try port.receive(into: &bytes) else {
        isDrained = true
        break
      }
      waiting += bytes[..<count]
      readRecords(now)
    }
    stream.finish(at: now, isDrained: isDrained, &counts, into: &samples)
    if now - stream.lastReport > Self.silence { set(.failed(.quiet)) }
    if now - stream.lastReport > Self.longestSilence { throw .failed("it sent nothing for 5 s") }
    next = max(next, begin) + interval
    if next <= now { next = now + interval }
  }

  /// Takes the whole records that wait, and leaves the rest.
  private mutating func readRecords(_ now: BootInstant) {
    var all: [UInt8] = [], place = 0
    swap(&all, &waiting)
    all.withUnsafeBytes { all in
      while all.count - place >= OneRecord.length {
        let rest = UnsafeRawBufferPointer(rebasing: all[place...])
        guard OneRecord.begins(rest) else {
          // Once for each gap between records.
          if isInStep { counts.unknown += 1 }
          isInStep = false
          place += 1
          continue
        }
        isInStep = true
        place += OneRecord.length
        if let record = OneRecord(reading: rest) { ingest(record, now) } else { counts.invalid += 1 }
      }
    }
    all.removeFirst(place)
    waiting = all
  }

  private mutating func ingest(_ record: OneRecord, _ now: BootInstant) {
    guard case .motion(let rate, let force, let temperature) = record.content else { return }
    stream.ingest(
      MotionReport(
        stamp: record.stamp, temperature: temperature, rate: GlassesAxes.ofOne(rate), force: GlassesAxes.ofOne(force),
        field: nil), at: now, &counts)
    set(.running)
  }

  private mutating func set(_ new: GlassesState) {
    guard state != new else { return }
    state = new
    changes += 1
  }
}
