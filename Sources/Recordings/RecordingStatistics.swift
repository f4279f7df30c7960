public import Samples

/// Counts of a reader's lines so far: every refused line is counted.
public struct RecordingStatistics: Sendable {
  /// Accepted lines, by tag.
  public private(set) var taken = [Int](repeating: 0, count: LineTag.allCases.count)
  /// Refused lines, by reason.
  public private(set) var refused = [Int](repeating: 0, count: Refusal.Reason.allCases.count)
  /// The first refusals of each reason, with their line numbers.
  public private(set) var examples: [(line: Int, refusal: Refusal)] = []
  /// Lines with tags unknown to this version.
  public internal(set) var unknownTags = 0
  /// True if the file ends within a line, which was ignored: after a crash, or a copy while recording.
  public internal(set) var endsWithinLine = false
  public private(set) var firstTime: BootInstant?
  public private(set) var lastTime: BootInstant?

  static let examplesPerReason = 3

  public var takenTotal: Int { taken.reduce(0, +) }
  public var refusedTotal: Int { refused.reduce(0, +) }

  public func taken(_ tag: LineTag) -> Int { taken[tag.index] }
  public func refused(_ reason: Refusal.Reason) -> Int { refused[reason.index] }

  mutating func record(_ line: RecordingLine) {
    taken[line.tag.index] += 1
    guard let time = line.time else { return }
    if firstTime.map({ time < $0 }) ?? true { firstTime = time }
    if lastTime.map({ time > $0 }) ?? true { lastTime = time }
  }

  mutating func refuse(_ refusal: Refusal, line: Int) {
    refused[refusal.reason.index] += 1
    if refused[refusal.reason.index] <= Self.examplesPerReason { examples.append((line, refusal)) }
  }
}

extension LineTag {
  fileprivate var index: Int {
    switch self {
    case .metadata: 0
    case .accelerometer: 1
    case .gyroscope: 2
    case .magnetometer: 3
    case .barometer: 4
    case .temperature: 5
    case .fix: 6
    case .outsidePose: 7
    case .input: 8
    case .reference: 9
    case .antennas: 10
    }
  }
}

extension Refusal.Reason {
  fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
