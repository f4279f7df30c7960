public import Chips
public import Geometry
public import Samples

/// One pair of glasses: starts their reports, reads their factory record, makes samples in the body's axes, and starts them again
/// after a fault.
///
/// It has no clock and no wait of its own: `turn` is called when `next` has come, and reads all reports that wait.
public struct ServedGlasses: ServedDevice {
  /// The order of the messages [ar, ja] (sources at `GlassesModel`). An answer that does not come within a second is asked for once
  /// more; then the start goes on without it (*unverified*).
  private enum Step: Equatable, Sendable { case pause, stop, recordLength, recordPiece, start, stream }

  public let model: GlassesModel
  public private(set) var state = GlassesState.starting
  public var counts = GlassesCounts()
  public private(set) var changes = 0
  public private(set) var next: BootInstant
  public private(set) var record: FactoryRecord?

  private let interval: TimeSpan
  private var step = Step.pause, isAskedAgain = false, wasOn = false
  /// The step that an answer has opened.
  private var opened: Step?
  private var deadline: BootInstant
  /// When the factory record has to be there.
  private var recordDeadline: BootInstant
  private var pause = TimeSpan.zero
  private var reader = FactoryRecordReader()
  /// When the last report came that could not be read.
  private var lastUnread: BootInstant?
  private var stream: MotionStream
  private var isFresh = true
  private var bytes = [UInt8](repeating: 0, count: GlassesModel.longestReport)

  private static let patience = TimeSpan.seconds(1), quick = TimeSpan.seconds(0.002)
  /// The longest silence between two reports, and before the first one: the sensor may need its time (*unverified*).
  private static let silence = TimeSpan.seconds(0.5), startSilence = TimeSpan.seconds(3)
  private static let fieldSilence = TimeSpan.seconds(3), recordSpan = TimeSpan.seconds(15)
  private static let shortest = TimeSpan.seconds(0.5), longest = TimeSpan.seconds(15)
  /// Reports of one turn; hidraw keeps 64 (drivers/hid/hidraw.c: HIDRAW_BUFFER_SIZE).
  private static let mostReports = 256

  /// `interval`: the time between two turns.
  public init(_ model: GlassesModel, every interval: TimeSpan, at now: BootInstant) {
    (self.model, self.interval) = (model, interval)
    (next, deadline, recordDeadline) = (now, now, now)
    stream = MotionStream(at: now)
    stream.directionFault = directionFault
  }

  public var name: String { model.name }
  /// Those of the scales in the reports [C].
  public var setting: String { "±16 g, ±2000 °/s" }
  public var isMounted: Bool { true }
  public var fieldFault: FieldFault? { directionFault ?? (isFresh ? nil : .neverFresh) }

  private var directionFault: FieldFault? {
    switch record?.direction ?? .missing {
    case .checked: nil
    case .other: .otherDirection
    // The axes were checked with an Air.
    case .missing: model == .air ? nil : .unknownDirection
    }
  }

  public func stop(_ port: some GlassesPort) { try? port.send(ControlFrame.stop.bytes) }

  public mutating func turn(_ port: some GlassesPort, into samples: inout [ChipSample]) throws(PortFault) {
    let begin = port.now
    // Before each reading: none was waiting at the moment that was taken last.
    var isDrained = false, now = begin
    for _ in 0..<Self.mostReports {
      now = port.now
      guard let count = try port.receive(into: &bytes) else {
        isDrained = true
        break
      }
      ingest(count, now)
    }
    stream.finish(at: now, isDrained: isDrained, &counts, into: &samples)
    try advance(port, now)
    let span = step == .recordLength || step == .recordPiece ? Self.quick : interval
    next = max(next, begin) + span
    if next <= now { next = now + span }
  }

  // MARK: the start

  private mutating func advance(_ port: some GlassesPort, _ now: BootInstant) throws(PortFault) {
    if step == .recordPiece, now >= recordDeadline {
      counts.records += 1
      opened = .start
    }
    if let next = opened {
      opened = nil
      if next != .stream { return try ask(next, port, now) }
      step = .stream
    }
    switch step {
    case .pause where now >= deadline:
      if wasOn { counts.restarts += 1 }
      wasOn = true
      try ask(.stop, port, now)
    case .stream:
      let most = stream.hasReports ? Self.silence : Self.startSilence
      if now - stream.lastReport > most {
        return fail(now)
      }
      setFresh(now - stream.lastFresh <= Self.fieldSilence)
    case .stop, .recordLength, .recordPiece, .start:
      guard now >= deadline else { return }
      if !isAskedAgain {
        try ask(step, port, now)
        isAskedAgain = true
      } else if step == .start {
        fail(now)
      } else {
        if step != .stop { counts.records += 1 }
        try ask(step == .stop ? afterStop : .start, port, now)
      }
    case .pause: break
    }
  }

  private var afterStop: Step { record == nil ? .recordLength : .start }

  private mutating func ask(_ next: Step, _ port: some GlassesPort, _ now: BootInstant) throws(PortFault) {
    (step, deadline, isAskedAgain) = (next, now + Self.patience, false)
    switch next {
    case .stop: try port.send(ControlFrame.stop.bytes)
    case .recordLength:
      recordDeadline = now + Self.recordSpan
      try port.send(ControlFrame(.recordLength).bytes)
    case .recordPiece: try port.send(ControlFrame(.recordPiece).bytes)
    case .start:
      stream.start(at: now)
      try port.send(ControlFrame.start.bytes)
    case .pause, .stream: break
    }
  }

  private mutating func fail(_ now: BootInstant) {
    let fault = lastUnread.map { now - $0 <= Self.silence } ?? false ? GlassesFault.unreadable : .silent
    step = .pause
    pause = min(Self.longest, max(Self.shortest, pause * 2))
    deadline = now + pause
    set(.failed(fault))
  }

  private mutating func set(_ new: GlassesState) {
    guard state != new else { return }
    state = new
    changes += 1
  }

  private mutating func setFresh(_ new: Bool) {
    guard isFresh != new else { return }
    isFresh = new
    changes += 1
  }

  // MARK: reports and answers

  private mutating func ingest(_ count: Int, _ now: BootInstant) {
    guard count > 0 else { return counts.truncated += 1 }
    if bytes[0] == ControlFrame.mark { return ingestAnswer(count, now) }
    var read: MotionReport?
    bytes.withUnsafeBytes { bytes in
      do throws(MotionReport.Fault) {
        read = try MotionReport(reading: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      } catch {
        lastUnread = now
        switch error {
        case .truncated: counts.truncated += 1
        case .unknown: counts.unknown += 1
        case .invalid: counts.invalid += 1
        }
      }
    }
    guard let report = read else { return }
    switch step {
    case .stream: break
    // The first report is as good as the answer.
    case .start: (step, opened) = (.stream, nil)
    // They send again by themselves.
    case .pause where wasOn:
      step = .stream
      stream.start(at: now)
    // Those of an earlier stream.
    case .pause, .stop, .recordLength, .recordPiece: return
    }
    stream.ingest(report, at: now, &counts)
    pause = .zero
    set(.running)
  }

  private mutating func ingestAnswer(_ count: Int, _ now: BootInstant) {
    var read: ControlFrame?
    bytes.withUnsafeBytes { bytes in
      do throws(ControlFrame.Fault) {
        read = try ControlFrame(reading: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      } catch {
        switch error {
        case .truncated: counts.truncated += 1
        case .checksum: counts.checksums += 1
        }
      }
    }
    guard let frame = read else { return }
    switch (ControlFrame.Message(rawValue: frame.message), step) {
    case (.stream, .stop): opened = afterStop
    case (.stream, .start): opened = .stream
    // Every reader of the device gets the answers to all of them; one to a start that was asked for twice may be late.
    case (.some, .stream): counts.foreign += now - stream.begin > Self.patience ? 1 : 0
    case (.recordLength, .recordLength): proceed(after: reader.readLength(frame.payload))
    case (.recordPiece, .recordPiece): proceed(after: reader.readPiece(frame.payload))
    default: break
    }
  }

  private mutating func proceed(after outcome: FactoryRecordReader.Outcome) {
    switch outcome {
    case .wantsPiece: opened = .recordPiece
    case .failed:
      counts.records += 1
      opened = .start
    case .done(let read):
      (record, opened) = (read, .start)
      stream.directionFault = directionFault
      stream.fieldTurn = read.turn
      changes += 1
    }
  }
}
